/** `zebin/unstable/elf`: ELF files as device binaries use them, in a model whose keys are those of the specification. */
import { type Diagnostic, FormatError, type Outcome } from '../../core/diag/index.ts';
import type { Annotation } from '../../core/schema/index.ts';
import {
  dumpElf as dump,
  type Elf,
  type ElfParts,
  type ElfSymbol,
  layoutElf,
  sectionPart as makePart,
  type Note,
  partsOfElf as partsOf,
  type Relocation,
  readElf as read,
  type Section,
  type SectionPart,
  type SymbolPart,
  symbolsOf as symbols,
  validateElf as validate,
  writeElf as write,
} from '../../formats/elf/index.ts';
import { dumped, type Input, reporting } from '../reading.ts';

export { FILE_TYPES as ELF_FILE_TYPES, MACHINES as ELF_MACHINES, SECTION_TYPES as ELF_SECTION_TYPES } from '../../formats/elf/index.ts';
export type { Annotation, Diagnostic, Elf, ElfParts, ElfSymbol, Input, Note, Outcome, Relocation, Section, SectionPart, SymbolPart };

/**
 * Reads an ELF file of 32 or 64 bits. Throws `FormatError` (`elf/not-elf`, `elf/class`, …) for anything else.
 *
 * @example
 * const { value: elf } = readElf(bytes);
 * elf.is64; // true
 * elf.sections.some(({ name }) => name === '.ze_info'); // true
 */
export function readElf(input: Input): Outcome<Elf> {
  return read(input);
}

/**
 * The parts of a file, which refer to each other by `id` and not by offset or index. Edit them by copying.
 *
 * @example
 * partsOfElf(readElf(bytes).value).sections[0].name; // '.text.clock'
 */
export function partsOfElf(elf: Elf): ElfParts {
  return reporting(elf.bytes.length, (out) => partsOf(elf, out)).value;
}

/**
 * A section for {@link ElfParts}, with defaults for what is not given.
 *
 * @example
 * const note = sectionPart({ id: 99, name: '.mine', sh_type: 1, content: { kind: 'bytes', bytes: new Uint8Array(4) } });
 * note.name; // '.mine'
 */
export function sectionPart(part: Parameters<typeof makePart>[0]): SectionPart {
  return makePart(part);
}

/**
 * The bytes of a file: every offset, index and string is assigned again, unless nothing changed. Throws `FormatError` for parts that are
 * not a file: `write/reference`, `write/value`, `write/name`, `write/segments`.
 *
 * @example
 * writeElf(partsOfElf(readElf(bytes).value)).length === bytes.length; // true
 */
export function writeElf(parts: ElfParts): Uint8Array {
  return write(layoutElf(parts).value);
}

/**
 * The symbols to which the relocations of a section refer.
 *
 * @example
 * const elf = readElf(bytes).value;
 * const relocated = elf.sections.find(({ content }) => content.kind === 'relocations');
 * symbolsOf(elf, relocated ?? elf.sections[0]).map(({ name }) => name).includes('clock'); // true
 */
export function symbolsOf(elf: Elf, section: Section): readonly ElfSymbol[] {
  return symbols(elf, section);
}

/**
 * The rules of the specification that a file breaks.
 *
 * @example
 * validateElf(readElf(bytes).value).length; // 0
 */
export function validateElf(elf: Elf): readonly Diagnostic[] {
  return reporting(elf.bytes.length, (out) => validate(elf, out)).diagnostics;
}

/**
 * What writing these parts would report: that the file has to be laid out from scratch (`write/new-layout`), or the error that it would throw.
 *
 * @example
 * const parts = partsOfElf(readElf(bytes).value);
 * validateElfParts(parts); // []
 * validateElfParts({ ...parts, sections: parts.sections.slice(1) })[0].code; // 'write/reference'
 */
export function validateElfParts(parts: ElfParts): readonly Diagnostic[] {
  try {
    return layoutElf(parts).diagnostics;
  } catch (error) {
    if (error instanceof FormatError) return [error.diagnostic];
    throw error;
  }
}

/**
 * What each byte of a file is.
 *
 * @example
 * dumpElf(bytes)[0].path; // 'e_ident/EI_MAG'
 */
export function dumpElf(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dump(read(bytes, out).value, out));
}
