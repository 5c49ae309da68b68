/** Whole files in another version: notes, sections and header besides ze_info; and what a real decoder says of them. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { convertZebin } from '../../../src/change/convert.ts';
import type { Version } from '../../../src/core/schema/index.ts';
import { findSection, readZebin, type Zebin } from '../../../src/formats/zebin/index.ts';
import { CONTAINER, plainRecord, validateZeInfo } from '../../../src/formats/zeinfo/index.ts';
import { buildNote, buildZebin, concat, SHT } from '../../support/build-elf.ts';
import { zebins } from '../../support/corpus.ts';
import { needs, toolPath } from '../../support/tools.ts';

const files = zebins();
const read = (bytes: Uint8Array): Zebin => readZebin(bytes).value;
const convert = (zebin: Zebin, to: Version) => convertZebin(zebin, to).value;
const contents = (zebin: Zebin, those: (name: string) => boolean) =>
  zebin.elf.sections
    .filter((section) => those(section.name))
    .map(({ name, sh_type, bytes }) => `${name} ${sh_type} ${createHash('sha1').update(bytes.data).digest('hex')}`);
const OWN = ['.ze_info', '.note.intelgt.compat', '.symtab', '.strtab', ''];

describe('every real file', () => {
  test('in its own version is the same file', { tags: ['corpus'] }, () => {
    const wrong = files.filter((file) => {
      const zebin = read(file.bytes());
      const { bytes, changes } = convert(zebin, zebin.version as Version);
      return changes.length > 0 || !Buffer.from(bytes).equals(file.bytes());
    });
    expect(wrong.map((file) => file.name)).toEqual([]);
    expect(files.length).toBeGreaterThan(10);
  });

  test('in 1.14 is a file of 1.14, and back it is what it was except for what is named', { tags: ['corpus'] }, () => {
    for (const file of files) {
      const original = read(file.bytes());
      if (!original.zeInfo) continue;
      const down = convert(original, '1.14');
      const older = read(down.bytes);
      expect(older.version).toBe('1.14');
      expect(older.zeInfo && validateZeInfo(older.zeInfo)).toEqual([]);
      expect(older.target.zebin_version).toBeUndefined();
      const lost = new Set(
        down.changes.filter((change) => change.kind === 'lost' && change.path.startsWith('sections')).map((one) => one.value),
      );
      const kept = (zebin: Zebin) => contents(zebin, (name) => !OWN.includes(name) && !lost.has(name));
      expect(kept(older)).toEqual(kept(original));

      const back = convert(older, original.zeInfo.container.version as Version);
      const again = read(back.bytes);
      expect(kept(again)).toEqual(kept(original));
      expect(again.version).toBe(original.version);
      expect(again.zeInfo?.container.kernels?.length).toBe(original.zeInfo.container.kernels?.length);
      if (down.changes.length === 0) expect(Buffer.from(back.bytes).equals(file.bytes())).toBe(true);
    }
  });
});

describe('what belongs to the file', () => {
  const note = (type: number, desc: string) => buildNote({ type, desc });
  const built = buildZebin({
    zeInfo: "---\nversion: '1.73'\nkernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n      simd_size: 16\n...\n",
    kernels: ['k'],
    sections: [
      { name: '.note.intelgt.compat', type: SHT.note, data: concat([note(1, '\xf7\x04\0\0'), note(4, '1.73\0'), note(8, '\x01\0\0\0')]) },
      { name: '.misc.specConstantsIds', type: 0xff000015, data: '1234' },
      { name: '.pisa', type: 0xff000016, data: 'pisa' },
      { name: '.odd', type: SHT.progbits, data: 'odd' },
    ],
    ident: { EI_ABIVERSION: 2 },
  } as Parameters<typeof buildZebin>[0]);

  test('goes where the version does not have it, each named', () => {
    const { bytes, changes } = convert(read(built.bytes), '1.57');
    const zebin = read(bytes);
    expect(zebin.notes.map(({ name, value }) => [name, value.kind === 'text' ? value.text : ''])).toEqual([
      ['NT_INTELGT_PRODUCT_FAMILY', ''],
      ['NT_INTELGT_ZEBIN_VERSION', '1.57'],
    ]);
    const names = zebin.elf.sections.map((section) => section.name);
    expect(names).toContain('.odd');
    // Had a wider name before it had one of its own.
    expect(names).toContain('.misc.specConstantsIds');
    expect(names.includes('.pisa')).toBe(findSection('.pisa', 0xff000016) === undefined);
    expect(changes.map(({ kind, path }) => [kind, path.replace(/\d+/, 'N')])).toContainEqual(['lost', '.note.intelgt.compat/notes[N]']);
  });

  test('comes back where the version has it', () => {
    const { bytes } = convert(read(built.bytes), '1.14');
    const { bytes: back, changes } = convert(read(bytes), '1.73');
    expect(read(back).target.zebin_version).toBe('1.73');
    expect(changes.map(({ kind, value }) => [kind, value])).toEqual([['given', 'NT_INTELGT_ZEBIN_VERSION: 1.73']]);
    const older = convert(read(convert(read(built.bytes), '1.13').bytes), '1.73');
    expect(older.changes.map(({ value }) => value)).toContain('1');
  });

  test('is code under the name that it had before', () => {
    const zeInfo = "---\nversion: '1.73'\nkernels:\n  - name: k\n    execution_env:\n      grf_count: 128\n      simd_size: 16\n...\n";
    const sections = (data: string) => [{ name: '.text', type: SHT.progbits, data }];
    const { bytes, changes } = convert(read(buildZebin({ zeInfo, kernels: ['k'], sections: sections('code') }).bytes), '1.44');
    const zebin = read(bytes);
    expect(zebin.elf.sections.map((section) => section.name)).toContain('.text.Intel_Symbol_Table_Void_Program');
    expect(zebin.kernelEntries.map((kernel) => [kernel.name, kernel.text !== undefined, kernel.zeInfo.execution_env?.simd_size])).toEqual([
      ['k', true, 16],
      ['Intel_Symbol_Table_Void_Program', true, 16],
    ]);
    expect(changes.map(({ kind, value }) => [kind, value])).toEqual([
      ['given', 'Intel_Symbol_Table_Void_Program'],
      ['renamed', '.text'],
    ]);
    const empty = convert(read(buildZebin({ zeInfo, kernels: ['k'], sections: sections('') }).bytes), '1.44');
    expect(empty.changes.map(({ kind, value }) => [kind, value])).toEqual([['lost', '.text']]);
  });

  test('is reported as plain data', () => {
    const zebin = read(built.bytes);
    const { changes } = convert(zebin, '1.14');
    expect(JSON.parse(JSON.stringify(changes))).toEqual(changes);
    expect(zebin.zeInfo && plainRecord(CONTAINER, zebin.zeInfo.container)).toMatchObject({ version: '1.73' });
  });
});

describe('the decoder of 22.43', () => {
  /** What it may refuse a file of 1.14 for: it takes registers to have 32 bytes, and does not know sections of zeros, `.bss.*`. */
  const ALLOWED = [/local_id/, /Unhandled ELF section header type : 8\b/];

  /** The page of 1.14 has it, files of 1.12 too, and drivers read it from 24.45 on. No file of 1.73 has it. */
  const LATE = 'sip_surface_offset';

  needs('ocloc')('finds no unknown attribute in a file of 1.14, and refuses it for two reasons alone', { tags: ['corpus'] }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'zebin-convert-'));
    try {
      const path = join(folder, 'in.zebin');
      const refused = new Map<string, number>();
      let accepted = 0;
      for (const file of files) {
        const zebin = read(file.bytes());
        writeFileSync(path, convert(zebin, '1.14').bytes);
        const { status, stdout, stderr } = spawnSync(toolPath('ocloc'), ['validate', '-file', path], { encoding: 'utf8' });
        const output = stdout + stderr;
        expect(output).toContain('Validating');
        const unknown = [...output.matchAll(/[Uu]nknown (?:entry|attribute|key) "?([^" ]*)/g)].map((found) => found[1]);
        expect({ file: file.name, unknown: unknown.filter((name) => name !== LATE) }).toEqual({ file: file.name, unknown: [] });
        if (zebin.version === '1.73') expect(unknown).toEqual([]);
        if (status === 0) {
          accepted++;
          continue;
        }
        const why = ALLOWED.filter((reason) => reason.test(output)).map(String);
        expect(`${file.name}: ${why.length > 0 ? '' : output}`).toBe(`${file.name}: `);
        const key = why.join(' ');
        refused.set(key, (refused.get(key) ?? 0) + 1);
      }
      expect(accepted).toBeGreaterThan(files.length / 2);
      expect(accepted + [...refused.values()].reduce((sum, count) => sum + count, 0)).toBe(files.length);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
