/** The headings of the columns next to a text: each shows or hides its column, and its edge is dragged. */
import type { CodeGutter } from './gutter.ts';

/** In pixels. */
const NARROWEST = 16;

interface CodeHeadingProps {
  readonly gutters: readonly CodeGutter[];
  readonly hidden: ReadonlySet<string>;
  /** Of the shown columns, in pixels, and of what comes before and after them. */
  readonly widths: ReadonlyMap<string, number>;
  readonly before: number;
  readonly after: number;
  readonly title: string;
  onToggle(name: string): void;
  onWidth(name: string, width: number): void;
}

export function CodeHeading({ gutters, hidden, widths, before, after, title, onToggle, onWidth }: CodeHeadingProps) {
  return (
    <fieldset class="code-heading">
      <legend class="unseen">Columns</legend>
      <span style={{ width: `${before}px` }} />
      {gutters
        .filter(({ name }) => !hidden.has(name))
        .map((gutter) => (
          <div key={gutter.name} class="code-column" style={{ width: `${widths.get(gutter.name) ?? 0}px` }}>
            <Switch gutter={gutter} shown onToggle={onToggle} />
            <span class="grip" {...dragged((by) => onWidth(gutter.name, Math.max(NARROWEST, (widths.get(gutter.name) ?? 0) + by)))} />
          </div>
        ))}
      <span style={{ width: `${after}px` }} />
      <span class="code-title">{title}</span>
      {gutters
        .filter(({ name }) => hidden.has(name))
        .map((gutter) => (
          <Switch key={gutter.name} gutter={gutter} shown={false} onToggle={onToggle} />
        ))}
    </fieldset>
  );
}

interface SwitchProps {
  readonly gutter: CodeGutter;
  readonly shown: boolean;
  onToggle(name: string): void;
}

function Switch({ gutter: { name, heading, about }, shown, onToggle }: SwitchProps) {
  return (
    <label
      class={shown ? 'column-switch' : 'column-switch off'}
      title={`${about}. ${shown ? 'Click to hide the column' : 'Show the column'}`}
    >
      <input type="checkbox" class="unseen" checked={shown} onChange={() => onToggle(name)} />
      {heading}
    </label>
  );
}

/** Handlers of an edge that is dragged along a row. */
function dragged(by: (pixels: number) => void) {
  return {
    onPointerDown: (event: PointerEvent) => (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent) => {
      if ((event.currentTarget as HTMLElement).hasPointerCapture(event.pointerId) && event.movementX !== 0) by(event.movementX);
    },
  };
}
