/**
 * Reads branches, calls, `sync` and `wait`.
 *
 * Source: visa/iga/IGALibrary/Backend/GED/Decoder.cpp of intel/intel-graphics-compiler.
 */

import { type Draft, newOperand, type Operand } from '../model.ts';
import { XE, XE_HPC } from '../table/platforms.ts';
import { region, STRIDE_REGIONS } from '../table/regions.ts';
import { type DataType, TYPES } from '../table/types.ts';
import type { Cursor } from './cursor.ts';
import { isImmediate, readDestination, readSource, registerNumber } from './operand.ts';

// Created once: a lookup by numbers creates a string.
const PACKED = region(1, 1, 0);
const SCALAR = region(0, 1, 0);

function label(distance: number, type?: DataType): Draft<Operand> {
  const operand = newOperand();
  operand.kind = 'label';
  operand.low = distance | 0;
  operand.type = type;
  return operand;
}

/** Reads a branch up to Gen11: labels and registers are in the fields of basic sources. */
export function readOldBranch(c: Cursor): void {
  const { instruction, shape } = c;
  if (c.get(c.places.control.align16) === 1) {
    c.fail('a branch in Align16');
    return;
  }
  if (shape.format === 'call') instruction.dst = readDestination(c, false, false);
  instruction.sources = oldTargets(c);
}

function oldTargets(c: Cursor): Operand[] {
  const { instruction, places, shape } = c;
  const isJump = shape.mnemonic === 'jmpi';
  // `call` and `jmpi` have it in the fields of the second source.
  const index = shape.format === 'call' || isJump ? 1 : 0;
  const isLabel = shape.format === 'jump' || shape.format === 'jump2' || isImmediate(c.get(places.src[index].file), c.platform);
  if (isJump && !instruction.noMask) c.fail('jmpi is not masked');
  if (isJump && instruction.execSize !== 1) c.fail('jmpi is for one channel');
  if (shape.format === 'jumpReg' || !isLabel) {
    const source = readSource(c, index, false, false);
    if (isJump && source.type !== TYPES.d) c.fail('jmpi requires a register of 32 bits');
    return [source];
  }
  const type = shape.isTypedBranch ? c.type(shape.types.immediate, c.get(places.src[index].type)) : undefined;
  if (index === 1 && (isJump ? type !== TYPES.d : type?.bits === 64)) c.fail('a label of a type that it cannot have');
  // The distance of `jmpi` is relative to the next instruction.
  const jip = label(c.get(places.named.jip) + (isJump ? instruction.size : 0), type);
  return shape.format === 'jump2' || shape.format === 'brc' ? [jip, label(c.get(places.named.uip), type)] : [jip];
}

/** Reads a branch since Xe: registers without types, and labels. */
export function readBranch(c: Cursor): void {
  const { instruction, places, shape } = c;
  if (shape.mnemonic === 'jmpi' && instruction.execSize !== 1) c.fail('jmpi is for one channel');
  if (shape.hasDestination) {
    const dst = newOperand();
    c.setRegister(dst, c.get(places.dst.file) === 1, registerNumber(c, places.dst, false));
    dst.type = TYPES.d;
    dst.sub = c.subregister(c.get(places.dst.sub), dst.register, dst.type);
    dst.region = STRIDE_REGIONS[1];
    instruction.dst = dst;
  }
  const file = c.get(places.src[0].file);
  const isLabel = isImmediate(file, c.platform);
  const first = isLabel ? label(c.get(places.named.jip)) : readTarget(c, file);
  // One 64-bit register holds both targets of `brc`.
  const hasTwo = shape.sourceCount > 1 && (isLabel || shape.format !== 'brc');
  if (shape.sourceCount > 1 && !(shape.format === 'brc' && file === 1) && c.get(places.src[1].file) !== 1)
    c.fail('the second target of a branch is a register');
  instruction.sources = hasTwo ? [first, label(c.get(isLabel ? places.named.uip : places.named['uip.short']))] : [first];
}

function readTarget(c: Cursor, file: number): Draft<Operand> {
  const places = c.places.src[0];
  const source = newOperand();
  c.setRegister(source, file === 1, registerNumber(c, places, false));
  source.sub = c.subregister(c.get(places.sub), source.register, TYPES.d);
  source.region = PACKED;
  return source;
}

/** `sync` waits for tokens, a flag or nothing; until Gen11 `wait` waits for a notification. */
export function readSync(c: Cursor): void {
  const { instruction, places, platform, shapes } = c;
  if (platform < XE) {
    instruction.sources = [readSource(c, 0, c.get(places.control.align16) === 1, false)];
    return;
  }
  const file = c.get(places.src[0].file);
  if (file === 1) c.fail('a register that cannot be waited for');
  const takesMask = instruction.subfunction === 'allrd' || instruction.subfunction === 'allwr';
  if (isImmediate(file, platform) && !takesMask && !(instruction.subfunction === 'bar' && platform >= XE_HPC)) {
    c.fail('this function of sync has no immediate');
  }
  if (!isImmediate(file, platform) && platform < XE_HPC) {
    const nothing = newOperand();
    nothing.register = shapes.nothing;
    nothing.type = TYPES.ub;
    nothing.region = SCALAR;
    instruction.sources = [nothing];
  } else instruction.sources = [readSource(c, 0, false, false)];
}
