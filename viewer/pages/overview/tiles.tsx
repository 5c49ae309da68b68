/** One level of the picture of sizes: a tile for each part, as large as the part is. */
import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { roving } from '../../parts/roving.ts';
import { size as sizeText } from '../../parts/shown.ts';
import type { SizeTile } from '../../worker/rows.ts';
import { labelOf } from './tile-label.ts';

/** Side of a tile in pixels below which it cannot be seen, and is not drawn. */
const SMALLEST = 6;

export interface TilesProps {
  readonly tile: SizeTile;
  readonly domain: string;
  onInto(index: number): void;
  onOut(): void;
  readonly takeFocus: boolean;
}

export function Tiles({ tile, domain, onInto, onOut, takeFocus }: TilesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 480, height: 216 });
  const [active, setActive] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (takeFocus) box.current?.querySelector('button')?.focus();
  }, []);
  const layout = treemap<SizeTile>().size([width, height]).tile(treemapSquarify.ratio(1.6)).round(true);
  const one = { ...tile, children: tile.children.map((child) => ({ ...child, children: [] })) };
  const tiles =
    layout(hierarchy<SizeTile>(one, ({ children }) => [...children]).sum(({ size, children }) => (children.length === 0 ? size : 0)))
      .children ?? [];
  const boxes = tiles.flatMap((node, index) => (node.x1 - node.x0 >= SMALLEST && node.y1 - node.y0 >= SMALLEST ? [{ node, index }] : []));
  const at = Math.min(active, boxes.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' || event.key === 'Escape') return onOut();
    const to = roving(event, at, boxes.length, 'row') ?? roving(event, at, boxes.length, 'column', 5);
    if (to === undefined) return;
    setActive(to);
    box.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div class="treemap" ref={box} role="group" aria-label={`Largest first, by ${domain}; all are in the tab Size`} onKeyDown={onKeyDown}>
      {boxes.map(({ node, index }, i) => {
        const { data, x0, x1, y0, y1 } = node;
        const inner = (tile.children[index]?.children.length ?? 0) > 1;
        const share = tile.size === 0 ? 0 : (data.size / tile.size) * 100;
        const text = `${labelOf(data)} ${sizeText(data.size)}, ${share.toFixed(1)} %`;
        return (
          <button
            type="button"
            key={`${index}`}
            tabIndex={i === at ? 0 : -1}
            aria-label={inner ? `${text}; opens` : text}
            title={text}
            style={{
              left: `${x0}px`,
              top: `${y0}px`,
              width: `${x1 - x0}px`,
              height: `${y1 - y0}px`,
              background: `var(--tile-${(index % 6) + 1})`,
            }}
            onFocus={() => setActive(i)}
            onClick={() => inner && onInto(index)}
          >
            {x1 - x0 > 44 && y1 - y0 > 18 ? <span>{labelOf(data)}</span> : null}
            {x1 - x0 > 60 && y1 - y0 > 36 ? <span class="quiet"> {sizeText(data.size)}</span> : null}
          </button>
        );
      })}
    </div>
  );
}
