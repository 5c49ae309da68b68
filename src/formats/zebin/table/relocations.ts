import type { DriverRange } from '../../../core/schema/index.ts';
import type { NumberedRow } from './row.ts';

/** A relocation type. `driver` describes its use in code, `driverData` its use in data sections. */
export interface RelocationType extends NumberedRow {
  /** Number of bytes that it changes; absent if no public source states it. */
  readonly sizeBytes?: number;
  /** Number of bits by which the value is shifted to the right before its low bytes are used; 0 by default. */
  readonly shiftBits?: number;
  readonly driverData: DriverRange;
  /** Whether it is applied to debug sections, in the copy of the file for debuggers. */
  readonly inDebug?: true;
}

const ABORTS = { note: 'The driver aborts the process.' } as const;
const READ = '21.30.20482';

/**
 * Relocation types, with their current names. Until zebin 1.48 the page named the first four `R_ZE_NONE` to `R_ZE_SYM_ADDR_32_HI`.
 *
 * In code the driver overwrites the bytes, and only RELA has an addend. In data it adds to the bytes.
 */
export const RELOCATION_TYPES = [
  {
    value: 0,
    name: 'R_NONE',
    sizeBytes: 0,
    doc: 'Changes nothing.',
    driver: { note: 'The driver aborts the process after it has found the symbol.' },
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
    doc: '32-bit immediate that is the same for all uses.',
    since: '1.48',
    driver: ABORTS,
    driverData: ABORTS,
  },
  {
    value: 6,
    name: 'R_SEND',
    doc: 'Marks a send instruction whose binding table index must be changed.',
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
    driver: { since: '24.22.29735.2', note: 'The driver writes two bytes, but the section must have four there.' },
    driverData: ABORTS,
  },
] as const satisfies readonly RelocationType[];
