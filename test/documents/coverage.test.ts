/** Which device gets which kernel, by the rules of the driver. */
import { describe, expect, test } from 'vitest';
import { readTables } from '../../src/driver/index.ts';
import { coverageDocument, findDevice, inspect } from '../../src/internal.ts';
import { buildAr, buildElf, buildMember, buildZebin, latin1 } from '../support/build-elf.ts';
import { archives, fixture } from '../support/corpus.ts';

const [DG2, TGL, BMG, LNL, PTL] = [0x030dc008, 0x03000000, 0x05004000, 0x05010004, 0x07800004];
const SPIRV = 0xff000009;
interface ImageSpec {
  readonly kernels?: readonly string[];
  readonly ir?: boolean;
  readonly family?: number;
  readonly core?: number;
}
function image(ip: number | undefined, { kernels = ['k'], ir = false, family, core }: ImageSpec = {}): Uint8Array {
  const notes = [
    { type: 6, desc: ip },
    { type: 1, desc: family },
    { type: 2, desc: core },
  ].flatMap(({ type, desc }) => (desc === undefined ? [] : [{ type, desc }]));
  const zeInfo = `version: 1.60\nkernels:\n${kernels.map((name) => `- name: ${name}\n`).join('')}`;
  return buildZebin({ zeInfo, kernels, notes, sections: ir ? [{ name: '.spv', type: SPIRV, data: 'x' }] : [] }).bytes;
}
const archive = (members: Readonly<Record<string, Uint8Array>>) =>
  buildAr(Object.entries(members).map(([name, content]) => buildMember(`${name}/`, content)));

/** SPIR-V with these kernels. */
function spirv(names: readonly string[]): Uint8Array {
  const words = [0x07230203, 0x00010400, 0, 10, 0];
  for (const name of names) {
    const text = new Uint8Array(Math.ceil((name.length + 1) / 4) * 4);
    text.set(latin1(name));
    words.push(((3 + text.length / 4) << 16) | 15, 6, 1, ...new Uint32Array(text.buffer));
  }
  words.push((5 << 16) | 54, 0, 0, 0, 0);
  return new Uint8Array(Uint32Array.from(words).buffer);
}
const genericIr = (names: readonly string[]) =>
  buildElf({ header: { e_type: 0xff02, e_machine: 0 }, sections: [{ name: 'SPIRV Object', type: SPIRV, data: spirv(names) }] }).bytes;

function covered(bytes: Uint8Array, devices?: string): Record<string, string> {
  const document = coverageDocument(inspect(bytes).value, { devices: devices?.split(',').flatMap((name) => findDevice(name)) });
  return Object.fromEntries(
    document.devices.map((device) => [
      device.ip,
      `${device.native} ${device.fallback} ${device.ir} ${device.missing.length} ${device.chosen.map((choice) => choice.address).join()}`,
    ]),
  );
}

describe('an image by itself', () => {
  test('is for its device, and for those that are compatible one way', () => {
    expect(covered(image(BMG))).toEqual({ '20.1.0': '1 0 0 0 ', '20.2.0': '0 1 0 0 ', '20.4.4': '0 1 0 0 ' });
    expect(covered(image(LNL))).toEqual({ '20.4.4': '1 0 0 0 ' });
  });

  test('without an IP version is for its product, or its core family', () => {
    expect(Object.keys(covered(image(undefined, { family: 1275 })))).toEqual(['20.4.0', '20.4.1', '20.4.4']);
    expect(Object.keys(covered(image(undefined, { core: 0x0c09 })))).toEqual([
      '20.1.0',
      '20.1.1',
      '20.1.4',
      '20.2.0',
      '20.4.0',
      '20.4.1',
      '20.4.4',
    ]);
    expect(covered(image(undefined))).toEqual({});
  });

  test('with intermediate code is compiled for the others', () => {
    expect(covered(image(BMG, { ir: true }), 'lnl,tgllp')).toEqual({ '12.0.0': '0 0 1 0 ', '20.4.4': '0 1 0 0 ' });
    expect(coverageDocument(inspect(image(BMG, { ir: true })).value).others_have_ir).toBe(true);
    expect(coverageDocument(inspect(image(BMG)).value).others_have_ir).toBe(false);
  });

  test('that lacks a kernel', () => {
    const two = archive({ '64.20.1.0': image(BMG, { kernels: ['a', 'b'] }), '64.20.4.4': image(LNL, { kernels: ['a'] }) });
    expect(covered(two, 'bmg,lnl')).toEqual({ '20.1.0': '2 0 0 0 !64.20.1.0', '20.4.4': '1 0 0 1 !64.20.4.4' });
    const { kernels } = coverageDocument(inspect(two).value);
    expect(kernels.map(({ name, native, missing }) => [name, native, missing])).toEqual([
      ['a', ['20.1.0', '20.4.4'], []],
      ['b', ['20.1.0'], ['20.4.4']],
    ]);
  });
});

describe('an ocloc archive', () => {
  const codes = (bytes: Uint8Array) => coverageDocument(inspect(bytes).value).diagnostics.map((d) => [d.code, d.path]);

  test('is searched by IP version, by product and stepping, by release, by product', () => {
    const names = ['64.20.1.0', '64.bmg.0', '64.20.1', '64.bmg'];
    for (let i = 0; i < names.length; i++) {
      const members = names.slice(i).reverse();
      const bytes = archive(Object.fromEntries(members.map((name) => [name, image(BMG)])));
      expect(covered(bytes, 'bmg')['20.1.0']).toContain(`!${names[i]}`);
    }
  });

  test('finds a compatible image only under the name of a product', () => {
    expect(covered(archive({ '64.20.1.0': image(BMG) }), 'lnl')).toEqual({ '20.4.4': '0 0 0 1 ' });
    expect(covered(archive({ '64.bmg': image(BMG) }), 'lnl')).toEqual({ '20.4.4': '0 1 0 0 !64.bmg' });
    expect(covered(archive({ '64.dg2': image(DG2) }), 'dg2-g11')).toEqual({ '12.56.5': '0 1 0 0 !64.dg2' });
  });

  test('uses intermediate code of a member that does not fit, else that next to the members', () => {
    expect(covered(archive({ '64.20.4.4': image(BMG, { ir: true }) }), 'lnl')).toEqual({ '20.4.4': '0 1 0 0 !64.20.4.4' });
    expect(covered(archive({ '64.20.1.0': image(LNL, { ir: true }) }), 'bmg')).toEqual({ '20.1.0': '0 0 1 0 !64.20.1.0' });
    const both = archive({ '64.20.1.0': image(BMG), generic_ir: genericIr(['k', 'more']) });
    expect(covered(both, 'bmg,tgllp')).toEqual({ '12.0.0': '0 0 2 0 !generic_ir', '20.1.0': '1 0 0 1 !64.20.1.0' });
    expect(coverageDocument(inspect(both).value).others_have_ir).toBe(true);
  });

  test('has members that no driver finds', () => {
    expect(codes(archive({ '20.1.0': image(BMG), '64.bmg': image(BMG) }))).toEqual([['coverage/never-chosen', '20.1.0!']]);
    expect(codes(archive({ '64.dg2': image(BMG) }))).toEqual([['coverage/never-chosen', '64.dg2!']]);
    expect(codes(archive({ '32.20.1.0': image(BMG) }))).toEqual([]);
  });

  test('has members that another name hides', () => {
    // LNL runs what is for BMG, so the driver is content with the first.
    expect(codes(archive({ '64.20.4.40': image(BMG), '64.20.4.4': image(LNL) }))).toEqual([['coverage/prefix', '64.20.4.4!']]);
    expect(codes(archive({ '64.20.1.04': image(LNL), '64.20.1.0': image(BMG) }))).toEqual([
      ['coverage/never-chosen', '64.20.1.04!'],
      ['coverage/prefix', '64.20.1.0!'],
    ]);
    expect(codes(archive({ '64.bmg': image(BMG), '64.bmg-g21': image(BMG) }))).toEqual([['coverage/prefix', '64.bmg-g21!']]);
  });

  test('inside a container is one image; a library of host code is none', () => {
    const nested = buildAr([buildMember('images/', archive({ '64.20.1.0': image(BMG), '64.20.4.4': image(LNL) }))]);
    expect(covered(nested)).toEqual({ '20.1.0': '1 0 0 0 !images!64.20.1.0', '20.4.4': '1 0 0 0 !images!64.20.4.4' });
    const plain = archive({ a: image(TGL), b: image(PTL) });
    expect(Object.keys(covered(plain))).toContain('12.0.0');
    expect(codes(plain)).toEqual([]);
  });

  // Names and contents of these come from the real ocloc.
  test.each(archives())('of $name has no member that is not found', { tags: ['corpus'] }, (file) => {
    const { diagnostics, devices, kernels } = coverageDocument(inspect(file.bytes()).value);
    expect(diagnostics).toEqual([]);
    expect(devices.length).toBeGreaterThan(0);
    for (const device of devices) expect(device.native + device.fallback + device.ir + device.missing.length).toBe(kernels.length);
  });
});

describe('images side by side', () => {
  const sideBySide = (...images: Uint8Array[]) => buildAr(images.map((content, i) => buildMember(`image${i}/`, content)));

  test('a kernel is taken once, from the first image that has it in the best way', () => {
    const ir = genericIr(['k']);
    const both = sideBySide(ir, image(BMG, { ir: true }), image(DG2, { ir: true }));
    expect(covered(both, 'bmg,dg2,tgllp')).toEqual({
      '12.0.0': '0 0 1 0 !image0!SPIRV Object',
      '12.55.8': '1 0 0 0 !image2',
      '20.1.0': '1 0 0 0 !image1',
    });
  });

  test('kernels that one image lacks come from another', () => {
    const two = sideBySide(image(BMG, { kernels: ['a'] }), image(BMG, { kernels: ['a', 'b'] }), image(DG2, { kernels: ['c'], ir: true }));
    const [bmg] = coverageDocument(inspect(two).value, { devices: findDevice('bmg') }).devices;
    expect(bmg?.chosen.map(({ address, match, kernels }) => [address, match, kernels])).toEqual([
      ['!image0', 'native', 1],
      ['!image1', 'native', 1],
      ['!image2', 'ir', 1],
    ]);
  });

  test('a library without kernels is used by its device, and compiled for no other', () => {
    expect(covered(sideBySide(image(BMG, { kernels: [], ir: true }), image(BMG)), 'bmg,tgllp')).toEqual({
      '12.0.0': '0 0 0 1 ',
      '20.1.0': '1 0 0 0 !image0,!image1',
    });
  });

  test('the functions of an image are not a kernel that a device lacks', () => {
    const functions = 'Intel_Symbol_Table_Void_Program';
    expect(covered(sideBySide(image(BMG, { kernels: ['k', functions] }), spirv(['k', functions])), 'bmg,tgllp')).toEqual({
      '12.0.0': '0 0 1 0 !image1',
      '20.1.0': '1 0 0 0 !image0',
    });
    expect(covered(image(BMG, { kernels: [functions] }), 'bmg,tgllp')).toEqual({ '12.0.0': '0 0 0 0 ', '20.1.0': '0 0 0 0 ' });
  });

  test('a SYCL program with SPIR-V and code for two devices: each device takes its own', () => {
    const bytes = fixture('sycl/host/llvm22-sycl-multi.exe').bytes();
    expect(covered(bytes, 'dg2,bmg,lnl,tgllp')).toEqual({
      '12.0.0': '0 0 3 0 !tgtimg[0]',
      '12.55.8': '3 0 0 0 !tgtimg[2]',
      '20.1.0': '3 0 0 0 !tgtimg[1]',
      '20.4.4': '0 3 0 0 !tgtimg[1]',
    });
  });
});

test('of a file without code there is none', () => {
  const document = coverageDocument(inspect(buildElf({ header: { e_machine: 62 } }).bytes).value);
  expect([document.devices, document.kernels, document.others_have_ir]).toEqual([[], [], false]);
  expect(coverageDocument(inspect(fixture('patchtoken/basic-skl.bin').bytes()).value).others_have_ir).toBe(true);
});

describe('newer tables of many devices', () => {
  const count = 3_000;
  const tables = readTables(
    latin1(
      JSON.stringify({
        schema: 'zebin/tables/1',
        date: '2026-11-21',
        sources: ['a'],
        families: Array.from({ length: count }, (_, i) => ({ value: 5000 + i, name: `n${i}`, acronym: `a${i}`, id: 'i', core: 0x0c09 })),
        devices: Array.from({ length: count }, (_, i) => ({
          ip: `${40 + (i >> 14)}.${(i >> 6) & 255}.${i & 63}`,
          name: 'n',
          family: 5000 + i,
          release: 'xe2-hpg',
          acronyms: [],
        })),
      }),
    ),
  ).value.devices;

  test('are compared with the members of an archive', () => {
    const root = inspect(archive({ '64.bmg': image(BMG) })).value;
    expect(coverageDocument(root, { tables: { devices: tables } }).devices.map(({ ip }) => ip)).toContain('20.1.0');
  });
});
