/** The file of a verb's output. What is printed is on the disk until all of it is there: it may be far more than fits in memory. */
import { closeSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { Bytes } from '../../src/internal.ts';
import { type Content, partsOf } from './content.ts';
import { attemptWrite, placeOf, refuseUnwritable, unnamedFile, writeWhole } from './file.ts';
import type { Inputs } from './inputs.ts';

export class OutputFile {
  private readonly path: string;
  private readonly inputs: Inputs;
  /** What was added, in a file without a name in the folder of the output, which has the space: a run that is killed leaves nothing. */
  private spool: number | undefined;
  private size = 0;

  constructor(path: string, inputs: Inputs) {
    this.path = path;
    this.inputs = inputs;
  }

  /** Throws `UsageError` if it could not be written, as far as that is known before. */
  refuse(): void {
    refuseUnwritable(this.path, this.inputs);
  }

  /** Throws `UsageError` if the file cannot be written. */
  add(contents: readonly Content[]): void {
    attemptWrite(this.path, () => {
      this.spool ??= unnamedFile(this.folder());
      for (const content of contents)
        for (const part of partsOf(content))
          for (let at = 0; at < part.length; ) {
            const count = writeSync(this.spool, part, at, part.length - at, this.size);
            at += count;
            this.size += count;
          }
    });
  }

  private folder(): string {
    const { target } = placeOf(this.path, this.inputs);
    return target === undefined ? tmpdir() : dirname(target);
  }

  /** Writes the file: what was added, and the rest of it. @param madeFrom as for {@link writeWhole} */
  async end(rest: readonly Content[], madeFrom?: string): Promise<void> {
    const { spool, size } = this;
    const added = spool === undefined ? [] : [Bytes.from({ size, read: (start, length) => readWhole(spool, start, length) })];
    try {
      await writeWhole(this.path, [...added, ...rest], this.inputs, madeFrom);
    } finally {
      this.close();
    }
  }

  /** Lets go of what was added. */
  close(): void {
    if (this.spool !== undefined) closeSync(this.spool);
    this.spool = undefined;
  }
}

function readWhole(file: number, start: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const count = readSync(file, bytes, at, length - at, start + at);
    if (count === 0) throw new Error('the file of the output was cut');
    at += count;
  }
  return bytes;
}
