import { Bytes, encodeText, JsonValue, parseHexBytes } from '../core/bytes/index.ts';
import { FormatError, LIMITS, Reporter, refusal } from '../core/diag/index.ts';
import { clip } from '../core/schema/index.ts';
import {
  checkedKey,
  type Decoded,
  decodeProps,
  encodeProperty,
  type PropertyValue,
  type Props,
  type PropsLine,
  parseValue,
  printProps,
  printValue,
  sameValue,
} from '../formats/props/index.ts';

/**
 * The property text of a document with one item, or of the item alone: the inverse of `propsDocument`. Members that only describe are
 * ignored. `decoded` counts if a property has neither `value` nor `hex`. Throws `FormatError` (`props/json`), which names the member
 * that is wrong.
 *
 * @param document the result of JSON.parse
 *
 * @example
 * propsFromJson({ sets: [] }).lines.length; // 0
 */
export function propsFromJson(document: unknown): Props {
  const whole = new JsonValue(document, needed);
  const items = whole.optional('items')?.list() ?? [whole];
  if (items.length !== 1) throw refused('items', `a property text holds one item, but there are ${items.length}`);
  // Paths begin in the item.
  const item = new JsonValue(items[0]?.value, needed);
  const form = formOf(item.at('form').value);
  const common = form === 'json' ? '' : lineEnd(item.at('line_end'), '\n');
  const context: LineContext = { common, form };
  const lines = item.listAt('sets').flatMap((set): PropsLine[] => {
    const name = optionalText(set.at('name'), /[\n\r]/);
    const properties = set.at('lines').listOf((line) => lineOf(name ?? '', line, context));
    if (name === undefined) return properties;
    const after = optionalText(set.at('after'), /\n|\]/) ?? '';
    return [{ kind: 'set', name, after, end: lineEnd(set.at('end'), common) }, ...properties];
  });
  if (form === 'json') return jsonProps(lines, item.optional('layout'));
  const ends = lines.slice(0, -1).findIndex((line) => line.end === '');
  if (ends >= 0) throw refused('end', `line ${ends + 1} has no end and is not the last`);
  return { kind: 'props', lines };
}

function formOf(value: unknown): 'json' | undefined {
  if (value !== undefined && value !== 'json') throw refused('form', 'the form is "json", or is left out for property text');
  return value;
}

/** Uses the layout in the document if it still has the same content. */
function jsonProps(lines: readonly PropsLine[], layout: JsonValue | undefined): Props {
  const props: Props = { kind: 'props', form: 'json', lines };
  if (layout === undefined) return props;
  const bytes = new Bytes(encodeText(layout.text()));
  const kept = decodeProps(bytes, new Reporter(bytes.length, undefined, true));
  if (kept.form !== 'json' || kept.lines.length !== lines.length) return props;
  return printProps({ ...kept, lines: [...kept.lines] }) === printProps(props) ? kept : props;
}

/** What a line is read with. */
interface LineContext {
  /** The line end of the document. */
  readonly common: '\n' | '\r\n' | '';
  readonly form: 'json' | undefined;
}

function lineOf(set: string, line: JsonValue, { common, form }: LineContext): PropsLine {
  const end = lineEnd(line.at('end'), common);
  const content = optionalText(line.at('text'), /\n/);
  if (content !== undefined) return { kind: content === '' ? 'blank' : 'unreadable', text: content, end };
  const name = line.at('key');
  const key = attempt(() => (form === 'json' ? name.text() : checkedKey(name.text())), name);
  const value = propertyValue(set, key, line);
  if (form === 'json') {
    if (value.type === 2 && value.bits % 8 !== 0)
      throw refused(`${line.path}.bits`, 'JSON has no bit count: the length is a whole number of bytes');
    return { kind: 'property', key, value, end };
  }
  const spelling = optionalText(line.at('spelling'), /\n/);
  const spelled = spelling === undefined ? undefined : parseValue(spelling).value;
  const kept = spelling !== undefined && spelled !== undefined && sameValue(spelled, value) && spelling !== printValue(value);
  return { kind: 'property', key, value, ...(kept ? { spelling } : {}), end };
}

function propertyValue(set: string, key: string, line: JsonValue): PropertyValue {
  const number = line.optional('value');
  if (number) return { type: 1, value: number.number(0xffff_ffff) };
  const hex = line.optional('hex');
  if (hex) {
    const data = parseHexBytes(hex.text());
    if (data === undefined) throw refused(hex.path, 'it is not two hexadecimal digits for each byte');
    const bits = line.optional('bits')?.number(data.length * 8) ?? data.length * 8;
    if (Math.ceil(bits / 8) !== data.length) throw refused(`${line.path}.bits`, `${bits} bits do not need ${data.length} bytes`);
    return { type: 2, bits, data };
  }
  const decoded = line.at('decoded');
  if (!decoded.isObject) throw needed(`${decoded.path}, in place of value or hex`, 'an object');
  const value = attempt(() => encodeProperty(set, key, decodedOf(decoded)), decoded);
  if (!value) throw refused(decoded.path, `the key has no value of the kind ${JSON.stringify(decoded.at('kind').value)}`);
  return value;
}

/** Checks the members of each kind that are needed to encode it. */
function decodedOf(decoded: JsonValue): Decoded {
  const values = () => decoded.listAt('values');
  const uint32 = (value: JsonValue) => value.number(0xffff_ffff);
  const kind = decoded.at('kind');
  switch (kind.value) {
    case 'uint32':
      return { kind: 'uint32', value: uint32(decoded.at('value')) };
    case 'uint32s':
      return { kind: 'uint32s', values: decoded.numbersAt('values', 0xffff_ffff) };
    case 'uint64s':
      return { kind: 'uint64s', values: values().map(uint64) };
    case 'structs':
      return {
        kind: 'structs',
        values: values().map((item) => Object.fromEntries(item.members().map(([name, value]) => [name, uint32(value)]))),
      };
    case 'mask':
      return {
        kind: 'mask',
        count: decoded.at('count').number(LIMITS.argumentMask),
        removed: decoded.numbersAt('removed', 0xffff_ffff),
      };
    case 'text':
      return { kind: 'text', value: decoded.at('value').text() };
    default:
      throw refused(kind.path, `there is no kind ${JSON.stringify(clip(kind.text()))}`);
  }
}

/** A text that may be missing, without some characters. */
function optionalText(value: JsonValue, without: RegExp): string | undefined {
  if (value.isMissing) return undefined;
  const [character] = without.exec(value.text()) ?? [];
  if (character !== undefined) throw refused(value.path, `it cannot have ${JSON.stringify(character)} in it`);
  return value.text();
}

/** A 64-bit integer: a number, or the hexadecimal text of documents. */
function uint64(value: JsonValue): bigint {
  if (typeof value.value === 'number') return BigInt(value.number(Number.MAX_SAFE_INTEGER));
  const digits = value.text();
  if (!/^0x[0-9a-fA-F]{1,16}$/.test(digits)) throw needed(value.path, 'a 64-bit number');
  return BigInt(digits);
}

function lineEnd(member: JsonValue, common: '\n' | '\r\n' | ''): '\n' | '\r\n' | '' {
  const end = member.value ?? common;
  if (end !== '\n' && end !== '\r\n' && end !== '')
    throw refused(member.path, 'a line ends in "\\n", "\\r\\n" or, the last one, in nothing');
  return end;
}

function attempt<T>(make: () => T, value: JsonValue): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof FormatError || !(error instanceof Error)) throw error;
    throw refused(value.path, error.message);
  }
}

const needed = (path: string, need: string): FormatError => refused(path || 'the document', `${need} is needed`);

function refused(path: string, why: string): FormatError {
  return refusal('props/json', path, `${path}: ${why}`);
}
