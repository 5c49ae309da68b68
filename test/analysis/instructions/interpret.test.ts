/** Definitions and uses against an interpreter that knows nothing of the analysis, in straight-line code of the larger corpus. */
import { expect, test } from 'vitest';
import { definitionsOf, effectsOf, flowOf } from '../../../src/analysis/instructions/index.ts';
import { codeOf, HAS_CORPUS, igaInstructions, sectionsOfCorpus } from './corpus.ts';
import { Interpreter, type JsonInstruction } from './interpret.ts';

/** Numbers that are the same in every run. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Ways that flags may be, of each block. */
const RUNS = 24;

test.skipIf(!HAS_CORPUS)(
  'every value that is given in a run is a definition, and each definition gives one [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]',
  { tags: ['corpus'] },
  () => {
    const random = drawing(3);
    const missed: string[] = [];
    const never: string[] = [];
    let given = 0;
    for (const section of sectionsOfCorpus()) {
      const iga = igaInstructions(section) as readonly (JsonInstruction & object)[] | undefined;
      if (iga === undefined) continue;
      const code = codeOf(section);
      const model = { ...effectsOf(code), flow: flowOf(code) };
      const end = model.space.named('r').end;
      for (const block of model.flow.blocks) {
        const seen = new Set<string>();
        let ran = new Set<number>();
        for (let run = 0; run < RUNS; run++) {
          const interpreter = new Interpreter(model.space.grfBytes, random);
          for (let at = block.first; at < block.end; at++) interpreter.step(at, iga[at] as JsonInstruction);
          for (const pair of interpreter.given) seen.add(pair);
          ran = interpreter.ran;
        }
        given += seen.size;
        for (let at = block.first; at < block.end; at++) {
          if (!ran.has(at)) continue;
          const reads = (model.effects.at(at)?.reads ?? []).filter((_, i, all) => (all[i - (i % 3)] as number) < end);
          const ours = new Set(definitionsOf(model, at, reads));
          for (let from = block.first; from < at; from++) {
            const isGiven = seen.has(`${from} ${at}`);
            if (isGiven && !ours.has(from)) missed.push(`${section.zebin} ${section.index}: ${from} gives to ${at}`);
            // Only where nothing in between made the interpreter forget.
            const isWhole = Array.from({ length: at - from }, (_, i) => from + i).every((one) => ran.has(one));
            if (!isGiven && ours.has(from) && isWhole) never.push(`${section.zebin} ${section.index}: ${from} never gives to ${at}`);
          }
        }
      }
    }
    expect(missed).toEqual([]);
    expect(never).toEqual([]);
    expect(given).toBeGreaterThan(10_000);
  },
);
