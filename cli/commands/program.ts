import { readFileSync } from 'node:fs';

/** Both from the sources and from the build output, the package is two folders up. */
export function programVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version;
}
