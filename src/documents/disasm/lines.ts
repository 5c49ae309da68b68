/** Lines of code that this package decodes. */
import type { Bytes } from '../../core/bytes/index.ts';
import type { Outcome, Reporter } from '../../core/diag/index.ts';
import { type Code, type CodeOutline, codeLines, type Instruction, notesOf, PLATFORMS, type Platform } from '../../formats/eu/index.ts';
import type { Costs } from './analysis.ts';
import { codeBytes, padding } from './decoded.ts';
import { instructionJson } from './instruction.ts';
import type { DisasmOptions, LineDraft } from './model.ts';

/**
 * The lines of code, made when they are asked for.
 *
 * @param read the code, if it was read before
 */
export function* ownLines(
  code: Bytes,
  platform: Platform,
  { starts }: CodeOutline,
  { print = {}, notes = false, bytes: showsBytes = true, instructions = true }: DisasmOptions,
  out: Reporter,
  costs?: Costs,
  read?: Outcome<Code>,
): Generator<LineDraft, void> {
  const number = PLATFORMS.indexOf(platform);
  let end = 0;
  let id = 0;
  let rest = '';
  const options = { instructions: read?.value.instructions, ...(notes && { notes: notesOf(code, platform, print) }), ...print };
  for (const { offset, text, instruction, isRest } of codeLines(code, platform, print.numericLabels ? [] : starts, options, out)) {
    if (isRest) {
      rest = text;
      break;
    }
    if (instruction === undefined) {
      yield { kind: 'label', offset, size: 0, bytes: '', text };
      continue;
    }
    const { size } = instruction;
    end = offset + size;
    const bytes = showsBytes ? codeBytes(code, offset, size) : '';
    const line: LineDraft = { kind: 'instruction', offset, size, bytes, text };
    if (costs !== undefined) Object.assign(line, costs.of(id));
    if (instructions) setData(line, instruction, number, id);
    yield line;
    id++;
  }
  for (const { code: id, span, path, message, data } of read?.diagnostics ?? []) out.report(id, span, path, message, data);
  yield* padding(code, end, rest);
}

function setData(line: LineDraft, instruction: Instruction, platform: number, id: number): void {
  const json = instructionJson(instruction, platform, id);
  if (json === undefined) line.problem = instruction.problem ?? 'not an instruction';
  else line.instruction = json;
}
