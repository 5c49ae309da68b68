/** The scoreboard: no hazard in what compilers wrote, and one where a wait of theirs is taken away. */
import { describe, expect, test } from 'vitest';
import { effectsOf, flowOf, footprintsOf, hazardsOf, pipeRules } from '../../src/analysis/index.ts';
import { type Code, type Instruction, platformNumber, type Scoreboard } from '../../src/eu/index.ts';
import { codeOf, HAS_CORPUS, type Section, sectionsOfCorpus } from './corpus.ts';
import { startsTooEarly } from './simulate.ts';

/**
 * Sections with findings that no thread can meet: on a way that the instruction pointer takes only with no lane enabled (a `goto` or `if` of
 * all lanes, and past a `join` that would have enabled them).
 */
const UNREACHABLE: Readonly<Record<string, number>> = {
  'igc2/dg2/attrs 11': 4,
  'igc2/dg2/math-emulate-fp64 1': 1,
  'igc2/dg2/math-emulate-fp64 2': 3,
  'igc2/mtl-h/math-poison-fp64 2': 1,
  'igc2/tgllp/subgroups 7': 7,
};

const idOf = ({ zebin, index }: Section): string => `${zebin} ${index}`;
const withScoreboard = ({ platform }: Section): boolean => platformNumber(platform) >= platformNumber('12p1');

/** Hazards in code: what is after its end is none. */
const hazardsIn = (code: Code): number =>
  (hazardsOf(code, flowOf(code), effectsOf(code)) ?? []).filter(({ at }) => (code.instructions[at] as Instruction).offset < code.end)
    .length;

/** Numbers that are the same in every run. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** The waits of an instruction: each without it. */
function withoutOne({ scoreboard, operation, subfunction }: Instruction): (Scoreboard | undefined)[] {
  if (scoreboard === undefined || (operation?.mnemonic === 'sync' && subfunction !== 'nop')) return [];
  const { distance, use } = scoreboard;
  const waits = use === 'dst' || use === 'src';
  const out: (Scoreboard | undefined)[] = [];
  if (distance > 0)
    out.push(use === undefined ? undefined : { ...scoreboard, distance: 0, text: scoreboard.text.replace(/^[^$]*@\d+,/, '') });
  if (waits) out.push(distance > 0 ? { ...scoreboard, use: undefined, text: '' } : undefined);
  return out;
}

describe.skipIf(!HAS_CORPUS)('hazards in the larger corpus [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]', () => {
  test('compilers leave none', () => {
    const found: Record<string, number> = {};
    let sections = 0;
    for (const section of sectionsOfCorpus().filter(withScoreboard)) {
      sections++;
      const count = hazardsIn(codeOf(section));
      if (count > 0) found[idOf(section)] = count;
    }
    expect(found).toEqual(UNREACHABLE);
    expect(sections).toBeGreaterThan(1600);
  });

  test('a wait that is missing is found, unless nothing can come too early without it', () => {
    const random = numbers(22);
    const draw = (count: number): number => Math.floor(random.next().value * count);
    const sections = sectionsOfCorpus().filter((section) => withScoreboard(section) && !(idOf(section) in UNREACHABLE));
    const missed: string[] = [];
    let found = 0;
    for (let removed = 0; removed < 1000; ) {
      const section = sections[draw(sections.length)] as Section;
      const code = codeOf(section);
      const { effects, space } = effectsOf(code);
      const flow = flowOf(code);
      const rules = pipeRules(platformNumber(code.platform), code.instructions);
      const footprints = footprintsOf(code.instructions, effects, space);
      const candidates = code.instructions.flatMap((instruction) =>
        instruction.offset < code.end ? withoutOne(instruction).map((scoreboard) => ({ instruction, scoreboard })) : [],
      );
      for (let i = 0; i < 10 && candidates.length > 0 && removed < 1000; i++, removed++) {
        const { instruction, scoreboard } = candidates[draw(candidates.length)] as (typeof candidates)[number];
        const was = instruction.scoreboard;
        instruction.scoreboard = scoreboard;
        if (hazardsIn(code) > 0) found++;
        else if (Array.from({ length: 20 }).some(() => startsTooEarly(code.instructions, footprints, flow, rules, draw, 20_000)))
          missed.push(`${idOf(section)} ${instruction.offset}: ${was?.text}`);
        instruction.scoreboard = was;
      }
    }
    expect(missed).toEqual([]);
    // The others wait for what is surely done, or for what the machine watches: the control register, flags, what no one reads.
    expect(found).toBeGreaterThan(500);
  });
});
