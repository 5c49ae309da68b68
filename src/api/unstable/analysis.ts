/** `zebin/unstable/analysis`: what machine code does, what it costs, and where it can go wrong. */
import { type Analysis, definitionsOf as definitions, type Hazard, hazardsOf as hazards } from '../../analysis/instructions/index.ts';

export {
  type Alignment,
  type Analysis,
  alignCode,
  analyseCode,
  assembleWithWaits,
  type Hazard,
  type LinkedCode,
  linkCode,
  type Measures,
  measuresOf,
} from '../../analysis/instructions/index.ts';
export type { Input } from '../../core/bytes/index.ts';
export type { Budget, Outcome } from '../../core/diag/index.ts';
export type { AssembleOptions, Code, Platform } from '../../formats/eu/index.ts';
export { readSamples, STALL_REASONS, type StallSamples } from '../../formats/samples/index.ts';

/**
 * Missing waits, since Xe: instructions that start before another one has finished whose register they read or overwrite; of each kind the
 * first at an instruction.
 *
 * @example
 * const { value: code } = readCode(readElf(bytes).value.sections[1].bytes, '2');
 * hazardsOf(analyseCode(code)); // []
 */
export function hazardsOf(analysis: Analysis): readonly Hazard[] {
  const { code, flow } = analysis;
  return hazards(code, flow);
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
