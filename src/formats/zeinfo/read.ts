import { type Bytes, CHAR, hex, type Input, reading } from '../../core/bytes/index.ts';
import { COST, type Code, type Outcome, type Reporter } from '../../core/diag/index.ts';
import {
  type CompiledAttribute,
  type CompiledRecord,
  clip,
  holds,
  type Kind,
  kindName,
  majorOf,
  nearest,
  parseVersion,
  Steps,
} from '../../core/schema/index.ts';
import { keyText, LIST, MAP, parseYaml, SCALAR, scalarText, sourceText, type YamlDocument, type YamlTree } from '../yaml/index.ts';
import { nodeOf } from './access.ts';
import { type Container, type ExtraEntry, NODE, type ZeInfo } from './model.ts';
import { entryOf } from './place.ts';
import { compiled } from './rows.ts';
import { CONTAINER } from './table/index.ts';
import { Uses } from './uses.ts';
import { NEWEST } from './versions.ts';

/**
 * Reads the text of a .ze_info section of any version into the typed model.
 *
 * Never throws: a value that does not fit its row stays in the `extra` entries of its record, with a diagnostic. Versions, requirements and
 * cross references are not checked here.
 *
 * @example
 * const { value } = readZeInfo(text);
 * value.container.kernels?.[0]?.name; // 'clock'
 */
export function readZeInfo(input: Input): Outcome<ZeInfo> {
  return reading(input, decodeZeInfo);
}

/** As {@link readZeInfo}, with the diagnostics to a reporter. */
export function decodeZeInfo(bytes: Bytes, out: Reporter): ZeInfo {
  const document = parseYaml(bytes, out, '.ze_info').value;
  reportControl(bytes, out);
  let container: Container = {};
  let uses: Uses | undefined;
  if (document.tree.kind(0) === MAP) {
    const rows = compiled(CONTAINER);
    uses = new Uses();
    container = new RecordReader(document, out, uses).record(rows, 0) as Container;
    checkVersion(document, container, out);
  } else out.report('zeinfo/not-a-map', bytes.span(), '.ze_info', 'the text has no attributes at its top level');
  return { kind: 'ze_info', bytes, document, container, ...(uses && { counted: { uses, container } }) };
}

/** NULs at the end that may fill a section up; more of them replace text. */
const FILLER = 15;

/** Reports the first control character. */
function reportControl(bytes: Bytes, out: Reporter): void {
  const { data } = bytes;
  const { space, newline, tab, return: carriage } = CHAR;
  let end = data.length;
  while (end > data.length - FILLER && data[end - 1] === 0) end--;
  for (let at = 0; at < end; at++) {
    const byte = data[at] ?? 0;
    if (byte >= space || byte === newline || byte === tab || byte === carriage) continue;
    const message = `the text has the byte ${hex(byte)}, which is not part of any text; attributes near it may be lost`;
    out.report('zeinfo/control', bytes.span(at, at + 1), '.ze_info', message, { byte });
    return;
  }
}

const KNOWN_MAJOR = majorOf(NEWEST);

/** The version determines how the rest is read, so an invalid one is reported here. */
function checkVersion(document: YamlDocument, container: Container, out: Reporter): void {
  const { version } = container;
  if (version === undefined) return;
  const parsed = parseVersion(version);
  if (parsed !== undefined && majorOf(parsed) === KNOWN_MAJOR) return;
  const root = nodeOf(container);
  const entry = root && entryOf(document, root, 'version');
  const span = !entry
    ? document.bytes.span()
    : document.bytes.span(...((entry.end > entry.start ? [entry.start, entry.end] : [entry.keyStart, entry.keyEnd]) as [number, number]));
  const message =
    parsed === undefined
      ? `${clip(version) || 'nothing'} is not \`major.minor\``
      : `the major version is ${majorOf(parsed)}, and ${KNOWN_MAJOR} is known`;
  out.report('zeinfo/version', span, '.ze_info/version', message, { found: clip(version) });
}

type Plain = Record<string | symbol, unknown>;

const { quote: DOUBLE_QUOTE, apostrophe: QUOTE } = CHAR;
const TRUE = Uint8Array.from('true', (c) => c.charCodeAt(0));
const FALSE = Uint8Array.from('false', (c) => c.charCodeAt(0));

/**
 * Nodes are the numbers of {@link YamlTree}. Known words are compared in place, byte by byte: creating a string of each, only to look it
 * up, would cost more than everything else.
 */
class RecordReader {
  private readonly document: YamlDocument;
  private readonly tree: YamlTree;
  private readonly data: Uint8Array;
  private readonly out: Reporter;
  private readonly uses: Uses;
  private readonly steps = new Steps('.ze_info');

  constructor(document: YamlDocument, out: Reporter, uses: Uses) {
    this.document = document;
    this.tree = document.tree;
    this.data = document.bytes.data;
    this.out = out;
    this.uses = uses;
  }

  /** The record of a map, or of a list of maps, which are read as one. */
  record(rows: CompiledRecord, node: number): Plain {
    const { tree, uses } = this;
    const value: Plain = { [NODE]: tree.view(node) };
    const end = tree.after(node);
    let extra: ExtraEntry[] | undefined;
    let doubtful: CompiledAttribute[] | undefined;
    let required = 0;
    let needs = 0;
    let present = 0;
    let expected = 0;
    let highest = -1;
    let after: string | undefined;
    for (let item = tree.first(node); item < end; item = tree.after(item)) {
      // Without a key it is one of the maps in a list.
      while (item < end && tree.keyStart(item) < 0) item = tree.first(item);
      if (item >= end) break;
      const row = this.rowOf(rows, item, expected);
      let reason: ExtraEntry['reason'] | undefined;
      if (row === undefined) {
        this.unknownKey(rows, item);
        reason = 'unknown';
      } else {
        expected = row.index + 1;
        const { key } = row;
        if (row.index <= highest && value[key] !== undefined) {
          this.report('zeinfo/duplicate', item, key, `${key} occurs twice in this ${rows.rows.name}; the first one counts`);
          reason = 'duplicate';
        } else {
          if (row.index > highest) highest = row.index;
          const read = this.value(row, item);
          if (read === undefined) reason = 'type';
          else {
            value[key] = read;
            after = key;
            uses.add(row);
            if (row.required) required++;
            present |= row.need;
            if (row.needs !== undefined) needs |= row.needs.get(read) ?? 0;
            // The attributes of a condition nearly always come before it.
            if (row.when !== undefined && !holds(row.when, value)) {
              doubtful ??= [];
              doubtful.push(row);
            }
          }
        }
      }
      if (reason) {
        if (!this.mayKeep(item)) break;
        extra ??= [];
        extra.push(this.extra(row?.key ?? this.keyOf(item), item, reason, after));
      }
    }
    if (extra) value.extra = extra;
    if (doubtful !== undefined || required < rows.required.length) uses.close(rows, value, doubtful);
    if ((needs & ~present) !== 0) uses.lack(rows, value);
    return value;
  }

  /** The row of a key. Keys come in the order of the rows, so the rows from `expected` on are tried before the map of all rows. */
  private rowOf({ attributes, byKey, keyLengths }: CompiledRecord, item: number, expected: number): CompiledAttribute | undefined {
    const start = this.tree.keyStart(item);
    const length = this.tree.keyEnd(item) - start;
    for (let i = expected; i < keyLengths.length; i++) {
      if (keyLengths[i] !== length) continue;
      const row = attributes[i] as CompiledAttribute;
      if (this.standsAt(row.bytes, start)) return row;
    }
    return byKey.get(this.keyOf(item));
  }

  private standsAt(word: Uint8Array, at: number): boolean {
    const { data } = this;
    for (let i = 0; i < word.length; i++) if (data[at + i] !== word[i]) return false;
    return true;
  }

  private keyOf(item: number): string {
    return keyText(this.document, this.tree.view(item));
  }

  /** Whether a text of this size can have one more entry that is kept as text; if not, the rest of what it is in is left unread. */
  private mayKeep(node: number): boolean {
    return this.out.charge(COST.extra, this.document.bytes.span(this.tree.startOf(node), this.tree.endOf(node)), '.ze_info');
  }

  private extra(key: string, item: number, reason: ExtraEntry['reason'], after?: string): ExtraEntry {
    const node = this.tree.view(item);
    const text = scalarText(this.document, node);
    const source = sourceText(this.document, node);
    return { key, text, reason, ...(after === undefined ? {} : { after }), ...(source === text ? {} : { source }), [NODE]: node };
  }

  /** The typed value of a node; undefined, with a diagnostic, if it does not fit. */
  private value(row: CompiledAttribute, node: number): unknown {
    switch (row.kind) {
      case 'int32':
        return this.integer(node, row.key);
      case 'enum':
        return this.word(row, node);
      case 'str':
        return this.tree.kind(node) === SCALAR ? this.textOf(node) : this.mismatch(row.type, node, row.key);
      case 'bool':
        return this.bool(node, row.key);
      case 'record':
        return this.block(row, row.inner as CompiledRecord, node);
      case 'list':
        return this.list(row, row.inner as CompiledRecord, node);
      case 'int32xN':
        return this.integers(row, node);
      case 'strs':
        return this.strings(row, node);
      case 'float':
        return this.float(row, node);
    }
  }

  private integer(node: number, key: string): number | undefined {
    const { data, tree } = this;
    // Plain decimal digits, nearly every value, are read in place.
    const start = tree.startOf(node);
    const end = tree.endOf(node);
    if (tree.kind(node) === SCALAR && end > start && end - start < 10) {
      let value = 0;
      let at = start;
      for (; at < end; at++) {
        const digit = (data[at] ?? 0) - 48;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === end) return value;
    }
    const word = this.plain(node);
    const value = word === undefined ? undefined : parseInteger(word);
    if (value === undefined) return this.mismatch({ kind: 'int32' }, node, key);
    if (value < -0x8000_0000 || value > 0x7fff_ffff) {
      this.report('zeinfo/range', node, key, `${clip(word ?? '')} is outside the range of int32`, word);
      return undefined;
    }
    return value;
  }

  private float({ type, key }: CompiledAttribute, node: number): number | undefined {
    const word = this.plain(node);
    if (word === undefined || !FLOAT.test(word)) return this.mismatch(type, node, key);
    const value = Number(word);
    if (Number.isFinite(value)) return value;
    this.report('zeinfo/range', node, key, `${clip(word)} is outside the range of float`, word);
    return undefined;
  }

  private bool(node: number, key: string): boolean | undefined {
    if (this.tree.kind(node) === SCALAR) {
      const start = this.tree.startOf(node);
      const length = this.tree.endOf(node) - start;
      if (length === TRUE.length && this.standsAt(TRUE, start)) return true;
      if (length === FALSE.length && this.standsAt(FALSE, start)) return false;
    }
    const value = BOOLEANS.get(this.plain(node)?.toLowerCase() ?? '');
    return value ?? this.mismatch({ kind: 'bool' }, node, key);
  }

  private word(row: CompiledAttribute, node: number): string | undefined {
    const { type, key } = row;
    if (this.tree.kind(node) !== SCALAR) return this.mismatch(type, node, key);
    const start = this.tree.startOf(node);
    const known = row.membersByLength?.[this.tree.endOf(node) - start];
    if (known !== undefined) {
      for (const one of known) {
        if (!this.standsAt(one.bytes, start)) continue;
        this.uses.add(one);
        return one.member.value;
      }
    }
    const word = this.textOf(node);
    this.uses.quoted ||= this.isQuoted(start);
    const member = row.members?.get(word);
    if (member) this.uses.add(member);
    else {
      this.uses.unknownWord();
      this.report('zeinfo/unknown-value', node, key, `${clip(word)} is not a known ${kindName(type).slice(1, -1)}`, word);
    }
    return word;
  }

  private block({ type, key }: CompiledAttribute, rows: CompiledRecord, node: number): Plain | undefined {
    // Versions before 1.7 wrote some blocks as a list of maps with one entry each.
    if (this.tree.kind(node) === MAP || this.isListOfMaps(node)) {
      this.steps.into(key);
      const value = this.record(rows, node);
      this.steps.out();
      return value;
    }
    if (!this.tree.isEmpty(node)) return this.mismatch(type, node, key);
    this.uses.close(rows, {});
    return { [NODE]: this.tree.view(node) };
  }

  private isListOfMaps(node: number): boolean {
    const { tree } = this;
    const after = tree.after(node);
    let item = tree.first(node);
    if (tree.kind(node) !== LIST || item === after) return false;
    while (item < after && tree.kind(item) === MAP) item = tree.after(item);
    return item === after;
  }

  private list({ type, key }: CompiledAttribute, rows: CompiledRecord, node: number): Plain[] | undefined {
    const { tree, steps } = this;
    if (tree.isEmpty(node)) return [];
    if (tree.kind(node) !== LIST) return this.mismatch(type, node, key);
    const values: Plain[] = [];
    const after = tree.after(node);
    steps.into(key);
    for (let item = tree.first(node); item < after; item = tree.after(item)) {
      if (tree.kind(item) !== MAP && !this.mayKeep(item)) break;
      steps.into(values.length);
      if (tree.kind(item) === MAP) values.push(this.record(rows, item));
      else {
        this.report('zeinfo/type', item, undefined, `expected a ${rows.rows.name} entry with attributes`);
        this.uses.close(rows, {});
        values.push({ extra: [this.extra('', item, 'type')], [NODE]: tree.view(item) });
      }
      steps.out();
    }
    steps.out();
    return values;
  }

  private integers({ type, key }: CompiledAttribute, node: number): number[] | undefined {
    const { tree } = this;
    if (tree.kind(node) !== LIST) return this.mismatch(type, node, key);
    const values: number[] = [];
    const after = tree.after(node);
    for (let item = tree.first(node); item < after; item = tree.after(item)) {
      const value = this.integer(item, `${key}[${values.length}]`);
      if (value === undefined) return undefined;
      values.push(value);
    }
    const length = type.kind === 'int32xN' ? type.length : undefined;
    if (length !== undefined && values.length !== length) return this.mismatch(type, node, key);
    if (values.length !== 3 || values.some((one) => one < 0)) this.uses.plain = false;
    return values;
  }

  private strings({ type, key }: CompiledAttribute, node: number): string[] | undefined {
    const { tree } = this;
    if (tree.isEmpty(node)) return [];
    if (tree.kind(node) !== LIST) return this.mismatch(type, node, key);
    const values: string[] = [];
    const after = tree.after(node);
    for (let item = tree.first(node); item < after; item = tree.after(item)) {
      if (tree.kind(item) !== SCALAR) return this.mismatch(type, node, key);
      values.push(this.textOf(item));
    }
    return values;
  }

  /** The value of a scalar as display text. */
  private textOf(node: number): string {
    const { tree, document } = this;
    const start = tree.startOf(node);
    const end = tree.endOf(node);
    const first = this.data[start];
    const bare = first !== QUOTE && first !== DOUBLE_QUOTE;
    // In single quotes, without one in the text.
    const inner = first === QUOTE && end > start + 1 && this.next(QUOTE, start + 1, end) === end - 1;
    const text = bare ? document.parts.ascii(start, end) : inner ? document.parts.ascii(start + 1, end - 1) : undefined;
    if (text !== undefined) return text;
    return scalarText(document, tree.view(node));
  }

  /** Where the byte occurs next, or `end`. */
  private next(byte: number, from: number, end: number): number {
    const { data } = this;
    let at = from;
    while (at < end && data[at] !== byte) at++;
    return at;
  }

  private isQuoted(start: number): boolean {
    const first = this.data[start];
    return first === QUOTE || first === DOUBLE_QUOTE;
  }

  /** The text of a scalar that is not in quotes. */
  private plain(node: number): string | undefined {
    const { tree } = this;
    const start = tree.startOf(node);
    const first = this.data[start];
    if (tree.kind(node) !== SCALAR || tree.isEmpty(node) || first === QUOTE || first === DOUBLE_QUOTE) return undefined;
    return this.document.parts.slice(start, tree.endOf(node));
  }

  private mismatch(type: Kind, node: number, key: string): undefined {
    // Past the limit diagnostics are only counted, so no message is composed in vain.
    if (this.out.full) {
      this.report('zeinfo/type', node, undefined, '');
      return undefined;
    }
    const { kind } = this.tree.view(node);
    const actual = kind !== 'scalar' ? `a ${kind}` : this.tree.isEmpty(node) ? 'nothing' : `\`${clip(this.textOf(node))}\``;
    const expected = kindName(type);
    this.report('zeinfo/type', node, key, `expected ${expected}, found ${actual}`, expected);
    return undefined;
  }

  private unknownKey({ rows, attributes }: CompiledRecord, node: number): void {
    const span = this.document.bytes.span(this.tree.keyStart(node), this.tree.keyEnd(node));
    if (this.out.full) {
      this.out.report('zeinfo/unknown-attribute', span, '', '');
      return;
    }
    const key = this.keyOf(node);
    const suggestion = nearest(
      key,
      attributes.map((row) => row.key),
    );
    const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
    this.out.report('zeinfo/unknown-attribute', span, this.steps.path(clip(key)), `${rows.name} has no attribute ${clip(key)}${hint}`, {
      key,
      suggestion,
    });
  }

  private report(
    code: Code & ('zeinfo/type' | 'zeinfo/range' | 'zeinfo/unknown-value' | 'zeinfo/duplicate'),
    node: number,
    key: string | undefined,
    message: string,
    fact?: string,
  ): void {
    const { tree, out } = this;
    const ofKey = tree.isEmpty(node) && tree.keyStart(node) >= 0;
    const span = this.document.bytes.span(ofKey ? tree.keyStart(node) : tree.startOf(node), ofKey ? tree.keyEnd(node) : tree.endOf(node));
    out.report(code, span, out.full ? '' : this.steps.path(key), message, fact === undefined ? undefined : { value: fact });
  }
}

const INTEGER = /^[-+]?(?:[0-9]+|0x[0-9a-fA-F]+)$/;
const FLOAT = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

/** The words that the driver accepts as booleans, in any case (intel/compute-runtime shared/source/device_binary_format/yaml). */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'yes', 'true', 'on'].map((word) => [word, true] as const),
  ...['n', 'no', 'false', 'off'].map((word) => [word, false] as const),
]);

function parseInteger(word: string): number | undefined {
  if (!INTEGER.test(word)) return undefined;
  const unsigned = Number(word.replace(/^[-+]/, ''));
  return word.startsWith('-') ? 0 - unsigned : unsigned;
}
