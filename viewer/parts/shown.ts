/** Text from files, as the page shows it. It only ever becomes text nodes and attributes, never markup. */
import { visible } from '../../cli/visible.ts';

/** Characters of a name that are drawn; more is cut in the middle, where kernel names differ least. */
export const LONGEST = 240;

/** Text made safe for display: control characters, direction overrides and damaged bytes as escapes, and far too long text cut. */
export function shown(text: string, most = LONGEST): string {
  // Text that is not drawn need not be escaped.
  const kept = text.length <= most * 2 ? text : text.slice(0, most) + text.slice(-most);
  const safe = visible(kept);
  if (text.length <= most && safe.length <= most * 2) return safe;
  const half = most >> 1;
  return `${wholeEnd(safe.slice(0, half))}…${wholeStart(safe.slice(-half))} (${count(text.length, 'character')})`;
}

/** For a `title`: more of a text that was cut than the page draws; undefined where it was drawn whole. */
export function longer(text: string, most = LONGEST): string | undefined {
  return text.length <= most ? undefined : shown(text, 4_000);
}

/** `1 kernel`, `2 kernels`, with commas between thousands. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

/** With commas between thousands, as the command prints them. */
export function number(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Commas in the numbers of a text of the library that has none: `9024 (564)`. */
export function groupedIn(text: string): string {
  return text.replace(/\d{4,}/g, (digits) => number(Number(digits)));
}

/** `0x1f40`. */
export function hex(n: number): string {
  return `0x${n.toString(16)}`;
}

/** The digits alone, padded to a minimum number: `001f40`. */
export function hexDigits(n: number, digits: number): string {
  return n.toString(16).padStart(digits, '0');
}

/** Exact if it is short, else in KiB, MiB or GiB with one decimal: `873 bytes`, `1.4 MiB`. */
export function size(bytes: number): string {
  if (bytes < 1024) return count(bytes, 'byte');
  const units = ['KiB', 'MiB', 'GiB'];
  const at = Math.min(Math.floor(Math.log2(bytes) / 10), units.length);
  return `${(bytes / 1024 ** at).toFixed(1)} ${units[at - 1]}`;
}

/** Without half a pair of surrogates where it was cut. */
const wholeEnd = (text: string) => text.replace(/[\ud800-\udbff]$/, '');
const wholeStart = (text: string) => text.replace(/^[\udc00-\udfff]/, '');
