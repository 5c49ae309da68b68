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
  const parser = new LineParser(bytes, out);
  for (let at = 0; at < text.length; ) {
    const isSet = text.charCodeAt(at) === CHAR.leftBracket;
    const cost = COST.node + (isSet ? COST.part : 0);
    if (!out.tryCharge(cost) && !out.charge(cost, bytes.span(at), '')) {
      lines.push({ kind: 'unreadable', text: displayText(text.slice(at)), end: '', span: bytes.span(at) });
      break;
    }
    const feed = text.indexOf('\n', at);
    const next = feed < 0 ? text.length : feed + 1;
    const end = feed < 0 ? '' : feed > at && text.charAt(feed - 1) === '\r' ? '\r\n' : '\n';
    lines.push(parser.line({ text: text.slice(at, next - end.length), end, at }));
    at = next;
  }
  return { kind: 'props', lines };
}

/** A line as it is read. */
interface RawLine {
  readonly text: string;
  readonly end: PropsLine['end'];
  /** Where it begins. */
  readonly at: number;
}

/** Reads lines one after another. Spans are made where they are needed: a text may have very many lines. */
class LineParser {
  private readonly bytes: Bytes;
  private readonly out: Reporter;
  private readonly known: KnownKeys;

  constructor(bytes: Bytes, out: Reporter) {
    this.bytes = bytes;
    this.out = out;
    this.known = new KnownKeys(out);
  }

  line(line: RawLine): PropsLine {
    if (line.text.startsWith('[')) return this.set(line);
    if (line.text !== '') return this.property(line);
    this.out.report(
      'props/blank-line',
      this.whole(line),
      this.known.path,
      'the line is empty; the SYCL runtime does not read text with empty lines',
    );
    return this.other('blank', line);
  }

  private set(line: RawLine): PropsLine {
    const { text, end, at } = line;
    const content = this.bytes.span(at, at + text.length);
    const close = text.lastIndexOf(']');
    if (close < 0) {
      this.out.report('props/set-name', content, '', 'the name of a set has no closing bracket');
      // The following properties belong to a set with an unknown name, so to none.
      this.known.leave();
      return this.other('unreadable', line);
    }
    const name = displayText(text.slice(1, close));
    this.known.enter(name, content);
    if (close + 1 < text.length) {
      const rest = this.bytes.span(at + close + 1, at + text.length);
      this.out.report('props/after-name', rest, name, 'text after the name of the set is ignored');
    }
    return { kind: 'set', name, after: displayText(text.slice(close + 1)), end, span: this.whole(line) };
  }

  private property(line: RawLine): PropsLine {
    const { bytes, out, known } = this;
    const { text, end, at } = line;
    const equals = text.indexOf('=');
    if (equals <= 0) {
      const message = equals < 0 ? 'the line is neither the name of a set nor key=type|value' : 'there is no key before the `=`';
      out.report('props/key', bytes.span(at, at + (equals < 0 ? text.length : 1)), known.path, message);
      return this.other('unreadable', line);
    }
    const key = displayText(text.slice(0, equals));
    const spelling = text.slice(equals + 1);
    if (!out.tryCharge(spelling.length) && !out.charge(spelling.length, this.whole(line), known.path))
      return this.other('unreadable', line);
    const { value, finding } = parseValue(spelling);
    if (finding) {
      const from = at + equals + 1;
      out.report(finding.code, bytes.span(from + finding.from, from + finding.to), known.pathOf(key), finding.message);
    }
    if (!value) return this.other('unreadable', line);
    const fault = known.add(key);
    if (fault) out.report(fault.code, bytes.span(at, at + equals), fault.path, fault.message);
    const span = this.whole(line);
    if (printValue(value) === spelling) return { kind: 'property', key, value, end, span };
    return { kind: 'property', key, value, spelling: displayText(spelling), end, span };
  }

  private other(kind: 'blank' | 'unreadable', line: RawLine): PropsLine {
    const span = this.whole(line);
    this.out.charge(COST.extra, span, this.known.path);
    return { kind, text: displayText(line.text), end: line.end, span };
  }

  /** Where the line is, with its end. */
  private whole({ text, end, at }: RawLine): Span {
    return this.bytes.span(at, at + text.length + end.length);
  }
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
      current.properties.set(line.key, line);
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
