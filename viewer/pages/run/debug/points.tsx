/** Breakpoints and watched bytes. */
import { useState } from 'preact/hooks';
import { count, shown } from '../../../parts/shown.ts';
import type { DebugPoint } from '../../../worker/run/debug-messages.ts';
import { breakIf, changePoint, goTo, removePoint, watch } from './actions.ts';
import type { DebugProps } from './props.ts';

export function Points({ of, debug }: DebugProps) {
  const { points } = debug.view;
  return (
    <>
      <NewPoint of={of} debug={debug} />
      {points.length === 0 ? (
        <p class="quiet">None: click on the margin of a line or an instruction, or press F9.</p>
      ) : (
        <ul class="debug-points" aria-label="Breakpoints">
          {points.map((point) => (
            <Point key={point.id} of={of} debug={debug} point={point} />
          ))}
        </ul>
      )}
    </>
  );
}

function NewPoint({ of }: DebugProps) {
  const [kind, setKind] = useState<'at' | 'write'>('at');
  return (
    <form
      class="run-bar"
      onSubmit={(event) => {
        event.preventDefault();
        const { elements } = event.currentTarget;
        const text = (name: string) => (elements.namedItem(name) as HTMLInputElement | null)?.value.trim() ?? '';
        if (text('what') === '') return;
        void (kind === 'at' ? breakIf(of, text('what'), text('condition')) : watch(of, text('what')));
        event.currentTarget.reset();
      }}
    >
      <select aria-label="Kind of breakpoint" value={kind} onChange={(event) => setKind(event.currentTarget.value as 'at' | 'write')}>
        <option value="at">at</option>
        <option value="write">on a write to</option>
      </select>
      <input
        name="what"
        aria-label={kind === 'at' ? 'Place' : 'What is watched'}
        placeholder={kind === 'at' ? '17, sum.cl:17, sum, *0x1d0' : 'out[3], $r12.0<d>'}
        spellcheck={false}
      />
      {kind === 'at' ? <input name="condition" aria-label="Condition" placeholder="if: sum > 80 && $lane == 3" spellcheck={false} /> : null}
      <button type="submit" disabled={of.running}>
        Add
      </button>
    </form>
  );
}

function Point({ of, point }: DebugProps & { point: DebugPoint }) {
  const { id, kind, text, condition, isEnabled, hits, places } = point;
  const [first] = places;
  const where = first && first.file !== null ? `${shown(first.file, 80)}:${first.line}` : '';
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={isEnabled}
          disabled={of.running}
          onChange={(event) => void changePoint(of, id, { isEnabled: event.currentTarget.checked })}
        />{' '}
        {id}: {kind === 'watchpoint' ? 'write to ' : ''}
        <code>{shown(text, 80)}</code>
      </label>{' '}
      <span class="quiet">
        {where === shown(text, 80) ? '' : where}
        {places.map(({ offset }) => ` 0x${offset.toString(16)}`).join(',')}
        {hits === 0 ? '' : `, reached ${count(hits, 'time')}`}
      </span>
      <span class="debug-end">
        {first ? (
          <button type="button" disabled={of.running} title="run to it, once" onClick={() => void goTo(of, first)}>
            Go
          </button>
        ) : null}
        <button type="button" disabled={of.running} aria-label={`Remove ${id}`} title="remove it" onClick={() => void removePoint(of, id)}>
          ×
        </button>
      </span>
      {kind === 'watchpoint' ? null : (
        <input
          aria-label={`Condition of ${id}`}
          placeholder="if: an expression"
          spellcheck={false}
          value={condition}
          disabled={of.running}
          onChange={(event) => void changePoint(of, id, { condition: event.currentTarget.value.trim() })}
        />
      )}
    </li>
  );
}
