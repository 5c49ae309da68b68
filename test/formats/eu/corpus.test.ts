/**
 * Every code section of the larger corpus against `iga64 -d` 2.40.14.
 *
 * Needs ZEBIN_CORPUS (its zebins), and what iga64 prints of them: ZEBIN_CORPUS_GEN, or the folder corpus-gen next to ZEBIN_CORPUS.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readElf } from '../../../src/formats/elf/index.ts';
import { disassemble, PLATFORMS, type Platform, printCode, readCode } from '../../../src/formats/eu/index.ts';

interface Section {
  readonly zebin: string;
  readonly index: number;
  readonly platform: Platform;
  /** How iga64 ended: not with 0 where it cannot decode a word. */
  readonly rc: number;
}

const { ZEBIN_CORPUS, ZEBIN_CORPUS_GEN } = process.env;
const folder = ZEBIN_CORPUS && (ZEBIN_CORPUS_GEN ?? join(dirname(ZEBIN_CORPUS), 'corpus-gen'));
const manifest = folder && join(folder, 'manifest.jsonl');

describe.skipIf(!manifest || !existsSync(manifest))(
  'text equals that of iga64 [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]',
  { tags: ['corpus'] },
  () => {
    const sections = manifest
      ? readFileSync(manifest, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Section)
      : [];

    test.each(PLATFORMS.filter((platform) => platform !== '10'))('platform %s', (platform) => {
      const rows = sections.filter((row) => row.platform === platform);
      expect(rows.length).toBeGreaterThan(0);
      for (const { zebin, index, rc } of rows) {
        const elf = readElf(new Uint8Array(readFileSync(join(ZEBIN_CORPUS as string, 'zebin', `${zebin}.zebin`)))).value;
        const code = elf.sections[index]?.bytes;
        if (code === undefined) throw new Error(`${zebin} has no section ${index}`);
        const { value, diagnostics } = readCode(code, platform);
        expect(diagnostics).toEqual([]);
        // What is after the end is padding and hashes, which IGC writes as moves to nowhere.
        const rest = value.instructions.filter(({ offset }) => offset >= value.end);
        const names = rest.map(({ operation, dst }) => `${operation?.mnemonic} ${dst?.register?.name ?? ''}`.trimEnd());
        expect(names.filter((name) => !['illegal', 'nop', 'mov null'].includes(name))).toEqual([]);
        // iga64 refuses five kernels for a field that it reads under another name; we read them.
        if (rc !== 0) continue;
        const text = readFileSync(join(folder as string, zebin, `${index}.asm`), 'latin1');
        expect(printCode(value)).toBe(text);
        expect(disassemble(code, platform).value).toBe(text);
      }
    });
  },
);
