import { type Code, type Diagnostic, Reporter, type Span } from '../../core/diag/index.ts';
import {
  type CompiledAttribute,
  type CompiledRecord,
  clip,
  existsIn,
  holds,
  isIn,
  neededWhen,
  type OrderRange,
  parseVersion,
  type Row,
  Steps,
  type Version,
  versionOrder,
  whenText,
} from '../../core/schema/index.ts';
import type { ZeInfo } from './model.ts';
import { spanOf } from './place.ts';
import { compiled } from './rows.ts';
import { CONTAINER } from './table/index.ts';
import { countedUses } from './uses.ts';
import { NEWEST } from './versions.ts';

/**
 * Checks a .ze_info section by its rows: attributes and words that the version has, attributes that it requires, conditions under which an
 * attribute is present or has to be. Values that do not fit their type are reported by reading; the behaviour of drivers is not checked
 * here.
 *
 * @param version the version to check against; by default that of the text, or the newest if the text has none.
 *
 * @example
 * validateZeInfo(readZeInfo(text).value).length; // 0
 */
export function validateZeInfo(
  zeInfo: ZeInfo,
  version: Version = parseVersion(zeInfo.container.version ?? '') ?? NEWEST,
): readonly Diagnostic[] {
  // Nearly all texts are correct, and the counts of reading show that.
  if (countedUses(zeInfo)?.fit(versionOrder(version))) return [];
  const out = new Reporter(zeInfo.bytes.length);
  new Validator(zeInfo, version, out).record(compiled(CONTAINER), zeInfo.container as Values);
  return out.diagnostics;
}

/** Newer versions may have words that no row has. */
const LARGEST_ORDER = versionOrder(NEWEST);

type Values = Readonly<Record<string, unknown>>;

class Validator {
  private readonly zeInfo: ZeInfo;
  private readonly version: string;
  private readonly order: number;
  private readonly out: Reporter;
  private readonly steps = new Steps('.ze_info');

  constructor(zeInfo: ZeInfo, version: string, out: Reporter) {
    this.zeInfo = zeInfo;
    this.version = version;
    this.order = versionOrder(version);
    this.out = out;
  }

  record(rows: CompiledRecord, values: Values): void {
    // Nearly all records are correct: only others are checked row by row.
    const fits = this.fits(rows, values);
    for (const row of fits ? rows.nested : rows.attributes) {
      const value = values[row.key];
      if (!fits) this.checkAttribute(rows, row, values, value);
      if (row.inner === undefined || value === undefined || !this.has(row)) continue;
      this.steps.into(row.key);
      if (row.kind === 'record') this.record(row.inner, value as Values);
      else this.list(row.inner, value as readonly Values[]);
      this.steps.out();
    }
  }

  private list(rows: CompiledRecord, list: readonly Values[]): void {
    for (let i = 0; i < list.length; i++) {
      this.steps.into(i);
      this.record(rows, list[i] as Values);
      this.steps.out();
    }
  }

  /** Whether there is nothing to report for any attribute. */
  private fits(rows: CompiledRecord, values: Values): boolean {
    for (const key in values) {
      const row = rows.byKey.get(key);
      if (row === undefined || (row.always && !(row.required && row.members))) continue;
      if (!this.has(row) || (row.when !== undefined && !holds(row.when, values))) return false;
      const member = row.members?.get(values[key]);
      if (member === undefined ? row.members !== undefined && row.required : !this.has(member)) return false;
    }
    for (const row of rows.required) if (values[row.key] === undefined && this.requires(row)) return false;
    for (const row of rows.needed) if (values[row.key] === undefined && this.needs(row, values)) return false;
    return true;
  }

  private has(range: OrderRange): boolean {
    return isIn(range, this.order);
  }

  private requires(row: CompiledAttribute): boolean {
    return row.requiredIn.some((range) => this.has(range));
  }

  private needs(row: CompiledAttribute, record: Values): boolean {
    return row.neededWhen !== undefined && this.has(row) && holds(row.neededWhen, record);
  }

  private checkAttribute({ rows }: CompiledRecord, row: CompiledAttribute, record: Values, value: unknown): void {
    const { key, attribute } = row;
    if (value === undefined) {
      if (this.requires(row)) {
        const message = `${rows.name} has no ${key}, which ${this.version} requires`;
        this.report('zeinfo/missing', spanOf(this.zeInfo, record), this.steps.path(), message, key);
      } else if (this.needs(row, record)) {
        const message = `${rows.name} has no ${key}, which belongs where ${whenText(neededWhen(attribute) ?? [])}`;
        this.report('zeinfo/missing', spanOf(this.zeInfo, record), this.steps.path(), message, key);
      }
      return;
    }
    const report = (code: Code, message: string, name: string) =>
      this.report(code, spanOf(this.zeInfo, record, key), this.steps.path(key), message, name);
    if (!this.has(row)) {
      report('zeinfo/not-in-version', this.lacks(key, attribute), key);
      return;
    }
    if (attribute.when && row.when && !holds(row.when, record))
      report('zeinfo/condition', `${key} is present, but belongs only where ${whenText(attribute.when)}`, key);
    const member = row.members?.get(value);
    if (row.members && !member && row.required && this.order <= LARGEST_ORDER)
      report('zeinfo/word', `${key} is required, and ${clip(String(value))} is not one of its words`, key);
    if (member && !this.has(member)) report('zeinfo/not-in-version', this.lacks(member.member.value, member.member), member.member.value);
  }

  private lacks(name: string, { since, until }: Row): string {
    const range = since !== undefined && !existsIn({ since }, this.version) ? `it came with ${since}` : `it is gone since ${until}`;
    return `${clip(this.version)} does not have ${name}: ${range}`;
  }

  private report(code: Code, span: Span, path: string, message: string, name: string): void {
    this.out.report(code, span, path, message, { name, version: this.version });
  }
}
