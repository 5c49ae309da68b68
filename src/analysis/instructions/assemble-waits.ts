/** Assembly with computed waits: `asm --auto-deps`. */
import type { Input } from '../../core/bytes/index.ts';
import { Budget, diagnostic, type Outcome } from '../../core/diag/index.ts';
import {
  type AssembleOptions,
  assemble,
  codeLines,
  type Instruction,
  InstructionPrinter,
  inRange,
  notesOf,
  optionBit,
  outlineOf,
  type Platform,
  platformNumber,
  readCode,
  scoreboardOfText,
} from '../../formats/eu/index.ts';
import { autoWaits, type InstructionWaits } from './auto-waits.ts';

const COMPACTED = optionBit('Compacted');
const MARGIN = ' '.repeat(8);

/**
 * Assembles a text, and computes what its instructions wait for and which tokens they set, as `iga64 -a -Xauto-deps` does. The waits in the
 * text are ignored, except those of its own `sync` instructions. Before Xe it does the same as {@link assemble}. Instructions are compacted
 * only with the option `compact`, since waits change their encoding.
 *
 * @example
 * const source = 'mov (16|M0) r1.0<1>:f 1.0:f\nadd (16|M0) r2.0<1>:f r1.0<1;1,0>:f 1.0:f';
 * disassemble(assembleWithWaits(source, '2').value, '2').value.includes('{F@1}'); // true
 */
export function assembleWithWaits(input: string | Input, platform: Platform, options: AssembleOptions = {}): Outcome<Uint8Array> {
  if (!inRange(platformNumber(platform), '12p1-')) return assemble(input, platform, options);
  const { budget = new Budget(input.length) } = options;
  const first = assemble(input, platform, { budget });
  if (first.diagnostics.some(({ severity }) => severity === 'error')) return first;
  const text = textWithWaits(first.value, platform, budget);
  const { value, diagnostics } = assemble(text, platform, { ...options, budget });
  const [fault] = diagnostics;
  if (fault === undefined) return { value, diagnostics: first.diagnostics };
  const line = text.slice(text.lastIndexOf('\n', fault.span.start) + 1).split('\n', 1)[0] as string;
  const message = `waits cannot be set for ${line.trim()}: ${fault.message}`;
  return { value, diagnostics: [...first.diagnostics, diagnostic('eu-text/scoreboard', message, { ...fault.span, start: 0, end: 0 }, '')] };
}

/** The text of code with its waits replaced. */
function textWithWaits(bytes: Uint8Array, platform: Platform, budget: Budget): string {
  const code = readCode(bytes, platform, { budget }).value;
  const waits = autoWaits(code);
  const number = platformNumber(platform);
  const printer = new InstructionPrinter(number);
  const lines: string[] = [];
  let index = 0;
  for (const line of codeLines(bytes, platform, outlineOf(bytes, platform).starts, { notes: notesOf(bytes, platform) })) {
    if (line.instruction === undefined) {
      lines.push(line.text);
      continue;
    }
    const instruction = code.instructions[index++] as Instruction;
    const { wait, before, after, flush } = waits.next().value as InstructionWaits;
    for (const text of before) lines.push(sync('nop', text));
    if (flush === 'before') lines.push(...FLUSH);
    lines.push(instruction.problem === undefined ? printed(instruction, wait, printer, number) : line.text);
    for (const text of after) lines.push(sync('nop', text));
    if (flush === 'after') lines.push(...FLUSH);
  }
  return lines.join('\n');
}

const sync = (name: string, wait: string): string => `(W)${MARGIN}sync.${name} null ${wait === '' ? '' : `{${wait}}`}`;

const FLUSH = [sync('allrd', ''), sync('allwr', '')];

function printed(read: Instruction, wait: string, printer: InstructionPrinter, platform: number): string {
  const scoreboard = read.operation?.mnemonic === 'sync' ? read.scoreboard : scoreboardOfText(wait, read.operation, platform);
  return printer.print({ ...read, scoreboard, options: read.options & ~COMPACTED });
}
