/** What each lane of the thread is: its work-item, whether it runs, and its bits of the flags. */
import { shown } from '../../../parts/shown.ts';
import type { Debugged } from '../session.ts';

export function Lanes({ debug, lane, onLane }: { debug: Debugged; lane: number; onLane(lane: number): void }) {
  const { lanes } = debug.view;
  if (lanes.length === 0) return <p class="quiet">No thread runs.</p>;
  const flags = lanes[0]?.flags.map((_, i) => `f${i}`) ?? [];
  return (
    <div class="debug-scroll" tabIndex={0} role="region" aria-label="Lanes">
      <table class="plain debug-table" aria-label="Lanes of the thread">
        <thead>
          <tr>
            {['lane', 'global id', ...flags, 'state'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lanes.map((row) => (
            <tr key={row.lane} class={row.runs ? undefined : 'off'}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={row.lane === lane}
                  title="show the variables of this lane"
                  onClick={() => onLane(row.lane)}
                >
                  {row.lane}
                </button>
              </th>
              <td>{row.item}</td>
              {row.flags.map((bit, i) => (
                <td key={i}>{bit}</td>
              ))}
              <td>{row.runs ? 'runs' : row.until === null ? 'off' : `off until ${shown(row.until, 60)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
