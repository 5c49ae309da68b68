/** What readers and printers need about an operation of a platform. */

import type { LayoutPlaces, PlatformLayouts } from './layout.ts';
import type { Layout } from './layouts.ts';
import type { Format, Operation } from './operations.ts';
import { GEN10, XE, XE_HPG, XE3P } from './platforms.ts';
import { type ScoreboardKind, SWSB_DPAS, SWSB_MATH, SWSB_OTHER, SWSB_SEND } from './scoreboard.ts';
import type { PlatformTypes, TypePlace, TypeTable } from './types.ts';

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

/** The tables of a platform. */
interface ShapeTables {
  readonly platform: number;
  readonly layouts: PlatformLayouts;
  readonly types: PlatformTypes;
}

export class Shape {
  readonly operation: Operation;
  readonly mnemonic: string;
  readonly format: Format;
  readonly reading: Reading;
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
  /** Whether both types are integers or both are floats, depending on a bit (Xe3P). */
  readonly hasExecutionType: boolean;
  /** Whether destination and first source cannot be indirect. */
  readonly isDirect: boolean;
  /** Whether it is a move whose types have a fifth bit (Xe3P). */
  readonly isWideMove: boolean;

  constructor(operation: Operation, { platform, layouts, types }: ShapeTables) {
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
    this.hasExecutionType = platform >= XE3P && (format === 'binary' || format === 'math');
    this.isDirect = this.isMath && platform !== XE_HPG;
    this.isWideMove = platform >= XE3P && mnemonic === 'mov';
    this.reading = readingOf(operation);
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
