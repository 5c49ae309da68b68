import { describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { type LinkAddresses, linkZebin, readZebin, type Zebin } from '../../../src/formats/zebin/index.ts';
import { buildZebin, type RelocationSpec, type SectionSpec, SHT, type SymbolSpec } from '../../support/build-elf.ts';
import { zebins } from '../../support/corpus.ts';
import { mulberry32, mutate } from '../../support/mutate.ts';

const GLOBAL = 0x10;
const OBJECT = 1;
const FUNC = 2;

/** Addresses as far apart as the class allows, with something in both halves. */
function addressesOf(zebin: Zebin): LinkAddresses & { sections: Map<string, bigint> } {
  const { is64, sections } = zebin.elf;
  const base = is64 ? 0xffff_80f1_7654_0000n : 0x4321_0000n;
  return { sections: new Map(sections.map((section, i) => [section.name, base + BigInt(i) * (is64 ? 0x1_2345_6780n : 0x12_3450n)])) };
}

/** What is in a file after linking, computed by hand from the raw tables: nothing of the linker is used. */
function byHand(zebin: Zebin, at: ReadonlyMap<string, bigint>, given: ReadonlyMap<string, bigint> = new Map()): Uint8Array {
  const { elf } = zebin;
  const bytes = zebin.bytes.data.slice();
  const view = new DataView(bytes.buffer);
  const symtab = elf.sections.find((section) => section.content.kind === 'symbols');
  const symbols = symtab?.content.kind === 'symbols' ? symtab.content.symbols : [];
  for (const section of elf.sections) {
    if (section.content.kind !== 'relocations') continue;
    const target = elf.sections[section.sh_info];
    if (!target) continue;
    for (const { r_offset, r_sym, r_type, r_addend = 0n } of section.content.relocations) {
      const place = target.sh_offset + Number(r_offset);
      const symbol = symbols[r_sym];
      const home = elf.sections[symbol?.st_shndx ?? 0];
      const put16 = (value: bigint) => view.setUint16(place, Number(value & 0xffffn), true);
      const put32 = (value: bigint) => view.setUint32(place, Number(value & 0xffff_ffffn), true);
      const put64 = (value: bigint) => view.setBigUint64(place, BigInt.asUintN(64, value), true);
      if (target.name.startsWith('.debug')) {
        const base = symbol?.name.startsWith('.text.')
          ? at.get(symbol.name)
          : home?.name.startsWith('.debug')
            ? 0n
            : at.get(home?.name ?? '');
        const value = (base ?? 0n) + (symbol?.st_value ?? 0n) + r_addend;
        if (r_type === 1) put64(value);
        if (r_type === 2) put32(value);
        if (r_type === 3) put32(value >> 32n);
        continue;
      }
      const kernel = zebin.kernelEntries.find((one) => `.text.${one.name}` === target.name);
      if (target.name.startsWith('.text') && !kernel) continue;
      const outside = symbol?.st_shndx === 0;
      const local = outside ? undefined : (at.get(home?.name ?? '') ?? 0n) + (symbol?.st_value ?? 0n);
      if (target.name.startsWith('.data')) {
        const value = local ?? given.get(symbol?.name ?? '');
        if (value === undefined) continue;
        const sum = value + r_addend;
        if (!elf.is64) put32(BigInt(view.getUint32(place, true)) + sum);
        else if (r_type === 1) put64(view.getBigUint64(place, true) + sum);
        else if (r_type === 2) put32(BigInt(view.getUint32(place, true)) + sum);
        else if (r_type === 3) put32(BigInt(view.getUint32(place, true)) + ((sum >> 32n) & 0xffff_ffffn));
        continue;
      }
      const ends = (kernel?.zeInfo.payload_arguments ?? []).map((arg) => (arg.offset ?? 0) + (arg.size ?? 0));
      const crossThread = Math.ceil(Math.max(0, ...ends) / 32) * 32;
      const perThread = BigInt(Math.max(0, crossThread - (kernel?.zeInfo.execution_env?.inline_data_payload_size ?? 0)));
      if (r_type === 4) {
        put32(perThread);
        continue;
      }
      const env = kernel?.zeInfo.execution_env;
      let value: bigint | undefined;
      switch (outside ? symbol?.name : undefined) {
        case undefined:
          value = (local ?? 0n) + r_addend;
          break;
        case '':
          value = 0n;
          break;
        case '__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0': {
          const needed =
            env?.require_iab || env?.has_stack_calls || kernel?.zeInfo.payload_arguments?.some((a) => a.arg_type === 'implicit_arg_buffer');
          const note = zebin.notes.find((one) => one.type === 8);
          const layout = note?.value.kind === 'u32' ? note.value.value : 0;
          if (needed) put32(BigInt([128, 192, 160][layout] ?? -1));
          break;
        }
        case '__INTEL_PER_THREAD_OFF':
          value = perThread;
          break;
        default:
          value = given.get(symbol?.name ?? '');
      }
      if (value === undefined) continue;
      if (r_type === 1) put64(value);
      if (r_type === 2) put32(value);
      if (r_type === 3) put32(value >> 32n);
      if (r_type === 7) put16(value);
    }
  }
  return bytes;
}

describe('relocations of real files', () => {
  const external = new Map([
    ['lib_blend', 0x1_2345_6789n],
    ['lib_store', 0x2_2345_6789n],
    ['lib_twice', 0x3_2345_6789n],
    ['_Z20intel_device_barrierj', 0x4_2345_6789n],
    ['__SubDeviceID', 0x5_2345_6789n],
  ]);

  test('give the bytes that are computed by hand', { tags: ['corpus'] }, () => {
    const counts = new Map<string, number>();
    for (const file of zebins()) {
      const zebin = readZebin(file.bytes()).value;
      const { sections } = addressesOf(zebin);
      const { bytes, relocations, unresolved } = linkZebin(zebin, { sections, symbols: external }).value;
      expect(Buffer.compare(bytes, byHand(zebin, sections, external)), file.name).toBe(0);
      expect(unresolved, file.name).toEqual([]);
      for (const { type, state } of relocations) counts.set(`${type} ${state}`, (counts.get(`${type} ${state}`) ?? 0) + 1);
    }
    expect(counts.get('4 applied')).toBeGreaterThan(0);
    expect(counts.get('7 applied')).toBeGreaterThan(0);
    expect([...counts.keys()].filter((key) => key.endsWith('unresolved'))).toEqual([]);
  });

  test('without addresses leave the file as it was except for what the driver knows itself', { tags: ['corpus'] }, () => {
    for (const file of zebins().slice(0, 40)) {
      const zebin = readZebin(file.bytes()).value;
      const { relocations, unresolved, bytes } = linkZebin(zebin).value;
      expect(bytes.length).toBe(zebin.bytes.length);
      for (const one of relocations) expect(one.state !== 'unresolved' || one.reason !== undefined, file.name).toBe(true);
      const missing = relocations.filter((one) => one.state === 'unresolved').map((one) => one.symbol);
      expect(new Set(unresolved)).toEqual(new Set(missing));
    }
  });
});

class Random {
  private readonly next: () => number;
  constructor(seed: number) {
    this.next = mulberry32(seed);
  }

  below(count: number): number {
    return this.next() % count;
  }
}

/** Offsets of the given distance in some order. */
function places(count: number, random: Random): number[] {
  const all = Array.from({ length: count }, (_, i) => 16 * i + random.below(8));
  return all.sort(() => random.below(3) - 1);
}

const COUNT = 200;
const KERNEL =
  'kernels:\n- name: k\n  execution_env:\n    inline_data_payload_size: 64\n  payload_arguments:\n  - offset: 300\n    size: 8\n';

describe.each([true, false])('200 made relocations, 64-bit %s', (is64) => {
  describe.each([false, true])('with addends %s', (addends) => {
    test.each([
      ['.text.k', 1],
      ['.text.k', 2],
      ['.text.k', 3],
      ['.text.k', 4],
      ['.text.k', 7],
      ['.data.global', 1],
      ['.data.global', 2],
      ['.data.global', 3],
      ['.data.const', 1],
      ['.debug_info', 1],
      ['.debug_info', 2],
      ['.debug_info', 3],
    ])('in %s of type %i', (target, type) => {
      const random = new Random(type * 8 + (is64 ? 1 : 0) + (addends ? 2 : 0));
      const content = () => Uint8Array.from({ length: COUNT * 16 }, () => random.below(256));
      const homes = ['.text.k', '.data.global', '.data.const', '.data.const.string'];
      const symbols: SymbolSpec[] = [
        {},
        ...Array.from({ length: 20 }, (_, i): SymbolSpec => {
          const section = homes[i % 4] ?? '';
          const st_info = (i < 10 ? 0 : GLOBAL) | (section === '.text.k' ? FUNC : OBJECT);
          return { name: `s${i}`, section, fields: { st_info, st_value: random.below(1000) } };
        }),
        { name: '.text.k', section: '.debug_info', fields: { st_info: OBJECT } },
      ];
      const relocations = places(COUNT, random).map((offset): RelocationSpec => {
        const symbol = 1 + random.below(target === '.debug_info' ? 21 : 20);
        return { offset, type, symbol, ...(addends ? { addend: random.below(2000) - 1000 } : {}) };
      });
      const sections: SectionSpec[] = [
        ...['.data.global', '.data.const', '.data.const.string', '.debug_info', '.text.k'].map((name) => ({ name, data: content() })),
        { name: '.symtab', type: SHT.symtab, link: '.shstrtab', symbols },
        { name: `.rel${target}`, relocations, link: '.symtab', info: target },
      ];
      const zebin = readZebin(buildZebin({ is64, zeInfo: KERNEL, sections }).bytes).value;
      const at = addressesOf(zebin).sections;
      const { value, diagnostics } = linkZebin(zebin, { sections: at });
      expect(diagnostics.map((d) => d.message)).toEqual([]);
      expect(value.relocations.filter((one) => one.state === 'applied')).toHaveLength(COUNT);
      expect(Buffer.compare(value.bytes, byHand(zebin, at))).toBe(0);
      expect(Buffer.compare(value.bytes, zebin.bytes.data)).not.toBe(0);
    });
  });
});

describe('what the driver does beyond the public page', () => {
  interface Made {
    readonly target?: string;
    readonly type: number;
    readonly symbol: SymbolSpec;
    readonly addend?: number;
    readonly offset?: number;
    readonly zeInfo?: string;
    readonly more?: readonly SectionSpec[];
    readonly notes?: Parameters<typeof buildZebin>[0]['notes'];
  }

  function link(made: Made, addresses: LinkAddresses = {}) {
    const { target = '.text.k', type, symbol, addend, offset = 8, zeInfo = KERNEL, more = [], notes } = made;
    const relocation = { offset, type, symbol: 1, ...(addend === undefined ? {} : { addend }) };
    const sections: SectionSpec[] = [
      { name: '.text.k', data: 'c'.repeat(32) },
      { name: '.data.global', data: '\x01\0\0\0'.repeat(8) },
      ...more,
      { name: '.symtab', type: SHT.symtab, link: '.shstrtab', symbols: [{}, symbol] },
      { name: `.rel${target}`, relocations: [relocation], link: '.symtab', info: target },
    ];
    const zebin = readZebin(buildZebin({ zeInfo, sections, ...(notes ? { notes } : {}) }).bytes).value;
    const { value, diagnostics } = linkZebin(zebin, addresses);
    const section = zebin.elf.sections.find((one) => one.name === target);
    const at = (section?.sh_offset ?? 0) + offset;
    return {
      one: value.relocations[0],
      codes: diagnostics.map((d) => d.code),
      written: Buffer.from(value.bytes.subarray(at, at + 8)).toString('latin1'),
      before: Buffer.from(zebin.bytes.data.subarray(at, at + 8)).toString('latin1'),
      unresolved: value.unresolved,
    };
  }
  const undefinedSymbol = (name: string): SymbolSpec => ({ name, fields: { st_info: GLOBAL } });

  test('a size that the driver supplies takes 4 bytes of any type but the first', () => {
    const needs = KERNEL.replace('execution_env:', 'execution_env:\n    require_iab: true');
    const symbol = undefinedSymbol('__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0');
    expect(link({ type: 3, symbol, zeInfo: needs }).written).toBe('\x80\0\0\0cccc');
    expect(link({ type: 7, symbol, zeInfo: needs }).written).toBe('\x80\0\0\0cccc');
    expect(link({ type: 1, symbol, zeInfo: needs }).written).toBe('\x80\0\0\0\0\0\0\0');
    expect(link({ type: 2, symbol: undefinedSymbol('__INTEL_SURFACE_STATE_SIZE') }).written).toBe('@\0\0\0cccc');
  });

  test('the size of implicit arguments is that of the layout in note 8, and is kept where none are needed', () => {
    const needs = KERNEL.replace('execution_env:', 'execution_env:\n    has_stack_calls: true');
    const symbol = undefinedSymbol('__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0');
    const sizes = [0, 1, 2, 3].map((desc) => link({ type: 2, symbol, zeInfo: needs, notes: [{ type: 8, desc }] }));
    expect(sizes.map(({ one }) => one?.value)).toEqual([128n, 192n, 160n, undefined]);
    expect(sizes[3]?.codes).toEqual(['link/unresolved']);
    const kept = link({ type: 2, symbol });
    expect(kept.one?.state).toBe('kept');
    expect(kept.written).toBe(kept.before);
    expect(kept.codes).toEqual([]);
  });

  test('the offset of per-thread data follows from the arguments, for the old type and for the symbol', () => {
    // 308 bytes rounded up to 320, of which 64 are inline.
    expect(link({ type: 4, symbol: {} }).one?.value).toBe(256n);
    expect(link({ type: 7, symbol: undefinedSymbol('__INTEL_PER_THREAD_OFF') }).one).toMatchObject({ value: 256n, size: 2 });
  });

  test('the address of the sub-device is kept unless it is given', () => {
    const symbol = undefinedSymbol('__SubDeviceID');
    expect(link({ type: 2, symbol }).one?.state).toBe('kept');
    expect(link({ type: 2, symbol }, { symbols: new Map([['__SubDeviceID', 0x1_0000_0041n]]) }).written).toBe('A\0\0\0cccc');
  });

  test('a relocation without symbol writes zero in code and nothing in data', () => {
    expect(link({ type: 2, symbol: {} }).written).toBe('\0\0\0\0cccc');
    expect(link({ type: 2, symbol: {}, target: '.data.global' }).codes).toEqual(['link/unresolved']);
  });

  test('the addend of what another module exports is lost in code', () => {
    const made = { type: 2, symbol: undefinedSymbol('other'), addend: 5 };
    const symbols = new Map([['other', 0x20n]]);
    expect(link(made, { symbols }).one?.value).toBe(0x20n);
    expect(
      link({ ...made, symbol: { name: 'other', section: '.text.k', fields: { st_info: GLOBAL | FUNC } } }, { symbols }).one?.value,
    ).toBe(0x25n);
    expect(link(made).unresolved).toEqual(['other']);
  });

  test('symbols without type count as undefined, and so do undefined ones', () => {
    const sections = new Map([['.text.k', 0n]]);
    const symbol = { name: '_entry', section: '.text.k', fields: { st_info: 0 } };
    expect(link({ type: 2, symbol }, { sections }).codes).toEqual(['link/unresolved']);
  });

  test('zeros come after the data, as their alignment says', () => {
    const symbol = { name: 'z', section: '.bss.global', fields: { st_info: GLOBAL | OBJECT, st_value: 4 } };
    const more = [{ name: '.bss.global', type: SHT.nobits, header: { sh_size: 64, sh_addralign: 64 } }];
    expect(link({ type: 1, symbol, more }, { sections: new Map([['.data.global', 0x1000n]]) }).one?.value).toBe(0x1044n);
    expect(link({ type: 1, symbol, more }, { sections: new Map([['.bss.global', 0x2000n]]) }).one?.value).toBe(0x2004n);
    const after = { name: 'z', section: '.data.global', fields: { st_info: GLOBAL | OBJECT, st_value: 64, st_size: 64 } };
    expect(link({ type: 1, symbol: after, more }, { sections: new Map([['.data.global', 0x1000n]]) }).one?.value).toBe(0x1040n);
    expect(link({ type: 1, symbol: after }, { sections: new Map([['.data.global', 0x1000n]]) }).codes).toEqual(['link/symbol-range']);
  });

  test('several relocations of the same data bytes all count from what the file holds', () => {
    const symbol = { name: 'g', section: '.data.global', fields: { st_info: GLOBAL | OBJECT } };
    const more: SectionSpec[] = [
      { name: '.rel.more', relocations: [{ offset: 8, type: 2, symbol: 1 }], link: '.symtab', info: '.data.global' },
    ];
    const sections = new Map([['.data.global', 0x41424340n]]);
    expect(link({ type: 2, symbol, more, target: '.data.global' }, { sections }).written).toBe('ACBA\x01\0\0\0');
  });

  test('what it ignores is kept: other sections, other types in debug sections', () => {
    const symbol = { name: 'g', section: '.data.global', fields: { st_info: GLOBAL | OBJECT } };
    const more = [
      { name: '.spv', type: SHT.spirv, data: 's'.repeat(32) },
      { name: '.debug_info', data: 'd'.repeat(32) },
    ];
    expect(link({ type: 1, symbol, more, target: '.spv' })).toMatchObject({ one: { state: 'kept' }, codes: [], unresolved: [] });
    expect(link({ type: 7, symbol, more, target: '.debug_info' })).toMatchObject({ one: { state: 'kept' }, codes: [] });
    const strings = [{ name: '.data.const.string', data: 's'.repeat(32) }];
    expect(link({ type: 1, symbol, more: strings, target: '.data.const.string' }).codes).toEqual(['link/type']);
  });

  test('a file inside another is patched at its own place', () => {
    const bytes = zebins()[0]?.bytes() ?? new Uint8Array(0);
    const around = new Uint8Array(bytes.length + 100);
    around.set(bytes, 100);
    const inner = readZebin(new Bytes(around).sub(100, around.length)).value;
    const { sections } = addressesOf(inner);
    expect(linkZebin(inner, { sections }).value.bytes).toEqual(linkZebin(readZebin(bytes).value, { sections }).value.bytes);
  });
});

test('damaged files link without an exception, and keep their length', { tags: ['corpus'] }, () => {
  const random = mulberry32(7);
  const files = zebins().filter((file) => file.bytes().length < 100_000);
  for (let i = 0; i < 400; i++) {
    const bytes = mutate(files[random() % files.length]?.bytes() ?? new Uint8Array(0), random);
    let zebin: Zebin;
    try {
      zebin = readZebin(bytes).value;
    } catch {
      continue;
    }
    const { sections } = addressesOf(zebin);
    expect(linkZebin(zebin, { sections }).value.bytes.length).toBe(bytes.length);
  }
});

test('tables made to be much work take time in proportion to the file', () => {
  const many = 20_000;
  const symbols = Array.from(
    { length: many },
    (_, i): SymbolSpec => ({ name: `s${i}`, section: 1 + i, fields: { st_info: GLOBAL | OBJECT } }),
  );
  const sections: SectionSpec[] = [
    ...Array.from({ length: many }, (): SectionSpec => ({ name: '.data.const', data: '' })),
    { name: '.text.k', data: 'c'.repeat(32) },
    { name: '.symtab', type: SHT.symtab, link: '.shstrtab', symbols: [{}, ...symbols] },
    {
      name: '.rel.text.k',
      relocations: symbols.map((_, i) => ({ offset: 0, type: 4, symbol: i })),
      link: '.symtab',
      info: '.text.k',
    },
  ];
  const args = '  - offset: 0\n    size: 4\n'.repeat(5000);
  const zebin = readZebin(buildZebin({ zeInfo: `kernels:\n- name: k\n  payload_arguments:\n${args}`, sections }).bytes).value;
  // Each with each would be minutes, longer than a test may take.
  expect(linkZebin(zebin).value.relocations).toHaveLength(many);
});
