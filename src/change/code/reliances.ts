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
export function reliances(lines: readonly CodeTextLine[], edits: ReadonlyMap<number, readonly CodeEdit[]>): Reliance[] {
  const rows: Reliance[] = [];
  let reader = -1;
  let changed = false;
  for (const { kind, offset, text, instruction } of lines) {
    if (kind !== 'instruction' || !instruction) continue;
    const here = edits.get(offset) ?? [];
    const isRegisterBranch = isBranch(instruction) && instruction.sources.every((source) => source.kind !== 'label');
    if (reader >= 0) {
      changed ||= here.some((edit) => edit.kind === 'insert' || (!isRegisterBranch && edit.kind !== 'insert-after'));
      if (isRegisterBranch) {
        const message = `the instruction at ${reader} reads ip for the branch at ${offset}: the distance that it computes is not changed`;
        if (changed) rows.push({ code: 'patch/ip', message, offset: reader });
        reader = -1;
      }
    }
    if (reader >= 0) changed ||= here.some((edit) => edit.kind === 'insert-after');
    if (readsIp(instruction)) {
      reader = offset;
      changed = here.some((edit) => edit.kind === 'insert-after');
    }
    if (isRegisterBranch && instruction.operation?.mnemonic === 'jmpi') {
      rows.push({ code: 'patch/jump', message: `the distance of the jump at ${offset} is in a register and is not changed`, offset });
    }
    if (text.includes('// zebin: words') && instruction.sources.some((source) => source.kind === 'label')) {
      rows.push({ code: 'patch/branch', message: `the branch at ${offset} has no exact text: its distance is not changed`, offset });
    }
  }
  return rows;
}

function readsIp({ sources }: Instruction): boolean {
  return sources.some(({ register }) => register?.name === 'ip');
}
