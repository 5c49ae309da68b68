/** Figures of kernels against counts in the text of iga64, and against what compilers say of spills. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Analysis, analyseCode, measuresOf } from '../../../src/analysis/instructions/index.ts';
import { readZebin } from '../../../src/formats/zebin/index.ts';
import { codeOf, HAS_CORPUS, type Section, sectionsOfCorpus, textOf } from './corpus.ts';

/** The instructions of a text, in words: up to the last that ends or branches. */
function instructionsIn(text: string): string[] {
  const lines = text.split('\n').filter((line) => line !== '' && !/^\S+:$/.test(line));
  const ends = /\{[^}]*\bEOT\b|^(\([^)]*\))?\s*(jmpi|goto|join|if|else|endif|while|break|cont|halt|brc|brd|call|calla|ret)\b/;
  let last = lines.length;
  while (last > 0 && !ends.test(lines[last - 1] as string)) last--;
  return lines.slice(0, last === 0 ? lines.length : last).map((line) => line.replace(/^\([^)]*\)/, '').trim());
}

const starting = (lines: readonly string[], pattern: RegExp): number => lines.filter((line) => pattern.test(line)).length;

/** Programs that spill by their description, and may have no message that does: what is kept over calls is on the stack, in flat memory. */
const ON_STACK = /\/(calls-indirect|calls-stack|functions-ptr) /;

const analysisOf = (section: Section): Analysis => analyseCode(codeOf(section));

describe.skipIf(!HAS_CORPUS)('figures of the larger corpus [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]', { tags: ['corpus'] }, () => {
  test('instructions, matrix products and sends are as many as in the text of iga64', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const section of sectionsOfCorpus()) {
      // Where iga64 cannot decode a word, its text ends.
      if (section.rc !== 0) continue;
      const lines = instructionsIn(textOf(section));
      const { instructions, byPipe, byDepth } = measuresOf(analysisOf(section));
      const theirs = [lines.length, starting(lines, /^b?dpasw?\./), starting(lines, /^send/), starting(lines, /^math\./)];
      const ours = [instructions, byPipe.dpas, byPipe.send, byPipe.math];
      // Of Meteor Lake the math pipe has other operations, too.
      if (section.platform === '12p71') ours[3] = theirs[3] as number;
      if (String(ours) !== String(theirs)) wrong.push(`${section.zebin} ${section.index}: ${ours}, not ${theirs}`);
      const total = byDepth.reduce((sum, row) => sum + Object.values(row).reduce((a, b) => a + b, 0), 0);
      if (total !== instructions) wrong.push(`${section.zebin} ${section.index}: ${total} by depth of ${instructions}`);
      count++;
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(2000);
  });

  test('spills and fills are found where the compiler says that it spills, and nowhere else', () => {
    const without: string[] = [];
    const unexpected: string[] = [];
    let spilling = 0;
    for (const section of sectionsOfCorpus()) {
      const bytes = readFileSync(join(process.env.ZEBIN_CORPUS as string, 'zebin', `${section.zebin}.zebin`));
      const kernel = readZebin(new Uint8Array(bytes)).value.kernelEntries.find(({ name }) => `.text.${name}` === section.section);
      if (kernel === undefined) continue;
      const size = Number(kernel.zeInfo.execution_env?.spill_size ?? 0);
      // Compilers before spill_size say it by a buffer of scratch memory.
      const scratch = kernel.zeInfo.per_thread_memory_buffers?.some(({ type }) => type === 'scratch') ?? false;
      const { spills, fills } = measuresOf(analysisOf(section));
      const name = `${section.zebin} ${kernel.name}`;
      if (size > 0) spilling++;
      if (size > 0 && spills.count + fills.count === 0) without.push(name);
      if (size === 0 && !scratch && spills.count + fills.count > 0)
        unexpected.push(`${name}: ${spills.count} spills, ${fills.count} fills`);
    }
    expect(spilling).toBeGreaterThan(50);
    // The functions that kernels call are in a program of their own, for which the compiler of 1.0.10840 and 1 says nothing.
    expect(unexpected.filter((name) => !/^igc1\S* Intel_Symbol_Table_Void_Program/.test(name))).toEqual([]);
    expect(without.filter((name) => !ON_STACK.test(name))).toEqual([]);
  });
});
