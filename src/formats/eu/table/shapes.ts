/**
 * What readers and printers need about each operation of a platform, computed once from the rows.
 */

import type { Region } from '../model.ts';
import { type FunctionNames, functionsOf } from './functions.ts';
import { type LayoutPlaces, PlatformLayouts } from './layout.ts';
import type { Layout } from './layouts.ts';
import { type Format, type Operation, operationsOf } from './operations.ts';
import { GEN9, GEN10, PLATFORMS, XE, XE_HPG, XE3, XE3P } from './platforms.ts';
import { basicRegions, ternaryRegions } from './regions.ts';
import { architectureRegisters, type NamedRegister, type Register, registerNamed } from './registers.ts';
import { type Scoreboard, type ScoreboardKind, Scoreboards, SWSB_DPAS, SWSB_MATH, SWSB_OTHER, SWSB_SEND } from './scoreboard.ts';
import { PlatformTypes, type TypePlace, type TypeTable } from './types.ts';

/** Types of an operation by encoding, for each place of a type. */
export class ShapeTypes {
  readonly register: TypeTable;
  readonly destination: TypeTable;
  readonly immediate: TypeTable;
  readonly integer: TypeTable;
  readonly float: TypeTable;
  readonly floatImmediate: TypeTable;
  readonly ternaryInteger: TypeTable;
  readonly ternaryFloat: TypeTable;
  readonly ternary16: TypeTable;
  readonly mixed: TypeTable;
  readonly integerPrecision: TypeTable;
  readonly floatPrecision: TypeTable;
  readonly lastPrecision: TypeTable;
  readonly scale: TypeTable;
  readonly move: TypeTable;

  constructor(types: PlatformTypes, mnemonic: string) {
    const of = (place: TypePlace) => types.of(place, mnemonic);
    this.register = of('register');
    this.destination = of('destination').length > 1 ? of('destination') : this.register;
    this.immediate = of('immediate');
    this.integer = of('integer');
    this.float = of('float');
    this.floatImmediate = of('floatImmediate');
    this.ternaryInteger = of('ternaryInteger');
    this.ternaryFloat = of('ternaryFloat');
    this.ternary16 = of('ternary16');
    this.mixed = of('mixed');
    this.integerPrecision = of('integerPrecision');
    this.floatPrecision = of('floatPrecision');
    this.lastPrecision = of('lastPrecision').length > 1 ? of('lastPrecision') : this.floatPrecision;
    this.scale = of('scale');
    this.move = of('move');
  }
}

/** How the operands of an operation are read. */
export type Reading = 'none' | 'basic' | 'ternary' | 'branch' | 'sync' | 'send' | 'sendg' | 'bdpas';

export class Shape {
  readonly operation: Operation;
  readonly mnemonic: string;
  readonly format: Format;
  readonly reading: Reading;
  /** What the part of the mnemonic after the dot is, if it has one; that of sends is a unit. */
  readonly function: 'math' | 'sync' | 'bfn' | 'dpas' | 'bdpas' | 'branch' | 'shfl' | 'lfsr' | 'dnscl' | undefined;
  readonly types: ShapeTypes;
  readonly places: LayoutPlaces;
  /** The places in Align16, if they differ. */
  readonly places16: LayoutPlaces;
  readonly isSend: boolean;
  readonly isMath: boolean;
  readonly isMadm: boolean;
  readonly isDpas: boolean;
  readonly isBfn: boolean;
  readonly isBranch: boolean;
  /** Whether it is a branch whose operands have types of their own. */
  readonly isTypedBranch: boolean;
  readonly isTernary: boolean;
  /** Whether its operands are printed with all that they have: subregister, region and type. */
  readonly isPlain: boolean;
  readonly hasDestination: boolean;
  readonly sourceCount: number;
  /** Whether it is printed without an execution size, which is 1 if the text has none. */
  readonly isSizeless: boolean;
  /** Whether negation is printed as `~`: for `not`, `and`, `or`, `xor`, `bfn`. */
  readonly isBitwise: boolean;
  readonly scoreboardKind: ScoreboardKind;
  readonly hasAccWrite: boolean;
  readonly hasDependency: boolean;
  readonly hasThreadControl: boolean;
  /** Whether both types are integers or both are floats, depending on a bit (Xe3P). */
  readonly hasExecutionType: boolean;
  /** Whether destination and first source cannot be indirect. */
  readonly isDirect: boolean;
  /** Whether it is a move whose types have a fifth bit (Xe3P). */
  readonly isWideMove: boolean;

  constructor(operation: Operation, { platform, layouts, types }: Pick<PlatformShapes, 'platform' | 'layouts' | 'types'>) {
    const { mnemonic, format } = operation;
    this.operation = operation;
    this.mnemonic = mnemonic;
    this.format = format;
    this.isSend = format === 'send' || format === 'send2';
    this.isMath = format === 'math';
    this.isMadm = mnemonic === 'madm';
    this.isDpas = operation.isMatrix;
    this.isBfn = mnemonic === 'bfn';
    this.isBranch = operation.isBranch;
    this.isTypedBranch = ['jumpReg', 'jumpRegImm', 'call', 'brc'].includes(format);
    this.isTernary = format === 'ternary';
    this.isPlain = (format === 'unary' || format === 'binary' || this.isTernary) && !this.isMadm && !this.isDpas;
    this.hasDestination = ['unary', 'binary', 'math', 'ternary', 'quinary', 'call', 'send', 'send2'].includes(format);
    this.sourceCount = SOURCES[format];
    this.isSizeless = ['illegal', 'nop', 'sync', 'jmpi', 'wait'].includes(mnemonic);
    this.isBitwise = ['not', 'and', 'or', 'xor', 'bfn'].includes(mnemonic);
    this.scoreboardKind = this.isSend ? SWSB_SEND : this.isMath ? SWSB_MATH : this.isDpas ? SWSB_DPAS : SWSB_OTHER;
    this.hasAccWrite = platform <= XE_HPG && !this.isBranch && !this.isSend && format !== 'none';
    this.hasDependency = platform < XE && !this.isSend && format !== 'none';
    this.hasThreadControl = format !== 'none' && !(this.isSend && (platform < GEN9 || platform >= XE3));
    this.hasExecutionType = platform >= XE3P && (format === 'binary' || format === 'math');
    this.isDirect = this.isMath && platform !== XE_HPG;
    this.isWideMove = platform >= XE3P && mnemonic === 'mov';
    this.reading = readingOf(operation);
    this.function = functionOf(operation, platform);
    this.types = new ShapeTypes(types, mnemonic);
    const layout = layoutFor(operation, platform);
    this.places = layouts.of(layout);
    this.places16 = layout === 'ternary' && platform <= GEN10 ? layouts.of('ternary16') : this.places;
  }
}

const SOURCES: Readonly<Record<Format, number>> = {
  none: 0,
  unary: 1,
  binary: 2,
  math: 2,
  ternary: 3,
  quinary: 5,
  jump: 1,
  jump2: 2,
  jumpReg: 1,
  jumpRegImm: 1,
  call: 1,
  brc: 2,
  send: 1,
  send2: 2,
  sync: 1,
};

function readingOf({ format, mnemonic }: Operation): Reading {
  if (format === 'none') return 'none';
  if (format === 'unary' || format === 'binary' || format === 'math') return 'basic';
  if (format === 'ternary') return 'ternary';
  if (format === 'quinary') return 'bdpas';
  if (format === 'sync') return 'sync';
  if (format === 'send' || format === 'send2') return mnemonic.startsWith('sendg') ? 'sendg' : 'send';
  return 'branch';
}

function functionOf({ format, mnemonic, isMatrix, branch }: Operation, platform: number): Shape['function'] {
  if (format === 'math') return 'math';
  if (format === 'sync') return platform >= XE ? 'sync' : undefined;
  if (isMatrix) return format === 'quinary' ? 'bdpas' : 'dpas';
  if (branch) return 'branch';
  return (['bfn', 'shfl', 'lfsr', 'dnscl'] as const).find((name) => name === mnemonic);
}

function layoutFor({ format, mnemonic }: Operation, platform: number): Layout {
  switch (format) {
    case 'none':
    case 'unary':
    case 'binary':
    case 'math':
    case 'sync':
      return format;
    case 'ternary':
      return mnemonic === 'dpas' || mnemonic === 'dpasw' ? 'dpas' : platform < GEN10 ? 'ternary16' : 'ternary';
    case 'quinary':
      return 'bdpas';
    case 'send':
    case 'send2':
      if (mnemonic.startsWith('sendgx')) return 'sendgx';
      if (mnemonic.startsWith('sendg')) return 'sendg';
      return mnemonic.startsWith('sends') ? 'sends' : 'send';
    default:
      return 'branch';
  }
}

/** Everything that readers need about a platform. */
export class PlatformShapes {
  readonly platform: number;
  readonly layouts: PlatformLayouts;
  readonly types: PlatformTypes;
  readonly scoreboards: Scoreboards;
  readonly functions: FunctionNames;
  readonly architecture: readonly (NamedRegister | undefined)[];
  readonly general: Register;
  readonly nothing: Register;
  readonly macros: Register;
  readonly regions: readonly (Region | undefined)[];
  readonly ternaryRegions: readonly Region[];
  /** 1 for the opcodes of branches and sends, which can end a block. */
  readonly blockEnds: Uint8Array;
  private readonly shapes: (Shape | undefined)[] = new Array(128).fill(undefined);

  constructor(platform: number) {
    this.platform = platform;
    this.layouts = new PlatformLayouts(platform);
    this.types = new PlatformTypes(platform);
    this.scoreboards = new Scoreboards(platform);
    this.functions = functionsOf(platform);
    this.architecture = architectureRegisters(platform);
    this.general = registerNamed('r', platform);
    this.nothing = registerNamed('null', platform);
    this.macros = registerNamed('mme', platform);
    this.regions = basicRegions(platform);
    this.ternaryRegions = ternaryRegions(platform);
    this.blockEnds = Uint8Array.from(operationsOf(platform), (one) => (one?.isBranch || one?.format.startsWith('send') ? 1 : 0));
  }

  /** The shape of an opcode, computed when code has it: that of all of them takes a third of the time of a short run. */
  shape(opcode: number): Shape | undefined {
    return this.shapes[opcode] ?? this.newShape(opcode);
  }

  private newShape(opcode: number): Shape | undefined {
    const operation = operationsOf(this.platform)[opcode];
    if (operation === undefined) return undefined;
    const shape = new Shape(operation, this);
    this.shapes[opcode] = shape;
    return shape;
  }

  /** The shapes of all operations. */
  all(): readonly Shape[] {
    return operationsOf(this.platform).flatMap((operation) => (operation && this.shape(operation.opcode)) ?? []);
  }
}

const known: (PlatformShapes | undefined)[] = PLATFORMS.map(() => undefined);

/** The shapes of a platform, computed once. */
export function shapesOf(platform: number): PlatformShapes {
  if (!(platform in known)) throw new RangeError(`${platform} is not a platform`);
  const shapes = known[platform] ?? new PlatformShapes(platform);
  known[platform] = shapes;
  return shapes;
}

/** The meaning of a text between braces, without spaces, for an operation; `undefined` if the operation cannot have it. */
export function scoreboardOfText(text: string, operation: Operation | undefined, platform: number): Scoreboard | undefined {
  const shapes = shapesOf(platform);
  const shape = operation && shapes.shape(operation.opcode);
  return shapes.scoreboards.named(text, shape?.scoreboardKind ?? SWSB_OTHER);
}
