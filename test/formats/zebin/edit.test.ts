/** Zebins edited by their parts: what changes, and that nothing else does. */
import { describe, expect, test } from 'vitest';
import { stripZebin } from '../../../src/change/strip.ts';
import { FormatError } from '../../../src/core/diag/index.ts';
import type { ElfParts } from '../../../src/formats/elf/index.ts';
import {
  addFunction,
  appendArgument,
  dropSections,
  encodeZebin,
  findSection,
  orderSections,
  partsOfZebin,
  readZebin,
  renameKernel,
  STRIP_GROUPS,
  setNote,
  type Zebin,
} from '../../../src/formats/zebin/index.ts';
import { fixture, zebins } from '../../support/corpus.ts';

const read = (bytes: Uint8Array): Zebin => readZebin(bytes).value;
const reread = (parts: ElfParts): Zebin => read(encodeZebin(parts).value);
const errors = (bytes: Uint8Array): string[] =>
  readZebin(bytes)
    .diagnostics.filter((d) => d.severity !== 'info')
    .map(({ code }) => code);
const all = zebins().map((file) => ({ name: file.name, bytes: file.bytes() }));
const withKernels = all.filter(({ bytes }) => read(bytes).kernels.length > 0);

/** Content of every section by its name; two of one name follow each other. */
function contents({ elf }: Zebin, but: (name: string) => boolean = () => false): Map<string, string> {
  const found = new Map<string, string>();
  for (const { name, bytes, content } of elf.sections) {
    if (but(name) || content.kind === 'symbols' || content.kind === 'strings') continue;
    found.set(
      name,
      `${found.get(name) ?? ''}${content.kind === 'relocations' ? content.relocations.length : Buffer.from(bytes.data).toString('latin1')}`,
    );
  }
  return found;
}

test('sections of every compiler are in the order that the rows say', { tags: ['corpus'] }, () => {
  for (const { bytes } of all) {
    const { sections } = partsOfZebin(read(bytes));
    expect(orderSections(sections).map(({ id }) => id)).toEqual(sections.map(({ id }) => id));
  }
});

describe('a kernel with another name', () => {
  test('is the same kernel in every file', { tags: ['corpus'] }, () => {
    for (const { name, bytes } of withKernels) {
      const before = read(bytes);
      const [kernel] = before.kernels;
      const from = kernel?.name ?? '';
      const after = reread(renameKernel(partsOfZebin(before), from, 'a kernel: "new"'));
      const [renamed] = after.kernels;
      expect([name, renamed?.name]).toEqual([name, 'a kernel: "new"']);
      expect(renamed?.text?.name).toBe('.text.a kernel: "new"');
      expect(renamed?.text?.bytes.data).toEqual(kernel?.text?.bytes.data);
      const { name: _, ...rest } = renamed?.zeInfo ?? {};
      const { name: __, ...was } = kernel?.zeInfo ?? {};
      expect(JSON.stringify(rest)).toBe(JSON.stringify(was));
      expect(after.kernels.length).toBe(before.kernels.length);
      const symbols = after.elf.sections.flatMap(({ content }) => (content.kind === 'symbols' ? content.symbols.map((s) => s.name) : []));
      expect(symbols).not.toContain(from);
      expect(after.elf.sections.some((section) => section.name.endsWith(`.${from}`) && !section.name.startsWith('.debug'))).toBe(false);
      expect(after.zeInfo?.container.kernels_misc_info?.length).toBe(before.zeInfo?.container.kernels_misc_info?.length);
    }
  });

  test('and back results in the same file', { tags: ['corpus'] }, () => {
    for (const { name, bytes } of withKernels) {
      const parts = partsOfZebin(read(bytes));
      const from = read(bytes).kernels[0]?.name ?? '';
      // Quotes that were not needed are not put back.
      const quoted = Buffer.from(bytes).includes(`'${from}'`);
      const back = encodeZebin(renameKernel(renameKernel(parts, from, 'x'), 'x', from)).value;
      if (!quoted) expect([name, Buffer.compare(back, bytes)]).toEqual([name, 0]);
    }
  });

  test('names that mean something else to YAML are quoted', () => {
    const parts = partsOfZebin(read(fixture('zebin/igc2/bmg/clock.zebin').bytes()));
    const [from] = read(fixture('zebin/igc2/bmg/clock.zebin').bytes()).kernels.map((kernel) => kernel.name);
    for (const to of ['true', '0x10', '- a', 'a: b', '#', "it's", 'tab\there', 'ß\u{1f600}', '\udcff', '']) {
      expect(reread(renameKernel(parts, from ?? '', to)).kernels[0]?.name).toBe(to);
    }
  });

  test('refuses what cannot be', () => {
    const parts = partsOfZebin(read(fixture('zebin/igc2/bmg/clock.zebin').bytes()));
    expect(() => renameKernel(parts, 'nowhere', 'x')).toThrow(TypeError);
    expect(() => renameKernel(parts, 'nowhere', 'x\0')).toThrow(TypeError);
  });
});

test('an argument is added to the kernel and to nothing else', { tags: ['corpus'] }, () => {
  for (const { name, bytes } of withKernels) {
    const before = read(bytes);
    const kernel = before.kernels.at(-1);
    const argument = { arg_type: 'arg_byvalue', offset: 4000, size: 4, arg_index: 77 } as const;
    const after = reread(appendArgument(partsOfZebin(before), kernel?.name ?? '', argument));
    const changed = after.kernels.at(-1);
    expect([name, Object.entries(changed?.zeInfo.payload_arguments?.at(-1) ?? {})]).toEqual([name, Object.entries(argument)]);
    expect(changed?.zeInfo.payload_arguments?.length).toBe((kernel?.zeInfo.payload_arguments?.length ?? 0) + 1);
    const { payload_arguments: _, ...rest } = changed?.zeInfo ?? {};
    const { payload_arguments: __, ...was } = kernel?.zeInfo ?? {};
    expect(JSON.stringify(rest)).toBe(JSON.stringify(was));
    expect(contents(after, (section) => section === '.ze_info')).toEqual(contents(before, (section) => section === '.ze_info'));
  }
});

test('a function is added with code, symbol and entry', { tags: ['corpus'] }, () => {
  for (const { name, bytes } of withKernels) {
    const before = read(bytes);
    const code = Uint8Array.from({ length: 32 }, (_, i) => i);
    const after = reread(addFunction(partsOfZebin(before), { name: 'added', code }));
    expect([name, after.functions.at(-1)?.name]).toEqual([name, 'added']);
    expect(after.functions.length).toBe(before.functions.length + 1);
    const table = after.elf.sections.find(({ content }) => content.kind === 'symbols')?.content;
    const symbol = table?.kind === 'symbols' ? table.symbols.find((s) => s.name === 'added') : undefined;
    const section = after.elf.sections[symbol?.st_shndx ?? 0];
    const at = Number(symbol?.st_value);
    expect(section?.bytes.sub(at, at + 32).data).toEqual(code);
    expect(after.kernels.length).toBe(before.kernels.length);
    expect(errors(encodeZebin(addFunction(partsOfZebin(before), { name: 'added', code })).value)).toEqual(errors(bytes));
  }
});

test('a note is changed or added', { tags: ['corpus'] }, () => {
  for (const { bytes } of all) {
    const before = read(bytes);
    const parts = partsOfZebin(before);
    const after = reread(setNote(parts, 'NT_INTELGT_PRODUCT_CONFIG', 0x05004000));
    expect(after.target.product_config?.ip).toBe('20.1.0');
    expect(after.notes.length).toBe(before.notes.length + (before.notes.some(({ type }) => type === 6) ? 0 : 1));
    expect(reread(setNote(parts, 'NT_INTELGT_ZEBIN_VERSION', '1.99')).target.zebin_version).toBe('1.99');
  }
});

describe('a stripped file', () => {
  test('has no section of the groups, and everything else unchanged', { tags: ['corpus'] }, () => {
    const seen = new Set<string>();
    for (const { bytes } of all) {
      const before = read(bytes);
      const { parts, dropped } = stripZebin(partsOfZebin(before));
      for (const name of dropped) seen.add(findSection(name)?.pattern ?? name);
      const after = reread(parts);
      expect(after.elf.sections.length).toBe(before.elf.sections.length - dropped.length);
      const gone = new Set(dropped);
      expect(contents(after)).toEqual(contents(before, (name) => gone.has(name)));
      expect(errors(encodeZebin(parts).value)).toEqual(errors(bytes));
      // Relocations mean the same symbols, and symbols the same sections.
      expect(meaning(after)).toEqual(meaning(before).filter(([section]) => !gone.has(section)));
    }
    expect([...seen].sort()).toEqual(
      expect.arrayContaining(['.debug_{name}', '.gtpin_info.{name}', '.misc.buildOptions', '.spv', '.visaasm.{module}']),
    );
  });

  test('keeps the requested sections', { tags: ['corpus'] }, () => {
    const hasAll = (bytes: Buffer): boolean => ['.misc.buildOptions', '.spv\0'].every((name) => bytes.includes(name));
    const before = read(all.find(({ bytes }) => hasAll(Buffer.from(bytes)))?.bytes ?? new Uint8Array(0));
    const { dropped } = stripZebin(partsOfZebin(before), { keep: (name) => name === '.misc.buildOptions' });
    expect(dropped).toContain('.spv');
    expect(dropped).not.toContain('.misc.buildOptions');
    for (const { name } of STRIP_GROUPS) {
      const only = stripZebin(partsOfZebin(before), { groups: [name] }).dropped;
      expect(dropped.concat('.misc.buildOptions')).toEqual(expect.arrayContaining([...only]));
    }
    expect(stripZebin(partsOfZebin(before), { groups: [] }).dropped).toEqual([]);
  });

  test('loses relocations and symbols of what goes, and refuses what others need', { tags: ['corpus'] }, () => {
    const file = all.find(({ bytes }) => read(bytes).elf.sections.some(({ name }) => name.startsWith('.rel.text'))) ?? all[0];
    const parts = partsOfZebin(read(file?.bytes ?? new Uint8Array(0)));
    const rel = parts.sections.find(({ name }) => name.startsWith('.rel.text'));
    const target = rel?.sh_info.kind === 'section' ? rel.sh_info.id : 0;
    const { dropped, parts: rest } = dropSections(parts, [target]);
    expect(dropped).toContain(rel?.name);
    for (const { content } of rest.sections) {
      if (content.kind === 'symbols')
        expect(content.symbols.some(({ section }) => section.kind === 'section' && section.id === target)).toBe(false);
    }
    const symtab = parts.sections.find(({ content }) => content.kind === 'symbols')?.id ?? 0;
    expect(() => dropSections(parts, [symtab])).toThrow(FormatError);
  });
});

/** Section, symbol name and section of the symbol of every relocation. */
function meaning({ elf }: Zebin): [section: string, symbol: string | undefined, target: string | undefined][] {
  return elf.sections.flatMap(({ name, content, sh_link }) => {
    const table = elf.sections[sh_link]?.content;
    if (content.kind !== 'relocations' || table?.kind !== 'symbols') return [];
    return content.relocations.map(({ r_sym }): [string, string | undefined, string | undefined] => {
      const symbol = table.symbols[r_sym];
      return [name, symbol?.name, elf.sections[symbol?.st_shndx ?? 0]?.name];
    });
  });
}
