import { asciiText, type Bytes, byteText, displayText } from '../../core/bytes/index.ts';
import { LIMITS, type Reporter } from '../../core/diag/index.ts';

/**
 * A string table: NUL-terminated names, found by offset. `file` is the data around the table: nGEN does not count the kernel's name in the
 * size of the table, and drivers read every name up to its NUL, wherever that is.
 */
export class StringTable {
  private readonly text: string;
  private readonly plain: boolean;
  private readonly bytes: Bytes;
  private readonly data: Uint8Array;
  private readonly file: Bytes | undefined;

  constructor(bytes: Bytes, file?: Bytes) {
    this.bytes = bytes;
    this.file = file;
    this.data = bytes.data;
    const ascii = asciiText(this.data);
    this.text = ascii ?? byteText(this.data);
    this.plain = ascii !== undefined;
  }

  /** The name at `at` as display text. A bad offset or a missing NUL is reported under `path`, and the part that exists is returned. */
  get(at: number, reporter: Reporter, path: () => string): string {
    if (at === 0 && this.text.charCodeAt(0) === 0) return '';
    if (at >= this.text.length) {
      const span = this.bytes.span(this.bytes.length);
      reporter.report('elf/string-range', span, path(), `the name offset ${at} is outside the string table of ${this.bytes.length} bytes`, {
        offset: at,
        size: this.bytes.length,
      });
      return '';
    }
    // The search is bounded: an unterminated table must not cost its whole length for every name.
    if (reporter.exhausted) return '';
    let end = at;
    const last = Math.min(this.text.length, at + LIMITS.nameLength);
    while (end < last && this.data[end] !== 0) end++;
    if (!reporter.tryCharge(end - at) && !reporter.charge(end - at, this.bytes.span(at, end), path())) return '';
    if (end === this.text.length) {
      const beyond = this.beyond(at, reporter, path);
      if (beyond !== undefined) return beyond;
      reporter.report(
        'elf/string-range',
        this.bytes.span(at, end),
        path(),
        'the name runs to the end of the string table without a terminating NUL',
      );
    } else if (end === last && this.text.charCodeAt(end) !== 0) {
      reporter.report(
        'limit/name-length',
        this.bytes.span(at, end),
        path(),
        `the name is longer than ${LIMITS.nameLength} bytes and is cut there`,
      );
    }
    const name = this.text.slice(at, end);
    return this.plain ? name : displayText(name);
  }
  /** A name that begins in the table and has its NUL after it; undefined if there is none. */
  private beyond(at: number, reporter: Reporter, path: () => string): string | undefined {
    const { file, bytes } = this;
    if (!file) return undefined;
    const start = bytes.base - file.base + at;
    const most = file.sub(start, Math.min(file.length, start + LIMITS.nameLength));
    const length = most.data.indexOf(0);
    const span = most.span(0, Math.max(length, 0));
    if (length < 0 || !reporter.charge(length, span, path())) return undefined;
    const name = byteText(most.data.subarray(0, length));
    reporter.report('elf/name-beyond', span, path(), `the name ends ${at + length - bytes.length} bytes after its string table`);
    return displayText(name);
  }
}
