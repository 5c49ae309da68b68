/**
 * Data types, and their encodings by platform and place.
 *
 * Source: visa/iga/IGALibrary/IR/Types.hpp and the enumeration tables of GED (ged_enum_tables.cpp) of intel/intel-graphics-compiler.
 */
import { inRange, type Range } from './platforms.ts';

export interface DataType {
  readonly name: string;
  /** Bits of an element. */
  readonly bits: number;
  readonly float: boolean;
  readonly signed: boolean;
  /** The text after an operand. */
  readonly text: string;
}

const type = (key: string, bits: number, name = key.startsWith('invalid') ? 'Type::INVALID' : key): DataType =>
  Object.freeze({
    name,
    bits,
    float: /f|^e/.test(name),
    signed: ['b', 'w', 'd', 'q', 's2', 's4'].includes(name),
    text: `:${name}`,
  });

/** All types. `v`, `uv` and `vf` are vectors that are packed into an immediate. */
export const TYPES = Object.fromEntries(
  (
    [
      ['ub', 8],
      ['b', 8],
      ['uw', 16],
      ['w', 16],
      ['ud', 32],
      ['d', 32],
      ['uq', 64],
      ['q', 64],
      ['hf', 16],
      ['f', 32],
      ['df', 64],
      ['nf', 32],
      ['bf', 16],
      ['bf8', 8],
      ['hf8', 8],
      ['tf32', 32],
      ['e2m1', 4],
      ['u1', 1],
      ['u2', 2],
      ['u4', 4],
      ['s2', 2],
      ['s4', 4],
      ['uv', 32],
      ['v', 32],
      ['vf', 8],
      // Encodings that GED knows and iga64 has no name for: the text that it prints, and the size that it assumes.
      ['invalid8', 8],
      ['invalid0', 0],
    ] as const
  ).map(([name, bits]) => [name, type(name, bits)]),
);

/** The place of a type in an instruction, which determines the meaning of its encoding. */
export type TypePlace =
  /** A register of an operation with one or two sources. */
  | 'register'
  /** The destination of such an operation, where its types differ. */
  | 'destination'
  /** An immediate of such an operation. */
  | 'immediate'
  /** Destination and first source of two, if another bit distinguishes integers and floats. */
  | 'integer'
  | 'float'
  | 'floatImmediate'
  /** An operation with three sources. */
  | 'ternaryInteger'
  | 'ternaryFloat'
  /** Three sources in Align16: the type of all, and the type of a source that differs. */
  | 'ternary16'
  | 'mixed'
  /** Matrices. */
  | 'integerPrecision'
  | 'floatPrecision'
  /** The last source of a matrix product with scales. */
  | 'lastPrecision'
  /** Scales. */
  | 'scale'
  /** Both types of a move of Xe3P. */
  | 'move';

/**
 * Names by encoding, `_` for an encoding without a type. The last column has the operations that the row is for. The first matching row is
 * used.
 */
const ROWS: readonly (readonly [place: TypePlace, platforms: Range, names: string, operations?: string])[] = [
  ['register', '-10', 'ud d uw w ub b df f uq q hf'],
  ['register', '11', 'ud d uw w ub b uq q hf f df nf'],
  ['register', '12p5-12p71', 'ub uw ud uq b w d q _ hf f df _ bf', 'add cmp mac mov mul sel'],
  ['register', '12p72-', 'ub uw ud uq b w d q _ hf f df _ bf', 'add cmp mac mul sel'],
  ['register', '3pxpc', 'ub uw ud uq b w d q _ hf f df _ bf', 'cmpn'],
  ['register', '12p72-2', 'ub uw ud uq b w d q bf8 hf f df _ bf tf32', 'mov'],
  ['register', '3', 'ub uw ud uq b w d q bf8 hf f df hf8 bf tf32', 'mov'],
  ['register', '3pxpc', 'ub uw ud uq b w d q bf8 hf f df hf8 bf tf32 uv', 'mov math'],
  ['register', '12p72-3', '_ _ ud _ _ _ d', 'macl'],
  ['register', '12p72-3', '_ _ _ _ _ _ _ _ _ hf f', 'srnd'],
  ['register', '3pxpc', 'ub uw _ _ _ _ _ _ _ hf f', 'srnd'],
  ['register', '12p1-', 'ub uw ud uq b w d q _ hf f df'],
  ['destination', '12p72-3', '_ _ _ _ _ _ _ _ bf8 hf', 'srnd'],
  ['immediate', '12p72-3', '_ _ ud _ _ _ d', 'macl'],
  ['immediate', '-10', 'ud d uw w uv vf v f uq q df hf'],
  ['immediate', '11', 'ud d uw w uv v uq q hf f df vf'],
  ['immediate', '3pxpc', 'uv uw ud uq v w d q _ hf f df', 'bfrev cbit fbh fbl frc lzd mov not rndd rnde rndu rndz math'],
  ['immediate', '12p72', 'uv uw ud uq v w d q vf hf f df _ bf', 'bfrev cbit fbh fbl frc lzd mov not rndd rnde rndu rndz'],
  ['immediate', '12p1-3', 'uv uw ud uq v w d q vf hf f df', 'bfrev cbit fbh fbl frc lzd mov not rndd rnde rndu rndz'],
  ['immediate', '12p72', 'uv uw ud _ v w d _ vf hf f', 'math'],
  ['immediate', '12p72', 'uv uw ud _ v w d _ vf hf f _ _ bf'],
  ['immediate', '12p1-', 'uv uw ud _ v w d _ vf hf f'],
  ['integer', '3pxpc', 'ub uw ud uq b w d q'],
  ['float', '3pxpc', 'bf8 hf f df hf8 bf tf32'],
  ['floatImmediate', '3pxpc', '_ hf f df'],
  ['ternaryInteger', '10-11', 'ud d uw w ub b'],
  ['ternaryInteger', '12p1-', 'ub uw ud uq b w d q'],
  ['ternaryFloat', '10', 'hf f df'],
  ['ternaryFloat', '11', 'hf f df nf'],
  ['ternaryFloat', '12p5-12p71', '_ hf f df _ bf _ nf', 'mad'],
  ['ternaryFloat', '12p5-12p71', '_ hf f _ _ bf', 'dpas dpasw'],
  ['ternaryFloat', '2', '_ hf f _ _ bf', 'dpas'],
  ['ternaryFloat', '3pxpc', '_ hf f _ _ bf', 'bdpas'],
  ['ternaryFloat', '12p72-', '_ hf f df _ bf', 'mad dpas'],
  ['ternaryFloat', '3pxpc', '_ hf f df _ bf', 'csel'],
  ['ternaryFloat', '12p1-12p71', '_ hf f df _ _ _ nf'],
  ['ternaryFloat', '12p72-', '_ hf f df'],
  ['ternary16', '-10', 'f d ud df hf'],
  ['mixed', '9-10', 'f hf'],
  ['integerPrecision', '12p5-', 'ub u4 u2 u1 _ _ _ _ _ _ _ _ _ _ _ _ b s4 s2 invalid0'],
  ['floatPrecision', '12p5-12p71', '_ _ _ _ hf _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ bf'],
  ['floatPrecision', '12p72', 'bf8 _ _ _ hf _ _ _ _ _ _ _ invalid0 _ _ _ _ _ _ _ bf _ _ _ tf32'],
  ['floatPrecision', '2', 'bf8 _ _ _ hf _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ bf _ _ _ tf32'],
  ['floatPrecision', '3', 'bf8 _ _ _ hf _ _ _ _ _ _ _ invalid0 _ _ _ hf8 _ _ _ bf _ _ _ tf32'],
  ['floatPrecision', '3pxpc', 'bf8 _ e2m1 _ hf _ _ _ _ _ _ _ invalid0 _ _ _ hf8 _ _ _ bf _ _ _ tf32'],
  ['scale', '3pxpc', '_ invalid8 invalid8 ub'],
  ['lastPrecision', '3pxpc', 'bf8 _ e2m1 _ hf _ _ _ _ _ _ _ _ _ _ _ hf8 _ _ _ bf', 'bdpas'],
  ['move', '3pxpc', 'ub uw ud uq b w d q bf8 hf f df hf8 bf tf32 uv invalid8'],
];

export type TypeTable = readonly (DataType | undefined)[];

/** Without a row. */
const NO_TYPES: TypeTable = [undefined];

/** The rows of a platform. */
export class PlatformTypes {
  private readonly rows: readonly {
    readonly place: TypePlace;
    readonly operations: readonly string[] | undefined;
    readonly types: TypeTable;
  }[];

  constructor(platform: number) {
    this.rows = ROWS.filter(([, platforms]) => inRange(platform, platforms)).map(([place, , names, operations]) => ({
      place,
      operations: operations?.split(' '),
      types: names.split(' ').map((name) => TYPES[name]),
    }));
  }

  /** The types by encoding, for a place in an operation. */
  of(place: TypePlace, mnemonic: string): TypeTable {
    return this.rows.find((row) => row.place === place && (row.operations?.includes(mnemonic) ?? true))?.types ?? NO_TYPES;
  }
}
