/** A strip next to the scroll bar: where in the whole text something is. */
import { useMemo } from 'preact/hooks';

export interface StripKind {
  /** Names its colour in code.css, and what it is in the tooltip. */
  readonly kind: 'loop' | 'sample' | 'spill' | 'hit' | 'peak' | 'here';
  /** Lines, counted from 0; the second is exclusive. */
  readonly runs: readonly (readonly [from: number, to: number])[];
}

/** Steps that are distinguished from top to bottom: more than a screen has pixels. */
const STEPS = 2_000;

interface CodeStripProps {
  readonly kinds: readonly StripKind[];
  /** Of the whole text. */
  readonly lines: number;
  onGo(line: number): void;
}

export function CodeStrip({ kinds, lines, onGo }: CodeStripProps) {
  const onClick = (event: MouseEvent) => {
    const { top, height } = (event.currentTarget as Element).getBoundingClientRect();
    onGo(Math.min(lines - 1, Math.max(0, Math.floor(((event.clientY - top) / height) * lines))));
  };
  return (
    <svg class="code-strip" viewBox={`0 0 12 ${STEPS}`} preserveAspectRatio="none" aria-hidden="true" onClick={onClick}>
      {kinds.map(({ kind, runs }, i) => (
        <StripPath key={`${kind} ${i}`} kind={kind} runs={runs} lines={lines} />
      ))}
    </svg>
  );
}

function StripPath({ kind, runs, lines }: StripKind & { lines: number }) {
  return <path class={`strip-${kind}`} d={useMemo(() => pathOf(kind, runs, lines), [kind, runs, lines])} />;
}

/** A line across for each place, a bar for each loop; each step is drawn once. */
function pathOf(kind: StripKind['kind'], runs: StripKind['runs'], lines: number): string {
  const steps = new Set<string>();
  for (const [from, to] of runs) {
    const [first, last] = [from, to].map((line) => Math.floor((line / lines) * STEPS)) as [number, number];
    steps.add(kind === 'loop' ? `M2 ${first}V${Math.max(last, first + 4)}` : `M0 ${first + 1}H12`);
  }
  return [...steps].join('');
}
