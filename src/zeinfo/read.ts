import { Bytes } from '../bytes/index.ts';
import { type Outcome, Reporter } from '../diag/index.ts';
import { type Attribute, clip, type Kind, kindName, nearest, type RecordRows } from '../schema/index.ts';
import { isEmpty, isQuoted, keyText, parseYaml, scalarText, sourceText, type YamlDocument, type YamlNode } from '../yaml/index.ts';
import { type Container, type ExtraEntry, NODE, type ZeInfo } from './model.ts';
import { CONTAINER } from './table/index.ts';

/**
 * Reads the text of a .ze_info section of any version into the typed model.
 *
 * Never throws: what does not fit its row stays in the `extra` entries of its record, named by a diagnostic. Versions,
 * requirements and cross references are not judged here.
 */
export function readZeInfo(input: Uint8Array | Bytes, reporter?: Reporter): Outcome<ZeInfo> {
  const bytes = Bytes.from(input);
  const out = reporter ?? new Reporter(bytes.length);
  const document = parseYaml(bytes, out, '.ze_info').value;
  const reader = new RecordReader(document, out);
  let container: Container = {};
  if (document.root.kind === 'map') container = reader.record(CONTAINER, document.root, '.ze_info') as Container;
  else out.report('zeinfo/not-a-map', bytes.span(), '.ze_info', 'the text has no attributes at its top');
  return { value: { kind: 'ze_info', bytes, document, container }, diagnostics: out.diagnostics };
}

type Plain = Record<string | symbol, unknown>;

/** Rows with what the reader looks up again and again. */
interface Compiled {
  readonly keys: readonly string[];
  readonly attributes: readonly Attribute[];
  readonly byKey: ReadonlyMap<string, number>;
}

const compiled = new WeakMap<RecordRows, Compiled>();

function compile(rows: RecordRows): Compiled {
  let found = compiled.get(rows);
  if (!found) {
    const keys = Object.keys(rows.attributes);
    found = { keys, attributes: Object.values(rows.attributes), byKey: new Map(keys.map((key, i) => [key, i])) };
    compiled.set(rows, found);
  }
  return found;
}

class RecordReader {
  private readonly document: YamlDocument;
  private readonly out: Reporter;

  constructor(document: YamlDocument, out: Reporter) {
    this.document = document;
    this.out = out;
  }

  record(rows: RecordRows, node: YamlNode, path: string): Plain {
    const { keys, attributes, byKey } = compile(rows);
    const { text } = this.document;
    const value: Plain = {};
    let extra: ExtraEntry[] | undefined;
    let expected = 0;
    let after: string | undefined;
    for (const item of node.items) {
      // Keys come in the order of the rows, so the next row is tried before the map.
      let index = -1;
      const length = item.keyEnd - item.keyStart;
      for (let i = expected; i < keys.length; i++) {
        const key = keys[i] as string;
        if (key.length === length && text.startsWith(key, item.keyStart)) {
          index = i;
          break;
        }
      }
      if (index < 0) index = byKey.get(keyText(this.document, item)) ?? -1;
      const attribute = attributes[index];
      const key = attribute ? (keys[index] as string) : keyText(this.document, item);
      expected = index + 1;
      let reason: ExtraEntry['reason'] | undefined;
      if (!attribute) {
        this.unknownKey(rows, key, item, path);
        reason = 'unknown';
      } else if (value[key] !== undefined) {
        this.report('zeinfo/duplicate', item, `${path}/${key}`, `${key} occurs twice in this ${rows.name}; the first one counts`);
        reason = 'duplicate';
      } else {
        const read = this.value(attribute.type, item, path, key);
        if (read === undefined) reason = 'type';
        else {
          value[key] = read;
          after = key;
        }
      }
      if (reason) {
        extra ??= [];
        extra.push(this.extra(key, item, reason, after));
      }
    }
    if (extra) value.extra = extra;
    value[NODE] = node;
    return value;
  }

  private extra(key: string, node: YamlNode, reason: ExtraEntry['reason'], after?: string): ExtraEntry {
    const text = scalarText(this.document, node);
    const source = sourceText(this.document, node);
    return { key, text, reason, ...(after === undefined ? {} : { after }), ...(source === text ? {} : { source }), [NODE]: node };
  }

  /** The typed value of a node, or undefined, reported, when it does not fit. */
  private value(type: Kind, node: YamlNode, path: string, key: string): unknown {
    switch (type.kind) {
      case 'int32':
        return this.integer(node, path, key);
      case 'bool':
        return this.bool(node, path, key);
      case 'enum':
        return this.word(type, node, path, key);
      case 'str':
        return node.kind === 'scalar' ? scalarText(this.document, node) : this.mismatch(type, node, path, key);
      case 'record':
        return this.block(type.rows, node, path, key);
      case 'list':
        return this.list(type.rows, node, path, key);
      case 'int32xN':
        return this.integers(type, node, path, key);
      case 'strs':
        return this.strings(type, node, path, key);
      case 'float':
        return this.float(type, node, path, key);
    }
  }

  private integer(node: YamlNode, path: string, key: string): number | undefined {
    const { text } = this.document;
    // Plain decimal digits, nearly every value, are read in place.
    const { start, end } = node;
    if (node.kind === 'scalar' && end > start && end - start < 10) {
      let value = 0;
      let at = start;
      for (; at < end; at++) {
        const digit = text.charCodeAt(at) - 48;
        if (digit < 0 || digit > 9) break;
        value = value * 10 + digit;
      }
      if (at === end) return value;
    }
    const word = this.plain(node);
    const value = word === undefined ? undefined : parseInteger(word);
    if (value === undefined) return this.mismatch({ kind: 'int32' }, node, path, key);
    if (value < -0x8000_0000 || value > 0x7fff_ffff) {
      this.report('zeinfo/range', node, `${path}/${key}`, `${clip(word ?? '')} is outside the range of int32`, word);
      return undefined;
    }
    return value;
  }

  private float(type: Kind, node: YamlNode, path: string, key: string): number | undefined {
    const word = this.plain(node);
    if (word === undefined || !FLOAT.test(word)) return this.mismatch(type, node, path, key);
    const value = Number(word);
    if (Number.isFinite(value)) return value;
    this.report('zeinfo/range', node, `${path}/${key}`, `${clip(word)} is outside the range of float`, word);
    return undefined;
  }

  private bool(node: YamlNode, path: string, key: string): boolean | undefined {
    const word = this.plain(node);
    if (word === 'true') return true;
    if (word === 'false') return false;
    const value = word === undefined ? undefined : BOOLEANS.get(word.toLowerCase());
    return value ?? this.mismatch({ kind: 'bool' }, node, path, key);
  }

  private word(type: Kind & { kind: 'enum' }, node: YamlNode, path: string, key: string): string | undefined {
    if (node.kind !== 'scalar') return this.mismatch(type, node, path, key);
    const word = scalarText(this.document, node);
    if (!words(type.rows).has(word)) {
      this.report('zeinfo/unknown-value', node, `${path}/${key}`, `${clip(word)} is no ${type.rows.name}`, word);
    }
    return word;
  }

  private block(rows: RecordRows, node: YamlNode, path: string, key: string): Plain | undefined {
    if (node.kind === 'map') return this.record(rows, node, `${path}/${key}`);
    if (isEmpty(node)) return { [NODE]: node };
    // Versions before 1.7 wrote some blocks as a list of maps with one entry each.
    if (node.kind === 'list' && node.items.length > 0 && node.items.every((item) => item.kind === 'map')) {
      return this.record(rows, { ...node, kind: 'map', items: node.items.flatMap((item) => item.items) }, `${path}/${key}`);
    }
    return this.mismatch({ kind: 'record', rows }, node, path, key);
  }

  private list(rows: RecordRows, node: YamlNode, path: string, key: string): Plain[] | undefined {
    if (isEmpty(node)) return [];
    if (node.kind !== 'list') return this.mismatch({ kind: 'list', rows }, node, path, key);
    const values: Plain[] = [];
    for (const item of node.items) {
      const itemPath = `${path}/${key}[${values.length}]`;
      if (item.kind === 'map') values.push(this.record(rows, item, itemPath));
      else {
        this.report('zeinfo/type', item, itemPath, `expected a ${rows.name} entry with attributes`);
        values.push({ extra: [this.extra('', item, 'type')], [NODE]: item });
      }
    }
    return values;
  }

  private integers(type: Kind & { kind: 'int32xN' }, node: YamlNode, path: string, key: string): number[] | undefined {
    if (node.kind !== 'list') return this.mismatch(type, node, path, key);
    const values: number[] = [];
    for (const item of node.items) {
      const value = this.integer(item, path, `${key}[${values.length}]`);
      if (value === undefined) return undefined;
      values.push(value);
    }
    if (type.length !== undefined && values.length !== type.length) return this.mismatch(type, node, path, key);
    return values;
  }

  private strings(type: Kind, node: YamlNode, path: string, key: string): string[] | undefined {
    if (isEmpty(node)) return [];
    if (node.kind !== 'list' || node.items.some((item) => item.kind !== 'scalar')) return this.mismatch(type, node, path, key);
    return node.items.map((item) => scalarText(this.document, item));
  }

  /** The text of a scalar that is not in quotes. */
  private plain(node: YamlNode): string | undefined {
    if (node.kind !== 'scalar' || node.start === node.end || isQuoted(this.document, node)) return undefined;
    return this.document.text.slice(node.start, node.end);
  }

  private mismatch(type: Kind, node: YamlNode, path: string, key: string): undefined {
    if (this.out.full) {
      this.report('zeinfo/type', node, path, '');
      return undefined;
    }
    const found = node.kind === 'scalar' ? (isEmpty(node) ? 'nothing' : `\`${clip(scalarText(this.document, node))}\``) : `a ${node.kind}`;
    const expected = kindName(type);
    this.report('zeinfo/type', node, `${path}/${key}`, `expected ${expected}, found ${found}`, expected);
    return undefined;
  }

  private unknownKey(rows: RecordRows, key: string, node: YamlNode, path: string): void {
    const span = this.document.bytes.span(node.keyStart, node.keyEnd);
    // Past the limit it is only counted, so no sentence is made for nothing.
    if (this.out.full) {
      this.out.report('zeinfo/unknown-attribute', span, path, '');
      return;
    }
    const suggestion = nearest(key, compile(rows).keys);
    const hint = suggestion === undefined ? '' : `; did you mean ${suggestion}?`;
    this.out.report('zeinfo/unknown-attribute', span, `${path}/${clip(key)}`, `${rows.name} has no attribute ${clip(key)}${hint}`, {
      key,
      suggestion,
    });
  }

  private report(
    code: 'zeinfo/type' | 'zeinfo/range' | 'zeinfo/unknown-value' | 'zeinfo/duplicate',
    node: YamlNode,
    path: string,
    message: string,
    fact?: string,
  ): void {
    const [start, end] = isEmpty(node) && node.keyStart >= 0 ? [node.keyStart, node.keyEnd] : [node.start, node.end];
    this.out.report(code, this.document.bytes.span(start, end), path, message, fact === undefined ? undefined : { value: fact });
  }
}

const INTEGER = /^[-+]?(?:[0-9]+|0x[0-9a-fA-F]+)$/;
const FLOAT = /^[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;

/** The words that the driver takes as booleans, in any case (intel/compute-runtime shared/source/device_binary_format/yaml). */
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['y', 'yes', 'true', 'on'].map((word) => [word, true] as const),
  ...['n', 'no', 'false', 'off'].map((word) => [word, false] as const),
]);

function parseInteger(word: string): number | undefined {
  if (!INTEGER.test(word)) return undefined;
  const unsigned = Number(word.replace(/^[-+]/, ''));
  return word.startsWith('-') ? 0 - unsigned : unsigned;
}

const wordSets = new WeakMap<object, ReadonlySet<string>>();

function words(rows: { readonly members: readonly { readonly value: string }[] }): ReadonlySet<string> {
  let found = wordSets.get(rows);
  if (!found) {
    found = new Set(rows.members.map((member) => member.value));
    wordSets.set(rows, found);
  }
  return found;
}
