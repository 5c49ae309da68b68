/** Registers of a thread as rows of bytes, a cell for each argument in them. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { count, number, shown } from '../../parts/shown.ts';
import type { KernelView } from '../../worker/kernel.ts';
import type { PictureCell, PictureRow } from '../../worker/payload-picture.ts';

interface Props {
  readonly payload: KernelView['payload'];
  readonly marked: number | undefined;
  readonly pinned: number | undefined;
  onPoint(entry: number | undefined): void;
  onPin(entry: number): void;
}

export function PayloadPicture({ payload, marked, pinned, onPoint, onPin }: Props) {
  const { picture, entries, regions, regionTitles } = payload;
  const { rows, width, unit, cut } = picture;
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState({ row: 0, cell: 0 });
  const focus = useRef(false);
  // Keys may come faster than the page is drawn.
  const now = useRef(active);
  const first = rows.findIndex(({ cells }) => cells.length > 0);
  const at = rows[active.row]?.cells[active.cell] ? active : { row: first, cell: 0 };
  now.current = at;
  useLayoutEffect(() => {
    if (!focus.current) return;
    focus.current = false;
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const to = event.altKey || event.ctrlKey || event.metaKey ? undefined : step(rows, now.current, event.key);
    if (to) {
      event.preventDefault();
      focus.current = true;
      now.current = to;
      setActive(to);
      return;
    }
    const cell = rows[now.current.row]?.cells[now.current.cell];
    if (cell && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      onPin(cell.entry);
    }
  };
  const ticks = Array.from({ length: width / (width > 32 ? 8 : 4) }, (_, i) => i * (width > 32 ? 8 : 4));
  return (
    <div
      class="picture"
      role="grid"
      aria-label={unit === 'register' ? 'Payload by registers' : 'Payload by bytes of memory'}
      ref={grid}
      style={{ '--bytes': String(width) }}
      onKeyDown={onKeyDown}
      onMouseLeave={() => onPoint(undefined)}
    >
      <div class="picture-ticks" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ gridColumn: `${tick + 1} / span ${ticks[1] ?? width}` }}>
            {tick}
          </span>
        ))}
      </div>
      {rows.map((row, i) => {
        const region = row.region;
        const begins = region !== undefined && rows[i - 1]?.region !== region;
        const regionInfo = regions.find(({ kind }) => kind === region);
        return (
          <div role="row" key={row.at} class={`picture-row ${region ?? ''} ${begins ? 'begins' : ''}`} data-region={region}>
            <div role="rowheader" class="picture-name">
              <span class="picture-region">
                {begins ? (
                  <>
                    {regionTitles[region]} <span class="quiet">{regionInfo ? number(regionInfo.size) : ''}</span>
                  </>
                ) : null}
              </span>
              <code>{rowName(row, unit)}</code>
            </div>
            {row.cells.length === 0 ? (
              <div role="gridcell" class="picture-bytes">
                <span class="picture-free">{region === 'header' ? 'filled by the hardware' : ''}</span>
              </div>
            ) : (
              <div role="presentation" class="picture-bytes">
                {row.cells.map((cell, j) => {
                  const entry = entries[cell.entry];
                  const name = entry ? `${entry.name}${cell.begins ? '' : ', continued'}` : `entry ${number(cell.entry)}`;
                  return (
                    <div
                      role="gridcell"
                      key={cell.entry}
                      class={`cell role-${entry?.role ?? 'driver'} ${cell.begins ? 'begins' : ''} ${cell.ends ? 'ends' : ''} ${marked === cell.entry ? 'marked' : ''}`}
                      tabIndex={at.row === i && at.cell === j ? 0 : -1}
                      aria-selected={pinned === cell.entry}
                      aria-label={`${shown(name, 80)}, ${place(row, cell, unit)}, ${count(cell.size, 'byte')}`}
                      title={`${shown(name, 80)}\n${entry?.arg_type ?? ''} ${entry?.operand ?? ''}, ${count(entry?.size ?? 0, 'byte')}`}
                      data-entry={cell.entry}
                      data-at={row.at}
                      data-together={row.together}
                      data-byte={cell.byte}
                      data-size={cell.size}
                      style={{ gridColumn: `${cell.byte + 1} / span ${cell.size}` }}
                      onMouseEnter={() => onPoint(cell.entry)}
                      onFocus={() => onPoint(cell.entry)}
                      onBlur={() => onPoint(undefined)}
                      onClick={() => {
                        setActive({ row: i, cell: j });
                        onPin(cell.entry);
                      }}
                    >
                      <span>{cell.begins ? shown(name, 60) : '…'}</span>
                    </div>
                  );
                })}
              </div>
            )}
          </div>
        );
      })}
      {cut ? <p class="quiet">The picture is cut off here; the table below has all entries.</p> : null}
    </div>
  );
}

function rowName({ at, together }: PictureRow, unit: 'register' | 'memory'): string {
  if (unit === 'memory') return together === 1 ? `+${at}` : `+${at} …`;
  return together === 1 ? `r${at}` : `r${at}–r${at + together - 1}`;
}

function place(row: PictureRow, cell: PictureCell, unit: 'register' | 'memory'): string {
  if (row.together > 1) return rowName(row, unit);
  const last = cell.byte + cell.size - 1;
  return unit === 'register' ? `${rowName(row, unit)} bytes ${cell.byte} to ${last}` : `bytes ${row.at + cell.byte} to ${row.at + last}`;
}

interface Place {
  readonly row: number;
  readonly cell: number;
}

/** Where a key leads: left and right in the order of bytes, up and down to the cell above and below. */
function step(rows: readonly PictureRow[], { row, cell }: Place, key: string): Place | undefined {
  const places = rows.flatMap(({ cells }, i) => cells.map((_, j): Place => ({ row: i, cell: j })));
  const now = places.findIndex((one) => one.row === row && one.cell === cell);
  if (key === 'ArrowRight') return places[now + 1];
  if (key === 'ArrowLeft') return places[now - 1];
  if (key === 'Home') return places[0];
  if (key === 'End') return places.at(-1);
  const way = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  const byte = rows[row]?.cells[cell]?.byte ?? 0;
  for (let i = row + way; way !== 0 && rows[i]; i += way) {
    const cells = rows[i]?.cells ?? [];
    const under = cells.findIndex((one) => one.byte + one.size > byte);
    if (cells.length > 0) return { row: i, cell: under < 0 ? cells.length - 1 : under };
  }
  return undefined;
}
