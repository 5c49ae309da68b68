/**
 * Labels: where blocks start.
 *
 * Source: visa/iga/IGALibrary/IR/Block.cpp of intel/intel-graphics-compiler.
 */
import { type Instruction, type Operand, optionBit } from './model.ts';

const EOT = optionBit('EOT');

/** Where a label of an instruction points, in bytes from the start of the code. */
export const targetOf = (instruction: Instruction, source: Operand): number =>
  instruction.operation?.mnemonic === 'calla' ? source.low : instruction.offset + source.low;

const BRANCHES = ['jump', 'jump2', 'jumpReg', 'jumpRegImm', 'call', 'brc'];

/** Whether the instruction can go on elsewhere than after it. */
export const isBranch = (instruction: Instruction): boolean =>
  instruction.operation !== undefined && BRANCHES.includes(instruction.operation.format);

/** Whether nothing, or not only what is after it, follows the instruction. */
export const endsBlock = (instruction: Instruction): boolean => isBranch(instruction) || (instruction.options & EOT) !== 0;

/** Offsets at which a block starts, in order: the first instruction, targets, and what follows a branch or the end of the thread. */
export function blockStarts(instructions: readonly Instruction[]): number[] {
  const blocks = new Blocks();
  for (const instruction of instructions) blocks.note(instruction);
  return blocks.starts();
}

/** Collects where blocks start. */
export class Blocks {
  private readonly found = new Set<number>([0]);

  note(instruction: Instruction): void {
    if (isBranch(instruction)) {
      this.found.add(instruction.offset + instruction.size);
      for (const source of instruction.sources) if (source.kind === 'label') this.found.add(targetOf(instruction, source));
    } else if ((instruction.options & EOT) !== 0) this.found.add(instruction.offset + instruction.size);
  }

  /** In order. */
  starts(): number[] {
    return [...this.found].sort((a, b) => a - b);
  }
}

/** The name of the label at an offset. */
export const labelName = (offset: number): string => (offset < 0 ? `L_N${-offset}` : `L${offset}`);
