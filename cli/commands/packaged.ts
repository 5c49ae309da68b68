/** Files of the package that verbs read when they run, by their paths in it. The standalone executable has them inside. */
import { readdirSync, readFileSync } from 'node:fs';

export interface Packaged {
  /** Whether this is one executable, next to which no package can be installed. */
  readonly isStandalone: boolean;
  text(path: string): string;
  /** Names of the files in a folder. */
  names(folder: string): readonly string[];
  /** What a worker thread is started with: the address of its file, or its text. */
  worker(path: string): URL | string;
}

/** Both in the sources and in the build output, the package is two folders up. */
const urlOf = (path: string): URL => new URL(`../../${path}`, import.meta.url);

/** The package that this file is in. */
export const PACKAGED: Packaged = {
  isStandalone: false,
  text: (path) => readFileSync(urlOf(path), 'utf8'),
  names: (folder) => readdirSync(urlOf(folder)),
  worker: urlOf,
};
