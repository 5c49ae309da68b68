import { useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { later } from '../../parts/safe.tsx';
import { Savable } from '../../parts/savable.tsx';
import { count, shown } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { go } from '../../state.ts';
import type { SizeTile } from '../../worker/rows.ts';
import { colourOf, kindsIn, labelOf } from './tile-label.ts';

const Tiles = later('The picture', async () => (await import('./tiles.tsx')).Tiles);

/** From the file inwards; the last is only a colour. */
const IMAGE = ['kernel', 'section', 'kind'] as const;
const CONTAINER = ['image', ...IMAGE] as const;

/** What takes up space, as a treemap: a level with what is in it, and navigation between levels. */
export function SizePicture({ id, at, isImage }: { id: number; at: string; isImage: boolean }) {
  const by = isImage ? IMAGE : CONTAINER;
  const answer = useAnswer('size', { file: id, at, by });
  const [wanted, setWanted] = useState('');
  const [path, setPath] = useState<readonly number[]>([]);
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <p class="loading">…</p>;
  const { tree, domains } = answer.value;
  // One tile says nothing.
  if (tree.children.length < 2) return null;
  const shownTile = path.reduce<SizeTile>((tile, i) => tile.children[i] ?? tile, tree);
  const kinds = kindsIn(tree);
  const domain = domains[path.length] ?? domains.at(-1) ?? 'part';
  return (
    <section aria-label="Size">
      <div class="treemap-head">
        <h2>Size by {domain}</h2>
        <span class="quiet">
          {path.length === 0 ? '' : `${labelOf(shownTile)}, `}
          {count(shownTile.size, 'byte')}
        </span>
        <input
          type="search"
          aria-label="Find a part of the picture"
          placeholder="Find a part"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        {path.length === 0 ? (
          <button type="button" onClick={() => go({ tab: 'size' })}>
            as a table
          </button>
        ) : (
          <button type="button" onClick={() => setPath(path.slice(0, -1))}>
            up
          </button>
        )}
      </div>
      <Savable name={`size by ${domain}`}>
        <Tiles
          key={path.join()}
          tile={shownTile}
          domain={domain}
          wanted={wanted.trim().toLowerCase()}
          onInto={(i) => setPath([...path, i])}
          onOut={() => path.length > 0 && setPath(path.slice(0, -1))}
          takeFocus={path.length > 0}
        />
        <ul class="treemap-legend" aria-label="Colours of the picture">
          {kinds.map((kind) => (
            <li key={kind}>
              <span class="swatch" style={{ '--role': colourOf(kind) }} aria-hidden="true" />
              {kind}
            </li>
          ))}
        </ul>
      </Savable>
    </section>
  );
}

interface SizeRow {
  readonly label: string;
  readonly outer: string;
  readonly size: number;
  readonly inflated: number;
  readonly share: number;
}

/** The same as a table, with duplicates. */
export function SizeTable({ id, at }: { id: number; at: string }) {
  const answer = useAnswer('size', { file: id, at });
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
      <Table label="Size" columns={columns} rows={rows} sort={{ key: 'size', down: true }} filter="Filter sizes" flows />
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
