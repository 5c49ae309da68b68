/** Buttons that move through lines of a kind in the code. */
import { number } from './shown.ts';

/** The next line of a kind, or the one before; around the end. */
export function stepFrom(lines: readonly number[], from: number, way: 1 | -1): number | undefined {
  if (way === 1) return lines.find((line) => line > from) ?? lines[0];
  return lines.filter((line) => line < from).at(-1) ?? lines.at(-1);
}

interface StepProps {
  readonly title: string;
  /** What a step leads to, in the singular. */
  readonly unit: string;
  /** The key that does the same in the code. */
  readonly keys: string;
  readonly lines: readonly number[];
  /** From which steps lead. */
  readonly line: number;
  onGo(line: number): void;
}

/** Two buttons, for the previous and the next line; one button if there is only one line of the kind. */
export function StepButtons({ title, unit, keys, lines, line, onGo }: StepProps) {
  if (lines.length === 0) return null;
  const go = (way: 1 | -1) => {
    const to = stepFrom(lines, line, way);
    if (to !== undefined) onGo(to);
  };
  if (lines.length === 1) {
    return (
      <button type="button" title={`${unit} (${keys})`} onClick={() => go(1)}>
        {title} <kbd>{keys}</kbd>
      </button>
    );
  }
  return (
    <span class="code-steps">
      <button type="button" aria-label={`previous ${unit}`} title={`previous ${unit} (Shift+${keys})`} onClick={() => go(-1)}>
        ‹
      </button>
      <span>
        {title} <span class="quiet">{number(lines.length)}</span> <kbd>{keys}</kbd>
      </span>
      <button type="button" aria-label={`next ${unit}`} title={`next ${unit} (${keys})`} onClick={() => go(1)}>
        ›
      </button>
    </span>
  );
}
