/** What could not be read, for people. */
import type { Completeness } from '../src/internal.ts';
import type { Io } from './io.ts';
import { count, visible, wrap } from './text.ts';

/** Parts that are named. */
const NAMED = 10;

/**
 * Lines that say what of a file was not read; empty if all was. Unlike findings, which say what is wrong, they say that the answer lacks
 * something.
 *
 * @param path of the file, without an address
 */
export function unreadText({ unread }: Completeness, path: string, io: Io, indent = '  '): string {
  if (unread.length === 0) return '';
  const head = `not read whole: ${count(unread.length, 'part')}`;
  const lines = unread
    .slice(0, NAMED)
    .map(({ address, reason }) => wrap(`${visible(path + address)}: ${visible(reason)}`, io.width, `${indent}  `));
  const rest = unread.length - lines.length;
  const more = rest > 0 ? [`${indent}  and ${count(rest, 'more part')}: see --json`] : [];
  return `${[indent + io.colors.red(head), ...lines, ...more].join('\n')}\n`;
}

/** Says on standard error what was not read, for verbs whose output is a listing. */
export function warnOfUnread({ unread }: Completeness, path: string, io: Io): void {
  for (const { address, reason } of unread.slice(0, NAMED)) io.warn(`${path}${address} was not read whole: ${reason}`);
  if (unread.length > NAMED)
    io.warn(`${count(unread.length - NAMED, 'more part')} of ${path} ${unread.length === NAMED + 1 ? 'was' : 'were'} not read whole`);
}
