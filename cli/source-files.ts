/** Lines of source files that debug information names. */
import { statSync } from 'node:fs';
import { basename, isAbsolute, join, normalize } from 'node:path';
import type { SourceJson } from '../src/internal.ts';
import { UsageError } from './exit.ts';
import { readText } from './input.ts';

/** Lines of source files below a folder that the user names: an untrusted file may name any file of this machine. */
export class SourceFiles {
  private readonly folder: string | undefined;
  private readonly files = new Map<string, readonly string[]>();

  constructor(folder: string | undefined) {
    if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${folder} is not a folder`);
    this.folder = folder;
  }

  line({ file, line }: SourceJson): string | undefined {
    return this.folder === undefined || line === 0 ? undefined : this.linesOf(this.folder, file)[line - 1]?.trim();
  }

  private linesOf(folder: string, file: string): readonly string[] {
    let lines = this.files.get(file);
    if (!lines) {
      const inside = normalize(file);
      const paths = isAbsolute(inside) || inside.startsWith('..') ? [basename(file)] : [inside, basename(file)];
      const found = paths.map((path) => join(folder, path)).find((path) => isFile(path));
      lines = found === undefined ? [] : readText(found).split(/\r?\n/);
      this.files.set(file, lines);
    }
    return lines;
  }
}

function isFile(path: string): boolean {
  return !path.includes('\0') && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
