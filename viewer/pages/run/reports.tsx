/** What checks found: each leads to its instruction, in the code or in the debugger. */
import type { RunReport } from '../../../src/internal.ts';
import { count, shown } from '../../parts/shown.ts';
import { Tip } from '../../parts/tip.tsx';
import { link } from '../../state.ts';
import { startDebug } from './debug/actions.ts';
import type { RunSession } from './session.ts';

export function Reports({ of, reports }: { of: RunSession; reports: readonly RunReport[] }) {
  return (
    <>
      <h2>
        Checks <span class="quiet">{count(reports.length, 'finding')}</span>
      </h2>
      {reports.length === 0 ? null : (
        <ul class="run-reports" aria-label="Findings of checks">
          {reports.map((one, i) => (
            <Report key={i} of={of} one={one} />
          ))}
        </ul>
      )}
    </>
  );
}

function Report({ of, one }: { of: RunSession; one: RunReport }) {
  const { kind, message, right, address, section, source, text, item, count: times } = one;
  const offset = address === null ? undefined : Number.parseInt(address, 16);
  const debug = () => {
    if (section === null || offset === undefined) return;
    const who = item === null ? {} : { item: item.global, lane: item.lane };
    void startDebug(of, { to: { section, offset, said: `${kind}: ${message}`, ...who } });
  };
  return (
    <li>
      <p>
        <strong class="bad">
          <Tip of={`check/${kind}`}>{kind}</Tip>
        </strong>
        : {shown(message, 400)}, {count(times, 'time')}
      </p>
      {address === null ? null : (
        <p>
          {offset === undefined ? address : <a href={link({ tab: 'code', instruction: offset })}>{address}</a>}
          {source === null ? '' : `, ${shown(source.path, 80)}:${source.line}`}
          {text === null ? null : (
            <>
              : <code>{shown(text, 200)}</code>
            </>
          )}{' '}
          <button type="button" disabled={of.running} onClick={debug}>
            Debug there
          </button>
        </p>
      )}
      <p class="quiet">
        {item === null ? '' : `First at global id (${item.global.join(',')}), group (${item.group.join(',')}), thread ${item.thread}. `}
        {shown(right, 400)}
      </p>
    </li>
  );
}
