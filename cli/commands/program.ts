import { readFileSync } from 'node:fs';

/** Beside the sources as beside what is made of them, the package lies two folders up. */
export function programVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}
