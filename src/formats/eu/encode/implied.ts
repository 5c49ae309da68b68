/**
 * What an instruction encodes besides its text: constant fields, and implied operands. They are written into zeroed words, and `instruction.ts`
 * writes over them.
 *
 * Source: visa/iga/IGALibrary/Backend/GED/Encoder.cpp of intel/intel-graphics-compiler.
 */

import type { OperandPlaces } from '../table/layout.ts';
import { GEN9, GEN10, GEN11, XE, XE3P } from '../table/platforms.ts';
import { needsAlign16 } from './align16.ts';
import type { Encoder } from './encoder.ts';
import { isGeneral, putRegister, putSubregister } from './operand.ts';

/** Encodings of the register file and types of implied operands until Gen11. */
const GENERAL = 1;
const IMMEDIATE = 3;
const SIGNED = 1;
/** Numbers of `a0` and of the instruction pointer. */
const ADDRESS = 0x10;
const POINTER = 0xa0;

export function encodeImplied(e: Encoder): void {
  const { shape, platform, instruction } = e;
  if (platform < XE && instruction.dst?.kind === 'indirect') e.put(e.places.dst.file, GENERAL);
  if (shape.isMath && platform >= XE3P) e.put(e.places.control.executionType, 1);
  for (let index = 0; index < instruction.sources.length; index++) {
    if (instruction.sources[index]?.kind === 'indirect' && !shape.isSend) e.put((e.places.src[index] as OperandPlaces).file, GENERAL);
  }
  if (needsAlign16(e)) {
    e.places = shape.places16;
    e.put(e.places.control.align16, 1);
  } else if (shape.reading === 'branch' && platform < XE) oldBranch(e);
  else if (shape.reading === 'sync') sync(e);
  else if (shape.isSend && shape.format === 'send') send(e);
  else if (shape.isMadm) macroRegions(e);
}

function send(e: Encoder): void {
  e.put(e.places.dst.stride, 1);
  if (e.instruction.send?.desc.isRegister) e.put(e.places.named['desc.reg'], ADDRESS);
}

function sync(e: Encoder): void {
  const { dst } = e.places;
  e.put(dst.stride, 1);
  const [source] = e.instruction.sources;
  if (e.platform >= XE || source?.kind !== 'direct') return;
  // `wait` writes the register that it waits for.
  e.put(dst.file, isGeneral(source) ? GENERAL : 0);
  e.chooseType(dst.type, e.shape.types.register, source.type);
  putRegister(e, dst, source, false);
  putSubregister(e, dst.sub, source, source.type);
}

function region(e: Encoder, at: OperandPlaces, vertical: number, width: number, stride: number): void {
  e.put(at.vertical, vertical);
  e.put(at.width, width);
  e.put(at.stride, stride);
}

/** Until Gen11 a branch has the form of a basic operation. */
function oldBranch(e: Encoder): void {
  const { shape, places, platform, instruction } = e;
  const [src0, src1] = places.src;
  const { mnemonic } = shape;
  const isLabel = instruction.sources[0]?.kind === 'label';
  e.put(places.dst.stride, 1);
  if (mnemonic === 'jmpi') {
    e.put(places.dst.reg, POINTER);
    e.put(src0.reg, POINTER);
    region(e, src0, 0, 0, 0);
    e.put(src1.type, SIGNED);
  } else if (mnemonic === 'brd' || mnemonic === 'brc') {
    e.put(places.dst.reg, POINTER);
    e.put(places.dst.type, SIGNED);
    e.put(src0.type, SIGNED);
  } else if (mnemonic === 'call' || mnemonic === 'calla') {
    e.put(src1.type, SIGNED);
    if (mnemonic === 'call' ? platform === GEN9 : platform <= GEN10) region(e, src0, 2, 1, 1);
    else if (mnemonic === 'call' && platform === GEN11) region(e, src0, 2, 2, 1);
  } else if (shape.format === 'jump') label(e, src1);
  else if (isLabel) label(e, src0);
}

function label(e: Encoder, at: OperandPlaces): void {
  e.put(at.file, IMMEDIATE);
  e.put(at.type, SIGNED);
}

/** Regions of three-source math macros do not appear in text. */
function macroRegions(e: Encoder): void {
  for (const [index, at] of e.places.src.slice(0, 3).entries()) {
    if (index === 1 && e.platform >= XE3P) e.put(at.scalar, e.instruction.execSize === 1 ? 1 : 0);
    else {
      if (index < 2) e.put(at.vertical, 2);
      e.put(at.stride, 1);
    }
  }
}
