/**
 * Which sections the driver accepts, and how often each may occur.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zebin_decoder.cpp (extractZebinSections,
 * validateZebinSectionsCount).
 */
import { hex } from '../core/bytes/index.ts';
import { SECTION_TYPES as ELF_SECTION_TYPES, findRow, numbersOf } from '../formats/elf/index.ts';
import { findSection, NOTE_SECTION, SECTION_TYPES, type SectionRow, TEXT_PREFIX } from '../formats/zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { DriverElf, DriverSection } from './elf.ts';
import { DriverStop, Stops } from './stop.ts';

const SHT = { ...numbersOf(ELF_SECTION_TYPES), ...numbersOf(SECTION_TYPES) };

/** Sections that the next steps use. */
export interface DriverSections {
  readonly zeInfo?: DriverSection;
  /** Sections with code. A section named just `.text` comes last, if the driver uses it. */
  readonly texts: readonly DriverSection[];
  readonly plainText?: DriverSection;
}

const IGNORED: readonly number[] = [SHT.SHT_STRTAB, SHT.SHT_REL, SHT.SHT_RELA, SHT.SHT_NULL];

export function decodeSections(elf: DriverElf, behaviour: Behaviour, stops = new Stops()): DriverSections {
  if (elf.sections.length === 0) throw new DriverStop('driver/section-names', 'e_shstrndx names no section', 0);
  const byName = new Map<string, DriverSection[]>();
  const add = (key: string, section: DriverSection) => {
    const sections = byName.get(key);
    if (sections) sections.push(section);
    else byName.set(key, [section]);
  };
  const collect = (section: DriverSection) => {
    const { type, name } = section;
    const known = (): SectionRow | undefined => {
      const row = findSection(name, type);
      return row?.driver && behaviour.knows(row.driver) ? row : undefined;
    };
    const refuse = (why: string) => new DriverStop('driver/section', why, section.start, section.start + section.size);
    if (type === SHT.SHT_PROGBITS) {
      if (name.startsWith(TEXT_PREFIX)) add(TEXT_PREFIX, section);
      else {
        const row = known();
        if (!row) throw refuse(`a section of code or data is called ${name}`);
        const isIgnored = row.segment === 'debug' || (row.segment === 'code' && section.size === 0);
        if (!isIgnored) add(row.readAs ?? name, section);
      }
    } else if (type === SHT.SHT_NOBITS && behaviour.does('zeroInitialised')) {
      if (known()) add(name, section);
    } else if (type === SHT.SHT_NOTE) {
      if (name === NOTE_SECTION) add(name, section);
    } else if (type === SHT.SHT_ZEBIN_MISC && known()?.atMostOne) add(name, section);
    else if (type === SHT.SHT_ZEBIN_ZEINFO || type === SHT.SHT_SYMTAB || type === SHT.SHT_ZEBIN_SPIRV) add(String(type), section);
    else if (!IGNORED.includes(type)) {
      const row = findRow(SECTION_TYPES, type);
      if (!row || !behaviour.knows(row.driver)) throw refuse(`a section is of type ${hex(type)}${row ? ` (${row.name})` : ''}`);
      if (type === SHT.SHT_ZEBIN_PISA) add(String(type), section);
    }
  };
  for (const section of elf.sections) stops.attempt(() => collect(section));
  for (const [key, sections] of byName) {
    const second = sections[1];
    if (!second || key === TEXT_PREFIX) continue;
    stops.attempt(() => {
      const message = `there are ${sections.length} sections like ${second.name}`;
      throw new DriverStop('driver/section-twice', message, second.start, second.start + second.size);
    });
  }
  const zeInfo = byName.get(String(SHT.SHT_ZEBIN_ZEINFO))?.[0];
  const plainText = byName.get('.text')?.[0];
  return { texts: byName.get(TEXT_PREFIX) ?? [], ...(zeInfo ? { zeInfo } : {}), ...(plainText ? { plainText } : {}) };
}
