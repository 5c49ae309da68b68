/** What each line of the source costs, and which calls on it were inlined: by its place in the list of sources. */
import type { CodeView } from '../../worker/code-view.ts';

export interface SourceTotals {
  readonly instructions: Float64Array;
  readonly samples: Float64Array;
  readonly spills: Float64Array;
  /** Functions whose calls on the line were inlined. */
  readonly inlined: readonly (readonly string[])[];
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
  const inlined = sources.map(() => new Set<string>());
  for (const places of chains) {
    for (const [depth, place] of places.slice(1).entries()) {
      const [callee] = sources[places[depth] ?? -1]?.functions ?? [];
      if (callee !== undefined) inlined[place]?.add(callee);
    }
  }
  return {
    instructions: Float64Array.from(sources, ({ instructions }) => instructions),
    samples,
    spills,
    inlined: inlined.map((names) => [...names].slice(0, 4)),
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
