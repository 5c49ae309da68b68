/** The command as a whole, as data: its help and its manual page are made from this. */
import manifest from '../../package.json' with { type: 'json' };
import type { Packaged } from './packaged.ts';

export const DESCRIPTION = 'Read, check, edit and write Intel GPU program binaries, alone or in containers.';

export const EXIT_STATUS = [
  ['0', 'yes'],
  ['1', 'no or no match'],
  ['2', 'wrong usage or unreadable input'],
] as const;

/** What can be typed in place of a verb with its options. */
export const SHORTHANDS = [
  ['zebin FILE', 'is short for zebin info FILE.'],
  ['zebin help VERB', 'prints the arguments, options and examples of a verb.'],
  ['zebin complete SHELL', 'prints completion for bash, zsh, fish or powershell.'],
] as const;

export const VERSION = manifest.version;

/** Base address of the site with a page for each name and code; a copy of the package that is not published has none. */
export function programSite(packaged: Packaged): string | undefined {
  return JSON.parse(packaged.text('package.json')).homepage;
}
