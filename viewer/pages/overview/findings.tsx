import { useState } from 'preact/hooks';
import type { Pages } from '../../pages.ts';
import { Prose } from '../../parts/prose.tsx';
import { RefusalNote } from '../../parts/refusal.tsx';
import { count, hex, number, shown } from '../../parts/shown.ts';
import { link } from '../../state.ts';
import type { Result } from '../../worker/handlers.ts';

type Row = Result<'findings'>['rows'][number];

/** Findings that are drawn at first. */
const STEP = 100;

const TONES = { error: 'bad', warning: 'warn', info: 'quiet' } as const;

/** The findings from reading the file, each with a link to its bytes. */
export function Findings({ pages: { rows, total, refusal } }: { pages: Pages<Row> }) {
  const [most, setMost] = useState(STEP);
  if (refusal) return <RefusalNote refusal={refusal} />;
  if (total === undefined) return <p class="loading">…</p>;
  if (total === 0) return <p class="good">Nothing was found.</p>;
  const drawn = rows.slice(0, most);
  return (
    <>
      <ul class="findings">
        {drawn.map((row, i) => (
          <Finding key={i} finding={row} />
        ))}
      </ul>
      {rows.length > most ? (
        <button type="button" onClick={() => setMost(most + STEP)}>
          {count(Math.min(STEP, rows.length - most), 'more')} of {number(total)}
        </button>
      ) : null}
    </>
  );
}

function Finding({ finding }: { finding: Row }) {
  const { severity, code, message, path, offset, end, line, at, source, help, count: times, others } = finding;
  const place = `${number(offset)} (${hex(offset)})${line === undefined ? '' : `, line ${line} of .ze_info`}`;
  return (
    <li data-code={code}>
      <span class={TONES[severity]}>{severity}</span>
      <div>
        <p>
          {shown(message, 1_000)} <code class="quiet">{code}</code>
          {times === 1 ? null : <strong> {number(times)} times</strong>}
        </p>
        <p class="quiet">
          {source === undefined ? (
            <a href={link({ view: 'bytes', at, span: { start: offset, end: Math.max(end, offset) } })}>at byte {place}</a>
          ) : (
            <a href={link({ view: 'bytes', at, span: { start: offset, end: Math.max(end, offset) } })}>
              at byte {place} of the decompressed data of {shown(source, 80)}
            </a>
          )}
          {path === '' && at === '' ? '' : `: ${shown(at === '' ? path : `${at.slice(1)}!${path}`, 300)}`}
        </p>
        {times === 1 ? null : (
          <details>
            <summary>the other places</summary>
            <ul>
              {others.map((one) => (
                <li key={`${one.at} ${one.offset} ${one.path}`}>
                  <a href={link({ view: 'bytes', at: one.at, span: { start: one.offset, end: Math.max(one.end, one.offset) } })}>
                    at byte {number(one.offset)}
                  </a>
                  {one.path === '' && one.at === '' ? '' : `: ${shown(one.at === '' ? one.path : `${one.at.slice(1)}!${one.path}`, 300)}`}
                </li>
              ))}
              {times - 1 > others.length ? <li class="quiet">and {number(times - 1 - others.length)} more</li> : null}
            </ul>
          </details>
        )}
        <p class="quiet">
          <Prose text={help} />
        </p>
      </div>
    </li>
  );
}
