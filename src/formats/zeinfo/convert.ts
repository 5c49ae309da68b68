import {
  type Attribute,
  clip,
  compileWhen,
  existsIn,
  holds,
  neededWhen,
  parseVersion,
  type RecordRows,
  type Row,
  type Version,
} from '../../core/schema/index.ts';
import type { Container, ExtraEntry } from './model.ts';
import { CONTAINER } from './table/index.ts';

/** One change by a conversion, other than the version number. */
export interface Change {
  /**
   * `lost`: removed, because the version does not have it. `given`: added because the version requires it, or left out where the default
   * has a different meaning than the file. `renamed`: has the name that the version uses. `kept`: still there although no row says that the
   * version has it, or still missing although the version needs it.
   */
  readonly kind: 'lost' | 'given' | 'renamed' | 'kept';
  /** Where, as in diagnostics and in the file that was converted: `.ze_info/kernels[0]/user_attributes`. */
  readonly path: string;
  /** The value that is lost, given or kept, on one line; for lists, the number of entries. */
  readonly value: string;
  /** Why, as a sentence without its full stop. */
  readonly reason: string;
  /** Versions that have the item, if that is the reason. */
  readonly since?: Version;
  readonly until?: Version;
}

/**
 * A model converted to another version of ze_info. Attributes and words that the version lacks are left out or get the name that it has for
 * them; an entry goes as a whole when a required word of it goes. What the version requires is added. The model that is given stays.
 *
 * What no row describes is kept and named.
 *
 * @param to `1.0` or later; versions newer than those of the rows count as the newest.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/version.md and the history of zeinfo.md.
 *
 * @example
 * convertZeInfo(readZeInfo(text).value.container, '1.32').container.version; // '1.32'
 */
export function convertZeInfo(container: Container, to: Version): { readonly container: Container; readonly changes: readonly Change[] } {
  const converter = new Converter(to, parseVersion(container.version ?? ''));
  const converted = converter.record(CONTAINER, container, '.ze_info') ?? {};
  converter.scratchSizes(container);
  return { container: { ...converted, version: to } as Container, changes: converter.changes };
}

type Plain = Record<string, unknown>;

/**
 * Attributes that drivers use from a version on instead of the size of a scratch buffer, by its slot.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp, isScratchMemoryUsageDefinedInExecutionEnvironment.
 */
const SCRATCH_SIZES = [
  { since: '1.39', key: 'spill_size', slot: 0 },
  { since: '1.39', key: 'private_size', slot: 1 },
] as const;

class Converter {
  readonly changes: Change[] = [];
  private readonly to: Version;
  private readonly from: Version | undefined;

  constructor(to: Version, from: Version | undefined) {
    this.to = to;
    this.from = from;
  }

  /** The record; undefined, with a report, if it cannot exist without what is lost. */
  record(rows: RecordRows, record: object, path: string): Plain | undefined {
    const values = record as Plain & { readonly extra?: readonly ExtraEntry[] };
    const target: Plain = {};
    for (const [key, attribute] of Object.entries(rows.attributes)) {
      const value = values[key];
      if (value === undefined) continue;
      const here = `${path}/${key}`;
      const name = this.nameOf(key, attribute, rows, values, here, value);
      if (name === undefined) continue;
      const kept = this.value(attribute, value, here);
      if (kept !== undefined) target[name] = kept;
      else if (attribute.required) {
        // Without the word there is no entry: reported once, for the entry.
        const last = this.changes.pop() as Change;
        this.changes.push({ ...last, path, value: `${key}: ${last.value}` });
        return undefined;
      }
    }
    for (const [key, attribute] of Object.entries(rows.attributes)) {
      if (target[key] === undefined && existsIn(attribute, this.to)) this.give(attribute, key, target, path);
    }
    const extra = values.extra?.filter((entry) => this.keeps(rows, entry, path));
    return extra && extra.length > 0 ? { ...target, extra } : target;
  }

  /** The name of an attribute in the version; undefined, with a report, if it has none. */
  private nameOf(key: string, attribute: Attribute, rows: RecordRows, values: Plain, path: string, value: unknown): string | undefined {
    if (attribute.specified === false) {
      this.add('kept', path, value, `no version has ${key}; only drivers know it`);
      return key;
    }
    if (existsIn(attribute, this.to)) return key;
    const { becomes } = attribute;
    const next = becomes === undefined ? undefined : rows.attributes[becomes];
    if (becomes !== undefined && next && existsIn(next, this.to) && values[becomes] === undefined) {
      this.add('renamed', path, value, `its name in ${this.to} is ${becomes}`, attribute);
      return becomes;
    }
    this.add('lost', path, value, this.lacks(key, attribute), attribute);
    return undefined;
  }

  private value({ type, required }: Attribute, value: unknown, path: string): unknown {
    switch (type.kind) {
      case 'enum': {
        const member = type.rows.members.find((row) => row.value === value);
        if (!member || member.specified === false) {
          this.add('kept', path, value, `no version has the word ${clip(String(value))}`);
          return value;
        }
        if (existsIn(member, this.to)) return value;
        const next = type.rows.members.find((row) => row.value === member.becomes);
        if (next && existsIn(next, this.to)) {
          this.add('renamed', path, value, `its name in ${this.to} is ${next.value}`, member);
          return next.value;
        }
        this.add('lost', path, value, this.lacks(member.value, member), member);
        return undefined;
      }
      case 'record':
        return this.record(type.rows, value as object, path);
      case 'list': {
        const items = value as readonly object[];
        const kept = items.flatMap((item, i) => this.record(type.rows, item, `${path}[${i}]`) ?? []);
        // A list whose entries are all lost is removed with its key.
        return kept.length === 0 && items.length > 0 && !required ? undefined : kept;
      }
      default:
        return value;
    }
  }

  /** Adds attributes that the version requires and the version of the file does not have. */
  private give(attribute: Attribute, key: string, target: Plain, path: string): void {
    const { required, requiredIn, assumed = attribute.default } = attribute;
    if (assumed === undefined || !(required || (requiredIn && existsIn(requiredIn, this.to)))) {
      this.want(attribute, key, target, path);
      return;
    }
    target[key] = assumed;
    this.add('given', `${path}/${key}`, assumed, `${this.to} requires ${key}`, requiredIn ?? attribute);
  }

  /** Reports attributes that such a record needs from a version on, if they have no value. */
  private want(attribute: Attribute, key: string, target: Plain, path: string): void {
    const { from } = this;
    if (from === undefined || existsIn(attribute, from)) return;
    const when = compileWhen(neededWhen(attribute));
    if (when === undefined || !holds(when, target)) return;
    this.add('kept', `${path}/${key}`, '', `${this.to} needs ${key} here, which came with ${attribute.since}: write it`, attribute);
  }

  /** Reports the sizes that drivers find in a different place than before. */
  scratchSizes({ version: text = '', kernels = [] }: Container): void {
    const version = parseVersion(text);
    for (const { since, key, slot } of SCRATCH_SIZES) {
      if (version === undefined || existsIn({ since }, version) || !existsIn({ since }, this.to)) continue;
      for (const [i, { execution_env, per_thread_memory_buffers = [] }] of kernels.entries()) {
        const buffer = per_thread_memory_buffers.find((one) => one.type === 'scratch' && (one.slot ?? 0) === slot);
        if (!buffer || execution_env?.[key] !== undefined) continue;
        const reason = `from ${since} on drivers take this where they took the scratch buffer in slot ${slot}, of ${buffer.size} bytes`;
        this.add('given', `.ze_info/kernels[${i}]/execution_env/${key}`, 0, reason, { since });
      }
    }
  }

  private keeps(rows: RecordRows, { key, text, reason }: ExtraEntry, path: string): boolean {
    const row = Object.hasOwn(rows.attributes, key) ? rows.attributes[key] : undefined;
    const here = key === '' ? path : `${path}/${clip(key)}`;
    if (row && !existsIn(row, this.to)) {
      this.add('lost', here, text, this.lacks(key, row), row);
      return false;
    }
    const why = { unknown: 'no version is known to have it', type: 'it has not the type of its attribute', duplicate: 'it is there twice' };
    this.add('kept', here, text, why[reason]);
    return true;
  }

  private lacks(name: string, { since, until }: Pick<Row, 'since' | 'until'>): string {
    if (since !== undefined && !existsIn({ since }, this.to)) return `${name} came with ${since}`;
    return `${name} is gone since ${until}`;
  }

  private add(
    kind: Change['kind'],
    path: string,
    value: unknown,
    reason: string,
    { since, until }: Pick<Row, 'since' | 'until'> = {},
  ): void {
    const range = { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
    this.changes.push({ kind, path, value: shortly(value), reason, ...range });
  }
}

function shortly(value: unknown): string {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item === 'number')) return `[ ${value.join(', ')} ]`;
    return value.length === 1 ? '1 entry' : `${value.length} entries`;
  }
  if (typeof value !== 'object' || value === null) return clip(String(value));
  const count = Object.keys(value).length;
  return count === 1 ? '1 attribute' : `${count} attributes`;
}
