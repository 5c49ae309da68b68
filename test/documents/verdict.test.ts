/** What the first screen says of a file is what `check` decides about it. */

import { describe, expect, test } from 'vitest';
import {
  checkDocument,
  driverVerdict,
  type Item,
  infoDocument,
  infoMarkdown,
  inspect,
  isZebinInfo,
  lsDocument,
  RELEASES,
  supportNotes,
  TABLES,
  withVerdicts,
} from '../../src/internal.ts';
import { fakeIo } from '../cli/fake-io.ts';
import { runVerb } from '../cli/run-verb.ts';
import { buildAr, buildMember, buildZebin } from '../support/build-elf.ts';
import { archives, fixture, probes, zebins } from '../support/corpus.ts';

const release = RELEASES.at(-1) ?? '';
const decide = (item: Item) => driverVerdict(item, { tables: TABLES });
const BMG = [{ type: 6, desc: 0x05004000 }];
const zeInfo = (line: string) =>
  `version: '1.73'\nkernels:\n  - name: k\n    execution_env:\n      simd_size: 16\n      grf_count: 128\n${line}`;

/** The text of the command for a file on disk, with every line of a fact joined. */
async function firstScreen(path: string): Promise<string> {
  const io = fakeIo(Number.POSITIVE_INFINITY);
  await runVerb('info', [path], { all: true }, io);
  return io.printed();
}

function verdictOf(bytes: Uint8Array) {
  const root = inspect(bytes).value;
  const [image] = withVerdicts(infoDocument(root), root, decide).images;
  const found = image && isZebinInfo(image) ? image.verdict : undefined;
  return { found, check: checkDocument(root, { release }) };
}

describe('of every zebin', () => {
  test.each([...zebins(), ...probes(), ...archives()].map((file) => [file.name, file] as const))(
    '%s',
    { tags: ['corpus'] },
    async (_, file) => {
      const root = inspect(file.bytes()).value;
      const document = withVerdicts(infoDocument(root), root, decide);
      const check = checkDocument(root, { release });
      const markdown = infoMarkdown(document, lsDocument(root), { path: file.path, version: '1' });
      const screen = await firstScreen(file.path);
      const checks = check?.images ?? (check ? [check] : []);
      const images = document.images.filter(isZebinInfo);
      expect(images.map(({ address }) => address)).toEqual(checks.map(({ address }) => address));
      for (const [i, { verdict, diagnostics }] of images.entries()) {
        const one = checks[i];
        if (!one) continue;
        const { sentence, support, device, reason, releases } = one;
        expect(verdict.driver).toEqual({ release, verdict: one.verdict, sentence, device, ...(reason ? { reason } : {}), support });
        expect(releases.at(-1)?.verdict).toBe(one.verdict);
        for (const text of [sentence, ...supportNotes(support)]) expect(screen).toContain(text);
        if (i < 10) expect(markdown.replaceAll(/<\/?code>|`/g, '')).toContain(sentence.slice(0, 60));
        expect(verdict.infos + verdict.warnings + verdict.errors).toBe(diagnostics.length);
        expect(/^ {2}findings {2}none$/m.test(screen)).toBe(images.some((image) => image.diagnostics.length === 0));
      }
    },
  );
});

describe('the verdict', () => {
  test('is refused for a kernel that mixes bindless and stateful arguments, although every name in it is known', () => {
    const argument = (index: number, mode: string) =>
      `      - arg_type: arg_bypointer\n        offset: ${index * 4}\n        size: 4\n        arg_index: ${index}\n        addrmode: ${mode}\n        addrspace: global\n        access_type: readwrite\n`;
    const mixed = `    payload_arguments:\n${argument(0, 'bindless')}${argument(1, 'stateful')}    binding_table_indices:\n      - bti_value: 0\n        arg_index: 1\n`;
    const { found } = verdictOf(buildZebin({ kernels: ['k'], notes: [{ type: 1, desc: 1270 }], zeInfo: zeInfo(mixed) }).bytes);
    expect(found?.driver).toMatchObject({ verdict: 'refused', support: { accepted: [{ until: '23.22.26516.8' }] } });
    expect(found?.names.unread).toEqual([]);
    expect([found?.errors, found?.warnings]).toEqual([0, 0]);
  });

  test('is refused from the release on that refuses unknown names', () => {
    const { found } = verdictOf(buildZebin({ kernels: ['k'], notes: BMG, zeInfo: zeInfo('      unheard_of: 1\n') }).bytes);
    expect(found?.driver).toMatchObject({
      verdict: 'refused',
      reason: { code: 'driver/unknown-key' },
      support: { accepted: [{ since: '24.31.30508.5', until: '24.45.31740.8' }] },
    });
  });

  test('says that no device is named, or one that no table has', () => {
    const of = (notes: typeof BMG) => verdictOf(buildZebin({ kernels: ['k'], notes, zeInfo: zeInfo('') }).bytes).found?.driver;
    expect(of([])).toMatchObject({ verdict: 'refused', device: null });
    expect(of([{ type: 6, desc: 0x3f000000 }])).toMatchObject({ verdict: 'accepted', device: null });
    expect(of([{ type: 6, desc: 0x3f000000 }])?.sentence).toMatch(/in no table/);
    expect(of(BMG)?.device).toEqual({ ip: '20.1.0', name: 'BMG-G21 A0', from: 'file', named: 1 });
    expect(of([{ type: 1, desc: 1270 }])?.device?.named).toBeGreaterThan(1);
  });

  test('is null where it was not asked', () => {
    const [image] = infoDocument(inspect(fixture('zebin/igc2/bmg/globals.zebin').bytes()).value).images;
    expect(image && isZebinInfo(image) ? image.verdict.driver : undefined).toBeNull();
  });

  test('of the newest release alone lacks the releases', () => {
    const item = inspect(fixture('zebin/igc2/bmg/globals.zebin').bytes()).value;
    const { support, ...rest } = decide(item) ?? {};
    expect(support).toBeDefined();
    expect(driverVerdict(item, { tables: TABLES }, { newestOnly: true })).toEqual(rest);
  });
});

test('intermediate code next to a zebin has no advice; alone it has', () => {
  const spirv = Uint8Array.from([3, 2, 0x23, 7, 0, 0, 1, 0]);
  const zebin = buildZebin({ kernels: ['k'], notes: BMG, zeInfo: zeInfo('') }).bytes;
  const advice = (...members: Uint8Array[]) => {
    const ar = buildAr(members.map((data, i) => buildMember(`m${i}/`, data)));
    return infoDocument(inspect(ar).value).images.map((image) => 'advice' in image);
  };
  expect(advice(zebin, spirv)).toEqual([false, false]);
  expect(advice(spirv)).toEqual([true]);
});
