/** Where the keys of the code lead: to the next place of a kind, and along the links of the selected instruction. */
import type { RegisterUse } from '../../../src/internal.ts';
import type { StripKind } from '../../parts/code/strip.tsx';
import { stepFrom } from '../../parts/steps.tsx';
import type { CodeView } from '../../worker/code-view.ts';
import { type LinkedLines, lineAt } from './instruction-links.ts';

/** Lines of each kind, rising. */
export interface Steps {
  readonly peak: readonly number[];
  readonly scratch: readonly number[];
  readonly loops: readonly number[];
  /** Lines with samples, the hottest first. */
  readonly hot: readonly number[];
}

export function stepsOf(code: CodeView): Steps {
  const { costs } = code;
  return {
    peak: costs && costs.peakLine >= 0 ? [costs.peakLine] : [],
    scratch: [...(costs?.scratch ?? [])].flatMap(([line, { use }]) => (use === 'private' ? [] : [line])),
    loops: (costs?.flow.loops ?? []).map(({ line }) => line).sort((a, b) => a - b),
    hot: (costs?.sampled?.hottest ?? []).flatMap(({ offset }) => lineAt(code, offset) ?? []),
  };
}

/** The same places, and whole loops, for the strip next to the scroll bar. */
export function stripOf(code: CodeView, { peak, scratch, hot }: Steps, uses: readonly RegisterUse[]): readonly StripKind[] {
  const each = (lines: readonly number[]) => lines.map((line) => [line, line + 1] as const);
  return [
    { kind: 'loop', runs: loopRuns(code) },
    { kind: 'spill', runs: each(scratch) },
    { kind: 'sample', runs: each(hot) },
    { kind: 'peak', runs: each(peak) },
    { kind: 'hit', runs: each(uses.flatMap(({ offset }) => lineAt(code, offset) ?? [])) },
  ];
}

function loopRuns({ costs }: CodeView): readonly (readonly [number, number])[] {
  const runs: (readonly [number, number])[] = [];
  const depths = costs?.flow.depths ?? [];
  for (let line = 0; line < depths.length; line++) {
    const from = line;
    while ((depths[line] ?? 0) > 0) line++;
    if (line > from) runs.push([from, line]);
  }
  return runs;
}

interface StepKey {
  readonly key: string;
  to(steps: Steps, linked: LinkedLines, from: number): number | undefined;
}

/** What keys do while the code is shown; Backspace leads back. `viewer/keys.ts` describes them for users. */
export const STEP_KEYS: readonly StepKey[] = [
  { key: 'm', to: ({ peak }) => peak[0] },
  { key: 's', to: ({ scratch }, _, from) => stepFrom(scratch, from, 1) },
  { key: 'S', to: ({ scratch }, _, from) => stepFrom(scratch, from, -1) },
  { key: 'l', to: ({ loops }, _, from) => stepFrom(loops, from, 1) },
  { key: 'L', to: ({ loops }, _, from) => stepFrom(loops, from, -1) },
  { key: 'h', to: ({ hot }, _, from) => hot[hot.indexOf(from) + 1] ?? hot[0] },
  { key: 'H', to: ({ hot }, _, from) => hot[hot.indexOf(from) - 1] ?? hot.at(-1) },
  { key: 'd', to: (_, linked, from) => stepFrom(linked.def, from, -1) },
  { key: 'u', to: (_, linked, from) => stepFrom(linked.use, from, 1) },
  { key: 'w', to: (_, linked, from) => stepFrom(linked.wait, from, -1) },
  { key: 'b', to: (_, linked, from) => stepFrom(linked.to, from, 1) },
];
