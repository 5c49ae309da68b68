/** Samples of stalls over the code: what they are, and the hottest instructions with what these wait for. */
import { count, number, shown } from '../../parts/shown.ts';
import { closeSamples, samples } from '../../state.ts';
import type { CodeView } from '../../worker/code-view.ts';
import { address, percent, reasonsText } from './code-columns.ts';
import { lineAt } from './instruction-links.ts';

/** Instructions that are listed; all of them have their part next to them. */
const HOTTEST = 5;
/** Instructions that are named as waited for, and kernels that samples are of. */
const NAMED = 3;

export function Samples({ code, onGo }: { code: CodeView; onGo(line: number): void }) {
  const info = samples.value;
  if (!info) return null;
  if (!code.costs) {
    const why = code.reason;
    return (
      <p class="code-note warn">
        {shown(info.name, 80)} is not shown over this code{why === null ? '' : `: ${shown(why, 400)}`}.
      </p>
    );
  }
  const { sampled } = code.costs;
  return (
    <section class="hottest" aria-label="Samples">
      <p>
        {shown(info.name, 80)} ({info.form}):{' '}
        {sampled
          ? `${count(sampled.total, 'sample')} at ${count(sampled.instructions, 'instruction')}: ${reasonsText(sampled)}`
          : `no sample is of this kernel${kernelsText(info.kernels)}`}
        {sampled && sampled.elsewhere > 0 ? <span class="warn">; {number(sampled.elsewhere)} more match no instruction</span> : null}
        {info.unread > 0 ? (
          <span class="warn">
            ; {count(info.unread, 'row')} cannot be read: {shown(info.reason, 200)}
          </span>
        ) : null}
        . {sampled ? <kbd title="the hottest instruction, then the next">h</kbd> : null}{' '}
        <button type="button" onClick={closeSamples} aria-label="Remove the samples">
          ×
        </button>
      </p>
      {sampled ? (
        <ol>
          {sampled.hottest.slice(0, HOTTEST).map(({ offset, text, total, reasons, waits_for, source }) => {
            const at = lineAt(code, offset);
            const on = waits_for.slice(0, NAMED).map((one) => `${address(code, one.offset)} ${one.op}`);
            const [place] = source ?? [];
            return (
              <li key={offset}>
                <button type="button" class="step-to" disabled={at === undefined} onClick={() => at !== undefined && onGo(at)}>
                  {percent(total, sampled.total)} <code>{address(code, offset)}</code> {shown(operation(text), 20)}
                </button>
                {reasonsText({ reasons, total })}
                {on.length > 0 ? `; waits for ${on.join(', ')}${waits_for.length > NAMED ? ', …' : ''}` : ''}
                {place ? `; line ${place.line}` : ''}
              </li>
            );
          })}
        </ol>
      ) : null}
    </section>
  );
}

/** The first word after the predicate. */
const operation = (text: string): string => text.replace(/^\([^)]*\)\s+/, '').split(/\s/, 1)[0] ?? '';

function kernelsText(kernels: readonly string[]): string {
  if (kernels.length === 0) return '';
  const names = kernels.slice(0, NAMED).map((name) => shown(name, 60));
  return `; they are of ${names.join(', ')}${kernels.length > NAMED ? ' and others' : ''}`;
}
