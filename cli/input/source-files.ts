/** Lines of source files that debug information names. */
import { statSync } from 'node:fs';
import { basename, isAbsolute, join, normalize } from 'node:path';
import type { SourceJson } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { type Reading, readText } from './input.ts';

/** Lines of source files below a folder that the user names: an untrusted file may name any file of this machine. */
export class SourceFiles {
  private readonly folder: string | undefined;
  private readonly io: Reading;
  /** The paths of files by the names that the debug information has for them, and their lines by path: a file may have many names. */
  private readonly paths = new Map<string, string | undefined>();
  private readonly lines = new Map<string, readonly string[]>();

  constructor(folder: string | undefined, io: Reading) {
    if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${folder} is not a folder`);
    this.folder = folder;
    this.io = io;
  }

  line({ file, line }: SourceJson): string | undefined {
    return this.folder === undefined || line === 0 ? undefined : this.linesOf(this.folder, file)[line - 1]?.trim();
  }

  /** All lines of a file, as they are; none if it is not there. */
  linesIn(file: string): readonly string[] {
    return this.folder === undefined ? [] : this.linesOf(this.folder, file);
  }

  /** The path of a file, if it is there. */
  path(file: string): string | undefined {
    return this.folder === undefined ? undefined : pathOf(this.folder, file);
  }

  private linesOf(folder: string, file: string): readonly string[] {
    if (!this.paths.has(file)) this.paths.set(file, pathOf(folder, file));
    const path = this.paths.get(file);
    if (path === undefined) return [];
    const lines = this.lines.get(path) ?? readText(path, this.io).split(/\r?\n/);
    this.lines.set(path, lines);
    return lines;
  }
}

/** The file below a folder that a name stands for. */
function pathOf(folder: string, file: string): string | undefined {
  const inside = normalize(file);
  const paths = isAbsolute(inside) || inside.startsWith('..') ? [basename(file)] : [inside, basename(file)];
  return paths.map((path) => join(folder, path)).find((path) => isFile(path));
}

function isFile(path: string): boolean {
  return !path.includes('\0') && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
