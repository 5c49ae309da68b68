/**
 * The names of subfunctions and of other small enumerations, by number. `_` stands for a number without a name.
 *
 * Source: the enumeration tables of GED (ged_enum_tables.cpp) and visa/iga/IGALibrary/Frontend/IRToString.cpp of
 * intel/intel-graphics-compiler.
 */
import { hex } from '../numbers.ts';
import { inRange, type Range, XE_HPC } from './platforms.ts';
import { unitNames } from './units.ts';

/** Names by range of platforms. */
type Names = readonly (readonly [platforms: Range, names: string])[];

const names = (rows: Names, platform: number): readonly (string | undefined)[] =>
  (rows.find(([platforms]) => inRange(platform, platforms))?.[1] ?? '').split(' ').map((name) => (name === '_' ? undefined : name));

const MATH: Names = [
  ['-11', '_ inv log exp sqt rsqt sin cos _ fdiv pow idiv iqot irem invm rsqtm'],
  ['12p1-12p5', '_ inv log exp sqt rsqt sin cos _ _ _ idiv iqot irem invm rsqtm'],
  ['12p71-3', '_ inv log exp sqt rsqt sin cos _ _ _ _ _ _ invm rsqtm'],
  ['3pxpc', '_ inv log exp sqt rsqt sin cos _ tanh sigm _ _ _ invm rsqtm'],
];

/** Functions of `math` that take two sources. */
export const BINARY_MATH = ['fdiv', 'pow', 'idiv', 'iqot', 'irem', 'invm'];

/** Functions of `math` whose registers have an additional accumulator. */
export const MACRO_MATH = ['invm', 'rsqtm'];

/** Function 1 is known, but iga64 has no name for it and prints a number instead. */
const SYNC: Names = [
  ['12p1-12p71', 'nop 0xFFFFFFFF? allrd allwr _ _ _ _ _ _ _ _ _ _ bar host'],
  ['12p72', 'nop _ allrd allwr _ _ _ _ _ _ _ _ _ fence bar host'],
  ['2-', 'nop _ allrd allwr _ _ _ _ _ _ _ _ flush fence bar host'],
];

const LFSR: Names = [['3pxpc', 'b32 b16v2 b8v4 _']];
const SHUFFLE: Names = [['3pxpc', '_ _ _ _ _ _ idx4 _']];

const PREDICATES: Names = [
  ['-12p71', '_ seq anyv allv any2h all2h any4h all4h any8h all8h any16h all16h any32h all32h'],
  ['12p72-', '_ seq any all'],
];

/** In Align16, predicates with other numbers select channels, which Align1 cannot express. */
export const PREDICATES_ALIGN16: readonly string[] = ['', 'seq', '', '', '', '', 'any4h', 'all4h'];

/** Conditions by number. */
export const CONDITIONS: readonly (string | undefined)[] = ['', 'eq', 'ne', 'gt', 'ge', 'lt', 'le', undefined, 'ov', 'un'];

/** Conditions of `bfn`, which has two bits for them. */
export const BFN_CONDITIONS: readonly string[] = ['', 'eq', 'gt', 'lt'];

export const DOWNSCALE_FROM: readonly (string | undefined)[] = ['hf', 'bf', 'f', undefined];
export const DOWNSCALE_TO: readonly (string | undefined)[] = [undefined, 'e2m1', 'int4', undefined];
export const DOWNSCALE_ROUNDINGS = ['srnd', 'rne'] as const;

/** Depths of matrix products by number. */
export const systolicDepths = (platform: number): readonly number[] => [platform === XE_HPC ? 16 : 1, 2, 4, 8];

/** The name of the shape of a matrix product: `8x4`, or the text that iga64 prints for shapes that the operation does not have (Xe-HPC). */
export const systolicName = (depth: number, repeat: number): string =>
  depth > 8 || repeat > 8 ? `${hex(depth * 256 + repeat)}?` : `${depth}x${repeat}`;

export interface FunctionNames {
  readonly math: readonly (string | undefined)[];
  readonly sync: readonly (string | undefined)[];
  readonly lfsr: readonly (string | undefined)[];
  readonly shfl: readonly (string | undefined)[];
  readonly units: readonly (string | undefined)[];
  readonly predicates: readonly (string | undefined)[];
}

/** All names of a platform. */
export const functionsOf = (platform: number): FunctionNames => ({
  math: names(MATH, platform),
  sync: names(SYNC, platform),
  lfsr: names(LFSR, platform),
  shfl: names(SHUFFLE, platform),
  units: unitNames(platform),
  predicates: names(PREDICATES, platform).map((name, number) => (number === 0 ? '' : name)),
});
