/**
 * Texts made from the rows, assembled as `iga64 -a` 2.40.14 does it: against the tool where it is here, and against its answers for a few
 * (assembled.tsv: platform, bytes or nothing where it refuses, text), which `--bless` writes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { assemble, PLATFORMS, type Platform } from '../../../src/formats/eu/index.ts';
import { extra, findTool, toolPath } from '../../support/tools.ts';
import { CAUSES } from './assembly-causes.ts';
import { askIga64 } from './iga64.ts';
import { madeTexts } from './made-texts.ts';

const ANSWERS = new URL('assembled.tsv', import.meta.url);
const FEW = 60;
/** As many as a run has time for; the numbers of the causes are for 1,000. */
const TEXTS = Number(process.env.ZEBIN_TEXTS ?? 1_000);
const SEED = Number(process.env.ZEBIN_SEED ?? 1);

/** The bytes of a text, or why it is refused. */
function ours(text: string, platform: Platform): { bytes: string } | { refused: string } {
  const { value, diagnostics } = assemble(text, platform);
  const [first] = diagnostics;
  return first === undefined ? { bytes: Buffer.from(value).toString('hex') } : { refused: first.message };
}

const causeOf = (refusedBy: 'iga64' | 'zebin' | 'none', what: string) =>
  CAUSES.find((cause) => cause.refusedBy === refusedBy && cause.match.test(what));

describe('texts made from the rows', () => {
  const tool = findTool('iga64Xe2');
  if (process.env.BLESS && tool !== undefined) {
    const lines = PLATFORMS.flatMap((platform, number) => {
      const texts = madeTexts(number, FEW, 9);
      return askIga64(tool, platform, texts).map((answer, i) => [platform, 'bytes' in answer ? answer.bytes : '', texts[i]].join('\t'));
    });
    writeFileSync(ANSWERS, `${lines.join('\n')}\n`);
  }

  test('as iga64 answered for a few', () => {
    const rows = readFileSync(ANSWERS, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t') as [Platform, string, string]);
    expect(rows.length).toBe(FEW * PLATFORMS.length);
    for (const [platform, bytes, text] of rows) {
      const answer = ours(text, platform);
      const isSame = 'refused' in answer ? bytes === '' : answer.bytes === bytes;
      // What iga64 refuses of its own output is assembled.
      const isItsOwn = bytes === '' && /^(?:\S+ )?send|r[2-5]\d\d/.test(text);
      if (!isSame && !isItsOwn)
        expect([platform, text, answer, causeOf('refused' in answer ? 'zebin' : 'none', text)]).not.toContain(undefined);
    }
  });

  extra('iga64Xe2')(
    'equal, or refused by both; the others have a cause that is listed',
    () => {
      const counts = CAUSES.map(() => 0);
      const unknown: unknown[] = [];
      let total = 0;
      for (const [number, platform] of PLATFORMS.entries()) {
        const texts = madeTexts(number, TEXTS, SEED);
        const theirs = askIga64(toolPath('iga64Xe2'), platform, texts);
        total += texts.length;
        for (const [i, text] of texts.entries()) {
          const [own, other] = [ours(text, platform), theirs[i] ?? { refused: '' }];
          if ('refused' in own ? 'refused' in other : 'bytes' in other && own.bytes === other.bytes) continue;
          const cause =
            'refused' in own ? causeOf('zebin', own.refused) : 'refused' in other ? causeOf('iga64', other.refused) : causeOf('none', text);
          if (cause === undefined) unknown.push([platform, text, own, other]);
          else counts[CAUSES.indexOf(cause)] = (counts[CAUSES.indexOf(cause)] ?? 0) + 1;
        }
      }
      const differing = CAUSES.reduce(
        (sum, { isItsOwn, isNewer }, i) => sum + (isItsOwn || isNewer ? 0 : (counts[i] ?? 0)),
        unknown.length,
      );
      if (process.env.ZEBIN_TEXTS) console.log(`${total} texts, ${differing} differ`, counts, unknown.slice(0, 20));
      expect(differing / total).toBeLessThan(0.001);
      if (TEXTS > 1_000 || SEED !== 1) return;
      expect(unknown).toEqual([]);
      for (const [i, { why, most }] of CAUSES.entries()) expect(counts[i], why).toBeLessThanOrEqual(most);
    },
    600_000,
  );
});
