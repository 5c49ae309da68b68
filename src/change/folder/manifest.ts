/** The document of a folder, and the files of the folder that it names. */
import { decodeText, type FolderFile, JsonValue, packedLimit, parseJson } from '../../core/bytes/index.ts';
import { diagnostic, FormatError } from '../../core/diag/index.ts';

export class Manifest {
  readonly document: JsonValue;
  /** The paths that were read from the folder so far. */
  readonly used: Set<string>;
  private readonly name: string;
  private readonly size: number;
  private readonly contents: ReadonlyMap<string, Uint8Array>;
  /** Bytes that the document may still produce. */
  private remaining: number;

  /** Throws `FormatError` (`pack/missing-file`, `pack/syntax`, `limit/depth`). */
  constructor(name: string, files: readonly FolderFile[]) {
    this.name = name;
    this.contents = new Map(files.map(({ path, data }) => [path, data]));
    this.used = new Set([name]);
    this.remaining = packedLimit(files.reduce((sum, file) => sum + file.data.length, 0));
    const data = this.contents.get(name);
    this.size = data?.length ?? 0;
    if (!data) throw this.fault('pack/missing-file', `there is no ${name}`);
    const notJson = (why: string) => this.fault('pack/syntax', `${name} is not JSON: ${why}`);
    const value = parseJson(decodeText(data), notJson, { span: { source: name, start: 0, end: data.length }, path: name });
    this.document = new JsonValue(value, (path, need) => this.fault('pack/value', `${path || name} is not ${need}`));
  }

  /** The content of the file that a value names. */
  file(value: JsonValue): Uint8Array {
    const path = value.text();
    const data = this.contents.get(path);
    if (!data) throw this.fault('pack/missing-file', `${value.path} names ${path}, which is missing`);
    this.used.add(path);
    this.pay(value, data.length);
    return data;
  }

  /** Charges the bytes that a value produces to what a folder of this size may produce: one file may be named again and again. */
  pay({ path }: JsonValue, bytes: number): void {
    this.remaining -= bytes;
    if (this.remaining < 0) throw this.fault('pack/value', `${path} expands to far more than a folder of this size has`);
  }

  /** A value that a writer cannot write, such as a name that is too long, is a fault of the document. */
  attempt<T>(write: () => T): T {
    try {
      return write();
    } catch (error) {
      if (error instanceof RangeError) throw this.fault('pack/value', error.message);
      throw error;
    }
  }

  private fault(code: 'pack/missing-file' | 'pack/syntax' | 'pack/value', message: string): FormatError {
    return new FormatError(diagnostic(code, message, { source: this.name, start: 0, end: this.size }, this.name));
  }
}
