/** Reports for bug threads: what they say of real files, and what names that a file makes up cannot do to them. */
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import {
  checkDocument,
  checkMarkdown,
  completenessOf,
  driverVerdict,
  findingsOf,
  infoDocument,
  infoMarkdown,
  inspect,
  lsDocument,
  RELEASES,
  TABLES,
  validateDocument,
  validateMarkdown,
  withVerdicts,
} from '../../src/internal.ts';
import { buildAr, buildMember, buildZebin, latin1, SHT } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';
import { expectGolden } from '../support/golden.ts';

const release = RELEASES.at(-1) ?? '';
const MOST = 65_536;

function reports(bytes: Uint8Array, path: string) {
  const item = inspect(bytes).value;
  const origin = { path, version: '1.2.3' };
  const check = checkDocument(item, { release });
  return {
    info: infoMarkdown(
      withVerdicts(infoDocument(item), item, (one) => driverVerdict(one, { tables: TABLES })),
      lsDocument(item),
      origin,
    ),
    check: check ? checkMarkdown(check, origin) : '',
    // A run of its own, with a budget of its own.
    validate: validateMarkdown(validateDocument(findingsOf(inspect(bytes).value), completenessOf(item)), origin),
  };
}

test.each(['zebin/igc2/bmg/globals.zebin', 'decoder-probes/01-quoted-enum.zebin', 'fat/basic-dg2-bmg.ar'])(
  'reports on %s are the golden ones, without names of folders',
  (name) => {
    for (const [verb, text] of Object.entries(reports(fixture(name).bytes(), `/home/somebody/secret project/${name}`))) {
      expect(text).not.toContain('somebody');
      expect(text.length).toBeLessThan(MOST);
      expectGolden(`../documents/golden/${basename(name)}.${verb}.md`, text);
    }
  },
);

const NAMES = [
  'a`b',
  'a``',
  'a|b',
  '<script>alert(1)</script>',
  '\u202eevil\u2066',
  'a\nb',
  '](javascript:x)',
  '@someone #1 https://example.org www.example.org',
  '/home/somebody/project/x.cl',
  'C:\\Users\\somebody\\x.cl',
  '\\\\server\\somebody\\x.cl',
  '</details>',
  '\\|',
  'k'.repeat(65536),
];
/** What of a report is code of the reader and not text of the page: spans of code, where nothing is markup. */
const CODE = /`[^`\n]*`|<code>[^<\n]*<\/code>/g;
const utf8 = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

test('names that are made up to hurt stay names', () => {
  const kernels = NAMES.map(
    (name) => `  - name: ${JSON.stringify(utf8(name))}\n    execution_env:\n      grf_count: 128\n      simd_size: 16\n`,
  );
  const sections = NAMES.map((name) => ({ name: utf8(name), data: 'x' }));
  const notes = [
    { type: 6, desc: 0x05004000 },
    { type: 4, desc: '1.1|`<b>\0' },
  ] as const;
  const zebin = buildZebin({ zeInfo: `version: '1.73'\nkernels:\n${kernels.join('')}`, sections, notes }).bytes;
  const archive = buildAr([
    buildMember('//', latin1('/home/somebody/project/x.o/\n<b>|`/\n')),
    buildMember('/0', zebin),
    buildMember('/28', zebin),
  ]);
  for (const bytes of [zebin, archive]) {
    for (const text of Object.values(reports(bytes, '/home/somebody/<b>`|\u202e.zebin'))) {
      expect(text.length).toBeLessThan(MOST);
      expect(text).not.toMatch(/somebody|\u202e|\u2066/);
      const page = text.replace(CODE, '');
      expect(page).not.toMatch(/script|evil|javascript|someone|example|`/);
      expect(page.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?(details|summary)>$/.test(tag)) ?? []).toEqual([]);
      // Within a summary nothing is Markdown.
      for (const summary of text.match(/<summary>.*<\/summary>/g) ?? []) expect(summary).not.toContain('`');
      // A bar in a name would be another column.
      for (const table of text.match(/(?:^\|.*\n)+/gm) ?? []) {
        const columns = table
          .trimEnd()
          .split('\n')
          .map((row) => row.split('|').length);
        expect(new Set(columns).size).toBe(1);
      }
    }
  }
});

test('a report that would be too long says what it left out', () => {
  const names = Array.from({ length: 2000 }, (_, i) => `kernel_${'x'.repeat(60)}_${i}`);
  const kernels = names.map((name) => `  - name: ${name}\n    execution_env:\n      grf_count: 128\n      simd_size: 4\n`);
  const bytes = buildZebin({
    zeInfo: `version: '1.73'\nkernels:\n${kernels.join('')}`,
    kernels: names,
    notes: [{ type: 6, desc: 0x05004000 }],
  }).bytes;
  const { info, check, validate } = reports(bytes, 'many.zebin');
  for (const text of [info, check, validate]) {
    expect(text.length).toBeLessThan(MOST);
    expect(text).toMatch(/\nLeft out, since a report has at most 65000 characters: \d+ (findings|kernels)/);
  }
  expect(info).toMatch(/\d+ sections/);
});

test('a report of something other than a zebin has what exists', () => {
  const { info, check } = reports(fixture('patchtoken/basic-skl.bin').bytes(), 'basic-skl.bin');
  expect(info).toContain('patch-tokens');
  expect(check).toBe('');
});

test('code is in no report', () => {
  const zebin = buildZebin({ kernels: ['k'], sections: [{ name: '.spv', type: SHT.spirv, data: 'SECRETCODE' }] }).bytes;
  for (const text of Object.values(reports(zebin, 'a.zebin'))) expect(text).not.toContain('SECRETCODE');
});
