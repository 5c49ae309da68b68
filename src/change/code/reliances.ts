import type { Code } from '../../core/diag/index.ts';
import { type Instruction, isBranch } from '../../formats/eu/index.ts';
import type { CodeEdit } from './model.ts';
import type { CodeTextLine } from './print.ts';

/** Code that may rely on a distance that an edit has changed. */
export interface Reliance {
  readonly code: Code;
  readonly message: string;
  readonly offset: number;
}

/**
 * What an edit that moves instructions cannot update: distances that code computes, and branches without exact text.
 *
 * A call through a register computes its distance from `ip`, which an instruction before it reads; the number of bytes between the two is
 * a constant in the code (visa/G4_IR expandCallSequence in intel/intel-graphics-compiler). The distance of a jump through a register
 * comes from data.
 */
export class Reliances {
  readonly rows: Reliance[] = [];
  private reader = -1;
  private changed = false;

  /** The next line of the code, with the edits at its instruction. */
  add({ kind, offset, text, instruction }: CodeTextLine, here: readonly CodeEdit[]): void {
    if (kind !== 'instruction' || !instruction) return;
    const isRegisterBranch = isBranch(instruction) && instruction.sources.every((source) => source.kind !== 'label');
    if (this.reader >= 0) {
      this.changed ||= here.some((edit) => edit.kind === 'insert' || (!isRegisterBranch && edit.kind !== 'insert-after'));
      if (isRegisterBranch) {
        const message = `the instruction at ${this.reader} reads ip for the branch at ${offset}: the distance that it computes is not changed`;
        if (this.changed) this.rows.push({ code: 'patch/ip', message, offset: this.reader });
        this.reader = -1;
      }
    }
    if (this.reader >= 0) this.changed ||= here.some((edit) => edit.kind === 'insert-after');
    if (readsIp(instruction)) {
      this.reader = offset;
      this.changed = here.some((edit) => edit.kind === 'insert-after');
    }
    if (isRegisterBranch && instruction.operation?.mnemonic === 'jmpi') {
      this.rows.push({ code: 'patch/jump', message: `the distance of the jump at ${offset} is in a register and is not changed`, offset });
    }
    if (text.includes('// zebin: words') && instruction.sources.some((source) => source.kind === 'label')) {
      this.rows.push({ code: 'patch/branch', message: `the branch at ${offset} has no exact text: its distance is not changed`, offset });
    }
  }
}

function readsIp({ sources }: Instruction): boolean {
  return sources.some(({ register }) => register?.name === 'ip');
}
