/**
 * Every code section of the larger corpus: the text of iga64 is assembled to the bytes that iga64 makes of it, and text with notes to the
 * bytes that it was printed from.
 *
 * Needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN, or the folder corpus-gen beside the first; and iga64 for the first of the two.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readElf } from '../../../src/formats/elf/index.ts';
import { assemble, disassembleExactly, type Platform } from '../../../src/formats/eu/index.ts';
import { extra, toolPath } from '../../support/tools.ts';

interface Section {
  readonly zebin: string;
  readonly index: number;
  readonly platform: Platform;
  readonly rc: number;
}

const { ZEBIN_CORPUS, ZEBIN_CORPUS_GEN } = process.env;
const texts = ZEBIN_CORPUS && (ZEBIN_CORPUS_GEN ?? join(dirname(ZEBIN_CORPUS), 'corpus-gen'));
const manifest = texts && join(texts, 'manifest.jsonl');

describe.skipIf(!manifest || !existsSync(manifest))(
  'the corpus is assembled [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]',
  { tags: ['corpus'] },
  () => {
    const sections = manifest
      ? readFileSync(manifest, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Section)
      : [];
    const folder = mkdtempSync(join(tmpdir(), 'zebin-assemble-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    test.each([{}, { loadStore: true }, { numericLabels: true }])(
      'text with notes gives back every section: %o',
      (options) => {
        expect(sections.length).toBeGreaterThan(2_000);
        for (const { zebin, index, platform } of sections) {
          const elf = readElf(new Uint8Array(readFileSync(join(ZEBIN_CORPUS as string, 'zebin', `${zebin}.zebin`)))).value;
          const code = elf.sections[index]?.bytes;
          if (code === undefined) throw new Error(`${zebin} has no section ${index}`);
          const { value, diagnostics } = assemble(disassembleExactly(code, platform, options).value, platform);
          expect(diagnostics).toEqual([]);
          if (Buffer.compare(value, code.data) !== 0) expect([zebin, index, value]).toEqual([zebin, index, code.data]);
        }
      },
      600_000,
    );

    extra('iga64Xe2')(
      'the text of iga64 is assembled as it does it, compacted or not',
      () => {
        const out = join(folder, 'x.bin');
        let refused = 0;
        for (const { zebin, index, platform, rc } of sections) {
          if (rc !== 0) continue;
          const text = join(texts as string, zebin, `${index}.asm`);
          for (const compact of [false, true]) {
            const { value, diagnostics } = assemble(new Uint8Array(readFileSync(text)), platform, { compact });
            expect(diagnostics).toEqual([]);
            const { status } = spawnSync(toolPath('iga64Xe2'), [
              '-a',
              `-p=${platform}`,
              text,
              '-o',
              out,
              ...(compact ? ['-Xautocompact'] : []),
            ]);
            if (status !== 0) refused++;
            else if (Buffer.compare(value, readFileSync(out)) !== 0) expect([zebin, index, compact]).toBeUndefined();
          }
        }
        // Sends that wait for a distance alone, on 12p72.
        expect(refused).toBe(2 * 82);
      },
      600_000,
    );
  },
);
