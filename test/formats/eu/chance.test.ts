/**
 * Words made by chance (real ones with bits flipped, and ones built from the rows), with what `iga64 -d` 2.40.14 answers: the first ones of
 * scripts/tools/decoder/chance.mjs (chance.tsv: platform, bytes, text or `!` for a word that is refused), and why words of its whole run differ
 * (causes.tsv: cause, how many of 1,220,000, and the first such word).
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { disassemble, PLATFORMS, type Platform, readCode } from '../../../src/formats/eu/index.ts';

const rows = (name: string): string[][] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));

const CAUSES = rows('causes.tsv');
const LISTED = CAUSES.map(([, , , hex]) => hex);

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

function answer(hex: string, platform: Platform): string {
  const { value, diagnostics } = disassemble(bytesOf(hex), platform);
  return diagnostics.length > 0 ? '!' : value;
}

test.each(PLATFORMS)('platform %s: words made by chance are printed as iga64 prints them, or refused as it refuses them', (platform) => {
  const words = rows('chance.tsv').filter(([name]) => name === platform);
  expect(words.length).toBeGreaterThanOrEqual(50);
  for (const [, hex = '', text = ''] of words) {
    if (!LISTED.includes(hex)) expect([hex, answer(hex, platform)]).toEqual([hex, JSON.parse(text)]);
  }
});

test('what differs is known, is a matter of iga64, and is little', () => {
  expect(CAUSES.length).toBeLessThanOrEqual(3);
  expect(CAUSES.reduce((sum, [, count]) => sum + Number(count), 0)).toBeLessThanOrEqual(63);
  for (const [cause = '', , platform, hex = '', text = ''] of CAUSES) {
    expect(cause).not.toBe('not known');
    // A row whose word no longer differs is to be deleted.
    expect(answer(hex, platform as Platform)).not.toBe(JSON.parse(text));
    expect(readCode(bytesOf(hex), platform as Platform).diagnostics).toEqual([]);
  }
});
