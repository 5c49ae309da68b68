/** The scoreboard: no hazard in what compilers wrote, and one where a wait of theirs is taken away. */
import { describe, expect, test } from 'vitest';
import { Footprints, flowOf, hazardsOf, lanesFlow, pipeRules } from '../../../src/analysis/instructions/index.ts';
import { type Code, type Instruction, platformNumber, type Scoreboard } from '../../../src/formats/eu/index.ts';
import { codeOf, HAS_CORPUS, type Section, sectionsOfCorpus } from './corpus.ts';
import { type Ending, type Found, type Searched, searchFrom } from './prove.ts';

/** Waits that are changed; more when there is time. */
const CHANGED = Number(process.env.ZEBIN_WAITS ?? 1_000);

const idOf = ({ zebin, index }: Section): string => `${zebin} ${index}`;
const withScoreboard = ({ platform }: Section): boolean => platformNumber(platform) >= platformNumber('12p1');

const hazardsIn = (code: Code): number => hazardsOf(code, flowOf(code)).length;

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

/** The waits of an instruction: each with a distance that is too long, or with another token. */
function withWrong({ scoreboard, operation, subfunction }: Instruction): Scoreboard[] {
  if (scoreboard === undefined || (operation?.mnemonic === 'sync' && subfunction !== 'nop')) return [];
  const { distance, use, token } = scoreboard;
  const out: Scoreboard[] = [];
  if (distance > 0 && distance < 7) out.push({ ...scoreboard, distance: distance + 1 });
  if (use === 'dst' || use === 'src') out.push({ ...scoreboard, token: (token + 1) % 16 });
  return out;
}

function searchedOf(code: Code): Searched {
  const { instructions } = code;
  const platform = platformNumber(code.platform);
  const footprints = new Footprints(code, true);
  return {
    instructions,
    footprints: instructions.map((_, at) => footprints.at(at)),
    flow: lanesFlow(code, flowOf(code), new Set()),
    rules: pipeRules(platform, instructions),
  };
}

/** Why code is safe without the wait that was removed from an instruction; `undefined` if something can be met too early. */
function causeOf(searched: Searched, at: number): string | undefined {
  const endings = new Set<Ending>();
  let underWay = 0;
  for (let from = 0; from < searched.instructions.length; from++) {
    const search: Found = searchFrom(searched, from);
    if (search.endings.has('hazard')) return undefined;
    if (!search.reached.has(at)) continue;
    underWay++;
    for (const ending of search.endings) endings.add(ending);
  }
  return underWay === 0 ? 'nothing is under way' : [...endings].sort().join(', ');
}

describe.skipIf(!HAS_CORPUS)('hazards in the larger corpus [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]', { tags: ['corpus'] }, () => {
  test('compilers leave none', () => {
    const found: Record<string, number> = {};
    let sections = 0;
    for (const section of sectionsOfCorpus().filter(withScoreboard)) {
      sections++;
      const count = hazardsIn(codeOf(section));
      if (count > 0) found[idOf(section)] = count;
    }
    expect(found).toEqual({});
    expect(sections).toBeGreaterThan(1600);
  });

  test.each([
    { what: 'missing', change: withoutOne, least: 0.8 },
    { what: 'wrong', change: withWrong, least: 0.8 },
  ])('a wait that is $what is found, unless a search of all ways proves that nothing can come too early', ({ change, least }) => {
    const random = numbers(22);
    const draw = (count: number): number => Math.floor(random.next().value * count);
    const sections = sectionsOfCorpus().filter(withScoreboard);
    const missed: string[] = [];
    const proved: Record<string, number> = {};
    let found = 0;
    for (let changed = 0; changed < CHANGED; ) {
      const section = sections[draw(sections.length)] as Section;
      const code = codeOf(section);
      const searched = searchedOf(code);
      const candidates = code.instructions.flatMap((instruction, at) =>
        instruction.offset < code.end ? change(instruction).map((scoreboard) => ({ at, instruction, scoreboard })) : [],
      );
      for (let i = 0; i < 10 && candidates.length > 0 && changed < CHANGED; i++, changed++) {
        const { at, instruction, scoreboard } = candidates[draw(candidates.length)] as (typeof candidates)[number];
        const cause = causeOf(searched, at);
        if (hazardsIn({ ...code, instructions: Object.assign([...code.instructions], { [at]: { ...instruction, scoreboard } }) }) > 0)
          found++;
        else if (cause === undefined) missed.push(`${idOf(section)} ${instruction.offset}: ${instruction.scoreboard?.text}`);
        else proved[cause] = (proved[cause] ?? 0) + 1;
      }
    }
    if (process.env.ZEBIN_REPORT) console.log(found, proved);
    expect(missed).toEqual([]);
    expect(found).toBeGreaterThan(CHANGED * least);
  });
});
