import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** Two panes side by side, or one above the other, with a bar between that is dragged or moved with the arrow keys. */
export function Split(props: {
  label: string;
  first: ComponentChildren;
  second: ComponentChildren;
  /** Share of the first, in percent. */
  start?: number;
  along?: 'row' | 'column';
}) {
  const { label, first, second, start = 50, along = 'row' } = props;
  const [share, setShare] = useState(start);
  const box = useRef<HTMLDivElement>(null);
  const set = (percent: number) => setShare(Math.min(85, Math.max(15, Math.round(percent))));
  const onPointerMove = (event: PointerEvent) => {
    const bar = event.currentTarget as HTMLElement;
    const rect = box.current?.getBoundingClientRect();
    if (!rect || !bar.hasPointerCapture(event.pointerId)) return;
    set(along === 'row' ? ((event.clientX - rect.left) / rect.width) * 100 : ((event.clientY - rect.top) / rect.height) * 100);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const step = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 }[key];
    if (step !== undefined) set(share + step);
  };
  return (
    <div class={`split ${along}`} ref={box} style={{ '--share': `${share}%` }}>
      <div class="pane">{first}</div>
      <div
        class="bar"
        role="separator"
        tabIndex={0}
        aria-label={label}
        aria-orientation={along === 'row' ? 'vertical' : 'horizontal'}
        aria-valuenow={share}
        aria-valuemin={15}
        aria-valuemax={85}
        onPointerDown={(event) => (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      />
      <div class="pane">{second}</div>
    </div>
  );
}
