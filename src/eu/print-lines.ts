/** Prints assembly one line at a time. */
import type { Bytes } from '../bytes/index.ts';
import type { Reporter } from '../diag/index.ts';
import { labelName } from './labels.ts';
import type { Instruction } from './model.ts';
import { InstructionPrinter } from './print.ts';
import type { PrintOptions } from './print-instruction.ts';
import { checkedNumber, Reading } from './read.ts';
import type { Platform } from './table/platforms.ts';

/** A line of the assembly. */
export interface CodeLine {
  /** Offset in bytes from the start of the code. */
  readonly offset: number;
  /** Without its line feed. */
  readonly text: string;
  /** `undefined` for a label. */
  readonly instruction: Instruction | undefined;
}

/**
 * The lines that `disassemble` returns, produced one by one on demand.
 *
 * @param starts offsets of labels: those of `outlineOf`, or none
 * @throws TypeError for an unknown platform.
 */
export function* codeLines(
  input: Uint8Array | Bytes,
  platform: Platform,
  starts: readonly number[],
  options: PrintOptions = {},
  reporter?: Reporter,
): Generator<CodeLine, void> {
  const printer = new InstructionPrinter(checkedNumber(platform), options);
  const reading = new Reading(input, platform, reporter);
  let next = 0;
  const labelUpTo = (offset: number) => (starts[next] ?? Number.POSITIVE_INFINITY) <= offset;
  const label = (): CodeLine => {
    const offset = starts[next++] as number;
    return { offset, text: `${labelName(offset)}:`, instruction: undefined };
  };
  while (reading.step()) {
    const { offset, current } = reading;
    while (labelUpTo(offset)) yield label();
    yield { offset, text: printer.printStep(reading), instruction: current };
  }
  while (next < starts.length) yield label();
}
