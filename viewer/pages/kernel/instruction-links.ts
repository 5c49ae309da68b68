/** The lines that the selected instruction is connected with, and the texts after lines. */
import type { RegisterUse } from '../../../src/internal.ts';
import type { CodeWords } from '../../parts/code/marks.ts';
import { count, shown } from '../../parts/shown.ts';
import type { CodeView } from '../../worker/code-view.ts';
import type { Result } from '../../worker/handlers.ts';
import type { PayloadRow } from '../../worker/kernel.ts';

export type Links = Result<'codeLinks'>;

/** How a line is connected with the selected one; also the word that is shown next to it. */
export type LinkWord = 'def' | 'use' | 'wait' | 'to';

/** As wide as any of them, and as `spill` and `fill`. */
export const WIDEST_WORD = 'spill';

/**
 * The lines of the definitions that the selected one reads, of the uses of its values, of what it waits for, and of its branch targets:
 * each in rising order.
 */
export type LinkedLines = Readonly<Record<LinkWord, readonly number[]>>;

export function linkedLines(code: CodeView, line: number | undefined, links: Links): LinkedLines {
  const linesAt = (all: readonly { readonly offset: number }[]) => [...new Set(all.flatMap(({ offset }) => lineAt(code, offset) ?? []))];
  const waits = line === undefined ? [] : (code.costs?.waits.get(line) ?? []);
  const lines = {
    def: linesAt(links?.definitions ?? []),
    use: linesAt(links?.uses ?? []),
    wait: linesAt(waits.flatMap(({ on, token }) => (token === undefined ? [] : on))),
    to: line === undefined ? [] : [...(code.costs?.flow.targets.get(line) ?? [])],
  };
  for (const list of Object.values(lines)) list.sort((a, b) => a - b);
  return lines;
}

/** A word for each line; where a line is connected in several ways, the last of them. */
export function wordsOfLinks(linked: LinkedLines): CodeWords {
  const order: readonly LinkWord[] = ['to', 'use', 'def', 'wait'];
  return new Map(order.flatMap((word) => linked[word].map((line) => [line, word] as const)));
}

/** A word for each line that a register is in. */
export function wordsOfUses(code: CodeView, uses: readonly RegisterUse[]): CodeWords {
  return new Map(
    uses.flatMap(({ offset, writes }) => {
      const line = lineAt(code, offset);
      return line === undefined ? [] : [[line, writes ? 'write' : 'read'] as const];
    }),
  );
}

/** The line of the instruction at an offset. Offsets rise from line to line; lines that are no instructions have -1. */
export function lineAt({ offsets }: CodeView, offset: number): number | undefined {
  let [low, high] = [0, offsets.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = middle;
    while (at < high && (offsets[at] ?? -1) < 0) at++;
    const found = offsets[at] ?? 0;
    if (at < high && found === offset) return at;
    if (at < high && found < offset) low = at + 1;
    else high = middle;
  }
  return undefined;
}

/** After a line: the arguments that it reads, and what it moves to or from the scratch space. */
export function noteOf({ costs }: CodeView, entries: readonly PayloadRow[]): (line: number) => string {
  return (line) => {
    const scratch = costs?.scratch.get(line);
    const read = (costs?.arguments.get(line) ?? []).flatMap((entry) => entries[entry] ?? []);
    const parts = scratch ? [`${scratch.use.toUpperCase()} ${count(scratch.bytes, 'byte')}`] : [];
    if (read.length > 0) parts.push(read.slice(0, NAMED).map(argumentText).join(', ') + (read.length > NAMED ? ', …' : ''));
    return parts.join('; ');
  };
}

const NAMED = 4;

/** `r5.2 alpha`: where an argument is, and its name. */
export function argumentText({ operand, name }: PayloadRow): string {
  return `${operand?.replace(/:.*/, '') ?? ''} ${shown(name, 40)}`;
}
