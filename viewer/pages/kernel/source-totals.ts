/** What each line of the source costs, by its place in the list of sources, and which calls on it were inlined. */
import { count, number, shown } from '../../parts/shown.ts';
import type { CodeView, SourceLine } from '../../worker/code-view.ts';

export interface SourceTotals {
  readonly instructions: Float64Array;
  /** Of calls on the line that were inlined. */
  readonly inlined: Float64Array;
  readonly samples: Float64Array;
  readonly spills: Float64Array;
}

/** Calls on a line that are named. */
const NAMED = 4;

/** `inlines mix (8), twice (3)`: the instructions of each; empty where nothing was inlined. */
export function inlinedText({ inlined }: SourceLine): string {
  if (inlined.size === 0) return '';
  const calls = [...inlined].sort(([, a], [, b]) => b - a);
  const names = calls.slice(0, NAMED).map(([name, own]) => `${shown(name, 60)} (${number(own)})`);
  return `inlines ${names.join(', ')}${calls.length > NAMED ? `, ${count(calls.length - NAMED, 'other')}` : ''}`;
}

export function totalsOf({ sources, chains, chain, costs }: CodeView): SourceTotals {
  const [samples, spills] = [new Float64Array(sources.length), new Float64Array(sources.length)];
  for (const [line, index] of chain.entries()) {
    const sampled = costs?.samples.get(line)?.total ?? 0;
    const scratch = costs?.scratch.get(line);
    const spilled = scratch !== undefined && scratch.use !== 'private' ? 1 : 0;
    if (sampled + spilled === 0) continue;
    for (const source of chains[index] ?? []) {
      samples[source] = (samples[source] ?? 0) + sampled;
      spills[source] = (spills[source] ?? 0) + spilled;
    }
  }
  return {
    instructions: Float64Array.from(sources, ({ instructions }) => instructions),
    inlined: Float64Array.from(sources, ({ inlined }) => [...inlined.values()].reduce((sum, own) => sum + own, 0)),
    samples,
    spills,
  };
}

/** The colour of a line of the source and of its instructions, from 0 on: neighbours differ. */
export const HUES = 6;
export const hueOf = (source: number): number => source % HUES;

/** The colour of each line of the code; undefined where it is of no line of the source. */
export function huesOf({ chains, chain }: CodeView): (line: number) => number | undefined {
  return (line) => {
    const source = chains[chain[line] ?? -1]?.[0];
    return source === undefined ? undefined : hueOf(source);
  };
}
