/** `zebin/unstable/elf`: ELF files as device binaries use them, in a model whose keys are those of the specification. */
import { reading } from '../../core/bytes/index.ts';
import type { Diagnostic } from '../../core/diag/index.ts';
import {
  type Elf,
  type ElfParts,
  layoutElf,
  partsOfElf as partsOf,
  validateElf as validate,
  writeElf as write,
} from '../../formats/elf/index.ts';

export type { Input } from '../../core/bytes/index.ts';
export type { Diagnostic, Outcome } from '../../core/diag/index.ts';
export type { Annotation } from '../../core/schema/index.ts';
export {
  dumpElf,
  type Elf,
  type ElfParts,
  type ElfSymbol,
  FILE_TYPES as ELF_FILE_TYPES,
  MACHINES as ELF_MACHINES,
  type Note,
  type Relocation,
  readElf,
  SECTION_TYPES as ELF_SECTION_TYPES,
  type Section,
  type SectionPart,
  type SymbolPart,
  sectionPart,
  symbolsOf,
  validateElfParts,
} from '../../formats/elf/index.ts';

/**
 * The parts of a file, which refer to each other by `id` and not by offset or index. Edit them by copying.
 *
 * @example
 * partsOfElf(readElf(bytes).value).sections[0].name; // '.text.clock'
 */
export function partsOfElf(elf: Elf): ElfParts {
  return reading(elf.bytes, (_, out) => partsOf(elf, out)).value;
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
 * The rules of the specification that a file breaks.
 *
 * @example
 * validateElf(readElf(bytes).value).length; // 0
 */
export function validateElf(elf: Elf): readonly Diagnostic[] {
  return reading(elf.bytes, (_, out) => validate(elf, out)).diagnostics;
}
