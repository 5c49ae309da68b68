/** What a run gave: the result first, then buffers, what the kernel printed, and counts. */
import { useMemo } from 'preact/hooks';
import type { ProfileRow } from '../../../src/internal.ts';
import { count, number, shown } from '../../parts/shown.ts';
import { saveAs } from '../../parts/take-out.ts';
import { link } from '../../state.ts';
import type { RunOutcome, ValueFormat } from '../../worker/run/messages.ts';
import { type DebugGoal, startDebug } from './debug/actions.ts';
import { elementText } from './debug/element-text.ts';
import { Reports } from './reports.tsx';
import type { RunSession } from './session.ts';
import { Values } from './values.tsx';

type Result = RunOutcome['document']['result'];

const TONES: { readonly [R in Result]: 'good' | 'bad' | 'warn' } = {
  equal: 'good',
  completed: 'good',
  different: 'bad',
  fault: 'bad',
  unsupported: 'warn',
  limit: 'warn',
  invalid: 'warn',
};

/** @param section that of the kernel's code */
export function Outcome({ of, section }: { of: RunSession; section: string | undefined }) {
  const { outcome, running } = of;
  return (
    <section class="run-outcome" aria-label="What the run gave" aria-busy={running}>
      <p class="run-result" role="status">
        <FirstLine of={of} />
      </p>
      {outcome ? <Left of={of} outcome={outcome} section={section} /> : null}
    </section>
  );
}

/** The result; or what is instead of it, so that it is never that of an older run. */
function FirstLine({ of: { outcome, running, problems } }: { of: RunSession }) {
  if (running) return <span class="quiet">The kernel is running.</span>;
  if (problems.length > 0)
    return (
      <>
        <strong class="warn">not run</strong>: {count(problems.length, 'problem')} in the form
      </>
    );
  if (!outcome) return <span class="quiet">Nothing was run yet. The machine code is executed in this page, without a GPU.</span>;
  const { name, result } = outcome.document;
  return (
    <>
      {name === null ? null : `${shown(name, 80)}: `}
      <strong class={TONES[result]}>{result}</strong>
      {shown(outcome.text, 2_000)}
    </>
  );
}

function Left({ of, outcome, section }: { of: RunSession; outcome: RunOutcome; section: string | undefined }) {
  const { document, buffers, defaults, reports } = outcome;
  const { stop, stdout, first_difference: difference } = document;
  return (
    <>
      {stop !== null && stop.offset !== null && stop.section === section ? (
        <p>
          <a href={link({ tab: 'code', instruction: stop.offset })}>The instruction in the code</a>
        </p>
      ) : null}
      {difference?.what === 'element' && difference.argument !== null ? (
        <p>
          <button type="button" onClick={() => void startDebug(of, whoOf(difference))}>
            Debug: who wrote it
          </button>
        </p>
      ) : null}
      {reports === null ? null : <Reports of={of} reports={reports} />}
      {defaults.length === 0 ? null : (
        <details>
          <summary>{count(defaults.length, 'default')}</summary>
          <ul>
            {defaults.map((text) => (
              <li key={text}>{shown(text, 400)}</li>
            ))}
          </ul>
        </details>
      )}
      {buffers.length === 0 || !of.engine ? null : (
        <Values engine={of.engine} outcome={outcome} difference={difference} parameters={of.form?.parameters ?? []} />
      )}
      {stdout === '' ? null : <Printed text={stdout} kernel={of.place.name} />}
      <Counts of={outcome} />
    </>
  );
}

/** The element of a difference, to ask who wrote it. */
const whoOf = ({ argument, name, type, index }: NonNullable<RunOutcome['document']['first_difference']>): DebugGoal => ({
  who: elementText({ pointer: `arg${argument}`, space: '' }, type as ValueFormat, index),
  name: `argument ${argument}${name === null ? '' : ` (${name})`}[${index}]`,
});

/** Characters that are drawn. */
const MOST_TEXT = 200_000;

function Printed({ text, kernel }: { text: string; kernel: string }) {
  return (
    <>
      <h2>
        Printed{' '}
        <button type="button" onClick={() => saveAs(`${kernel.replaceAll(/[^\w.-]+/g, '_').slice(0, 80)}.stdout`, text)}>
          Save
        </button>
      </h2>
      <pre class="run-printed" tabIndex={0}>
        {text
          .slice(0, MOST_TEXT)
          .split('\n')
          .map((line) => shown(line, 4_000))
          .join('\n')}
      </pre>
      {text.length > MOST_TEXT ? <p class="quiet">{count(text.length - MOST_TEXT, 'more character')}.</p> : null}
    </>
  );
}

/** Operations that are listed. */
const MOST_OPERATIONS = 12;

function Counts({ of: { document, milliseconds, profile } }: { of: RunOutcome }) {
  const { counts } = document;
  const operations = useMemo(() => Object.entries(counts?.by_operation ?? {}).sort(([, a], [, b]) => b - a), [counts]);
  if (counts === null) return null;
  const rows: (readonly [string, string])[] = [
    ['threads', number(counts.threads)],
    ['instructions', number(counts.instructions)],
    ['messages', number(counts.messages)],
    ['bytes read', number(counts.bytes_read)],
    ['bytes written', number(counts.bytes_written)],
    ['lanes enabled', enabledText(profile)],
    ['time here', `${number(Math.round(milliseconds))} ms`],
  ];
  return (
    <>
      <h2>Counts</h2>
      <div class="run-counts">
        <Table label="Counts of the run" rows={rows} />
        <Table
          label="Instructions by operation"
          rows={operations.slice(0, MOST_OPERATIONS).map(([name, times]) => [name, number(times)] as const)}
        />
      </div>
      {operations.length > MOST_OPERATIONS ? <p class="quiet">{count(operations.length - MOST_OPERATIONS, 'more operation')}.</p> : null}
    </>
  );
}

/** The part of the lanes of all instructions: less than all of them where threads diverge. */
function enabledText(profile: readonly ProfileRow[]): string {
  const all = profile.reduce((sum, { runs, width }) => sum + runs * width, 0);
  const enabled = profile.reduce((sum, { lanes }) => sum + lanes, 0);
  return all === 0 ? '' : `${((100 * enabled) / all).toFixed(1)} %`;
}

function Table({ label, rows }: { label: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <table class="plain" aria-label={label}>
      <tbody>
        {rows.map(([name, text]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="right">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
