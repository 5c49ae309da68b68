/** Where the keys of the code lead: to the next place of a kind, and along the links of the selected instruction. */
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

interface StepKey {
  readonly key: string;
  to(steps: Steps, linked: LinkedLines, from: number): number | undefined;
}

/** What keys do while the code has the focus; Backspace leads back. `viewer/keys.ts` describes them for users. */
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
