/** The picture of sizes: a tile for each part, as large as the part is, with its own parts in it, in the colour of what they are. */
import { type HierarchyRectangularNode, hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { roving } from '../../parts/roving.ts';
import { size as sizeText } from '../../parts/shown.ts';
import type { SizeTile } from '../../worker/rows.ts';
import { kindOf, labelOf, tileOf } from './tile-label.ts';

/** Side of a tile in pixels below which it cannot be seen, and is not drawn. */
const SMALLEST = 6;
/** Height of a name above what is in a tile. */
const NAME = 17;

export interface TilesProps {
  readonly tile: SizeTile;
  readonly domain: string;
  /** Tiles with this in their name are marked. */
  readonly wanted: string;
  onInto(index: number): void;
  onOut(): void;
  readonly takeFocus: boolean;
}

type Node = HierarchyRectangularNode<SizeTile>;

export function Tiles({ tile, domain, wanted, onInto, onOut, takeFocus }: TilesProps) {
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
  const layout = treemap<SizeTile>()
    .size([width, height])
    .tile(treemapSquarify.ratio(1.6))
    .round(true)
    .paddingInner(1)
    .paddingTop(({ depth }) => (depth === 1 ? NAME : 0));
  const root = layout(hierarchy<SizeTile>(tile, partsOf).sum((one) => (partsOf(one).length === 0 ? one.size : 0)));
  const all = root.children ?? [];
  const boxes = all.flatMap((node, index) => (isSeen(node) ? [{ node, index }] : []));
  const at = Math.min(active, boxes.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' || event.key === 'Escape') return onOut();
    const to = roving(event, at, boxes.length, 'row') ?? roving(event, at, boxes.length, 'column', 5);
    if (to === undefined) return;
    setActive(to);
    box.current?.querySelectorAll('button')[to]?.focus();
  };
  const isWanted = ({ data }: Node) => wanted !== '' && labelOf(data).toLowerCase().includes(wanted);
  return (
    <div class="treemap" ref={box} role="group" aria-label={`Largest first, by ${domain}; all are in the tab Size`} onKeyDown={onKeyDown}>
      {boxes.map(({ node, index }, i) => {
        const { data, x0, x1, y0, y1 } = node;
        const inner = partsOf(data).length > 1;
        const share = tile.size === 0 ? 0 : (data.size / tile.size) * 100;
        const inflated = data.inflated_size === data.size ? '' : `, ${sizeText(data.inflated_size)} inflated`;
        const text = `${labelOf(data)} ${sizeText(data.size)}, ${share.toFixed(1)} %${inflated}`;
        return (
          <button
            type="button"
            key={`${index}`}
            tabIndex={i === at ? 0 : -1}
            aria-label={inner ? `${text}; opens` : text}
            title={text}
            class={isWanted(node) ? 'wanted' : ''}
            style={{ ...placed(x0, y0, x1, y1), background: inner ? 'var(--panel)' : tileOf(data) }}
            onFocus={() => setActive(i)}
            onClick={() => inner && onInto(index)}
          >
            {x1 - x0 > 44 && y1 - y0 > 14 ? (
              <span>
                {labelOf(data)} {x1 - x0 > 110 ? <span class="quiet">{sizeText(data.size)}</span> : null}
              </span>
            ) : null}
            {y1 - y0 < NAME + SMALLEST
              ? null
              : node
                  .leaves()
                  .filter((leaf) => leaf !== node && isSeen(leaf))
                  .map((leaf, n) => (
                    <i
                      key={`${n}`}
                      class={isWanted(leaf) || (leaf.parent && leaf.parent !== node && isWanted(leaf.parent)) ? 'wanted' : ''}
                      title={`${labelOf(leaf.data)}: ${kindOf(leaf.data)}, ${sizeText(leaf.data.size)}`}
                      style={{ ...placed(leaf.x0 - x0, leaf.y0 - y0, leaf.x1 - x0, leaf.y1 - y0), background: tileOf(leaf.data) }}
                    />
                  ))}
          </button>
        );
      })}
    </div>
  );
}

/** What is drawn in a tile: not its kind alone, which is its colour. */
function partsOf({ children }: SizeTile): SizeTile[] {
  return children.length === 1 && children[0]?.children.length === 0 ? [] : [...children];
}

const isSeen = ({ x0, x1, y0, y1 }: Node): boolean => x1 - x0 >= SMALLEST && y1 - y0 >= SMALLEST;

const placed = (x0: number, y0: number, x1: number, y1: number) => ({
  left: `${x0}px`,
  top: `${y0}px`,
  width: `${x1 - x0}px`,
  height: `${y1 - y0}px`,
});
