import type { DriverRange } from '../../schema/index.ts';
import type { NumberedRow } from './row.ts';

/** A relocation type. `driver` tells what happens in code, `driverData` what happens in data sections. */
export interface RelocationType extends NumberedRow {
  /** Bytes that it changes; absent when no public source says it. */
  readonly sizeBytes?: number;
  /** How far the value is shifted to the right before its low bytes are taken; 0 when not given. */
  readonly shiftBits?: number;
  readonly driverData: DriverRange;
  /** Applied to debug sections, in the copy of the file that debuggers get. */
  readonly inDebug?: true;
}

const ABORTS = { note: 'The driver ends the whole process.' } as const;
const READ = '21.30.20482';

/**
 * Relocation types. Names are those of today: until zebin 1.48 the page spelled the first four `R_ZE_NONE` to `R_ZE_SYM_ADDR_32_HI`.
 *
 * In code the driver overwrites what is there, and the addend is that of RELA only; in data it adds to what is there.
 */
export const RELOCATION_TYPES = [
  {
    value: 0,
    name: 'R_NONE',
    sizeBytes: 0,
    doc: 'Changes nothing.',
    driver: { note: 'The driver ends the whole process once the symbol is found.' },
    driverData: ABORTS,
  },
  {
    value: 1,
    name: 'R_SYM_ADDR',
    sizeBytes: 8,
    doc: '64-bit address of the symbol.',
    driver: { since: '21.05.18936' },
    driverData: { since: '21.05.18936', note: 'In a 32-bit driver this works like R_SYM_ADDR_32.' },
    inDebug: true,
  },
  {
    value: 2,
    name: 'R_SYM_ADDR_32',
    sizeBytes: 4,
    doc: '32-bit address of the symbol, or the lower half of a 64-bit one.',
    driver: { since: READ },
    driverData: { since: READ },
    inDebug: true,
  },
  {
    value: 3,
    name: 'R_SYM_ADDR_32_HI',
    sizeBytes: 4,
    shiftBits: 32,
    doc: 'Upper half of the 64-bit address of the symbol.',
    driver: { since: READ },
    driverData: { since: READ, note: 'In a 32-bit driver this works like R_SYM_ADDR_32.' },
    inDebug: true,
  },
  {
    value: 4,
    name: 'R_PER_THREAD_PAYLOAD_OFFSET_32',
    sizeBytes: 4,
    doc: 'Offset of the per-thread data in the payload. The symbol __INTEL_PER_THREAD_OFF replaces it.',
    deprecated: '1.48',
    driver: { since: READ, note: 'Writes the cross-thread size without the inline part; the symbol is ignored.' },
    driverData: ABORTS,
  },
  {
    value: 5,
    name: 'R_GLOBAL_IMM_32',
    sizeBytes: 4,
    doc: '32-bit immediate that is the same everywhere.',
    since: '1.48',
    driver: ABORTS,
    driverData: ABORTS,
  },
  {
    value: 6,
    name: 'R_SEND',
    doc: 'Marks a send instruction whose binding table index is to be changed.',
    since: '1.48',
    driver: ABORTS,
    driverData: ABORTS,
  },
  {
    value: 7,
    name: 'R_SYM_ADDR_16',
    sizeBytes: 2,
    doc: '16-bit address of the symbol, or a 16-bit immediate.',
    since: '1.48',
    driver: { since: '24.22.29735.2', note: 'Two bytes are written, but four must be in the section.' },
    driverData: ABORTS,
  },
] as const satisfies readonly RelocationType[];
