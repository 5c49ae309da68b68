import type { Row } from '../../../core/schema/index.ts';

/** A value that the driver itself supplies for an undefined symbol. */
export type SuppliedValue = 'implicit-arguments' | 'per-thread-offset' | 'surface-state-size' | 'sub-device';

/** A symbol with a special meaning. A name in braces stands for any text. */
export interface SymbolRow extends Row {
  readonly name: string;
  readonly supplies?: SuppliedValue;
}

/** The symbol at the start of a kernel. */
export const ENTRY_SYMBOL = '_entry';

/** Names in `.symtab` with the same meaning in every file. */
export const SYMBOLS = [
  {
    name: '{kernel}',
    doc: 'Every kernel has a local symbol with its name, at the start of its section.',
    driver: { since: '22.38.24278', note: 'A local symbol is used only if a relocation refers to it.' },
  },
  {
    name: ENTRY_SYMBOL,
    doc: 'Where the code of a kernel begins, after its prologue. Each kernel has one, so the name occurs many times in a file.',
    since: '1.5',
    driver: { note: 'Not read. IGC up to 1.0.12504 writes it as a function with a size, later releases without type and size.' },
  },
  {
    name: '__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0',
    supplies: 'implicit-arguments',
    doc: 'Undefined; the driver supplies the size of the implicit arguments, which come before the arguments of the kernel itself.',
    since: '1.12',
    specified: false,
    driver: { since: '22.12.22749', note: 'Written only when the kernel needs implicit arguments.' },
  },
  {
    name: '__INTEL_PER_THREAD_OFF',
    supplies: 'per-thread-offset',
    doc: 'Undefined; the driver supplies the offset of the per-thread data in the payload: the size of the cross-thread data without its inline part.',
    since: '1.48',
    specified: false,
    driver: { since: '24.22.29735.2' },
  },
  {
    name: '__INTEL_SURFACE_STATE_SIZE',
    supplies: 'surface-state-size',
    doc: 'Undefined; the driver supplies the size of a surface state in bytes, the unit of bindless image arguments.',
    specified: false,
    driver: { since: '26.22.38646.4' },
  },
  {
    name: '__SubDeviceID',
    supplies: 'sub-device',
    doc: 'Undefined; the driver supplies the address of the number of the sub-device, for devices that split work between tiles.',
    specified: false,
    driver: { since: '22.03.22192', note: 'Not changed from 23.39.27427.19 on, for devices without sub-devices.' },
  },
] as const satisfies readonly SymbolRow[];
