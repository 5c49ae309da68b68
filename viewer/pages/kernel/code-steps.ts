/** Where the keys of the code lead: from place to place of a kind, and along the links of the chosen instruction. */
import type { CodeView } from '../../worker/code-view.ts';
import type { LinkedLines } from './instruction-links.ts';

/** Lines of each kind, rising. */
export interface Steps {
  readonly peak: readonly number[];
  readonly scratch: readonly number[];
  readonly loops: readonly number[];
}

export function stepsOf({ costs }: CodeView): Steps {
  return {
    peak: costs && costs.peakLine >= 0 ? [costs.peakLine] : [],
    scratch: [...(costs?.scratch ?? [])].flatMap(([line, { use }]) => (use === 'private' ? [] : [line])),
    loops: (costs?.flow.loops ?? []).map(({ line }) => line).sort((a, b) => a - b),
  };
}

/** The next line of a kind, or the one before; around the end. */
export function stepFrom(lines: readonly number[], from: number, way: 1 | -1): number | undefined {
  if (way === 1) return lines.find((line) => line > from) ?? lines[0];
  return lines.filter((line) => line < from).at(-1) ?? lines.at(-1);
}

interface StepKey {
  readonly key: string;
  to(steps: Steps, linked: LinkedLines, from: number): number | undefined;
}

/** What keys do while the code has the focus; Backspace leads back. `viewer/keys.ts` says it to users. */
export const STEP_KEYS: readonly StepKey[] = [
  { key: 'm', to: ({ peak }) => peak[0] },
  { key: 's', to: ({ scratch }, _, from) => stepFrom(scratch, from, 1) },
  { key: 'S', to: ({ scratch }, _, from) => stepFrom(scratch, from, -1) },
  { key: 'l', to: ({ loops }, _, from) => stepFrom(loops, from, 1) },
  { key: 'L', to: ({ loops }, _, from) => stepFrom(loops, from, -1) },
  { key: 'd', to: (_, linked, from) => stepFrom(linked.def, from, -1) },
  { key: 'u', to: (_, linked, from) => stepFrom(linked.use, from, 1) },
  { key: 'w', to: (_, linked, from) => stepFrom(linked.wait, from, -1) },
  { key: 'b', to: (_, linked, from) => stepFrom(linked.to, from, 1) },
];
