import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { roving } from '../../parts/roving.ts';
import { count, shown, size as sizeText } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { go } from '../../state.ts';
import type { SizeTile } from '../../worker/rows.ts';

/** Tiles of the picture: those that can be seen. */
const SMALLEST = 6;

/** What takes the room, as a picture: one level at a time, into and out of which one goes. */
export function SizePicture({ id }: { id: number }) {
  const answer = useAnswer('size', { file: id });
  const [path, setPath] = useState<readonly number[]>([]);
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <p class="loading">…</p>;
  const { tree, domains } = answer.value;
  const shownTile = path.reduce<SizeTile>((tile, i) => tile.children[i] ?? tile, tree);
  const domain = domains[path.length] ?? domains.at(-1) ?? 'part';
  return (
    <section aria-label="Size">
      <div class="treemap-head">
        <h2>Size by {domain}</h2>
        <span class="quiet">
          {path.length === 0 ? '' : `${labelOf(shownTile)}, `}
          {count(shownTile.size, 'byte')}
        </span>
        {path.length === 0 ? (
          <button type="button" onClick={() => go({ tab: 'size' }, { replace: true })}>
            as a table
          </button>
        ) : (
          <button type="button" onClick={() => setPath(path.slice(0, -1))}>
            up
          </button>
        )}
      </div>
      <Tiles
        key={path.join()}
        tile={shownTile}
        domain={domain}
        onInto={(i) => setPath([...path, i])}
        onOut={() => path.length > 0 && setPath(path.slice(0, -1))}
        takeFocus={path.length > 0}
      />
    </section>
  );
}

interface TilesProps {
  readonly tile: SizeTile;
  readonly domain: string;
  onInto(index: number): void;
  onOut(): void;
  readonly takeFocus: boolean;
}

function Tiles({ tile, domain, onInto, onOut, takeFocus }: TilesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, height }, setRoom] = useState({ width: 480, height: 216 });
  const [active, setActive] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
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
  const seen = tiles.flatMap((node, index) => (node.x1 - node.x0 >= SMALLEST && node.y1 - node.y0 >= SMALLEST ? [{ node, index }] : []));
  const at = Math.min(active, seen.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' || event.key === 'Escape') return onOut();
    const to = roving(event, at, seen.length, 'row') ?? roving(event, at, seen.length, 'column', 5);
    if (to === undefined) return;
    setActive(to);
    box.current?.querySelectorAll('button')[to]?.focus();
  };
  return (
    <div
      class="treemap"
      ref={box}
      role="group"
      aria-label={`Largest first, by ${domain}; the tab Size has all of them`}
      onKeyDown={onKeyDown}
    >
      {seen.map(({ node, index }, i) => {
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

function labelOf({ label, rest }: SizeTile): string {
  return rest === undefined ? shown(label, 80) || 'the file' : `${count(rest, 'smaller one')}`;
}

interface SizeRow {
  readonly label: string;
  readonly outer: string;
  readonly size: number;
  readonly inflated: number;
  readonly share: number;
}

/** The same as a table, and what occurs more than once. */
export function SizeTable({ id }: { id: number }) {
  const answer = useAnswer('size', { file: id });
  const [filter, setFilter] = useState('');
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <p class="loading">…</p>;
  const { tree, domains, duplicates, duplicateCount, wasted } = answer.value;
  const rows = tree.children.flatMap((outer) => {
    const row = (tile: SizeTile, of: string): SizeRow => ({
      outer: labelOf(outer),
      label: of,
      size: tile.size,
      inflated: tile.inflated_size,
      share: tree.size === 0 ? 0 : (tile.size / tree.size) * 100,
    });
    return outer.children.length === 0 ? [row(outer, '')] : outer.children.map((inner) => row(inner, labelOf(inner)));
  });
  const columns: readonly TableColumn<SizeRow>[] = [
    { key: 'outer', title: domains[0] ?? 'part', value: ({ outer }) => outer, width: 'minmax(12rem, 1fr)' },
    { key: 'label', title: domains[1] ?? 'part', value: ({ label }) => label, width: 'minmax(12rem, 1fr)' },
    { key: 'size', title: 'size', unit: 'bytes', value: ({ size }) => size, align: 'right', width: '8rem' },
    {
      key: 'share',
      title: 'share',
      unit: '%',
      value: ({ share }) => share,
      draw: ({ share }) => share.toFixed(1),
      align: 'right',
      width: '6rem',
    },
    { key: 'inflated', title: 'inflated', unit: 'bytes', value: ({ inflated }) => inflated, align: 'right', width: '8rem' },
  ];
  return (
    <>
      <Table
        label="Size"
        columns={columns}
        rows={rows}
        sort={{ key: 'size', down: true }}
        filter={{ label: 'Filter sizes', text: filter, onText: setFilter }}
      />
      {duplicateCount === 0 ? null : (
        <>
          <h2>
            {count(wasted, 'byte')} in {count(duplicateCount, 'group')} of equal parts
          </h2>
          <ul>
            {duplicates.map(({ label, size, wasted: more, count: times, addresses }) => (
              <li key={addresses.join()}>
                {shown(label, 80)}: {times} times {count(size, 'byte')}, {count(more, 'byte')} more than once{' '}
                <span class="quiet">
                  ({addresses.map((address) => shown(address, 60)).join(', ')}
                  {times > addresses.length ? ', …' : ''})
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
