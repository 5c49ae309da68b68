/**
 * Prints text of the YAML dialect as LLVM's writer does, which writes .ze_info for the compiler.
 *
 * Source: llvm/llvm-project llvm/include/llvm/Support/YAMLTraits.h (needsQuotes, isNumeric) and llvm/lib/Support/YAMLTraits.cpp
 * (Output), YAMLParser.cpp (escape).
 */

/** How text is laid out. */
export interface YamlStyle {
  /** Column that values are aligned at, counted from their key; after a longer key there is one space. */
  readonly valueColumn: number;
  /** Columns by which the entries of a map or list are indented more than its key. */
  readonly indent: number;
  readonly listIndent: number;
}

/** The one of LLVM, and so of all compilers. */
export const LLVM_STYLE: YamlStyle = { valueColumn: 17, indent: 2, listIndent: 2 };

const NUMERIC =
  /^(?:[-+]?(?:\.[0-9]+|[0-9]+\.?[0-9]*)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)|0o[0-7]+|0x[0-9a-fA-F]+)$/;
const NULL_OR_BOOL = /^(?:null|Null|NULL|~|true|True|TRUE|false|False|FALSE)$/;
/** Words that are safe without quotes: no blank at either end, no indicator before them, nothing but these characters. */
const SAFE = /^(?![- ?:\\,[\]{}#&*!|>'"%@`\t])[0-9A-Za-z_\-^., \t]*(?<![ \t])$/;
/** Characters that need double quotes: control characters except the tab, DEL, and everything beyond ASCII. */
const NEEDS_DOUBLE = /[^\t\x20-\x7e]/;

/** How a scalar has to be quoted; `typed` for a word that is not text, such as a number, which is written unchanged. */
export function quotesFor(text: string, typed = false): '' | "'" | '"' {
  if (text === '') return "'";
  if (NEEDS_DOUBLE.test(text)) return '"';
  if (!typed && (NUMERIC.test(text) || NULL_OR_BOOL.test(text))) return "'";
  return SAFE.test(text) ? '' : "'";
}

/** A scalar with the quotes that it needs, or with the requested ones. Input and output are display text. */
export function printScalar(text: string, quotes: '' | "'" | '"' = quotesFor(text)): string {
  if (quotes === '"') return `"${escapeText(text)}"`;
  return quotes === "'" ? `'${text.replaceAll("'", "''")}'` : text;
}

/** A key with its colon, and the spaces before a value on the same line. */
export function printKey(key: string, style = LLVM_STYLE): string {
  return `${printScalar(key)}:`.padEnd(style.valueColumn - 1).concat(' ');
}

const SHORT_ESCAPES: ReadonlyMap<number, string> = new Map(
  Object.entries({ '\\': '\\\\', '"': '\\"', '\0': '\\0', '\x07': '\\a', '\b': '\\b', '\t': '\\t', '\n': '\\n', '\v': '\\v', '\f': '\\f' })
    .concat(Object.entries({ '\r': '\\r', '\x1b': '\\e', '\u0085': '\\N', '\u00a0': '\\_', '\u2028': '\\L', '\u2029': '\\P' }))
    .map(([character, sequence]) => [character.charCodeAt(0), sequence]),
);
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}]$/u;

/** Inside double quotes. A lone surrogate that represents a byte which is not UTF-8 is kept, so that the byte is restored. */
function escapeText(text: string): string {
  let escaped = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const short = SHORT_ESCAPES.get(code);
    const stays = (code >= 0x20 && code < 0x80) || (code >= 0xdc80 && code <= 0xdcff) || (code >= 0x80 && PRINTABLE.test(character));
    escaped += short ?? (stays ? character : hexEscape(code));
  }
  return escaped;
}

function hexEscape(code: number): string {
  const hex = code.toString(16).toUpperCase();
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\U${hex.padStart(8, '0')}`;
}

/** A number of type float: C's `%g`, or as many digits as it takes to read the same number. */
export function printFloat(value: number): string {
  const short = cFormat(value.toPrecision(6), value);
  return Number(short) === value ? short : String(value);
}

function cFormat(digits: string, value: number): string {
  if (value === 0) return Object.is(value, -0) ? '-0' : '0';
  const [, exponent = '0'] = value.toExponential(5).split('e');
  const power = Number(exponent);
  if (power < -4 || power >= 6) {
    const [mantissa = ''] = value.toExponential(5).split('e');
    const sign = power < 0 ? '-' : '+';
    return `${withoutZeros(mantissa)}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
  }
  return withoutZeros(digits);
}

function withoutZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
