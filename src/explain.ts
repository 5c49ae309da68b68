/**
 * What a name means: every attribute, word, section, note, relocation type, field and code that the tables have.
 */
import { AR_HEADER, AR_ROLES } from './ar/index.ts';
import { FORMATS } from './detect.ts';
import { CODES } from './diag/index.ts';
import { ELF_HEADER, ELF_IDENT, FILE_TYPES, MACHINES, NOTE_HEADER, PROGRAM_HEADER, REL, RELA, SECTION_FLAGS, SECTION_HEADER, SECTION_TYPES, SYMBOL, SYMBOL_BINDINGS, SYMBOL_TYPES } from './elf/index.ts';
import { type DriverRange, kindName, nearest, type VersionRange, whenText } from './schema/index.ts';
import { ENUMS, RECORDS } from './zeinfo/index.ts';
import { NOTE_TYPES, RELOCATION_TYPES, SECTIONS, SYMBOL_NAMES, TARGET_METADATA_BITS, ZEBIN_SECTION_TYPES } from './zebin/index.ts';

export interface Entry extends VersionRange {
  readonly kind: 'attribute' | 'record' | 'enumeration' | 'value' | 'section' | 'section type' | 'note' | 'relocation' | 'symbol' | 'field' | 'flag' | 'number' | 'format' | 'diagnostic';
  readonly name: string;
  /** Where the name belongs: `execution_env`, `argument_type`, `Elf_Shdr`. */
  readonly of?: string;
  /** Full name, unique in the table: `execution_env/grf_count`. */
  readonly path: string;
  readonly doc: string;
  readonly type?: string;
  readonly unit?: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly deprecated?: string;
  /** Presence condition as a sentence part. */
  readonly when?: string;
  readonly value?: number;
  /** False for what the specification does not have. */
  readonly specified?: boolean;
  readonly driver?: DriverRange;
  readonly severity?: string;
  readonly help?: string;
}
