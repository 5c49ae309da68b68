/** Names of the Itanium mangling: what is made readable, what stays as it is, and that a small name makes no large text. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LIMITS } from '../../../src/core/diag/index.ts';
import { demangle, kernelLabel } from '../../../src/formats/demangle/index.ts';
import { readZebin } from '../../../src/internal.ts';
import { zebins } from '../../support/corpus.ts';
import { needs, skipped, toolPath } from '../../support/tools.ts';

/** One of each construction, with what c++filt prints. */
const NAMES: readonly (readonly [mangled: string, text: string])[] = [
  ['_Z3addii', 'add(int, int)'],
  ['_ZL5table', 'table'],
  ['_Z1fv', 'f()'],
  ['_Z1fv.isra.0', 'f() [clone .isra.0]'],
  ['_Z1fPU3AS1Kf', 'f(float const AS1*)'],
  ['_Z1fDv4_fDF16_', 'f(float __vector(4), _Float16)'],
  ['_Z3fooPFviE', 'foo(void (*)(int))'],
  ['_Z3fooRA3_i', 'foo(int (&) [3])'],
  ['_Z3fooM1AKFivE', 'foo(int (A::*)() const)'],
  ['_Z1fM1Ai', 'f(int A::*)'],
  ['_ZN1A1BC1Ev', 'A::B::B()'],
  ['_ZN1AD0Ev', 'A::~A()'],
  ['_ZNK3FoocvbEv', 'Foo::operator bool() const'],
  ['_ZN1AplERKS_', 'A::operator+(A const&)'],
  ['_ZNSsC1Ev', 'std::basic_string<char, std::char_traits<char>, std::allocator<char> >::basic_string()'],
  ['_ZNSt6vectorIiSaIiEEC2ERKS1_', 'std::vector<int, std::allocator<int> >::vector(std::vector<int, std::allocator<int> > const&)'],
  ['_ZZN1A1fEvE1x_0', 'A::f()::x'],
  ['_ZGVZ3foovE1x', 'guard variable for foo()::x'],
  ['_ZTV3Foo', 'vtable for Foo'],
  ['_ZN12_GLOBAL__N_13fooEv', '(anonymous namespace)::foo()'],
  ['_Z3fooILin1ELc65ELl5ELy7ELb1EEvv', 'void foo<-1, (char)65, 5l, 7ull, true>()'],
  ['_Z3fooIJidfEEvDpRKT_', 'void foo<int, double, float>(int const&, double const&, float const&)'],
  ['_Z3barIJEEvDpT_', 'void bar<>()'],
  ['_Z1fIiEPFvT_EPS0_', 'void (*f<int>(int*))(int)'],
  ['_Z1fIRiEvOT_', 'void f<int&>(int&)'],
  ['_Z4testIZ4mainEUlT_E_EvS0_', 'void test<main::{lambda(auto:1)#1}>(main::{lambda(auto:1)#1})'],
  ['_ZN3FooIXadL_Z3barvEEE3bazEv', 'Foo<&(bar())>::baz()'],
  [
    '_Z3addIiENSt9enable_ifIXsr3std9is_signedIT_EE5valueEiE4typeES1_',
    'std::enable_if<std::is_signed<int>::value, int>::type add<int>(int)',
  ],
  ['_ZTS4Copy', 'typeinfo name for Copy'],
  ['_ZTSN3foo6KernelIfJiLb1ENS_3BarILj7EEEEEE', 'typeinfo name for foo::Kernel<float, int, true, foo::Bar<7u> >'],
  [
    '_ZTSZZ4mainENKUlRN4sycl3_V17handlerEE_clES2_EUlNS0_4itemILi1ELb1EEEE_',
    'typeinfo name for main::{lambda(sycl::_V1::handler&)#1}::operator()(sycl::_V1::handler&) const::{lambda(sycl::_V1::item<1, true>)#1}',
  ],
  [
    '_ZTSN4sycl3_V16detail19__pf_kernel_wrapperIZZ4mainENKUlRNS0_7handlerEE_clES4_EUlT_E_EE',
    'typeinfo name for sycl::_V1::detail::__pf_kernel_wrapper<main::{lambda(sycl::_V1::handler&)#1}::operator()(sycl::_V1::handler&) const::{lambda(auto:1)#1}>',
  ],
];

test.each(NAMES)('%s is demangled as c++filt does', (mangled, text) => {
  expect(demangle(mangled)).toBe(text);
});

test.each(['', 'saxpy', '_Z', '_Zx', '_ZN', '_Z3fo', '_ZS_', '_Z1fT_', '_ZTS4Copy_and_more', '_Z0f', '_ZN1AE1', '_Z99999999999999999999f'])(
  '%j is not a mangled name',
  (name) => {
    expect(demangle(name)).toBeUndefined();
    expect(kernelLabel(name)).toBe(name);
  },
);

test('a SYCL kernel is called after its type', () => {
  expect(kernelLabel('_ZTSN3foo6KernelIfEE')).toBe('foo::Kernel<float>');
  expect(kernelLabel('_Z3addii')).toBe('add(int, int)');
});

needs('cppfilt')('the names above are what c++filt prints', () => {
  expect(filtered(NAMES.map(([mangled]) => mangled))).toEqual(NAMES.map(([, text]) => text));
});

needs('cppfilt')('every name of a kernel or symbol in the corpus is what c++filt makes of it', { tags: ['corpus'] }, () => {
  const names = new Set<string>();
  for (const file of zebins()) {
    const { kernels, elf } = readZebin(file.bytes()).value;
    for (const { name } of kernels) names.add(name);
    for (const { content } of elf.sections) if (content.kind === 'symbols') for (const { name } of content.symbols) names.add(name);
  }
  const list = [...names].filter((name) => name.startsWith('_Z'));
  expect(list.length).toBeGreaterThan(1);
  expect(list.map((name) => demangle(name) ?? name)).toEqual(filtered(list));
});

/** Tens of thousands of names with templates, lambdas and packs: more than 99 in 100 are the same. */
const LIBRARY = ['/usr/lib/x86_64-linux-gnu/libstdc++.so.6', '/usr/lib/aarch64-linux-gnu/libstdc++.so.6'].find(existsSync);
(LIBRARY ? needs('cppfilt', 'nm') : skipped('libstdc++.so.6'))('names of the C++ library are demangled as c++filt does', () => {
  const table = execFileSync(toolPath('nm'), ['-D', LIBRARY ?? ''], { encoding: 'utf8', maxBuffer: 1 << 28 });
  const names = [...new Set(table.match(/\b_Z[A-Za-z0-9_]+/g))];
  const expected = filtered(names);
  // c++filt puts no blank between brackets after an empty pack.
  const tight = (text: string) => text.replaceAll('> >', '>>').replaceAll('> >', '>>');
  const wrong = names.filter((name, i) => tight(demangle(name) ?? name) !== tight(expected[i] ?? ''));
  expect(names.length).toBeGreaterThan(2_000);
  expect(wrong.filter((name) => demangle(name) !== undefined)).toEqual([]);
  expect(wrong.length / names.length).toBeLessThan(0.01);
});

function filtered(names: readonly string[]): string[] {
  return execFileSync(toolPath('cppfilt'), { input: `${names.join('\n')}\n`, encoding: 'utf8', maxBuffer: 1 << 28 })
    .trimEnd()
    .split('\n');
}

describe('hostile names make little text', () => {
  test('every prefix of a name has a text or none', () => {
    for (const [mangled] of NAMES) for (let end = 0; end < mangled.length; end++) demangle(mangled.slice(0, end));
  });

  test('changed letters give a text or none, and never one that is far longer', () => {
    let state = 1;
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return (state >>> 8) % below;
    };
    const letters = 'IJKELNSTZDpRPFUlXM_0123456789abcviEO';
    for (let round = 0; round < 20_000; round++) {
      const characters = [...(NAMES[random(NAMES.length)]?.[0] ?? '')];
      for (let i = 0; i <= random(4); i++) characters[2 + random(characters.length - 2)] = letters[random(letters.length)] ?? '';
      const name = characters.join('');
      expect((demangle(name) ?? '').length).toBeLessThanOrEqual(name.length * LIMITS.demangledRatio);
    }
  });

  test.each([
    ['pointers', `_Z1f${'P'.repeat(60_000)}i`],
    ['brackets', `_Z1f${'I'.repeat(60_000)}`],
    ['names', `_Z${'N'.repeat(60_000)}`],
    ['local names', `_Z${'Z'.repeat(60_000)}`],
    ['expressions', `_Z1fIX${'nt'.repeat(30_000)}`],
    // Each type is a pair of the one before.
    [
      'doubling',
      `_Z1f${Array.from({ length: 40 }, (_, i) => `1AIS${i === 0 ? '_' : `${(i - 1).toString(36).toUpperCase()}_`}S_E`).join('')}`,
    ],
    ['pairs of pairs', `_Z1f1p${'I'.repeat(1)}iiE${Array.from({ length: 30 }, (_, i) => `S_IS${i}_S${i}_E`).join('')}`],
    ['a parameter that is itself', '_Z1fIT_EvT_'],
    ['a reference to itself', '_Z1fIRT_EvT_'],
    ['a reference of the other kind to itself', '_Z1fIOT_EvT_'],
    ['a reference to itself with a qualifier', '_Z1fIRKT_EvT_'],
    ['a reference to a parameter that is not there', '_Z1fEvRT_'],
    ['too long', `_Z1f${'i'.repeat(LIMITS.mangledLength)}`],
  ])('%s', (_, name) => {
    expect((demangle(name) ?? '').length).toBeLessThanOrEqual(name.length * LIMITS.demangledRatio);
  });
});
