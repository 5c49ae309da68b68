import { encodeText } from '../core/bytes/index.ts';
import { FormatError, LIMITS, refusal } from '../core/diag/index.ts';
import { clip } from '../core/schema/index.ts';
import {
  checkedKey,
  type Decoded,
  encodeProperty,
  type PropertyValue,
  type Props,
  type PropsLine,
  parseProps,
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
  const whole = object(document, 'the document');
  const items = whole.items === undefined ? [whole] : list(whole.items, 'items');
  if (items.length !== 1) throw refused('items', `a property text holds one item, but there are ${items.length}`);
  const doc = object(items[0], 'items[0]');
  const form = formOf(doc.form);
  const common = form === 'json' ? '' : lineEnd(doc.line_end ?? '\n', 'line_end');
  const lines = list(doc.sets, 'sets').flatMap((item, i): PropsLine[] => {
    const path = `sets[${i}]`;
    const set = object(item, path);
    const name = set.name === undefined ? undefined : text(set.name, `${path}.name`, /[\n\r]/);
    const properties = list(set.lines, `${path}.lines`).map((line, j) =>
      lineOf(name ?? '', object(line, `${path}.lines[${j}]`), { common, path: `${path}.lines[${j}]`, form }),
    );
    if (name === undefined) return properties;
    const after = text(set.after ?? '', `${path}.after`, /\n|\]/);
    return [{ kind: 'set', name, after, end: lineEnd(set.end ?? common, `${path}.end`) }, ...properties];
  });
  if (form === 'json') return jsonProps(lines, doc.layout);
  const ends = lines.slice(0, -1).findIndex((line) => line.end === '');
  if (ends >= 0) throw refused('end', `line ${ends + 1} has no end and is not the last`);
  return { kind: 'props', lines };
}

function formOf(value: unknown): 'json' | undefined {
  if (value !== undefined && value !== 'json') throw refused('form', 'the form is "json", or is left out for property text');
  return value;
}

/** Uses the layout in the document if it still has the same content. */
function jsonProps(lines: readonly PropsLine[], layout: unknown): Props {
  const props: Props = { kind: 'props', form: 'json', lines };
  if (layout === undefined) return props;
  const bytes = encodeText(text(layout, 'layout'));
  const kept = parseProps(bytes).value;
  return kept.form === 'json' && printProps({ ...kept, lines: [...kept.lines] }) === printProps(props) ? kept : props;
}

/** What a line is read with. */
interface LineContext {
  /** The line end of the document. */
  readonly common: '\n' | '\r\n' | '';
  readonly path: string;
  readonly form: 'json' | undefined;
}

function lineOf(set: string, line: Members, { common, path, form }: LineContext): PropsLine {
  const end = lineEnd(line.end ?? common, `${path}.end`);
  if (line.text !== undefined) {
    const content = text(line.text, `${path}.text`, /\n/);
    return { kind: content === '' ? 'blank' : 'unreadable', text: content, end };
  }
  const key = attempt(() => (form === 'json' ? text(line.key, `${path}.key`) : checkedKey(text(line.key, `${path}.key`))), `${path}.key`);
  const value = propertyValue(set, key, line, path);
  if (form === 'json') {
    if (value.type === 2 && value.bits % 8 !== 0)
      throw refused(`${path}.bits`, 'JSON has no bit count: the length is a whole number of bytes');
    return { kind: 'property', key, value, end };
  }
  const spelling = line.spelling === undefined ? undefined : text(line.spelling, `${path}.spelling`, /\n/);
  const spelled = spelling === undefined ? undefined : parseValue(spelling).value;
  const kept = spelling !== undefined && spelled !== undefined && sameValue(spelled, value) && spelling !== printValue(value);
  return { kind: 'property', key, value, ...(kept ? { spelling } : {}), end };
}

function propertyValue(set: string, key: string, line: Members, path: string): PropertyValue {
  if (line.value !== undefined) return { type: 1, value: count(line.value, `${path}.value`, 0xffff_ffff) };
  if (line.hex !== undefined) {
    const digits = text(line.hex, `${path}.hex`);
    if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits))
      throw refused(`${path}.hex`, 'it is not two hexadecimal digits for each byte');
    const data = Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(i * 2, i * 2 + 2), 16));
    const bits = line.bits === undefined ? data.length * 8 : count(line.bits, `${path}.bits`, data.length * 8);
    if (Math.ceil(bits / 8) !== data.length) throw refused(`${path}.bits`, `${bits} bits do not need ${data.length} bytes`);
    return { type: 2, bits, data };
  }
  const decoded = object(line.decoded, `${path}.decoded, in place of value or hex`);
  const value = attempt(() => encodeProperty(set, key, decodedOf(decoded, `${path}.decoded`)), `${path}.decoded`);
  if (!value) throw refused(`${path}.decoded`, `the key has no value of the kind ${JSON.stringify(decoded.kind)}`);
  return value;
}

/** Checks the members of each kind that are needed to encode it. */
function decodedOf(decoded: Members, path: string): Decoded {
  const listed = (from: unknown, member: string): readonly unknown[] => list(from, `${path}.${member}`);
  const numbers = (from: unknown, member: string) =>
    listed(from, member).map((value, i) => count(value, `${path}.${member}[${i}]`, 0xffff_ffff));
  switch (decoded.kind) {
    case 'uint32':
      return { kind: 'uint32', value: count(decoded.value, `${path}.value`, 0xffff_ffff) };
    case 'uint32s':
      return { kind: 'uint32s', values: numbers(decoded.values, 'values') };
    case 'uint64s':
      return {
        kind: 'uint64s',
        values: listed(decoded.values, 'values').map((value, i) => uint64(value, `${path}.values[${i}]`)),
      };
    case 'structs': {
      const values = listed(decoded.values, 'values').map((item, i) => {
        const members = Object.entries(object(item, `${path}.values[${i}]`));
        return Object.fromEntries(members.map(([name, value]) => [name, count(value, `${path}.values[${i}].${name}`, 0xffff_ffff)]));
      });
      return { kind: 'structs', values };
    }
    case 'mask': {
      const bits = count(decoded.count, `${path}.count`, LIMITS.argumentMask);
      return { kind: 'mask', count: bits, removed: numbers(decoded.removed, 'removed') };
    }
    case 'text':
      return { kind: 'text', value: text(decoded.value, `${path}.value`) };
    default:
      throw refused(`${path}.kind`, `there is no kind ${JSON.stringify(clip(text(decoded.kind, `${path}.kind`)))}`);
  }
}

type Members = { readonly [key: string]: unknown };

function object(value: unknown, path: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused(path, 'an object is needed');
  return value as Members;
}

function list(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw refused(path, 'a list is needed');
  return value;
}

function text(value: unknown, path: string, without?: RegExp): string {
  if (typeof value !== 'string') throw refused(path, 'a text is needed');
  if (without?.test(value)) throw refused(path, `it cannot have ${JSON.stringify(without.exec(value)?.[0])} in it`);
  return value;
}

function count(value: unknown, path: string, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most)
    throw refused(path, `an integer from 0 to ${most} is needed`);
  return value;
}

/** A 64-bit integer: a number, or the hexadecimal text of documents. */
function uint64(value: unknown, path: string): bigint {
  if (typeof value === 'number') return BigInt(count(value, path, Number.MAX_SAFE_INTEGER));
  const digits = text(value, path);
  if (!/^0x[0-9a-fA-F]{1,16}$/.test(digits)) throw refused(path, 'a 64-bit number is needed');
  return BigInt(digits);
}

function lineEnd(value: unknown, path: string): '\n' | '\r\n' | '' {
  if (value !== '\n' && value !== '\r\n' && value !== '')
    throw refused(path, 'a line ends in "\\n", "\\r\\n" or, the last one, in nothing');
  return value;
}

function attempt<T>(make: () => T, path: string): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof FormatError || !(error instanceof Error)) throw error;
    throw refused(path, error.message);
  }
}

function refused(path: string, why: string): FormatError {
  return refusal('props/json', path, `${path}: ${why}`);
}
