/**
 * Sections, symbols, relocations and notes against `readelf -W` of GNU binutils, for every real file.
 *
 * Where readelf names a thing by another machine's or another owner's meaning of a number, ours is compared by number, and the
 * difference is listed in docs/oracles.md.
 */
import { expect } from 'vitest';
import {
  type Elf,
  readElf,
  SECTION_FLAGS,
  SECTION_TYPES,
  type Section,
  SPECIAL_SECTIONS,
  SYMBOL_BINDINGS,
  SYMBOL_TYPES,
  SYMBOL_VISIBILITIES,
  shortName,
  symbolBinding,
  symbolType,
} from '../../../src/formats/elf/index.ts';
import { zebins } from '../../support/corpus.ts';
import { run } from '../../support/run.ts';
import { needs, toolPath } from '../../support/tools.ts';

const it = needs('readelf');

/** As readelf prints a section type it does not know. */
function typeName(type: number): string {
  const known = SECTION_TYPES.find((row) => row.value === type);
  if (known) return shortName(SECTION_TYPES, type);
  if (type >= 0xff000000 && type <= 0xffffffff) return `LOUSER+0x${(type - 0x80000000).toString(16)}`;
  return type.toString(16);
}

function sectionLines(elf: Elf): string[] {
  return elf.sections.map((s) => {
    const flags = SECTION_FLAGS.filter((row) => (s.sh_flags & BigInt(row.value)) !== 0n)
      .map((row) => row.letter)
      .join('');
    const digits = elf.is64 ? 16 : 8;
    return [
      s.index,
      s.name,
      typeName(s.sh_type),
      s.sh_addr.toString(16).padStart(digits, '0'),
      pad6(s.sh_offset),
      pad6(s.sh_size),
      s.sh_entsize.toString(16).padStart(2, '0'),
      flags,
      s.sh_link,
      s.sh_info,
      s.sh_addralign,
    ].join('|');
  });
}

const pad6 = (value: number) => value.toString(16).padStart(6, '0');

const SECTION_LINE =
  /^ *\[ *(\d+)\] (.*?) +(NULL|[A-Z_]+(?:\+0x[0-9a-f]+)?|[0-9a-f]{8}:? ?) +([0-9a-f]{8,16}) ([0-9a-f]{6,}) ([0-9a-f]{6,}) ([0-9a-f]{2,}) +([A-Zxop]*) +(\d+) +(\d+) +(\d+)$/;

function theirSections(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    const found = SECTION_LINE.exec(line);
    return found
      ? [
          found
            .slice(1)
            .map((part) => part.trim())
            .join('|'),
        ]
      : [];
  });
}

function symbolLines(elf: Elf): string[] {
  return elf.sections.flatMap((section) => {
    if (section.content.kind !== 'symbols') return [];
    return section.content.symbols.map((s) => {
      const special = SPECIAL_SECTIONS.find((row) => row.value === s.st_shndx);
      const where = special ? special.name.replace('SHN_UNDEF', 'UND').replace('SHN_ABS', 'ABS').replace('SHN_COMMON', 'COM') : s.st_shndx;
      const digits = elf.is64 ? 16 : 8;
      const size = s.st_size > 99999n ? `0x${s.st_size.toString(16)}` : s.st_size;
      return [
        s.index,
        s.st_value.toString(16).padStart(digits, '0'),
        size,
        shortName(SYMBOL_TYPES, symbolType(s)),
        shortName(SYMBOL_BINDINGS, symbolBinding(s)),
        shortName(SYMBOL_VISIBILITIES, s.st_other & 3),
        where,
        s.name,
      ].join('|');
    });
  });
}

function theirSymbols(output: string): string[] {
  return output.split('\n').flatMap((line) => {
    const found = /^ *(\d+): ([0-9a-f]{8,16}) +(\S+) (\S+) +(\S+) +(\S+) +(\S+) ?(.*)$/.exec(line);
    return found
      ? [
          found
            .slice(1)
            .map((part) => part.trim())
            .join('|'),
        ]
      : [];
  });
}

/** Offset, symbol and type by number, symbol's name, addend; per relocation section. */
function relocationLines(elf: Elf): string[] {
  return elf.sections.flatMap((section: Section) => {
    if (section.content.kind !== 'relocations') return [];
    const symbols = elf.sections[section.sh_link]?.content;
    const list = symbols?.kind === 'symbols' ? symbols.symbols : [];
    return section.content.relocations.map((r) => {
      const info = elf.is64 ? (BigInt(r.r_sym) << 32n) | BigInt(r.r_type) : (BigInt(r.r_sym) << 8n) | BigInt(r.r_type);
      const digits = elf.is64 ? 16 : 8;
      return [
        section.sh_offset.toString(16),
        r.r_offset.toString(16).padStart(digits, '0'),
        info.toString(16).padStart(digits, '0'),
        list[r.r_sym]?.name ?? '',
        r.r_addend ?? '',
      ].join('|');
    });
  });
}

function theirRelocations(output: string): string[] {
  // readelf cuts long section names in this heading, so a section is identified by its offset.
  let section = '';
  return output.split('\n').flatMap((line) => {
    const head = /^Relocation section '.*' at offset 0x([0-9a-f]+) /.exec(line);
    if (head) section = head[1] ?? '';
    const found = /^([0-9a-f]{8,16}) +([0-9a-f]{8,16}) (?:.{0,26}?)(?:([0-9a-f]{8,16}) (.*?))?(?: ([-+]) ([0-9a-f]+))?$/.exec(line);
    if (!found || line.startsWith(' ')) return [];
    const addend = found[6] === undefined ? '' : BigInt(`0x${found[6]}`) * (found[5] === '-' ? -1n : 1n);
    return [[section, found[1], found[2], (found[4] ?? '').trim(), addend].join('|')];
  });
}

/** Owner, size and bytes of each note; readelf prints no bytes for an empty description. */
function noteLines(elf: Elf): string[] {
  return elf.sections.flatMap((section) => {
    if (section.content.kind !== 'notes') return [];
    return section.content.notes.map((note) => {
      const hex = [...note.desc.data].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
      return [section.name, note.owner, note.desc.length, hex].join('|');
    });
  });
}

/** Of the sections that ours takes for tables of notes. */
function theirNotes(output: string, elf: Elf): string[] {
  const tables = new Set(elf.sections.filter((section) => section.content.kind === 'notes').map((section) => section.name));
  let section = '';
  return output.split('\n').flatMap((line) => {
    section = /^Displaying notes found in: (.*)$/.exec(line)?.[1] ?? section;
    const found = /^ {2}(\S+) +0x([0-9a-f]{8})\t.*description data: ([0-9a-f ]*)$/.exec(line);
    if (!found || !tables.has(section)) return [];
    return [[section, found[1], Number.parseInt(found[2] ?? '', 16), (found[3] ?? '').trim()].join('|')];
  });
}

for (const file of zebins()) {
  it(`${file.name}: sections, symbols, relocations and notes`, { tags: ['corpus'] }, () => {
    const { value: elf, diagnostics } = readElf(file.bytes());
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    const output = run(toolPath('readelf'), ['-W', '-S', '-s', '-r', '-n', file.path], { env: { ...process.env, LC_ALL: 'C' } }).stdout;
    expect(sectionLines(elf)).toEqual(theirSections(output));
    expect(symbolLines(elf)).toEqual(theirSymbols(output));
    expect(relocationLines(elf)).toEqual(theirRelocations(output));
    expect(noteLines(elf)).toEqual(theirNotes(output, elf));
    expect(noteLines(elf).length).toBeGreaterThan(0);
  });
}
