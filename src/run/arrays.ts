/** Arrays of the source that are in registers, as far as debug information says where. */
import { FormatError, Reporter } from '../core/diag/index.ts';
import { decodeDwarf, locate, type Variable } from '../formats/dwarf/index.ts';
import type { Zebin } from '../formats/zebin/index.ts';

/** Registers of a thread that have an array for its lanes, or for half of them: its first element for each lane, then the second, and so on. */
export interface RegisterArray {
  readonly name: string;
  readonly section: string;
  /** In bytes from the first register on. */
  readonly start: number;
  readonly end: number;
}

/** Lanes of a half. */
const HALF = 16;
/** How an expression begins that has a place for each half: whether the lane is 16 or more. */
const HALVES = [0xed, 0x40, 0x2a, 0x28];

/**
 * The arrays in registers of a file: none without debug information.
 *
 * Compilers describe such an array as if each lane had all of it in a row. What holds is the register where it begins; its size follows from
 * its type.
 */
export function registerArrays({ elf, bytes }: Zebin, simd: number, grfBytes: number): readonly RegisterArray[] {
  try {
    return decodeDwarf(elf, new Reporter(bytes.length), true).units.flatMap(({ variables = [], section }) =>
      variables.flatMap((one) => {
        const index = one.ranges[0]?.section ?? section;
        const name = elf.sections.find((own) => own.index === index)?.name;
        return name === undefined ? [] : placesOf(one, name, simd, grfBytes);
      }),
    );
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

function placesOf({ name, type, locations }: Variable, section: string, simd: number, grfBytes: number): RegisterArray[] {
  if (type?.kind !== 'array' || type.size === 0) return [];
  const { size } = type;
  const found = new Map<number, RegisterArray>();
  for (const { expression } of locations) {
    const isHalf = HALVES.every((byte, i) => expression[i] === byte);
    for (const lane of isHalf ? [0, HALF] : [0]) {
      const register = firstRegister(expression, lane, size);
      if (register === undefined) continue;
      const start = register * grfBytes;
      found.set(start, { name, section, start, end: start + size * (isHalf ? HALF : simd) });
    }
  }
  return [...found.values()];
}

/** The register that an expression reads first, if it reads as many bits as the array has. Their number is in a byte. */
function firstRegister(expression: Uint8Array, lane: number, size: number): number | undefined {
  let first: number | undefined;
  const register = (number: number, _: number, bits: number): bigint => {
    if (bits === ((size * 8) & 0xff)) first ??= number;
    return 0n;
  };
  try {
    locate(expression, { lane, register, memory: () => 0n });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return first;
}
