/** How the kernel runs: its execution environment, memory, occupancy and other properties. */
import { useRef, useState } from 'preact/hooks';
import { useAnswer } from '../../client.ts';
import { roving } from '../../parts/roving.ts';
import { count, number, shown } from '../../parts/shown.ts';
import { tip } from '../../parts/tip.tsx';
import type { KernelView, OccupancyView } from '../../worker/kernel.ts';
import type { KernelParams } from '../../worker/kernel-place.ts';
import { useLatest } from './latest.ts';

export function EnvironmentTab({ view, place }: { view: KernelView; place: KernelParams }) {
  const { environment, memory, pairs } = view;
  return (
    <div class="columns">
      <section>
        <h2>Execution environment</h2>
        <Attributes
          label="Execution environment"
          rows={environment.map(({ key, value, written }) => ({ key, value, quiet: !written, explain: `execution_env/${key}` }))}
        />
        <p class="quiet">Dimmed values are defaults that the file does not write.</p>
      </section>
      <section>
        <h2>Threads that run at once</h2>
        <Occupancy place={place} />
        {memory.length === 0 ? null : (
          <>
            <h2>Memory of a hardware thread</h2>
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">what</th>
                  <th scope="col" class="right">
                    bytes /thread
                  </th>
                  <th scope="col" class="right">
                    bytes /lane
                  </th>
                </tr>
              </thead>
              <tbody>
                {memory.map(({ what, bound, size }) => (
                  <tr key={what}>
                    <th scope="row">{what}</th>
                    <td class="right">
                      {bound ? '≤ ' : ''}
                      {number(size.per_thread)}
                    </td>
                    <td class="right">{size.per_lane === null ? '' : number(Math.round(size.per_lane * 10) / 10)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
        {pairs.map(({ title, record, pairs: rows }) => (
          <div key={title}>
            <h2>{capital(title)}</h2>
            <Attributes
              label={title}
              rows={rows.map(([key, value]) => ({
                key,
                value,
                quiet: false,
                ...(record === undefined ? {} : { explain: `${record}/${key}` }),
              }))}
            />
          </div>
        ))}
      </section>
    </div>
  );
}

interface AttributeRow {
  readonly key: string;
  readonly value: string;
  readonly quiet: boolean;
  readonly explain?: string;
}

/** Names and values; arrows go from name to name, and each explains itself. */
function Attributes({ label, rows }: { label: string; rows: readonly AttributeRow[] }) {
  const [active, setActive] = useState(0);
  const table = useRef<HTMLTableElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const names = [...(table.current?.querySelectorAll<HTMLElement>('[role="note"]') ?? [])];
    const to = roving(event, names.indexOf(event.target as HTMLElement), rows.length, 'column');
    if (to === undefined) return;
    setActive(to);
    names[to]?.focus();
  };
  if (rows.length === 0) return <p class="quiet">There are none.</p>;
  return (
    <table class="plain" aria-label={label} ref={table} onKeyDown={onKeyDown}>
      <tbody>
        {rows.map(({ key, value, quiet, explain }, i) => (
          <tr key={key} class={quiet ? 'default' : undefined}>
            <th scope="row">
              <span class="explained" role="note" tabIndex={i === active ? 0 : -1} onClick={() => setActive(i)} {...tip(explain)}>
                {shown(key, 80)}
              </span>
            </th>
            <td>{shown(value, 400)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Occupancy({ place }: { place: KernelParams }) {
  const [group, setGroup] = useState('');
  const answer = useLatest(useAnswer('occupancy', { ...place, group }));
  const value = answer.state === 'here' ? answer.value : undefined;
  return (
    <div class="occupancy">
      <label>
        Work-items of a work-group{' '}
        <input
          inputMode="text"
          size={9}
          placeholder="as 16x16"
          value={group}
          aria-invalid={value === 'bad'}
          onInput={(event) => setGroup(event.currentTarget.value)}
        />
      </label>
      <div role="status">
        {value === 'bad' ? <p class="warn">Enter a size such as 256 or 16x16.</p> : null}
        {value === null ? <p class="quiet">The number of threads of this device is unknown.</p> : null}
        {value && value !== 'bad' ? <Estimate of={value} /> : null}
      </div>
    </div>
  );
}

function Estimate({ of: { estimate, limit } }: { of: NonNullable<OccupancyView> }) {
  const { threads_per_eu, max_threads_per_eu, eus_per_core, group_size, group_threads, groups, resident_threads, max_threads, percent } =
    estimate;
  const where = groups.threads === null ? 'an EU' : `a core of ${count(eus_per_core ?? 0, 'EU')}`;
  const rows: (readonly [string, string])[] = [
    ['occupancy', `${number(resident_threads)} of ${number(max_threads)} threads of ${where}: ${limit}`],
    ['by registers', `${threads_per_eu} of ${max_threads_per_eu} threads per EU`],
    [
      'work-group',
      group_size === null || group_threads === null
        ? 'unknown; enter it above'
        : `${count(group_size, 'work-item')}, ${count(group_threads, 'thread')}`,
    ],
  ];
  const limits = (['threads', 'slm', 'barriers'] as const).flatMap((key) => {
    const most = groups[key];
    return most === null ? [] : [[GROUPS[key], count(most, 'group')] as const];
  });
  return (
    <>
      <div class="meter" role="img" aria-label={`${percent} percent`}>
        <span style={{ width: `${percent}%` }} />
        <b>{percent} %</b>
      </div>
      <table class="plain">
        <tbody>
          {[...rows, ...limits].map(([key, text]) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const GROUPS = { threads: 'groups by threads', slm: 'groups by shared local memory', barriers: 'groups by barriers' } as const;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
