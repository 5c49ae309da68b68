import type { Field } from './field.ts';

/**
 * Fields of all narrow descriptors: lengths of payloads in registers, and before Xe the unit. Since DG2 the length of the second payload is
 * in the instruction if the extended descriptor is an immediate.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/MessageDecoder.cpp (decodePayloadSizes).
 */
export const LENGTH_FIELDS: readonly Field[] = [
  { name: 'response length', at: 20, bits: 5 },
  { name: 'message length', at: 25, bits: 4 },
  { name: 'unit', at: 32, bits: 4, platforms: '-11' },
  { name: 'end of thread', at: 37, bits: 1, platforms: '-11' },
  { name: 'extended message length', at: 38, bits: 5, platforms: '-12p5' },
];
