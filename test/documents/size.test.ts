/** Sizes that add up, and what is there more than once. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { SECTION_TYPES, sectionKind } from '../../src/formats/zebin/index.ts';
import { inspect, SIZE_DOMAINS, type SizeNode, STRIP_GROUPS, sizeDocument } from '../../src/internal.ts';
import { buildAr, buildMember, buildZebin, latin1, SHT } from '../support/build-elf.ts';
import { archives, fixture, probes, zebins } from '../support/corpus.ts';
import { syclFiles } from '../support/sycl.ts';

const sum = (rows: readonly { readonly size: number; readonly inflated_size: number }[], key: 'size' | 'inflated_size') =>
  rows.reduce((total, row) => total + row[key], 0);

function expectSums(node: SizeNode): void {
  if (node.children.length === 0) return;
  expect(sum(node.children, 'size')).toBe(node.size);
  expect(sum(node.children, 'inflated_size')).toBe(node.inflated_size);
  for (const child of node.children) expectSums(child);
}

const SYCL = ['offload-binary', 'syclbin', 'bundles', 'host']
  .flatMap(syclFiles)
  .filter((file) => file.expect.verdict !== 'error' && !file.name.endsWith('.bc'));

describe('sizes add up to the file', () => {
  test.each([...zebins(), ...archives(), ...probes(), ...SYCL])('$name', { tags: ['corpus'] }, (file) => {
    const bytes = file.bytes();
    const document = sizeDocument(inspect(bytes).value, { domains: SIZE_DOMAINS });
    expect(document.tree.size).toBe(bytes.length);
    expect(sum(document.parts, 'size')).toBe(bytes.length);
    for (const part of document.parts) expect(part.size).toBeGreaterThanOrEqual(0);
    expectSums(document.tree);
    for (const group of document.duplicates) {
      expect(group.addresses.length).toBeGreaterThan(1);
      expect(new Set(group.addresses).size).toBe(group.addresses.length);
    }
  });
});

const zebin = (name: string, ip = 0x05004000) =>
  buildZebin({ zeInfo: `version: 1.60\nkernels:\n- name: ${name}\n`, kernels: [name], notes: [{ type: 6, desc: ip }] });

describe('parts', () => {
  test('are identified by kernel and section, without the name of the kernel', () => {
    const { parts } = sizeDocument(inspect(zebin('saxpy').bytes).value);
    expect(parts.map(({ address, device, kernel, section }) => [address, device, kernel, section])).toEqual([
      ['![0]', 'BMG-G21 A0', '[shared]', '[nameless]'],
      ['!.text.saxpy', 'BMG-G21 A0', 'saxpy', '.text'],
      ['!.ze_info', 'BMG-G21 A0', '[shared]', '.ze_info'],
      ['!.note.intelgt.compat', 'BMG-G21 A0', '[shared]', '.note.intelgt.compat'],
      ['!.shstrtab', 'BMG-G21 A0', '[shared]', '.shstrtab'],
      ['', 'BMG-G21 A0', '[shared]', '[headers and padding]'],
    ]);
  });

  test('of compressed images have their share', () => {
    const file = SYCL.find(({ name }) => name === 'host/intel-l2-compressed.so');
    const { tree, parts } = sizeDocument(inspect(file?.bytes() ?? new Uint8Array(0)).value, { domains: ['image'] });
    expect(tree.inflated_size).toBeGreaterThan(tree.size);
    expect(sum(parts, 'size')).toBe(tree.size);
    expect(tree.children).toHaveLength(3);
  });

  test('can be grouped in any order', () => {
    const root = inspect(fixture('fat/loops-xe2.ar').bytes()).value;
    const byDevice = sizeDocument(root, { domains: ['device', 'section'] }).tree;
    expect(byDevice.children.map((child) => child.label).sort()).toEqual(['BMG-G21 A0', 'BMG-G31 A0', 'LNL B0', '[none]']);
    const bySection = sizeDocument(root, { domains: ['section'] }).tree;
    const text = bySection.children.find((child) => child.label === '.text');
    expect(text?.size).toBe(
      byDevice.children.reduce((total, child) => total + (child.children.find((one) => one.label === '.text')?.size ?? 0), 0),
    );
  });
});

describe('kinds', () => {
  test('add up to the file, largest first', () => {
    const { kinds, tree } = sizeDocument(inspect(fixture('zebin/igc2/bmg/basic-debug.zebin').bytes()).value);
    expect(sum(kinds, 'size')).toBe(tree.size);
    expect(kinds.map(({ size }) => size)).toEqual(kinds.map(({ size }) => size).sort((a, b) => b - a));
    expect(kinds.map(({ label }) => label)).toEqual(expect.arrayContaining(['code', 'IR', 'debug data', 'attributes and notes']));
  });

  test('a section that strip removes has the kind of its group; others that of their place', () => {
    for (const { name, kind } of STRIP_GROUPS)
      expect([name, ...sections(name).map(([, , found]) => found)]).toEqual([name, ...sections(name).map(() => kind)]);
    expect(sectionKind('.text.k', SHT.progbits)).toBe('code');
    expect(sectionKind('.data.global', SHT.progbits)).toBe('data');
    expect(sectionKind('.rel.text.k', SHT.rel)).toBe('symbols and relocations');
    expect(sectionKind('.nothing', SHT.progbits)).toBe('other sections');
  });

  /** Sections of a group, with what they are said to be. */
  const sections = (group: string) =>
    SECTION_TYPES.filter(({ strip }) => strip === group).map(({ name, value }) => [name, value, sectionKind('', value)] as const);

  test('SPIR-V in a container is IR, and headers are not', () => {
    const { kinds } = sizeDocument(inspect(buildAr([buildMember('a.spv/', latin1(`\x03\x02\x23\x07${'\0'.repeat(60)}`))])).value);
    expect(kinds).toMatchObject([
      { label: 'headers and padding', size: 68 },
      { label: 'IR', size: 64 },
    ]);
  });
});

describe('duplicates', () => {
  const one = zebin('k', 0x05004000).bytes;
  const other = zebin('k', 0x05010004).bytes;

  test('are whole images before their sections, with a hash of their content', () => {
    const { duplicates } = sizeDocument(inspect(buildAr(['a/', 'b/', 'c/'].map((name) => buildMember(name, one)))).value);
    expect(duplicates).toEqual([
      {
        label: 'zebin',
        sha256: createHash('sha256').update(one).digest('hex'),
        size: one.length,
        wasted: one.length * 2,
        addresses: ['!a', '!b', '!c'],
        devices: ['BMG-G21 A0'],
      },
    ]);
  });

  test('are sections that images for several devices share', () => {
    const big = latin1('a long text, twice the same '.repeat(10));
    const withData = (ip: number) =>
      buildZebin({ zeInfo: 'version: 1.60\n', notes: [{ type: 6, desc: ip }], sections: [{ name: '.data.const', data: big }] }).bytes;
    const { duplicates } = sizeDocument(
      inspect(buildAr([buildMember('a/', withData(0x05004000)), buildMember('b/', withData(0x05010004))])).value,
    );
    expect(duplicates).toMatchObject([{ label: '.data.const', size: 280, wasted: 280, devices: ['BMG-G21 A0', 'LNL B0'] }]);
  });

  test('are none of what differs', () => {
    expect(sizeDocument(inspect(buildAr([buildMember('a/', one), buildMember('b/', other)])).value).duplicates).toEqual([]);
  });
});
