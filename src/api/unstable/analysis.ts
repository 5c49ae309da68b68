/** `zebin/unstable/analysis`: what machine code does, what it costs, and where it can go wrong. */
import {
  type Alignment,
  type Analysis,
  alignCode as align,
  analyseCode as analyse,
  assembleWithWaits as assembleWaits,
  definitionsOf as definitions,
  type Hazard,
  hazardsOf as hazards,
  type Measures,
  measuresOf as measures,
} from '../../analysis/instructions/index.ts';
import type { Outcome } from '../../core/diag/index.ts';
import type { AssembleOptions, Code, Platform } from '../../formats/eu/index.ts';
import { readSamples as read, type StallSamples } from '../../formats/samples/index.ts';
import type { Input } from '../reading.ts';

export { STALL_REASONS } from '../../formats/samples/index.ts';
export type { Alignment, Analysis, AssembleOptions, Code, Hazard, Input, Measures, Outcome, Platform, StallSamples };

/**
 * Finds blocks, loops, what each instruction reads and writes, which registers are live before it, what it waits for, and what messages
 * move.
 *
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2'); // .text.clock
 * (analyseCode(code).live.registers[0] ?? 0) < 128; // true
 */
export function analyseCode(code: Code): Analysis {
  return analyse(code);
}

/**
 * Figures of a kernel: instructions by pipe and by depth of loops, messages and the bytes that they move, spills and fills, the most
 * registers that are live, the longest chain of waits, and loops with an estimate of the cycles that they take to issue.
 *
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2');
 * measuresOf(analyseCode(code)).spills.count; // 0
 */
export function measuresOf(analysis: Analysis): Measures {
  return measures(analysis);
}

/**
 * Missing waits, since Xe: instructions that start before another one has finished whose register they read or overwrite; of each kind the
 * first at an instruction.
 *
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2');
 * hazardsOf(analyseCode(code)); // []
 */
export function hazardsOf(analysis: Analysis): readonly Hazard[] {
  const { code, flow, end } = analysis;
  return hazards(code, flow).filter(({ at }) => at < end);
}

/**
 * Assembles a text, and sets what its instructions wait for and which tokens they set, since Xe: the text need not say it. `assemble` of
 * `zebin/eu` uses the waits in the text.
 *
 * @example
 * const source = 'mov (16|M0) r1.0<1>:f 1.0:f\nadd (16|M0) r2.0<1>:f r1.0<1;1,0>:f 1.0:f';
 * disassemble(assembleWithWaits(source, '2').value, '2').value.includes('{F@1}'); // true
 */
export function assembleWithWaits(input: string | Input, platform: Platform, options: AssembleOptions = {}): Outcome<Uint8Array> {
  return assembleWaits(input, platform, options);
}

/**
 * The instructions that define what an instruction reads, by index.
 *
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2');
 * definitionsOf(analyseCode(code), 0); // []
 */
export function definitionsOf(analysis: Analysis, at: number): readonly number[] {
  return definitions(analysis, at, analysis.effects.at(at)?.reads ?? []);
}

/**
 * What is new, gone and changed between two builds, except for numbers of registers, distances of branches, and waits.
 *
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2');
 * const analysis = analyseCode(code);
 * alignCode(analysis, analysis).counts.changed; // 0
 */
export function alignCode(base: Analysis, next: Analysis): Alignment {
  return align(base, next);
}

/**
 * Samples of stalls, which unitrace (`--stall-sampling`) and iaprof write: how often each address was sampled, by reason. `disasmDocument`
 * of `zebin/unstable/documents` shows them at their instructions, with what these wait for. Throws `FormatError` (`samples/format`) for other files.
 *
 * @example
 * const csv = new TextEncoder().encode('kernel,address,sbid\nclock,0x10,7\n');
 * const { value: samples } = readSamples(csv);
 * disasmDocument(inspect(bytes).value, 'clock', { analysis: true, samples }).code[0]?.analysis?.samples?.total; // 7
 */
export function readSamples(input: Input): Outcome<StallSamples> {
  return read(input);
}
