/**
 * Instructions as data, against `iga64 -d -Xprint-json` 2.40.14: words of every platform (elements.tsv: platform, bytes, element without what `ANALYSIS` names), and
 * every section of the larger corpus that has a document.
 *
 * The corpus needs ZEBIN_CORPUS (its zebins), and ZEBIN_CORPUS_GEN, or the folder corpus-gen next to ZEBIN_CORPUS.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readElf } from '../../../src/formats/elf/index.ts';
import { codeDocument, instructionElement, PLATFORMS, type Platform, readCode } from '../../../src/formats/eu/index.ts';

const ROWS = readFileSync(new URL('elements.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [Platform, string, string]);

test.each(PLATFORMS)('platform %s: words are what iga64 says they are', (platform) => {
  const rows = ROWS.filter(([name]) => name === platform);
  expect(rows.length).toBeGreaterThan(0);
  for (const [, hex, json] of rows) {
    const [instruction] = readCode(new Uint8Array(Buffer.from(hex, 'hex')), platform).value.instructions;
    expect(instruction && instructionElement(instruction, PLATFORMS.indexOf(platform), 0), hex).toEqual(JSON.parse(json));
  }
});

test('a word that is not an instruction has no element', () => {
  const { value } = readCode(new Uint8Array(new Uint32Array([0x3f, 1, 2, 3, 0x60, 0, 0, 0]).buffer), '2');
  expect(codeDocument(value)).toEqual({
    version: '2.0',
    platform: 'xe2',
    elems: [
      { kind: 'L', id: 0, symbol: 'L0000' },
      { kind: 'I', id: 1, op: 'nop', es: 1, srcs: [] },
    ],
  });
});

const { ZEBIN_CORPUS, ZEBIN_CORPUS_GEN } = process.env;
const folder = ZEBIN_CORPUS && (ZEBIN_CORPUS_GEN ?? join(dirname(ZEBIN_CORPUS), 'corpus-gen'));
const manifest = folder && join(folder, 'manifest.jsonl');

/** What is known only from other instructions. */
const ANALYSIS = ['defs', 'uses', 'adefs', 'sdefs', 'liveTotals', 'preds', 'succs'];

/** The document; an immediate of `sendg` lacks its braces. */
const parse = (text: string): unknown =>
  JSON.parse(text.replace(/^( *)("kind":"IM", "value":"[^"]*")$/gm, '$1{$2}'), function (this: unknown, key, value) {
    return ANALYSIS.includes(key) ? undefined : value;
  });

describe.skipIf(!manifest || !existsSync(manifest))(
  'documents equal those of iga64 [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]',
  { tags: ['corpus'] },
  () => {
    const sections = manifest
      ? readFileSync(manifest, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as { zebin: string; index: number; platform: Platform })
      : [];

    test.each(PLATFORMS.filter((platform) => platform !== '10'))('platform %s', (platform) => {
      let compared = 0;
      for (const { zebin, index } of sections.filter((row) => row.platform === platform)) {
        const path = join(folder as string, zebin, `${index}.json`);
        if (!existsSync(path)) continue;
        compared++;
        const elf = readElf(new Uint8Array(readFileSync(join(ZEBIN_CORPUS as string, 'zebin', `${zebin}.zebin`)))).value;
        const code = elf.sections[index]?.bytes;
        if (code === undefined) throw new Error(`${zebin} has no section ${index}`);
        expect(codeDocument(readCode(code, platform).value), path).toEqual(parse(readFileSync(path, 'latin1')));
      }
      expect(compared).toBeGreaterThan(0);
    });
  },
);
