/** The difference of two builds: none when only names differ, and each planted change is found. */
import { describe, expect, test } from 'vitest';
import { type Alignment, alignCode } from '../../../src/analysis/instructions/index.ts';
import type { Instruction } from '../../../src/formats/eu/index.ts';
import { analyse, drawing, isPlain, isRelevant, plant, renamed } from './builds.ts';
import { codeOf, HAS_CORPUS, type Section, sectionsOfCorpus } from './corpus.ts';

const align = (...builds: Parameters<typeof alignCode>): Alignment => alignCode(...builds);
const differences = ({ counts }: Alignment): number => counts.changed + counts.new + counts.gone;

describe.skipIf(!HAS_CORPUS)('two builds [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]', { tags: ['corpus'] }, () => {
  const sections = sectionsOfCorpus();

  test('do not differ by names of registers, addresses of labels, tokens, and instructions that only wait', () => {
    const draw = drawing(7);
    const wrong: string[] = [];
    let count = 0;
    for (let i = 0; i < 1000; i++) {
      const section = sections[draw(sections.length)] as Section;
      const code = codeOf(section);
      if (code.instructions.length > 1500 || !isPlain(code)) continue;
      const base = analyse(code);
      const found = align(base, analyse(renamed(base, draw)));
      count++;
      if (differences(found) > 0) {
        const row = found.rows.find(({ kind }) => kind !== 'same');
        wrong.push(`${section.zebin} ${section.index}: ${JSON.stringify(found.counts)} ${JSON.stringify(row)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(900);
  });

  test('differ by a planted change', () => {
    const draw = drawing(11);
    const missed: string[] = [];
    for (let planted = 0; planted < 1000; ) {
      const section = sections[draw(sections.length)] as Section;
      const code = codeOf(section);
      if (code.instructions.length > 1500) continue;
      const base = analyse(code);
      for (let i = 0; i < 4; i++) {
        const at = draw(base.end);
        const one = code.instructions[at] as Instruction;
        if (!isRelevant(one)) continue;
        const changed = plant(base, at, draw);
        if (changed === undefined) continue;
        planted++;
        const next = { ...analyse({ ...code, instructions: changed }), end: base.end + changed.length - code.instructions.length };
        if (differences(align(base, next)) === 0) missed.push(`${section.zebin} ${section.index} ${at}`);
      }
    }
    expect(missed).toEqual([]);
  });
});
