import type { Row } from '../../schema/index.ts';

/** What the driver itself puts in place of an undefined symbol. */
export type SuppliedValue = 'implicit-arguments' | 'per-thread-offset' | 'surface-state-size' | 'sub-device';

/** A symbol with a meaning of its own. A name in braces stands for any. */
export interface SymbolRow extends Row {
  readonly name: string;
  readonly supplies?: SuppliedValue;
}

/** The symbol at the start of a kernel. */
export const ENTRY_SYMBOL = '_entry';

/** Names in `.symtab` that more than one file has. */
export const SYMBOLS = [
  {
    name: '{kernel}',
    doc: 'Every kernel has a local symbol with its name, at the start of its section.',
    driver: { since: '22.38.24278', note: 'A local symbol counts only where a relocation refers to it.' },
  },
  {
    name: ENTRY_SYMBOL,
    doc: 'Where a kernel really begins, after its prologue. Each kernel has one, so the name occurs many times in a file.',
    since: '1.5',
    driver: { note: 'Not read. Compilers up to IGC 1.0.12504 write it as a function with a size, later ones without type and size.' },
  },
  {
    name: '__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0',
    supplies: 'implicit-arguments',
    doc: 'Undefined, filled by the driver: the size of the implicit arguments, which lie before the arguments that the kernel itself has.',
    since: '1.12',
    specified: false,
    driver: { since: '22.12.22749', note: 'Written only when the kernel needs implicit arguments.' },
  },
  {
    name: '__INTEL_PER_THREAD_OFF',
    supplies: 'per-thread-offset',
    doc: 'Undefined, filled by the driver: where the per-thread data begins in the payload, that is the cross-thread size without the inline part.',
    since: '1.48',
    specified: false,
    driver: { since: '24.22.29735.2' },
  },
  {
    name: '__INTEL_SURFACE_STATE_SIZE',
    supplies: 'surface-state-size',
    doc: 'Undefined, filled by the driver: size of a surface state in bytes, which bindless image arguments are counted in.',
    specified: false,
    driver: { since: '26.22.38646.4' },
  },
  {
    name: '__SubDeviceID',
    supplies: 'sub-device',
    doc: 'Undefined, filled by the driver: address of the number of the sub-device, for devices that split work between tiles.',
    specified: false,
    driver: { since: '22.03.22192', note: 'Since 23.39.27427.19 left as it is on devices that have no such thing.' },
  },
] as const satisfies readonly SymbolRow[];
