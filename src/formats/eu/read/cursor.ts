/** The instruction word that is being read, and the state of reading it. */

import { type Draft, type Instruction, newInstruction, type Operand } from '../model.ts';
import { type LayoutPlaces, MOST_FIELDS, type Place } from '../table/layout.ts';
import { XE_HPC } from '../table/platforms.ts';
import type { Register } from '../table/registers.ts';
import type { PlatformShapes, Shape } from '../table/shapes.ts';
import type { DataType } from '../table/types.ts';

export class Cursor {
  readonly words: Int32Array = new Int32Array(4);
  /** The values of the fields of `places`, by their index, as signed numbers. */
  private readonly values: Int32Array = new Int32Array(MOST_FIELDS);
  readonly platform: number;
  readonly shapes: PlatformShapes;
  shape: Shape;
  places: LayoutPlaces;
  instruction: Draft<Instruction> = newInstruction(0, 16, 0, 0, 0, 0, 0, 0);
  /** Whether the operands have additional accumulators, as in math macros. */
  isMacro = false;
  /** Number of sources of a basic operation; for `math` it depends on the function. */
  sourceCount = 0;

  constructor(shapes: PlatformShapes, shape: Shape) {
    this.platform = shapes.platform;
    this.shapes = shapes;
    this.shape = shape;
    this.places = shape.places;
  }

  /** Reads the fields of a layout. */
  load(places: LayoutPlaces): void {
    this.places = places;
    places.readAll(this.words, this.values);
  }

  /** The value of a field, as a signed number if it has 32 bits. */
  get(place: Place): number {
    return this.values[place.index] ?? 0;
  }

  /** Records why the word is invalid; the first reason is kept. */
  fail(problem: string): void {
    this.instruction.problem ??= problem;
  }

  /** The type for a number; without one it records a problem. */
  type(types: readonly (DataType | undefined)[], number: number): DataType | undefined {
    const type = types[number];
    if (type === undefined) this.fail(`type ${number} means nothing`);
    return type;
  }

  /** Sets register and number of an operand. */
  setRegister(operand: Draft<Operand>, isGeneral: boolean, bits: number): void {
    if (isGeneral) {
      operand.register = this.shapes.general;
      operand.number = bits;
      return;
    }
    const register = this.shapes.architecture[bits & 255];
    if (register === undefined) {
      this.fail(`no architecture register has the number 0x${bits.toString(16)}`);
      return;
    }
    operand.register = register.register;
    operand.number = register.number;
  }

  /** The subregister from its field, which is usually in bytes. */
  subregister(bits: number, register: Register | undefined, type: DataType | undefined): number {
    return subregisterOf(this.platform, bits, register, type);
  }
}

/** The subregister from its field, in elements of the type or in the unit of the register. */
export function subregisterOf(platform: number, bits: number, register: Register | undefined, type: DataType | undefined): number {
  if (type === undefined || type.bits === 0 || register?.scaled(platform) === false) return (platform >= XE_HPC ? bits >> 1 : bits) & 255;
  return ((8 * bits) / type.bits) & 255;
}

/** Sign-extends a number of `bits` bits. */
export const signed = (value: number, bits: number): number => (value << (32 - bits)) >> (32 - bits);
