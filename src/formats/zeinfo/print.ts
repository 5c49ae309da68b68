import { type Attribute, compareVersions, type Kind, parseVersion, type RecordRows } from '../../core/schema/index.ts';
import { LLVM_STYLE, printFloat, printKey, printScalar, quotesFor, type YamlStyle } from '../yaml/index.ts';
import { nodeOf } from './access.ts';
import type { Container, ExtraEntry } from './model.ts';
import { CONTAINER } from './table/index.ts';

/**
 * The text of a .ze_info section for a model, as the compiler writes it: attributes in the order of the rows, values aligned, lists of
 * numbers in brackets. Everything in the model is written, and nothing else; entries of `extra` are in their places.
 *
 * All known compilers, of zebin 1.12 to 1.73, agree in this; differences between versions are a column of the rows. For a file of one of
 * these compilers, the result is its text byte for byte. Never throws for a model that was read, whatever the input.
 *
 * @returns display text; `encodeText` gives the bytes of the section.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/source/autogen/ZEInfoYAML.cpp.
 *
 * @example
 * printZeInfo({ version: '1.60', kernels: [{ name: 'k', execution_env: { simd_size: 16 } }] }).includes('simd_size:       16'); // true
 */
export function printZeInfo(container: Container): string {
  const lines = recordLines(CONTAINER, container, { version: parseVersion(container.version ?? '') ?? '', ...LLVM_STYLE });
  return ['---', ...(lines.length > 0 ? lines : ['{}']), '...', ''].join('\n');
}

/** How a text is laid out, and the version whose forms it uses. */
export interface PrintStyle extends YamlStyle {
  /** Empty for the newest. */
  readonly version: string;
}

/** The lines of a record without indentation; none for an empty one. */
export function recordLines(rows: RecordRows, record: object, style: PrintStyle): string[] {
  const values = record as Readonly<Record<string, unknown>> & { readonly extra?: readonly ExtraEntry[] };
  const lines: string[] = [];
  const places = extraPlaces(rows, values.extra);
  const addExtra = (place: string) => {
    for (const entry of places?.get(place) ?? []) append(lines, extraLines(entry, style));
  };
  addExtra('');
  for (const key in rows.attributes) {
    const value = values[key];
    if (value !== undefined) append(lines, entryLines(key, rows.attributes[key] as Attribute, value, style));
    addExtra(key);
  }
  return lines;
}

/** The extra entries, by the attribute that they come after. A repeated key stays after the key that counts. */
function extraPlaces(rows: RecordRows, extra: readonly ExtraEntry[] | undefined): Map<string, ExtraEntry[]> | undefined {
  if (!extra) return undefined;
  const keys = Object.keys(rows.attributes);
  const places = new Map<string, ExtraEntry[]>();
  for (const entry of extra) {
    const wanted = keys.indexOf(entry.after ?? '');
    const least = entry.reason === 'duplicate' ? keys.indexOf(entry.key) : -1;
    const place = keys[Math.max(wanted, least)] ?? '';
    const there = places.get(place);
    if (there) there.push(entry);
    else places.set(place, [entry]);
  }
  return places;
}

/** An attribute with its value. */
export function entryLines(key: string, { type, listUntil }: Attribute, value: unknown, style: PrintStyle): string[] {
  switch (type.kind) {
    case 'record': {
      const lines = recordLines(type.rows, value as object, style);
      const listed = listUntil !== undefined && style.version !== '' && compareVersions(style.version, listUntil) < 0;
      return listed ? blockLines(key, itemLines(lines), '[]', style.listIndent, style) : blockLines(key, lines, '{}', style.indent, style);
    }
    case 'list':
      return blockLines(
        key,
        (value as readonly object[]).flatMap((item) => listItemLines(type.rows, item, style)),
        '[]',
        style.listIndent,
        style,
      );
    case 'strs':
      return blockLines(
        key,
        (value as readonly string[]).map((item) => `- ${printScalar(item)}`),
        '[]',
        style.listIndent,
        style,
      );
    default:
      return [printKey(key, style) + valueText(type, value)];
  }
}

/** An entry of a list of records. */
export function listItemLines(rows: RecordRows, item: object, style: PrintStyle): string[] {
  const { extra } = item as { readonly extra?: readonly ExtraEntry[] };
  // An entry that is not a map has nothing but its text, under no key.
  const alone = extra?.length === 1 && extra[0]?.key === '' && extra[0].reason === 'type' ? extra[0] : undefined;
  if (alone) return itemLines(isBlock(alone) ? sourceOf(alone).split('\n') : [sourceOf(alone)]);
  return itemLines(recordLines(rows, item, style));
}

/** A value that is on one line. */
export function valueText(type: Kind, value: unknown): string {
  if (type.kind === 'float') return printFloat(value as number);
  if (type.kind === 'int32xN') return `[ ${(value as readonly number[]).join(', ')} ]`;
  return typeof value === 'string' ? printScalar(value) : String(value);
}

function blockLines(key: string, lines: readonly string[], empty: string, by: number, style: PrintStyle): string[] {
  if (lines.length === 0) return [printKey(key, style) + empty];
  return [`${printScalar(key)}:`, ...indented(lines, by)];
}

function itemLines(lines: readonly string[]): string[] {
  const [first = '{}', ...rest] = lines;
  return [first === '' ? '-' : `- ${first}`, ...indented(rest, 2)];
}

function extraLines(entry: ExtraEntry, style: PrintStyle): string[] {
  const source = sourceOf(entry);
  if (isBlock(entry)) return [`${printScalar(entry.key)}:`, ...indented(source.split('\n'), style.indent)];
  return [(printKey(entry.key, style) + source).trimEnd()];
}

function isBlock(entry: ExtraEntry): boolean {
  const node = nodeOf(entry);
  return node !== undefined && node.kind !== 'scalar' && !/^[[{]/.test(entry.text);
}

/** The value of an extra entry in a form that reads back as the same value. */
function sourceOf(entry: ExtraEntry): string {
  const { text, source = text } = entry;
  const node = nodeOf(entry);
  if (node ? node.kind !== 'scalar' || !source.includes('\n') : entry.source !== undefined) return source;
  return printScalar(text, quotesFor(text, true));
}

function indented(lines: readonly string[], by: number): string[] {
  const blanks = ' '.repeat(by);
  return lines.map((line) => (line === '' ? line : blanks + line));
}

/** No spread, because the number of arguments is limited. */
function append(lines: string[], more: readonly string[]): void {
  for (const line of more) lines.push(line);
}
