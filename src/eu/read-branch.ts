/**
 * Branches, calls, `sync` and `wait`.
 *
 * Source: visa/iga/IGALibrary/Backend/GED/Decoder.cpp of intel/intel-graphics-compiler.
 */
import type { Cursor } from './cursor.ts';
import { Operand } from './model.ts';
import { isImmediate, readDestination, readSource, registerNumber } from './read-operand.ts';
import { region, STRIDE_REGIONS } from './regions.ts';
import { XE, XE_HPC } from './table/platforms.ts';
import { TYPES } from './table/types.ts';

function label(distance: number): Operand {
  const operand = new Operand();
  operand.kind = 'label';
  operand.low = distance | 0;
  operand.type = undefined;
  return operand;
}

/** Until Gen11: labels and registers lie in the places of basic sources. */
export function readOldBranch(c: Cursor): void {
  const { instruction, places, shape } = c;
  if (c.get(places.control.align16) === 1) {
    c.fail('a branch in Align16');
    return;
  }
  const jip = () => c.get(places.at('jip'));
  const uip = () => c.get(places.at('uip'));
  const { sources } = instruction;
  switch (shape.format) {
    case 'jumpReg':
      sources.push(readSource(c, 0, false, false));
      break;
    case 'call':
      instruction.dst = readDestination(c, false, false);
      sources.push(isImmediate(c.get(places.src[1].file), c.platform) ? label(jip()) : readSource(c, 1, false, false));
      break;
    case 'jumpRegImm':
      if (shape.mnemonic === 'jmpi') {
        // The distance counts from the next instruction.
        if (isImmediate(c.get(places.src[1].file), c.platform)) sources.push(label(jip() + instruction.size));
        else sources.push(readSource(c, 1, false, false));
        if (sources[0]?.kind !== 'label' && sources[0]?.type !== TYPES.d) c.fail('jmpi takes a register of 32 bits');
        if (!instruction.noMask) c.fail('jmpi is not masked');
      } else sources.push(isImmediate(c.get(places.src[0].file), c.platform) ? label(jip()) : readSource(c, 0, false, false));
      break;
    case 'brc':
      if (isImmediate(c.get(places.src[0].file), c.platform)) sources.push(label(jip()), label(uip()));
      else sources.push(readSource(c, 0, false, false));
      break;
    default:
      sources.push(label(jip()));
      if (shape.format === 'jump2') sources.push(label(uip()));
  }
  for (const source of sources) if (source.kind === 'label') source.type = shape.isTypedBranch ? TYPES.d : undefined;
}

/** Since Xe: registers without types, and labels. */
export function readBranch(c: Cursor): void {
  const { instruction, places, shape } = c;
  if (shape.hasDestination) {
    const dst = new Operand();
    c.setRegister(dst, c.get(places.dst.file) === 1, registerNumber(c, places.dst, false));
    dst.sub = c.subregister(c.get(places.dst.sub), dst.register, TYPES.d);
    dst.region = STRIDE_REGIONS[1];
    instruction.dst = dst;
  }
  const file = c.get(places.src[0].file);
  const isLabel = isImmediate(file, c.platform);
  if (isLabel) instruction.sources.push(label(c.get(places.at('jip'))));
  else {
    const source = new Operand();
    c.setRegister(source, file === 1, registerNumber(c, places.src[0], false));
    source.sub = c.subregister(c.get(places.src[0].sub), source.register, TYPES.d);
    source.region = region(1, 1, 0);
    instruction.sources.push(source);
  }
  // One register of 64 bits holds both targets of `brc`.
  const holdsBoth = shape.format === 'brc' && file === 1;
  if (shape.sourceCount > 1 && !holdsBoth && !isLabel) c.fail('a branch with two targets of which one is a register');
  if (shape.sourceCount > 1 && !holdsBoth) instruction.sources.push(label(c.get(places.at('uip'))));
}

/** `sync` waits for tokens, a flag or nothing; until Gen11 `wait` waits for a notification. */
export function readSync(c: Cursor): void {
  const { instruction, places, platform, shapes } = c;
  if (platform < XE) {
    instruction.sources.push(readSource(c, 0, c.get(places.control.align16) === 1, false));
    return;
  }
  const file = c.get(places.src[0].file);
  if (file === 1) c.fail('a register that cannot be waited for');
  const takesMask = instruction.subfunction === 'allrd' || instruction.subfunction === 'allwr';
  if (isImmediate(file, platform) && !takesMask && !(instruction.subfunction === 'bar' && platform >= XE_HPC)) {
    c.fail('this function of sync has no immediate');
  }
  if (!isImmediate(file, platform) && platform < XE_HPC) {
    const nothing = new Operand();
    nothing.register = shapes.nothing;
    nothing.type = TYPES.ub;
    nothing.region = region(0, 1, 0);
    instruction.sources.push(nothing);
  } else instruction.sources.push(readSource(c, 0, false, false));
}
