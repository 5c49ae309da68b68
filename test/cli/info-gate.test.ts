/** Limits of `info`: what is compared, what is said, exit codes. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readZebin } from '../../src/formats/zebin/index.ts';
import {
  codeColumns,
  findItem,
  GATE_COLUMNS,
  type InfoDocument,
  infoDocument,
  inspect,
  resourceGate,
  unreadOf,
} from '../../src/internal.ts';
import { buildAr, buildMember, latin1 } from '../support/build-elf.ts';
import { FIXTURES, fixture, zebins } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';
import { scratchFolder } from './zebin.ts';

const scratch = scratchFolder();

const SPILLING = 'zebin/igc2/ptl-h/spill-two-scratch.zebin';
/** Before 1.39: one scratch buffer for spills and private memory. */
const MAYBE = zebins().find((file) => {
  const { images } = infoDocument(inspect(file.bytes()).value);
  return images.some(({ kernels }) => kernels.some((kernel) => kernel.memory_source === 'single-space' && kernel.spill_size > 0));
});

async function info(name: string, options: Given<'info'>) {
  const io = fakeIo();
  const code = await runVerb('info', [name.startsWith('/') ? name : join(FIXTURES, name)], options, io);
  return { code, printed: io.printed(), json: () => JSON.parse(io.printed()) as InfoDocument };
}
const gate = (name: string, max: Readonly<Record<string, number>>, certain = false) =>
  resourceGate(infoDocument(inspect(fixture(name).bytes()).value), max, { certain });

describe('the library', () => {
  test('lists the kernels that have more, with the larger register counts of the device for those that spill', () => {
    const { passed, exceeded, kernels, limits } = gate(SPILLING, { spill_size: 0, slm_size: 65536 });
    expect([passed, kernels, limits.length]).toEqual([false, 5, 2]);
    expect(exceeded).toEqual([
      { column: 'spill_size', max: 0, address: '', name: 'spilling', label: 'spilling', value: 1856, certain: true, larger_grf_counts: [] },
      {
        column: 'spill_size',
        max: 0,
        address: '',
        name: 'spilling_private',
        label: 'spilling_private',
        value: 9024,
        certain: true,
        larger_grf_counts: [],
      },
    ]);
    expect(gate(SPILLING, { spill_size: 9024 }).passed).toBe(true);
    expect(gate(SPILLING, { spill_size: 9023 }).exceeded.map(({ name }) => name)).toEqual(['spilling_private']);
    expect(gate(SPILLING, { grf_count: 128 }).exceeded.map(({ value, larger_grf_counts }) => [value, larger_grf_counts])).toEqual([
      [256, undefined],
      [256, undefined],
      [256, undefined],
    ]);
  });

  test('a kernel that spills with few registers: the device has more', () => {
    const found = zebins().flatMap((file) => resourceGate(infoDocument(inspect(file.bytes()).value), { spill_size: 0 }).exceeded);
    const modes = new Set(found.map(({ larger_grf_counts }) => JSON.stringify(larger_grf_counts)));
    expect(modes).toContain('[256]');
    expect(modes).toContain('[]');
  });

  test('a kernel that may spill counts, except with --certain', () => {
    const document = infoDocument(inspect(MAYBE?.bytes() ?? new Uint8Array()).value);
    const all = resourceGate(document, { spill_size: 0 });
    expect(all.exceeded.some(({ certain }) => !certain)).toBe(true);
    const certain = resourceGate(document, { spill_size: 0 }, { certain: true });
    expect(certain.exceeded).toEqual(all.exceeded.filter((one) => one.certain));
    expect([all.certain, certain.certain]).toEqual([false, true]);
  });

  test('every column of numbers can be compared, and nothing else', () => {
    expect(GATE_COLUMNS).toContain('code_size');
    const document = infoDocument(inspect(fixture(SPILLING).bytes()).value, { columns: codeColumns(['code']) });
    for (const column of GATE_COLUMNS) expect(resourceGate(document, { [column]: Number.MAX_SAFE_INTEGER }).passed).toBe(true);
    expect(() => gate(SPILLING, { spil_size: 0 })).toThrow(/did you mean spill_size/);
    expect(() => gate(SPILLING, { name: 0 })).toThrow(TypeError);
    expect(() => gate(SPILLING, { spill_size: Number.NaN })).toThrow(TypeError);
  });

  test('containers: each image, under its address; without a kernel to compare the answer is no', () => {
    const { kernels, exceeded } = gate('fat/basic-dg2-bmg.ar', { code_size: 0 });
    expect(kernels).toBe(18);
    expect(new Set(exceeded.map(({ address }) => address))).toEqual(new Set(['!64.dg2', '!64.bmg']));
    const none = gate('patchtoken/basic-skl.bin', { spill_size: 0 });
    expect([none.passed, none.kernels, none.not_compared.length > 0]).toEqual([false, 0, true]);
  });
});

describe('what was not read', () => {
  const archive = (last: Uint8Array) =>
    buildAr([buildMember('64.bmg/', fixture('zebin/igc2/bmg/clock.zebin').bytes()), buildMember('64.ptl/', last)]);
  const spilling = fixture(SPILLING).bytes();
  const whole = archive(spilling);
  const broken = spilling.slice();
  const { zeInfo } = readZebin(spilling).value;
  for (let at = zeInfo?.bytes.base ?? 0; at < (zeInfo?.bytes.span().end ?? 0); at += 40) broken[at] = '\n'.charCodeAt(0);
  const DAMAGED: Readonly<Record<string, Uint8Array>> = {
    'a member that is cut': whole.slice(0, whole.length - 60_000),
    'a zebin with errors in its ze_info': broken,
    'the same in an archive': archive(broken),
    'a member of unknown format': archive(Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)),
    'a bundle with another checksum': fixture('sycl/bundles/bad-ccob-hash.bundle').bytes(),
  };
  test.each(Object.entries(DAMAGED))('%s fails the gate, which --allow-damaged accepts', async (_, bytes) => {
    const document = infoDocument(inspect(bytes).value);
    expect([document.complete, document.unread.length > 0]).toEqual([false, true]);
    const found = resourceGate(document, { spill_size: 1e9 });
    expect([found.passed, found.allow_damaged]).toEqual([false, false]);
    const allowed = resourceGate(document, { spill_size: 1e9 }, { allowDamaged: true });
    expect([allowed.passed, allowed.allow_damaged]).toEqual([allowed.kernels > 0, true]);
    const path = join(scratch, 'damaged.ar');
    writeFileSync(path, bytes);
    const { code, printed } = await info(path, { max: ['spill_size=1000000000'] });
    expect(code).toBe(1);
    expect(printed).toContain('not read whole: 1 part\n');
    expect(printed).toContain(`damaged.ar${document.unread[0]?.address}: `);
    expect(printed).not.toMatch(/all .* within the limits/);
    if (allowed.passed) expect((await info(path, { max: ['spill_size=1000000000'], allowDamaged: true })).code).toBe(0);
  });

  test('an image inside of what fails its checksum is not read whole either', () => {
    const item = findItem(
      inspect(DAMAGED['a bundle with another checksum'] ?? new Uint8Array()).value,
      '!bundle!sycl-spir64-unknown-unknown',
    );
    expect(item && unreadOf(item)).toMatchObject([{ code: 'inflate/checksum' }]);
  });

  test('intermediate code alone does not pass: nothing compiled to check', async () => {
    const ir = buildMember('generic_ir/', latin1('\x03\x02\x23\x07 and so on'));
    const both = buildAr([buildMember('64.bmg/', fixture('zebin/igc2/bmg/clock.zebin').bytes()), ir]);
    expect(resourceGate(infoDocument(inspect(both).value), { spill_size: 0 })).toMatchObject({
      passed: true,
      not_compared: ['!generic_ir'],
    });
    const path = join(scratch, 'ir.ar');
    writeFileSync(path, buildAr([ir]));
    const { code, printed } = await info(path, { max: ['spill_size=0'] });
    expect(code).toBe(1);
    expect(printed).toContain('nothing compiled to check');
  });
});

describe('the verb', () => {
  test('--json has the result', async () => {
    const { code, json } = await info(SPILLING, { max: ['spill_size=0'], json: true });
    expect(code).toBe(1);
    expect(json()).toMatchObject({
      schema: 'zebin/info/3',
      gate: { passed: false, certain: false, limits: [{ column: 'spill_size', max: 0 }] },
    });
    expect((await info(SPILLING, { json: true })).json()).not.toHaveProperty('gate');
  });
});
