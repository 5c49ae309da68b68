import { Bytes, CHAR, displayText, type Input, reading } from '../../core/bytes/index.ts';
import { COST, type Outcome, type Reporter, type Span } from '../../core/diag/index.ts';
import { KnownKeys } from './known-keys.ts';
import type { Property, PropertySet, Props, PropsLine } from './model.ts';
import { isJsonProps, parseJsonProps } from './parse-json.ts';
import { parseValue, printValue } from './value.ts';

/**
 * Parses the text of SYCL property sets: lines of `[set]` and `key=type|value`. Never throws: a line that cannot be read is kept as it
 * is, with the reason as an error, and so is what follows when the budget of decoding work is used up. The JSON form of upstream LLVM is
 * identified by its content and read too; see `parseJsonProps`.
 *
 * Source: intel/llvm llvm/lib/Support/PropertySetIO.cpp; for differences of the runtime, sycl/source/detail/property_set_io.hpp.
 *
 * @example
 * propertySets(parseProps(properties).value).length; // 7
 */
export function parseProps(input: Input): Outcome<Props> {
  return reading(input, decodeProps);
}

/** As {@link parseProps}, with the diagnostics to a reporter. */
export function decodeProps(bytes: Bytes, out: Reporter): Props {
  // If texts overlap, there may be no budget left for one of them, which then has no lines.
  if (!out.charge(bytes.length, bytes.span(), '')) return { kind: 'props', lines: [] };
  if (isJsonProps(bytes)) return parseJsonProps(bytes, out);
  const text = bytes.text();
  const lines: PropsLine[] = [];
  const known = new KnownKeys(out);
  for (let at = 0; at < text.length; ) {
    const isSet = text.charCodeAt(at) === CHAR.leftBracket;
    if (!out.charge(COST.record + (isSet ? COST.part : 0), bytes.span(at), '')) {
      lines.push({ kind: 'unreadable', text: displayText(text.slice(at)), end: '', span: bytes.span(at) });
      break;
    }
    const feed = text.indexOf('\n', at);
    const next = feed < 0 ? text.length : feed + 1;
    const end = feed < 0 ? '' : feed > at && text.charAt(feed - 1) === '\r' ? '\r\n' : '\n';
    lines.push(parseLine(text.slice(at, next - end.length), end, at, bytes, known, out));
    at = next;
  }
  return { kind: 'props', lines };
}

/** The line at `at` of the bytes. Spans are made where they are needed: a text may have very many lines. */
function parseLine(text: string, end: PropsLine['end'], at: number, bytes: Bytes, known: KnownKeys, out: Reporter): PropsLine {
  const within = (from: number, to: number): Span => bytes.span(at + from, at + to);
  const span = within(0, text.length + end.length);
  const content = (): Span => within(0, text.length);
  const other = (kind: 'blank' | 'unreadable'): PropsLine => {
    out.charge(COST.extra, span, known.path);
    return { kind, text: displayText(text), end, span };
  };
  if (text === '') {
    out.report('props/blank-line', span, known.path, 'the line is empty; the SYCL runtime does not read text with empty lines');
    return other('blank');
  }
  if (text.startsWith('[')) {
    const close = text.lastIndexOf(']');
    if (close < 0) {
      out.report('props/set-name', content(), '', 'the name of a set has no closing bracket');
      // The following properties belong to a set with an unknown name, so to none.
      known.leave();
      return other('unreadable');
    }
    const name = displayText(text.slice(1, close));
    known.enter(name, content());
    if (close + 1 < text.length)
      out.report('props/after-name', within(close + 1, text.length), name, 'text after the name of the set is ignored');
    return { kind: 'set', name, after: displayText(text.slice(close + 1)), end, span };
  }
  const equals = text.indexOf('=');
  if (equals <= 0) {
    const message = equals < 0 ? 'the line is neither the name of a set nor key=type|value' : 'there is no key before the `=`';
    out.report('props/key', equals < 0 ? content() : within(0, 1), known.path, message);
    return other('unreadable');
  }
  const key = displayText(text.slice(0, equals));
  const spelling = text.slice(equals + 1);
  if (!out.charge(spelling.length, span, known.path)) return other('unreadable');
  const { value, finding } = parseValue(spelling);
  if (finding) out.report(finding.code, within(equals + 1 + finding.from, equals + 1 + finding.to), known.pathOf(key), finding.message);
  if (!value) return other('unreadable');
  known.add(key, () => within(0, equals));
  const isCommon = printValue(value) === spelling;
  return { kind: 'property', key, value, ...(isCommon ? {} : { spelling: displayText(spelling) }), end, span };
}

/**
 * The sets as toolchain readers see them: sets of one name are one, at the first place; for a repeated key the last value counts, at the
 * first place. Properties before a set, and lines that cannot be read, are in none.
 *
 * @example
 * propertySets(parseProps(properties).value)[0].name; // 'SYCL/specialization constants'
 */
export function propertySets(props: Props): PropertySet[] {
  type Open = { readonly name: string; readonly span?: Span; properties: Map<string, Property> | undefined };
  const sets = new Map<string, Open>();
  let current: Open | undefined;
  for (const line of props.lines) {
    const { span } = line;
    if (line.kind === 'set') {
      current = sets.get(line.name) ?? { name: line.name, properties: undefined, ...(span ? { span } : {}) };
      sets.set(line.name, current);
    } else if (line.kind === 'property' && current) {
      // A text may have very many sets without properties.
      current.properties ??= new Map();
      const { key, value } = line;
      current.properties.set(key, span ? { key, value, span } : { key, value });
    } else if (line.kind === 'unreadable' && line.text.startsWith('[')) {
      current = undefined;
    }
  }
  return Array.from(sets.values(), (set) => ({ ...set, properties: set.properties ? [...set.properties.values()] : NO_PROPERTIES }));
}

const NO_PROPERTIES: readonly Property[] = [];

/** The beginning of the text that {@link isProps} looks at, in bytes. */
const SAMPLE = 4096;

/**
 * Whether the data begins as property text does: with the name of a set, and after it another one, a property or nothing. A name of two
 * parts with a slash between them is enough, since all names of the toolchain have this form. Property sets in JSON are also detected.
 */
export function isProps(input: Uint8Array | Bytes): boolean {
  const bytes = Bytes.from(input);
  if (isJsonProps(bytes)) return true;
  const text = bytes.sub(0, Math.min(bytes.length, SAMPLE)).text();
  const [first = '', second] = text.split(/\r?\n/).filter((line) => line !== '');
  if (!/^\[[^\0"]*\]/.test(first) || text.includes('\0')) return false;
  if (/^\[[A-Za-z0-9_][A-Za-z0-9_ .+-]*\/[A-Za-z0-9_ .+/-]+\]/.test(first)) return true;
  return second !== undefined && /^[^=]+=[0-9]+\|/.test(second);
}
