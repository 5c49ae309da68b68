/**
 * The letters of the Itanium C++ ABI's mangling, section 5.1 of its public text (itanium-cxx-abi/cxx-abi abi.html), with the words that
 * c++filt of GNU binutils prints for them.
 */

/** Types of one letter, and of `D` and a letter. */
export const BUILTIN_TYPES: ReadonlyMap<string, string> = new Map([
  ['v', 'void'],
  ['w', 'wchar_t'],
  ['b', 'bool'],
  ['c', 'char'],
  ['a', 'signed char'],
  ['h', 'unsigned char'],
  ['s', 'short'],
  ['t', 'unsigned short'],
  ['i', 'int'],
  ['j', 'unsigned int'],
  ['l', 'long'],
  ['m', 'unsigned long'],
  ['x', 'long long'],
  ['y', 'unsigned long long'],
  ['n', '__int128'],
  ['o', 'unsigned __int128'],
  ['f', 'float'],
  ['d', 'double'],
  ['e', 'long double'],
  ['g', '__float128'],
  ['z', '...'],
  ['Da', 'auto'],
  ['Dc', 'decltype(auto)'],
  ['Dd', 'decimal64'],
  ['De', 'decimal128'],
  ['Df', 'decimal32'],
  ['Dh', 'half'],
  ['Di', 'char32_t'],
  ['Ds', 'char16_t'],
  ['Du', 'char8_t'],
  ['Dn', 'decltype(nullptr)'],
]);

/** The suffix of a literal, by its type. Other types are written in parentheses before the digits. */
export const LITERAL_SUFFIXES: ReadonlyMap<string, string> = new Map([
  ['int', ''],
  ['unsigned int', 'u'],
  ['long', 'l'],
  ['unsigned long', 'ul'],
  ['long long', 'll'],
  ['unsigned long long', 'ull'],
]);

/** Abbreviations of `S` and a letter: what they stand for, and the name of its constructors. */
export const STANDARD_NAMES: ReadonlyMap<string, { readonly text: string; readonly base: string }> = new Map([
  ['a', { text: 'std::allocator', base: 'allocator' }],
  ['b', { text: 'std::basic_string', base: 'basic_string' }],
  ['s', { text: 'std::basic_string<char, std::char_traits<char>, std::allocator<char> >', base: 'basic_string' }],
  ['i', { text: 'std::basic_istream<char, std::char_traits<char> >', base: 'basic_istream' }],
  ['o', { text: 'std::basic_ostream<char, std::char_traits<char> >', base: 'basic_ostream' }],
  ['d', { text: 'std::basic_iostream<char, std::char_traits<char> >', base: 'basic_iostream' }],
]);

/** Operators: their spelling, and how many operands they have in an expression. */
export const OPERATORS: ReadonlyMap<string, readonly [text: string, operands: 0 | 1 | 2]> = new Map([
  ['aN', ['&=', 2]],
  ['aS', ['=', 2]],
  ['aa', ['&&', 2]],
  ['ad', ['&', 1]],
  ['an', ['&', 2]],
  ['aw', ['co_await', 1]],
  ['cl', ['()', 0]],
  ['cm', [',', 2]],
  ['co', ['~', 1]],
  ['dV', ['/=', 2]],
  ['da', ['delete[]', 1]],
  ['de', ['*', 1]],
  ['dl', ['delete', 1]],
  ['dv', ['/', 2]],
  ['eO', ['^=', 2]],
  ['eo', ['^', 2]],
  ['eq', ['==', 2]],
  ['ge', ['>=', 2]],
  ['gt', ['>', 2]],
  ['ix', ['[]', 0]],
  ['lS', ['<<=', 2]],
  ['le', ['<=', 2]],
  ['ls', ['<<', 2]],
  ['lt', ['<', 2]],
  ['mI', ['-=', 2]],
  ['mL', ['*=', 2]],
  ['mi', ['-', 2]],
  ['ml', ['*', 2]],
  ['mm', ['--', 0]],
  ['na', ['new[]', 0]],
  ['ne', ['!=', 2]],
  ['ng', ['-', 1]],
  ['nt', ['!', 1]],
  ['nw', ['new', 0]],
  ['oR', ['|=', 2]],
  ['oo', ['||', 2]],
  ['or', ['|', 2]],
  ['pL', ['+=', 2]],
  ['pl', ['+', 2]],
  ['pm', ['->*', 2]],
  ['pp', ['++', 0]],
  ['ps', ['+', 1]],
  ['pt', ['->', 0]],
  ['qu', ['?', 0]],
  ['rM', ['%=', 2]],
  ['rS', ['>>=', 2]],
  ['rm', ['%', 2]],
  ['rs', ['>>', 2]],
  ['ss', ['<=>', 2]],
]);

/** What `T` or `G` and a letter say about the type or name after them. */
export const SPECIAL_NAMES: ReadonlyMap<string, readonly [title: string, of: 'type' | 'name' | 'encoding']> = new Map([
  ['TV', ['vtable for ', 'type']],
  ['TT', ['VTT for ', 'type']],
  ['TI', ['typeinfo for ', 'type']],
  ['TS', ['typeinfo name for ', 'type']],
  ['TH', ['TLS init function for ', 'name']],
  ['TW', ['TLS wrapper function for ', 'name']],
  ['GV', ['guard variable for ', 'name']],
]);

/** Letters before a type that qualify it, in the order in which they are there. */
export const QUALIFIERS: readonly (readonly [letter: string, text: string])[] = [
  ['r', ' __restrict'],
  ['V', ' volatile'],
  ['K', ' const'],
];
