import { type Code, type Diagnostic, Reporter, type Span } from '../diag/index.ts';
import { type Attribute, clip, existsIn, parseVersion, type RecordRows, type Row, type Version, whenText } from '../schema/index.ts';
import type { ZeInfo } from './model.ts';
import { spanOf } from './place.ts';
import { CONTAINER } from './table/index.ts';
import { NEWEST } from './versions.ts';

/**
 * Judges a .ze_info section by its rows: attributes and words that the version has, attributes that it requires, conditions under
 * which an attribute is present. What does not fit its type is reported by reading; what a driver makes of it is not asked here.
 *
 * @param version the one to judge by; that of the text when left out, and the newest when that is none.
 */
export function validateZeInfo(
  zeInfo: ZeInfo,
  version: Version = parseVersion(zeInfo.container.version ?? '') ?? NEWEST,
): readonly Diagnostic[] {
  const out = new Reporter(zeInfo.bytes.length);
  new Validator(zeInfo, version, out).record(CONTAINER, zeInfo.container, '.ze_info');
  return out.diagnostics;
}

class Validator {
  private readonly zeInfo: ZeInfo;
  private readonly version: string;
  private readonly out: Reporter;

  constructor(zeInfo: ZeInfo, version: string, out: Reporter) {
    this.zeInfo = zeInfo;
    this.version = version;
    this.out = out;
  }

  record(rows: RecordRows, record: object, path: string): void {
    const values = record as Readonly<Record<string, unknown>>;
    for (const key in rows.attributes) {
      const attribute = rows.attributes[key] as Attribute;
      const value = values[key];
      if (value === undefined) this.absent(rows, record, key, attribute, path);
      else this.present(record, key, attribute, value, `${path}/${key}`);
    }
  }

  private absent(rows: RecordRows, record: object, key: string, { required, requiredIn, ...row }: Attribute, path: string): void {
    const mandatory = (required && existsIn(row, this.version)) || (requiredIn && existsIn(requiredIn, this.version));
    if (!mandatory) return;
    this.report('zeinfo/missing', spanOf(this.zeInfo, record), path, `${rows.name} has no ${key}, which ${this.version} requires`, key);
  }

  private present(record: object, key: string, attribute: Attribute, value: unknown, path: string): void {
    const { type, when } = attribute;
    if (!existsIn(attribute, this.version)) {
      this.report('zeinfo/not-in-version', spanOf(this.zeInfo, record, key), path, this.lacks(key, attribute), key);
      return;
    }
    if (when && !holds(when, record)) {
      this.report(
        'zeinfo/condition',
        spanOf(this.zeInfo, record, key),
        path,
        `${key} is there, but only belongs where ${whenText(when)}`,
        key,
      );
    }
    if (type.kind === 'enum') {
      const member = type.rows.members.find((row) => row.value === value);
      if (member && !existsIn(member, this.version)) {
        this.report('zeinfo/not-in-version', spanOf(this.zeInfo, record, key), path, this.lacks(member.value, member), member.value);
      }
    } else if (type.kind === 'record') this.record(type.rows, value as object, path);
    else if (type.kind === 'list') {
      for (const [i, item] of (value as readonly object[]).entries()) this.record(type.rows, item, `${path}[${i}]`);
    }
  }

  private lacks(name: string, { since, until }: Row): string {
    const range = since !== undefined && !existsIn({ since }, this.version) ? `it came with ${since}` : `it is gone since ${until}`;
    return `${clip(this.version)} does not have ${name}: ${range}`;
  }

  private report(code: Code, span: Span, path: string, message: string, name: string): void {
    this.out.report(code, span, path, message, { name, version: this.version });
  }
}

function holds(when: NonNullable<Attribute['when']>, record: object): boolean {
  const values = record as Readonly<Record<string, unknown>>;
  return when.some((all) => Object.entries(all).every(([key, words]) => words.includes(String(values[key]))));
}
