import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useKept } from './kept.ts';

interface Arrangement {
  readonly share: number;
  readonly away: boolean;
}

interface SplitProps {
  readonly label: string;
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
  /** Share of the first, in percent. */
  readonly start?: number;
  readonly along?: 'row' | 'column';
  /** What the second is, if it can be put away. */
  readonly panel?: string;
}

/**
 * Two panes side by side, or one above the other, with a bar between that is dragged or moved with the arrow keys. Enter on it puts the
 * second away, if that is possible.
 */
export function Split({ label, first, second, start = 50, along = 'row', panel }: SplitProps) {
  const [kept, keep] = useKept<Arrangement>(label);
  const { share, away } = kept ?? { share: start, away: false };
  const box = useRef<HTMLDivElement>(null);
  const set = (percent: number) => keep({ share: Math.min(90, Math.max(15, Math.round(percent))), away: false });
  const putAway = () => keep({ share, away: !away });
  const onPointerMove = (event: PointerEvent) => {
    const bar = event.currentTarget as HTMLElement;
    const rect = box.current?.getBoundingClientRect();
    if (!rect || !bar.hasPointerCapture(event.pointerId)) return;
    set(along === 'row' ? ((event.clientX - rect.left) / rect.width) * 100 : ((event.clientY - rect.top) / rect.height) * 100);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const step = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 }[key];
    if (step !== undefined) set(share + step);
    else if (key === 'Enter' && panel !== undefined) putAway();
  };
  return (
    <div class={`split ${along} ${away ? 'away' : ''}`} ref={box} style={{ '--share': `${share}%` }}>
      <div class="pane">{first}</div>
      <div class="between">
        <div
          class="bar"
          role="separator"
          tabIndex={0}
          aria-label={label}
          aria-orientation={along === 'row' ? 'vertical' : 'horizontal'}
          aria-valuenow={away ? 100 : share}
          aria-valuemin={15}
          aria-valuemax={100}
          onPointerDown={(event) => (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)}
          onPointerMove={onPointerMove}
          onKeyDown={onKeyDown}
        />
        {panel === undefined ? null : (
          <button type="button" class="put-away" aria-expanded={!away} onClick={putAway}>
            {panel} <span aria-hidden="true">{away ? '▴' : '▾'}</span>
          </button>
        )}
      </div>
      {away ? null : <div class="pane">{second}</div>}
    </div>
  );
}
