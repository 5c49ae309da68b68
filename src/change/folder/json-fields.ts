/** A JSON document of a folder, read field by field: a missing field or one of the wrong type is reported. */
import { decodeText, type FolderFile, packedLimit, parseJson } from '../../core/bytes/index.ts';
import { diagnostic, FormatError } from '../../core/diag/index.ts';

export class JsonFields {
  private readonly object: object;
  private readonly path: string;
  private readonly document: Document;

  private constructor(object: object, path: string, document: Document) {
    this.object = object;
    this.path = path;
    this.document = document;
  }

  /**
   * The document of a folder, and the paths that were read from the folder so far. Throws `FormatError` (`pack/missing-file`,
   * `pack/syntax`, `limit/depth`).
   */
  static parse(name: string, files: readonly FolderFile[]): { fields: JsonFields; used: ReadonlySet<string> } {
    const contents = new Map(files.map(({ path, data }) => [path, data]));
    const used = new Set([name]);
    const data = contents.get(name);
    const remaining = packedLimit(files.reduce((sum, file) => sum + file.data.length, 0));
    const document = { name, size: data?.length ?? 0, contents, used, remaining };
    if (!data) throw fault('pack/missing-file', document, `there is no ${name}`);
    let value: unknown;
    try {
      value = parseJson(decodeText(data), { span: { source: name, start: 0, end: data.length }, path: name });
    } catch (error) {
      if (error instanceof FormatError) throw error;
      throw fault('pack/syntax', document, `${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    return { fields: JsonFields.of(value, '', document), used };
  }

  private static of(value: unknown, path: string, document: Document): JsonFields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return new JsonFields(value, path, document);
    throw fault('pack/value', document, `${path === '' ? document.name : path} is not an object`);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.object, key);
  }

  isNull(key: string): boolean {
    return this.get(key) === null;
  }

  text(key: string): string {
    const value = this.get(key);
    return typeof value === 'string' ? value : this.refuse(key, 'a text');
  }

  /** An integer from 0 to `most`. */
  number(key: string, most: number): number {
    const value = this.get(key);
    return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
      ? value
      : this.refuse(key, `an integer from 0 to ${most}`);
  }

  /** False when left out. */
  flag(key: string): boolean {
    const value = this.get(key) ?? false;
    return typeof value === 'boolean' ? value : this.refuse(key, 'true or false');
  }

  list(key: string): JsonFields[] {
    const value = this.get(key);
    if (!Array.isArray(value)) return this.refuse(key, 'a list');
    return value.map((element, i) => JsonFields.of(element, `${this.at(key)}[${i}]`, this.document));
  }

  optional(key: string): JsonFields | undefined {
    return this.has(key) ? JsonFields.of(this.get(key), this.at(key), this.document) : undefined;
  }

  /** The texts among these keys. */
  texts<K extends string>(keys: readonly K[]): Partial<Record<K, string>> {
    const found: Partial<Record<K, string>> = {};
    for (const key of keys) if (this.has(key)) found[key] = this.text(key);
    return found;
  }

  /** The content of the file that a field names. */
  file(key: string): Uint8Array {
    const path = this.text(key);
    const { contents, used } = this.document;
    const data = contents.get(path);
    if (!data) throw fault('pack/missing-file', this.document, `${this.at(key)} names ${path}, which is missing`);
    used.add(path);
    this.pay(key, data.length);
    return data;
  }

  /** Charges the bytes that a field produces to what a folder of this size may produce: one file may be named again and again. */
  pay(key: string, bytes: number): void {
    this.document.remaining -= bytes;
    if (this.document.remaining < 0)
      throw fault('pack/value', this.document, `${this.at(key)} expands to far more than a folder of this size has`);
  }

  refuse(key: string, wanted: string): never {
    throw fault('pack/value', this.document, `${this.at(key)} is not ${wanted}`);
  }

  /** A value that a writer cannot write, such as a name that is too long, is a fault of the document. */
  attempt<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      if (error instanceof RangeError) throw fault('pack/value', this.document, error.message);
      throw error;
    }
  }

  private get(key: string): unknown {
    return this.has(key) ? (this.object as Record<string, unknown>)[key] : undefined;
  }

  private at(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }
}

interface Document {
  readonly name: string;
  readonly size: number;
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly used: Set<string>;
  remaining: number;
}

function fault(code: 'pack/missing-file' | 'pack/syntax' | 'pack/value', { name, size }: Document, message: string): FormatError {
  return new FormatError(diagnostic(code, message, { source: name, start: 0, end: size }, name));
}
