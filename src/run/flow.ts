/**
 * Branches: where the lanes of a thread go. A lane that does not go on with the thread is parked at the address where it resumes; the
 * thread resumes lanes whenever it comes to their address (`Thread.resume`).
 *
 * Source: volume 2 (instructions) of the Programmer's Reference Manuals of Intel's graphics; visa/HWCaps.inc of
 * intel/intel-graphics-compiler for the polarity of `goto`.
 */
import { GEN9, GEN11, type Instruction, type Operand, targetOf, XE3P } from '../formats/eu/index.ts';
import { Unsupported } from './alu/index.ts';
import type { Step } from './alu/kinds.ts';
import { type Mask, predicateOf } from './alu/masks.ts';
import type { RegisterLayout } from './registers.ts';
import type { Thread } from './thread.ts';

/** The lanes of a branch for which its predicate holds; all without a predicate. Bits are those of lanes, not of the instruction. */
function takenOf(layout: RegisterLayout, instruction: Instruction): Mask {
  if (instruction.predicate === '') return ({ mask }) => mask;
  const predicate = predicateOf(layout, instruction);
  const { channelOffset } = instruction;
  return (t) => (predicate(t) << channelOffset) & t.mask;
}

/** Whether the lanes of a `goto` jump for which its predicate does not hold: until Gen9. */
export const isInverted = ({ platform }: RegisterLayout): boolean => platform <= GEN9;

/** Lanes of the function that runs which are parked: at an address, or elsewhere. */
function parkedLanes(t: Thread, address: number, isThere: boolean): boolean {
  for (let left = t.waiting & t.called; left !== 0; left &= left - 1)
    if ((t.parked[31 - Math.clz32(left & -left)] === address) === isThere) return true;
  return false;
}

/**
 * What a branch does: it sets where the thread goes on.
 *
 * @param start offset of the section in the code window: addresses are offsets there
 * @param after the address after the instruction at an address
 */
export function translateBranch(layout: RegisterLayout, instruction: Instruction, start: number, after: (address: number) => number): Step {
  const { sources, size, offset, operation } = instruction;
  const next = start + offset + size;
  const labels = sources.filter((one) => one.kind === 'label').map((one) => start + targetOf(instruction, one));
  const [jip = next, uip = jip] = labels;
  const taken = takenOf(layout, instruction);
  const isBackward = instruction.subfunction === 'b';
  switch (operation?.mnemonic) {
    case 'if':
      return (t) => {
        const lanes = taken(t);
        t.park(t.mask & ~lanes, jip);
        t.ip = lanes === 0 ? jip : next;
      };
    case 'else':
      return (t) => {
        t.park(t.mask, uip);
        t.ip = parkedLanes(t, next, true) ? next : jip;
      };
    case 'endif':
    case 'join':
      return (t) => {
        t.ip = t.mask === 0 ? jip : next;
      };
    case 'break': {
      // The second label is the `while` of the loop: the lanes resume after it.
      const exit = after(uip);
      return (t) => {
        t.park(taken(t), exit);
        t.ip = t.mask === 0 ? jip : next;
      };
    }
    case 'cont':
    case 'halt':
    // `brd` has one label, to which the lanes go, and the thread if it has no lanes left.
    case 'brc':
    case 'brd':
      if (labels.length === 0) throw new Unsupported(`${operation.mnemonic} with its labels in a register`);
      return (t) => {
        t.park(taken(t), uip);
        t.ip = t.mask === 0 ? jip : next;
      };
    case 'while':
      return (t) => {
        const lanes = taken(t);
        t.park(t.mask & ~lanes, next);
        t.ip = lanes === 0 ? next : jip;
      };
    case 'goto': {
      if (isBackward)
        return (t) => {
          const lanes = taken(t);
          t.park(t.mask & ~lanes, next);
          t.ip = lanes === 0 ? jip : uip;
        };
      const isOpposite = isInverted(layout) && instruction.predicate !== '';
      return (t) => {
        const lanes = taken(t);
        t.park(isOpposite ? t.mask & ~lanes : lanes, uip);
        t.ip = t.mask === 0 ? jip : next;
      };
    }
    case 'jmpi':
      return jump(layout, instruction, start, next);
    case 'call':
    case 'calla':
      return call(layout, instruction, start, next);
    case 'ret':
      return giveBack(layout, instruction, next);
    default:
      throw new Unsupported(`the branch ${operation?.mnemonic ?? ''}`);
  }
}

/** The place of a target in a register, as an index of words. */
function wordOf(layout: RegisterLayout, source: Operand | undefined): number {
  if (source === undefined) throw new Unsupported('a branch without a target');
  const place = layout.placeOf({ ...source, sub: 0 });
  if (place === undefined) throw new Unsupported('a target in this register');
  return (place >> 2) + source.sub;
}

/** All lanes go. The distance in a register is from the next instruction until Gen11, then from the jump. */
function jump(layout: RegisterLayout, instruction: Instruction, start: number, next: number): Step {
  const [source] = instruction.sources;
  const predicate = instruction.predicate === '' ? undefined : predicateOf(layout, instruction);
  if (source?.kind === 'label') {
    const target = start + targetOf(instruction, source);
    return (t) => {
      t.ip = predicate === undefined || predicate(t) !== 0 ? target : next;
    };
  }
  const word = wordOf(layout, source);
  const from = layout.platform <= GEN11 ? next : start + instruction.offset;
  return (t) => {
    t.ip = predicate === undefined || predicate(t) !== 0 ? from + (t.i32[word] ?? 0) : next;
  };
}

/** The words of a return record: address, and the lanes of the function that calls. On Xe3P the address has 64 bits. */
const maskWord = (layout: RegisterLayout): number => (layout.platform >= XE3P ? 2 : 1);

/**
 * The lanes that call are those of the function. A call of one lane is of all lanes.
 *
 * Source: documentation/visa/instructions/CALL.md of intel/intel-graphics-compiler.
 */
function call(layout: RegisterLayout, instruction: Instruction, start: number, next: number): Step {
  const { dst, sources, operation, offset, execSize } = instruction;
  const [source] = sources;
  if (dst === undefined || source === undefined) throw new Unsupported('a call without its operands');
  const record = wordOf(layout, dst);
  const mask = maskWord(layout);
  const taken = takenOf(layout, instruction);
  const isAbsolute = operation?.mnemonic === 'calla';
  const fixed = source.kind === 'label' ? (isAbsolute ? source.low : start + offset + source.low) : undefined;
  const word = fixed === undefined ? wordOf(layout, source) : 0;
  return (t) => {
    const lanes = taken(t);
    if (lanes === 0) {
      t.ip = next;
      return;
    }
    const target = fixed ?? (isAbsolute ? (t.i32[word] ?? 0) : start + offset + (t.i32[word] ?? 0));
    t.i32[record] = next;
    if (mask === 2) t.i32[record + 1] = CODE_HIGH;
    t.i32[record + mask] = t.called;
    t.park(t.mask & ~lanes, next);
    t.called = execSize === 1 ? -1 : lanes;
    t.ip = target;
  };
}

/** Lanes that return wait for those that do not yet. A return of one lane is of all lanes. */
function giveBack(layout: RegisterLayout, instruction: Instruction, next: number): Step {
  const record = wordOf(layout, instruction.sources[0]);
  const mask = maskWord(layout);
  const taken = takenOf(layout, instruction);
  const isScalar = instruction.execSize === 1;
  return (t) => {
    const target = t.i32[record] ?? 0;
    const lanes = taken(t);
    if (!isScalar || lanes !== t.mask) {
      t.park(lanes, target);
      if (t.mask !== 0 || parkedLanes(t, target, false)) {
        t.ip = next;
        return;
      }
    }
    t.called = t.i32[record + mask] ?? -1;
    t.ip = target;
  };
}

/** The upper 32 bits of addresses of code: code is in one window of 4 GiB, so the lower ones are offsets in it. */
export const CODE_HIGH = 0x10;
export const CODE_BASE = CODE_HIGH * 2 ** 32;
