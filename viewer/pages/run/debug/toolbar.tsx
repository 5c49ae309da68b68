/** The ways of the debugger as buttons and keys, and where the kernel is. */
import { useKept } from '../../../parts/kept.ts';
import { usePress } from '../../../parts/press.ts';
import { count, number, shown } from '../../../parts/shown.ts';
import { back, endDebug, goTo, move, pause } from './actions.ts';
import type { DebugProps } from './props.ts';
import { BACKWARDS, FORWARDS, keysOf, type Way, wayOf } from './ways.ts';

interface ToolbarProps extends DebugProps {
  /** The instruction that the cursor is at. */
  readonly cursor: { readonly section: string; readonly offset: number } | undefined;
}

export function Toolbar({ of, debug, cursor }: ToolbarProps) {
  const { view, past } = debug;
  const [kept, setByLine] = useKept<boolean>('steps by lines');
  const isByLine = view.hasLines && (kept ?? true);
  const go = ({ motion }: Way) => void move(of, motion, isByLine);
  const toCursor = () => void (cursor && goTo(of, cursor));
  usePress((key, isShift) => {
    const way = wayOf(key, isShift);
    const other: { readonly [key: string]: () => void } = {
      F7: toCursor,
      i: () => setByLine(!isByLine),
      Backspace: () => void back(of),
    };
    const does = way ? () => go(way) : isShift ? undefined : other[key];
    if (does && !of.running) does();
    return does !== undefined;
  });
  return (
    <div class="debug-bar" role="toolbar" aria-label="Debugger">
      <div class="debug-ways">
        {FORWARDS.map((way) => (
          <WayButton key={way.motion} way={way} isOff={of.running} onPress={() => go(way)} />
        ))}
        <button type="button" disabled={of.running || !cursor} onClick={toCursor} title="run to the instruction of the cursor (F7)">
          To the cursor <kbd>F7</kbd>
        </button>
        <label title="what a step is (i)">
          Steps{' '}
          <select
            value={isByLine ? 'line' : 'instruction'}
            disabled={!view.hasLines}
            onChange={(event) => setByLine(event.currentTarget.value === 'line')}
          >
            <option value="line">by line</option>
            <option value="instruction">by instruction</option>
          </select>
        </label>
        <span class="debug-end">
          {of.running ? (
            <button type="button" onClick={() => pause(of)}>
              Pause
            </button>
          ) : (
            <button type="button" onClick={() => void move(of, 'restart', isByLine)} title="go to the first instruction">
              Restart
            </button>
          )}
          <button type="button" onClick={() => endDebug(of)} title="back to the form">
            End
          </button>
        </span>
      </div>
      <div class="debug-ways">
        {BACKWARDS.map((way) => (
          <WayButton key={way.motion} way={way} isOff={of.running} onPress={() => go(way)} />
        ))}
        {past.length === 0 ? null : (
          <button type="button" disabled={of.running} onClick={() => void back(of)} title="to where the last jump began (Backspace)">
            Back <kbd>Backspace</kbd>
          </button>
        )}
      </div>
      <p class="debug-said" role="status">
        {of.running ? `running: ${count(of.instructions, 'instruction')} so far` : <Said debug={debug} />}
      </p>
    </div>
  );
}

function WayButton({ way, isOff, onPress }: { way: Way; isOff: boolean; onPress(): void }) {
  return (
    <button type="button" disabled={isOff} onClick={onPress} title={`${way.about} (${keysOf(way)})`}>
      {way.title} <kbd>{keysOf(way).replace('Shift+', '⇧')}</kbd>
    </button>
  );
}

/** Why it stopped, and where. */
function Said({ debug: { view, refusal } }: Pick<DebugProps, 'debug'>) {
  const { said, tone, at, frames, group, thread, moment, outcome } = view;
  const [frame] = frames;
  if (refusal !== undefined) return <span class="bad">{shown(refusal, 400)}</span>;
  const place =
    at === null ? '' : at.line === null ? `${shown(at.section, 80)}+0x${at.offset.toString(16)}` : `${shown(at.file ?? '', 80)}:${at.line}`;
  return (
    <>
      {outcome === null ? null : (
        <>
          <strong class={outcome.document.result === 'different' ? 'bad' : 'good'}>{outcome.document.result}</strong>
          {shown(outcome.text, 2_000)}
          {' · '}
        </>
      )}
      {said === '' ? null : (
        <>
          <strong class={tone === '' ? undefined : tone}>{shown(said, 2_000)}</strong>
          {' · '}
        </>
      )}
      {at === null ? null : (
        <>
          thread {thread} of group {group.join(',')}, <code>{shown(frame?.name ?? '', 80)}</code> at {place}
          {' · '}
        </>
      )}
      <span class="quiet" title="instructions of all threads that were executed before">
        moment {number(moment)}
      </span>
    </>
  );
}
