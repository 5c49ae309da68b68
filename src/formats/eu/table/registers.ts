/**
 * Registers: general ones, and the architecture registers with their numbers.
 *
 * Source: REGISTER_SPECIFICATIONS of visa/iga/IGALibrary/Models/Models.cpp of intel/intel-graphics-compiler.
 */
import { inRange, PLATFORMS, type Range, XE2 } from './platforms.ts';

export interface Register {
  readonly name: string;
  readonly title: string;
  /** Bits 7:4 of its encoding; -1 for general registers. */
  readonly file: number;
  /** The first of its encodings in that file. */
  readonly base: number;
  /** Number of registers; 0 for one without a number in its name. */
  readonly count: number;
  /** Whether subregisters are printed. */
  readonly subregisters: boolean;
  /** Whether the subregister is in elements of the operand's type. */
  readonly scaled: (platform: number) => boolean;
}

const ROWS: readonly (readonly [name: string, platforms: Range, title: string, file: number, base: number, count: number])[] = [
  ['r', '-11', 'General', -1, 0, 128],
  ['r', '12p1-3', 'General', -1, 0, 256],
  ['r', '3pxpc', 'General', -1, 0, 512],
  ['null', '', 'Null', 0, 0, 0],
  ['a', '', 'Index', 1, 0, 1],
  ['acc', '-11', 'Accumulator', 2, 0, 2],
  ['acc', '12p1-12p71', 'Accumulator', 2, 0, 8],
  ['acc', '12p72-', 'Accumulator', 2, 0, 16],
  ['mme', '-11', 'Math Macro', 2, 2, 8],
  ['mme', '12p1-', 'Math Macro', 2, 8, 8],
  ['f', '-12p71', 'Flag Register', 3, 0, 2],
  ['f', '12p72-', 'Flag Register', 3, 0, 4],
  ['ce', '', 'Channel Enable', 4, 0, 0],
  ['msg', '-12p72', 'Message Control', 5, 0, 8],
  ['msg', '2-', 'Message Control', 5, 0, 2],
  ['sp', '-12p1', 'Stack Pointer', 6, 0, 0],
  ['s', '3-', 'Scalar Register', 6, 0, 1],
  ['sr', '-11', 'State Register', 7, 0, 2],
  ['sr', '12p1-', 'State Register', 7, 0, 1],
  ['cr', '', 'Control Register', 8, 0, 1],
  ['n', '', 'Notification Register', 9, 0, 1],
  ['ip', '', 'Instruction Pointer', 10, 0, 0],
  ['tdr', '', 'Thread Dependency Register', 11, 0, 1],
  ['tm', '', 'Timestamp Register', 12, 0, 1],
  ['fc', '-11', 'Flow Control', 13, 0, 5],
  ['fc', '12p1-12p72', 'Flow Control', 13, 0, 4],
  ['fc', '2-', 'Flow Control', 13, 0, 3],
  ['dbg', '', 'Debug', 15, 0, 1],
];

const WITHOUT_SUBREGISTERS = ['ip', 'ce', 'null'];
const UNSCALED = ['ce', 'ip'];
const SCALED_SINCE_XE2 = ['fc', 'msg'];
const scaledSince = (first: number) => (platform: number) => platform >= first;

export const REGISTERS: readonly (Register & { readonly platforms: Range })[] = ROWS.map(([name, platforms, title, file, base, count]) =>
  Object.freeze({
    name,
    platforms,
    title,
    file,
    base,
    count,
    subregisters: !WITHOUT_SUBREGISTERS.includes(name),
    scaled: scaledSince(UNSCALED.includes(name) ? Number.POSITIVE_INFINITY : SCALED_SINCE_XE2.includes(name) ? XE2 : 0),
  }),
);

const valid = (register: Register, number: number): boolean => number === 0 || (number > 0 && number < register.count);

/** The register that an encoding means, and its number. */
export interface NamedRegister {
  readonly register: Register;
  readonly number: number;
}

/** Architecture registers of one platform by encoding: 256 entries, `undefined` for encodings without a register. */
export function architectureRegisters(platform: number): readonly (NamedRegister | undefined)[] {
  const all = REGISTERS.filter((register) => register.file >= 0 && inRange(platform, register.platforms));
  return Array.from({ length: 256 }, (_, bits) => {
    const candidates = all.filter((register) => register.file === bits >> 4);
    const register = candidates.find((one) => valid(one, (bits & 15) - one.base));
    return register && { register, number: (bits & 15) - register.base };
  });
}

/** A register of a platform by name. */
export function registerNamed(name: string, platform: number): Register {
  const row = REGISTERS.find((register) => register.name === name && inRange(platform, register.platforms));
  if (row === undefined) throw new RangeError(`${name} is not a register of ${PLATFORMS[platform]}`);
  return row;
}
