import { type Attribute, type Kind, kindName, parseVersion, type RecordRows } from '../../core/schema/index.ts';
import {
  appendItem,
  insertEntry,
  isEmpty,
  isFlow,
  isQuoted,
  keyText,
  printKey,
  printScalar,
  quotesFor,
  removeEntry,
  removeItem,
  replaceEntry,
  replaceItem,
  replaceScalar,
  type Splice,
  spliced,
  styleOf,
  type YamlDocument,
  type YamlNode,
} from '../yaml/index.ts';
import type { Container, ZeInfo } from './model.ts';
import { entryLines, listItemLines, type PrintStyle, valueText } from './print.ts';
import { readZeInfo } from './read.ts';
import { CONTAINER } from './table/index.ts';

/**
 * A change of one place in the text, which is named as in diagnostics: `.ze_info/kernels[2]/execution_env/grf_count`; the first part may
 * be left out. Values have the types that reading gives, records are plain objects.
 */
export type ZeInfoEdit =
  /** Writes an attribute, or replaces an entry of a list. Missing records on the path are added, except for entries of lists. */
  | { readonly kind: 'set'; readonly path: string; readonly value: unknown }
  /** Removes an attribute, known or not, or an entry of a list. */
  | { readonly kind: 'remove'; readonly path: string }
  /** Adds an entry at the end of a list, and the list if it is missing. */
  | { readonly kind: 'append'; readonly path: string; readonly value: unknown }
  /** Renames a kernel, here and in kernels_misc_info and kernels_cost_info. */
  | { readonly kind: 'rename-kernel'; readonly from: string; readonly to: string };

/**
 * Changes the text of a .ze_info section and leaves all unaffected bytes unchanged: comments, spacing, line ends, order. New parts are
 * written in the layout of the text, and an attribute in the order of the rows.
 *
 * Edits are applied one after another: an index counts in the result of the previous edits.
 *
 * Throws `TypeError` when a place does not exist or a value does not fit its row; then nothing is changed.
 *
 * @example
 * const zeInfo = readZeInfo(text).value;
 * const edited = editZeInfo(zeInfo, [{ kind: 'set', path: 'kernels[0]/execution_env/grf_count', value: 256 }]);
 * readZeInfo(edited).value.container.kernels?.[0]?.execution_env?.grf_count; // 256
 */
export function editZeInfo(zeInfo: ZeInfo, edits: readonly ZeInfoEdit[]): Uint8Array {
  let current = zeInfo;
  for (const edit of edits) {
    const style = { ...styleOf(current.document), version: parseVersion(current.container.version ?? '') ?? '' };
    const editor = new Editor(current.document, style);
    const splices = edit.kind === 'rename-kernel' ? editor.rename(current.container, edit) : [editor.splice(edit)];
    current = readZeInfo(spliced(current.document, splices)).value;
  }
  return current.bytes.data;
}

type PlaceEdit = Exclude<ZeInfoEdit, { kind: 'rename-kernel' }>;

/** Lists whose entries have the names of kernels. */
const NAMED = ['kernels', 'kernels_misc_info', 'kernels_cost_info'] as const;

/** A part of a path: a key, and the index when it goes into a list. */
interface Step {
  readonly key: string;
  readonly index?: number;
}

/** A map in the text, its rows when they are known, and where it is. */
interface Place {
  readonly map: YamlNode;
  readonly rows: RecordRows | undefined;
}

class Editor {
  private readonly document: YamlDocument;
  private readonly style: PrintStyle;

  constructor(document: YamlDocument, style: PrintStyle) {
    this.document = document;
    this.style = style;
  }

  /** For all entries with the name at once: a hostile text has many. */
  rename(container: Container, { from, to }: ZeInfoEdit & { kind: 'rename-kernel' }): Splice[] {
    if (!container.kernels?.some((kernel) => kernel.name === from)) throw new TypeError(`no kernel is named ${from}`);
    return NAMED.flatMap((key) => {
      const { owner, index } = this.find(this.document.root, key);
      const items = owner.items[index]?.items ?? [];
      const rows = itemRows(CONTAINER.attributes[key]);
      return [...(container[key] ?? []).entries()].flatMap(([i, entry]): Splice[] => {
        const map = entry.name === from ? items[i] : undefined;
        if (!map) return [];
        const name = this.find(map, 'name');
        const node = name.owner.items[name.index];
        return node ? [this.replace({ map, rows }, name.owner, node, 'name', to, `${key}[${i}]/name`)] : [];
      });
    });
  }

  splice(edit: PlaceEdit): Splice {
    const steps = parsePath(edit.path);
    const last = steps.at(-1) as Step;
    if (edit.kind === 'append' && last.index !== undefined) throw new TypeError(`${edit.path} is an entry of a list, not a list`);
    let place: Place = { map: this.document.root, rows: CONTAINER };
    for (const [i, step] of steps.slice(0, -1).entries()) {
      const inner = this.step(place, step, edit.path);
      if (inner) {
        place = inner;
        continue;
      }
      // Missing records on the path are added together with their content.
      if (edit.kind === 'remove' || step.index !== undefined) throw missing(edit.path);
      const value = edit.kind === 'append' ? [edit.value] : edit.value;
      const nested = steps.slice(i + 1).reduceRight<unknown>((within, { key, index }) => {
        if (index !== undefined) throw missing(edit.path);
        return { [key]: within };
      }, value);
      return this.add(place, step.key, nested, edit.path);
    }
    const { owner, index } = this.find(place.map, last.key);
    const node = owner.items[index];
    if (last.index === undefined) {
      if (edit.kind === 'remove') {
        if (!node) throw missing(edit.path);
        return removeEntry(this.document, owner, index);
      }
      if (edit.kind === 'append') return this.append(place, node, last.key, edit.value, edit.path);
      return node ? this.replace(place, owner, node, last.key, edit.value, edit.path) : this.add(place, last.key, edit.value, edit.path);
    }
    const item = node?.kind === 'list' ? node.items[last.index] : undefined;
    if (!node || !item) throw missing(edit.path);
    if (edit.kind === 'remove') return removeItem(this.document, node, last.index);
    const type = itemType(place.rows?.attributes[last.key]);
    check(type, edit.value, edit.path);
    if (isFlow(this.document, node) || isFlow(this.document, item)) {
      return { start: item.start, end: item.end, text: flowText(type, edit.value) };
    }
    return replaceItem(this.document, item, this.itemLines(type, edit.value));
  }

  /** The map that a step leads to; undefined when its key is missing. */
  private step({ map, rows }: Place, { key, index }: Step, path: string): Place | undefined {
    const { owner, index: at } = this.find(map, key);
    const node = owner.items[at];
    const inner = itemRows(rows?.attributes[key]);
    if (!node) return undefined;
    if (index === undefined) return { map: node, rows: inner };
    const item = node.kind === 'list' ? node.items[index] : undefined;
    if (!item) throw missing(path);
    return { map: item, rows: inner };
  }

  /** The map that has the key, and where in it. A block that is a list of maps is searched; new keys are added to its last map. */
  private find(node: YamlNode, key: string): { owner: YamlNode; index: number } {
    const maps = node.kind === 'list' ? node.items.filter((item) => item.kind === 'map') : [node];
    for (const owner of maps) {
      const index = owner.items.findIndex((item) => item.keyStart >= 0 && keyText(this.document, item) === key);
      if (index >= 0) return { owner, index };
    }
    return { owner: maps.at(-1) ?? node, index: -1 };
  }

  private replace({ rows }: Place, owner: YamlNode, node: YamlNode, key: string, value: unknown, path: string): Splice {
    const attribute = rows?.attributes[key];
    check(attribute?.type, value, path);
    const type = attribute?.type ?? guess(value);
    if (isFlow(this.document, owner)) return { start: node.start, end: node.end, text: flowText(type, value) };
    if (isBlock(type) || node.kind !== 'scalar') return replaceEntry(this.document, node, this.lines(key, attribute, value));
    return replaceScalar(this.document, node, this.scalar(type, value, node), this.style);
  }

  private add({ map, rows }: Place, key: string, value: unknown, path: string): Splice {
    const { owner } = this.find(map, key);
    if (owner.kind !== 'map' && !isEmpty(owner)) throw new TypeError(`there is no map to add ${path} to`);
    const attribute = rows?.attributes[key];
    check(attribute?.type, value, path);
    const keys = Object.keys(rows?.attributes ?? {});
    const place = keys.indexOf(key);
    const orderOf = (item: YamlNode | undefined) => (item ? keys.indexOf(keyText(this.document, item)) : -1);
    // After the nearest of the preceding rows; an attribute without a row is added at the end.
    const nearer = (best: YamlNode | undefined, item: YamlNode) => (orderOf(item) < place && orderOf(item) > orderOf(best) ? item : best);
    const previous = place < 0 ? owner.items.at(-1) : owner.items.reduce<YamlNode | undefined>(nearer, undefined);
    const flow = `${flowScalar(key)}: ${flowText(attribute?.type ?? guess(value), value)}`;
    return insertEntry(this.document, owner, previous, { lines: this.lines(key, attribute, value), flow }, this.style);
  }

  private append(place: Place, list: YamlNode | undefined, key: string, value: unknown, path: string): Splice {
    const attribute = place.rows?.attributes[key];
    const type = itemType(attribute);
    check(type, value, path);
    if (!list) return this.add(place, key, [value], path);
    if (list.items.length === 0 && (list.kind === 'list' || isEmpty(list))) {
      const { owner } = this.find(place.map, key);
      return this.replace(place, owner, list, key, [value], path);
    }
    if (list.kind !== 'list') throw new TypeError(`${path} is not a list`);
    return appendItem(this.document, list, { lines: this.itemLines(type, value), flow: flowText(type, value) });
  }

  /** An entry of a list without its dash. */
  private itemLines(type: Kind, value: unknown): string[] {
    if (type.kind !== 'record') return [valueText(type, value)];
    return listItemLines(type.rows, value as object, this.style).map((line) => line.slice(2));
  }

  private lines(key: string, attribute: Attribute | undefined, value: unknown): string[] {
    if (attribute) return entryLines(key, attribute, value, this.style);
    return [printKey(key, this.style) + valueText(guess(value), value)];
  }

  /** A scalar in the quotes of the one that it replaces, if these are sufficient. */
  private scalar(type: Kind, value: unknown, old: YamlNode): string {
    if (typeof value !== 'string') return valueText(type, value);
    const needed = quotesFor(value);
    if (needed === '"' || !isQuoted(this.document, old)) return printScalar(value);
    return printScalar(value, this.document.text[old.start] as '"' | "'");
  }
}

const STEP = /^([^[\]]+)(?:\[([0-9]+)\])?$/;

function parsePath(path: string): readonly Step[] {
  const steps = path.replace(/^\.ze_info\//, '').split('/');
  return steps.map((step) => {
    const [, key, index] = STEP.exec(step) ?? [];
    if (key === undefined) throw new TypeError(`${path} is not a path such as kernels[0]/execution_env/grf_count`);
    return index === undefined ? { key } : { key, index: Number(index) };
  });
}

const missing = (path: string) => new TypeError(`there is no ${path} in the text`);

/** The rows of a record, or of the records of a list. */
function itemRows(attribute: Attribute | undefined): RecordRows | undefined {
  const type = attribute?.type;
  return type?.kind === 'record' || type?.kind === 'list' ? type.rows : undefined;
}

/** The type of the entries of a list; of an unknown one, text. */
function itemType(attribute: Attribute | undefined): Kind {
  const type = attribute?.type;
  if (type?.kind === 'list') return { kind: 'record', rows: type.rows };
  return type?.kind === 'int32xN' ? { kind: 'int32' } : { kind: 'str' };
}

/** The type of a value that no row describes. */
function guess(value: unknown): Kind {
  if (Array.isArray(value)) return { kind: 'int32xN' };
  return { kind: typeof value === 'string' ? 'str' : 'int32' };
}

const isBlock = ({ kind }: Kind) => kind === 'record' || kind === 'list' || kind === 'strs' || kind === 'int32xN';

/** Throws TypeError for a value that is not of the type. */
function check(type: Kind | undefined, value: unknown, path: string): void {
  if (type === undefined) {
    const plain = Array.isArray(value)
      ? value.every((item) => typeof item === 'number')
      : ['string', 'number', 'boolean'].includes(typeof value);
    if (!plain) throw new TypeError(`no row describes ${path}, so its value has to be text, a number, a boolean or a list of numbers`);
    return;
  }
  if (type.kind === 'record' || type.kind === 'list') {
    const records = type.kind === 'list' ? value : [value];
    if (!Array.isArray(records)) throw new TypeError(`${path} expects a list of records`);
    for (const record of records) checkRecord(type.rows, record, path);
  } else if (!fits(type, value)) throw new TypeError(`${path} expects ${kindName(type)}`);
}

function checkRecord(rows: RecordRows, record: unknown, path: string): void {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw new TypeError(`${path} expects a record`);
  for (const [key, value] of Object.entries(record)) {
    if (key === 'extra') continue;
    const attribute = Object.hasOwn(rows.attributes, key) ? rows.attributes[key] : undefined;
    if (!attribute) throw new TypeError(`${path}: ${rows.name} has no attribute ${key}`);
    if (value !== undefined) check(attribute.type, value, `${path}/${key}`);
  }
}

function fits(type: Kind, value: unknown): boolean {
  switch (type.kind) {
    case 'int32':
      return Number.isInteger(value) && (value as number) >= -(2 ** 31) && (value as number) < 2 ** 31;
    case 'float':
      return Number.isFinite(value);
    case 'bool':
      return typeof value === 'boolean';
    case 'int32xN':
      return (
        Array.isArray(value) &&
        (type.length === undefined || value.length === type.length) &&
        value.every((item) => fits({ kind: 'int32' }, item))
      );
    case 'strs':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    default:
      return typeof value === 'string';
  }
}

/** A value within brackets. */
function flowText(type: Kind, value: unknown): string {
  switch (type.kind) {
    case 'list':
      return `[${(value as readonly object[]).map((item) => flowText({ kind: 'record', rows: type.rows }, item)).join(', ')}]`;
    case 'record': {
      const entries = Object.entries(type.rows.attributes).filter(([key]) => (value as Record<string, unknown>)[key] !== undefined);
      const texts = entries.map(([key, attribute]) => `${key}: ${flowText(attribute.type, (value as Record<string, unknown>)[key])}`);
      return `{${texts.join(', ')}}`;
    }
    case 'strs':
      return `[${(value as readonly string[]).map(flowScalar).join(', ')}]`;
    default:
      return typeof value === 'string' ? flowScalar(value) : valueText(type, value);
  }
}

/** As in a block, except that commas and brackets need quotes too. */
function flowScalar(text: string): string {
  return printScalar(text, quotesFor(text) || (/[,[\]{}:]/.test(text) ? "'" : ''));
}
