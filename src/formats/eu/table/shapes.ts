/**
 * What readers and printers need about each operation of a platform, computed once from the rows.
 */

import type { Region } from '../model.ts';
import { type FunctionNames, functionsOf } from './functions.ts';
import { PlatformLayouts } from './layout.ts';
import { type Operation, operationsOf } from './operations.ts';
import { PLATFORMS } from './platforms.ts';
import { basicRegions, ternaryRegions } from './regions.ts';
import { architectureRegisters, type NamedRegister, type Register, registerNamed } from './registers.ts';
import { type Scoreboard, Scoreboards, SWSB_OTHER } from './scoreboard.ts';
import { Shape } from './shape.ts';
import { TextBits } from './text-bits.ts';
import { PlatformTypes } from './types.ts';

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
  private readonly bits: (TextBits | undefined)[] = new Array(128).fill(undefined);

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

  /** The bits that the text of an operation determines, computed when code with it is printed with notes. */
  textBits(shape: Shape): TextBits {
    return this.bits[shape.operation.opcode] ?? this.newBits(shape);
  }

  private newBits(shape: Shape): TextBits {
    const bits = new TextBits(shape, this.platform);
    this.bits[shape.operation.opcode] = bits;
    return bits;
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
