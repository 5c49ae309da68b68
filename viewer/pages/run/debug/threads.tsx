/** The threads of the group as a grid, and the calls of the one that is selected. */
import { count, number, shown } from '../../../parts/shown.ts';
import type { DebugFrame, DebugPlace, DebugThread } from '../../../worker/run/debug-messages.ts';
import { select } from './actions.ts';
import type { DebugProps } from './props.ts';

const STATES: { readonly [S in DebugThread['state']]: readonly [sign: string, words: string] } = {
  ready: ['', 'runs'],
  waiting: ['‖', 'waits at a barrier'],
  ended: ['✓', 'has ended'],
};

export function Threads({ of, debug: { view } }: DebugProps) {
  const { threads, group, groups, groupsBefore, frames } = view;
  return (
    <div class="debug-threads">
      <p class="quiet">
        Group <strong>{group.join(',')}</strong>, {number(groupsBefore + 1)} of {number(groups)}; {count(threads.length, 'thread')}
      </p>
      <fieldset class="thread-grid">
        <legend class="unseen">Threads of the group</legend>
        {threads.map((one) => (
          <Thread
            key={one.index}
            one={one}
            isSelected={one.index === view.thread}
            isOff={of.running}
            onSelect={() => void select(of, one.index)}
          />
        ))}
      </fieldset>
      {frames.length < 2 ? null : (
        <ol class="debug-frames" aria-label="Calls">
          {frames.map((frame, level) => (
            <li key={level}>
              <Frame frame={frame} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

interface ThreadProps {
  readonly one: DebugThread;
  readonly isSelected: boolean;
  readonly isOff: boolean;
  onSelect(): void;
}

function Thread({ one: { index, state, at, runs, lanes }, isSelected, isOff, onSelect }: ThreadProps) {
  const [sign, words] = STATES[state];
  const where = at === null ? '' : `, at ${at.file === null ? '' : `${shown(at.file, 80)}:${at.line}, `}0x${at.offset.toString(16)}`;
  const title = `thread ${index}: ${words}${where}${state === 'ended' || runs === lanes ? '' : `, lanes ${runs} of ${lanes}`}`;
  return (
    <button type="button" class={`thread ${state}`} aria-pressed={isSelected} title={title} disabled={isOff} onClick={onSelect}>
      <span class="unseen">{title}</span>
      <span class="number" aria-hidden="true">
        {index}
      </span>
      <span class="where" aria-hidden="true">
        {sign} {at === null ? '' : shortPlace(at)}
      </span>
    </button>
  );
}

/** The line, or the offset without one. */
const shortPlace = ({ line, offset }: DebugPlace): string => (line === null ? offset.toString(16) : `:${line}`);

function Frame({ frame: { name, file, line, section, offset, isInlined } }: { frame: DebugFrame }) {
  const place = file === null ? `${shown(section, 80)}+0x${offset.toString(16)}` : `${shown(file, 80)}:${line}`;
  return (
    <>
      <code>{shown(name, 80)}</code> <span class="quiet">at {place}</span>
      {isInlined ? <span class="quiet"> (inlined)</span> : null}
    </>
  );
}
