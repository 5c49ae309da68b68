/**
 * Labels: where blocks start.
 *
 * Source: visa/iga/IGALibrary/IR/Block.cpp of intel/intel-graphics-compiler.
 */
import { type Instruction, type Operand, optionBit } from '../model.ts';

const EOT = optionBit('EOT');

/** The target of a label operand, in bytes from the start of the code. */
export const targetOf = (instruction: Instruction, source: Operand): number =>
  instruction.operation?.mnemonic === 'calla' ? source.low : instruction.offset + source.low;

/** Whether control can continue elsewhere than at the next instruction. */
export const isBranch = ({ operation }: Instruction): boolean => operation?.isBranch === true;

/** Whether control does not always continue at the next instruction. */
export const endsBlock = (instruction: Instruction): boolean => isBranch(instruction) || (instruction.options & EOT) !== 0;

/** Offsets at which a block starts, in order: the first instruction, targets, and what follows a branch or an end of thread. */
export function blockStarts(instructions: readonly Instruction[]): number[] {
  const blocks = new Blocks();
  for (const instruction of instructions) blocks.note(instruction);
  return blocks.starts();
}

/** Collects the starts of blocks, and the end of the code. */
export class Blocks {
  /** In the order of the branches, with repetitions. */
  private readonly targets = [0];
  /** In rising order, because instructions are noted in the order of the code. */
  private readonly afterEnds: number[] = [];
  private end = 0;

  note(instruction: Instruction): void {
    if (!endsBlock(instruction)) return;
    const after = instruction.offset + instruction.size;
    this.afterEnds.push(after);
    if (instruction.problem === undefined) this.end = after;
    if (!isBranch(instruction)) return;
    for (const source of instruction.sources) if (source.kind === 'label') this.targets.push(targetOf(instruction, source));
  }

  /** The starts, in order. */
  starts(): number[] {
    // Not in an array of floats: engines keep what is read from one as floats, in objects of their own.
    const targets = [...this.targets].sort((a, b) => a - b);
    const starts: number[] = [];
    let last = Number.NaN;
    const add = (start: number): void => {
      if (start !== last) starts.push(start);
      last = start;
    };
    let next = 0;
    for (const after of this.afterEnds) {
      for (; next < targets.length && (targets[next] ?? 0) < after; next++) add(targets[next] ?? 0);
      add(after);
    }
    for (; next < targets.length; next++) add(targets[next] ?? 0);
    return starts;
  }

  /**
   * The end of the code: after the last instruction that ends a block, because control cannot reach further. Everything is code if no
   * instruction ends a block, or if a branch targets an instruction after the last one.
   *
   * @param length total length of the instructions, in bytes
   */
  endOf(length: number): number {
    if (this.end === 0) return length;
    for (const target of this.targets) if (target >= this.end && target < length) return length;
    return this.end;
  }
}

/** The name of the label at an offset. */
export const labelName = (offset: number): string => (offset < 0 ? `L_N${-offset}` : `L${offset}`);
