// @ts-check
import * as elf from '../../../../dist/formats/elf/index.js';
import * as zebin from '../../../../dist/formats/zebin/index.js';
import { code, hex, page, prose, table } from '../../markdown.mjs';
import { drivers, versions } from '../../rows.mjs';

/** @import { BitRow, NumberedRow, RelocationType, SectionRow, SectionTypeRow } from '../../../../dist/formats/zebin/index.js' */

export default function elfPage() {
  /** @param {readonly NumberedRow[]} rows @param {(value: number) => string} number */
  const numbered = (rows, number = String) =>
    table(
      ['Value', 'Name', 'Versions', 'Drivers', 'Meaning'],
      rows.map((row) => [number(row.value), code(row.name), versions(row), drivers(row.driver), prose(row.doc)]),
    );
  /** @param {readonly BitRow[]} rows */
  const bits = (rows) =>
    table(
      ['Bits', 'Field', 'Versions', 'Drivers', 'Meaning'],
      rows.map((row) => {
        const place = row.width === 1 ? String(row.low) : `${row.low} to ${row.low + row.width - 1}`;
        return [place, code(row.name), versions(row), drivers(row.driver), prose(row.doc)];
      }),
    );
  const sections = /** @type {readonly SectionRow[]} */ (zebin.SECTIONS);
  const types = /** @type {readonly SectionTypeRow[]} */ (zebin.SECTION_TYPES);
  const relocations = /** @type {readonly RelocationType[]} */ (zebin.RELOCATION_TYPES);
  return page(
    'The ELF file of a zebin',
    'Versions are those of the zebin specification; where none is given, the first version has it. Drivers are releases of ' +
      'intel/compute-runtime.',
    '## Sections',
    'A name in braces stands for any text.',
    table(
      ['Section', 'Type', 'Flags', 'At most one', 'Versions', 'Drivers', 'Meaning'],
      sections.map((row) => [
        code(row.pattern),
        code(row.type),
        row.flags.replaceAll('|', ', '),
        row.atMostOne ? 'yes' : '',
        versions(row),
        drivers(row.driver),
        prose(row.doc),
      ]),
    ),
    '## Section types',
    'In addition to those of ELF itself.',
    table(
      ['Value', 'Name', 'Versions', 'Drivers', 'IR', 'Left out by', 'Meaning'],
      types.map((row) => [
        hex(row.value),
        code(row.name),
        versions(row),
        drivers(row.driver),
        row.ir ? 'yes' : '',
        row.strip === 'none' ? '' : code(`strip --${row.strip}`),
        prose(row.doc),
      ]),
    ),
    '## Notes',
    `In the section ${code(zebin.NOTE_SECTION)}, of the owner ${code(zebin.NOTE_OWNER)}.`,
    numbered(zebin.NOTE_TYPES),
    '### NT_INTELGT_TARGET_METADATA',
    bits(zebin.TARGET_METADATA),
    'Values of `generatorId`:',
    numbered(zebin.GENERATORS),
    '### NT_INTELGT_PRODUCT_CONFIG',
    'GFX_GMD_ID in the headers; [devices](devices.md) has the values.',
    bits(zebin.PRODUCT_CONFIG),
    '## Relocation types',
    table(
      ['Value', 'Name', 'Bytes', 'Versions', 'Drivers, in code', 'Drivers, in data', 'Meaning'],
      relocations.map((row) => [
        String(row.value),
        code(row.name),
        row.sizeBytes === undefined ? '' : String(row.sizeBytes),
        versions(row),
        drivers(row.driver),
        drivers(row.driverData),
        prose(row.doc),
      ]),
    ),
    '## Symbols',
    table(
      ['Name', 'Versions', 'Drivers', 'Meaning'],
      zebin.SYMBOLS.map((row) => [code(row.name), versions(row), drivers(row.driver), prose(row.doc)]),
    ),
    '## Header',
    '`e_machine`:',
    numbered(zebin.MACHINES),
    '`e_type`:',
    numbered(zebin.ELF_TYPES, hex),
    'ABI version, `EI_ABIVERSION`:',
    numbered(zebin.ABI_VERSIONS),
    '## Layout',
    'Where compilers put what they write. Alignments are in bytes, for ELF32 and ELF64; `sh_addralign` counts where it is more.',
    table(
      ['Layout', 'Sections', 'Sections of notes', 'Section headers', 'Meaning'],
      elf.LAYOUTS.map((row) => [code(row.name), row.align.join(', '), String(row.noteAlign), row.tableAlign.join(', '), prose(row.doc)]),
    ),
    'Sections in the order in which compilers write them:',
    table(
      ['Place', 'Sections'],
      zebin.SECTION_PLACES.map((place, i) => [
        String(i + 1),
        place === 'others' ? 'all others' : sections.flatMap((row) => (row.place === place ? [code(row.pattern)] : [])).join(', '),
      ]),
    ),
    '## What a program runs without',
    'The groups that `zebin strip` leaves out.',
    table(
      ['Option', 'Meaning'],
      zebin.STRIP_GROUPS.map((row) => [code(`--${row.name}`), prose(row.doc)]),
    ),
  );
}
