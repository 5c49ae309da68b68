/** Registers by lane: those of the instruction, all general ones, or what the device has besides. */
import { useKept } from '../../../parts/kept.ts';
import { shown } from '../../../parts/shown.ts';
import type { RegisterRow, RegisterSet } from '../../../worker/run/debug-messages.ts';
import { useAsked } from './asked.ts';
import type { DebugProps } from './props.ts';

const SETS: { readonly [S in RegisterSet]: string } = {
  instruction: 'of the instruction',
  general: 'general',
  state: 'accumulators, addresses, flags',
};

/** Types of the assembly. */
const TYPES = ['f', 'hf', 'df', 'd', 'ud', 'w', 'uw', 'b', 'ub', 'q', 'uq'];

export function Registers({ of }: Pick<DebugProps, 'of'>) {
  const [set = 'instruction', setSet] = useKept<RegisterSet>('registers of the debugger');
  const [type = '', setType] = useKept<string>('type of registers');
  const [names = '', setNames] = useKept<string>('names of registers');
  const rows = useAsked(of, 'debugRegisters', { set, type, names });
  return (
    <>
      <div class="run-bar">
        <select aria-label="Set of registers" value={set} onChange={(event) => setSet(event.currentTarget.value as RegisterSet)}>
          {Object.entries(SETS).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
        <label>
          Type{' '}
          <select value={type} onChange={(event) => setType(event.currentTarget.value)}>
            <option value="">as it is used</option>
            {TYPES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <input
          aria-label="More registers"
          placeholder="more: r12, r5.2:d, acc0"
          spellcheck={false}
          value={names}
          onChange={(event) => setNames(event.currentTarget.value)}
        />
      </div>
      {rows === undefined || rows.length > 0 ? <Values rows={rows ?? []} /> : <p class="quiet">No registers.</p>}
    </>
  );
}

function Values({ rows }: { rows: readonly RegisterRow[] }) {
  const most = rows.reduce((all, { cells }) => Math.max(all, cells.length), 0);
  return (
    <div class="debug-scroll" tabIndex={0} role="region" aria-label="Values of registers">
      <table class="plain debug-table" aria-label="Registers by lane">
        <thead>
          <tr>
            <th scope="col">register</th>
            {Array.from({ length: most }, (_, i) => (
              <th key={i} scope="col">
                {i}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, cells, isOfLanes }) => (
            <tr key={name}>
              <th scope="row" title={isOfLanes ? 'by lane' : 'by element'}>
                <code>{shown(name, 40)}</code>
              </th>
              {cells.map(({ text, isChanged, isOff }, i) => (
                <td
                  key={i}
                  class={`${isChanged ? 'changed' : ''} ${isOff ? 'off' : ''}`}
                  title={isOff ? 'the lane does not run' : undefined}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
