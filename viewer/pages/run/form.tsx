/** What the kernel is given: sizes, arguments and limits, or a case of a file. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { count, number, shown } from '../../parts/shown.ts';
import { copyText } from '../../parts/take-out.ts';
import type { CaseView, Problem } from '../../worker/run/messages.ts';
import { caseCommandLine, commandLine, type FormValues } from './argument.ts';
import { startDebug } from './debug/actions.ts';
import { Argument } from './fields.tsx';
import { chooseCase, loadCases, type RunSession, run, setArgument, setValues, stop } from './session.ts';

export function FormOfRun({ of, path }: { of: RunSession; path: string }) {
  const { form, values, chosen, cases, problems, place } = of;
  const chosenCase = cases?.cases.find(({ name }) => name === chosen);
  if (!form) return null;
  const field = (key: 'global' | 'local' | 'offset' | 'maxInstructions' | 'schedule', placeholder: string) => ({
    value: values[key],
    placeholder,
    onInput: (text: string) => setValues(of, { [key]: text } as Partial<FormValues>),
  });
  const command = chosenCase
    ? caseCommandLine(path, place.name, cases?.file ?? '', chosenCase.name, values)
    : commandLine(path, place.name, form, values);
  return (
    <form
      class="run-form"
      aria-label="What the kernel is given"
      onSubmit={(event) => {
        event.preventDefault();
        void run(of);
      }}
    >
      <Actions of={of} command={command} />
      <Cases of={of} />
      {chosenCase ? (
        <CaseText of={chosenCase} names={form.parameters.map(({ name }) => name)} />
      ) : (
        <>
          <div class="run-sizes">
            <Field label="Global size" option="--global" {...field('global', form.global)} />
            <Field label="Local size" option="--local" {...field('local', form.local ?? 'as fits')} />
            <Field label="Global offset" option="--offset" {...field('offset', '0')} />
          </div>
          <Problems of="sizes" all={problems} />
          {form.parameters.length === 0 ? <p class="quiet">The kernel has no arguments.</p> : null}
          {form.parameters.map((parameter, i) => {
            const value = values.args[i];
            return value ? (
              <Argument key={parameter.index} parameter={parameter} value={value} form={form} onChange={(to) => setArgument(of, i, to)}>
                <Problems of={parameter.index} all={problems} />
              </Argument>
            ) : null;
          })}
        </>
      )}
      <div class="run-sizes">
        <Field label="Instructions at most" option="--max-instructions" {...field('maxInstructions', '1000000000')} />
        <Field label="Order of threads" option="--schedule" {...field('schedule', 'by number')} />
        <label title="--checks: what is wrong although the code goes on, such as accesses out of bounds and races" class="run-checks">
          <input type="checkbox" checked={values.checks} onChange={(event) => setValues(of, { checks: event.currentTarget.checked })} />{' '}
          Checks
        </label>
      </div>
      <Problems of="limits" all={problems} />
      <p class="quiet">
        Empty fields have the defaults of <code>zebin run</code>, which are listed after the run. A run ends at its limit of instructions,
        or when it needs more than {number(1e9)} bytes.
      </p>
    </form>
  );
}

function Actions({ of, command }: { of: RunSession; command: string }) {
  const [said, setSaid] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const copy = async () => setSaid((await copyText(command)) ? 'copied' : 'the browser does not allow copying');
  return (
    <>
      <div class="run-actions">
        <button type="submit" class="primary" disabled={of.running || !of.engine}>
          Run
        </button>
        <button
          type="button"
          disabled={of.running || !of.engine}
          onClick={() => void startDebug(of)}
          title="stop at the first instruction, and go on step by step"
        >
          Debug
        </button>
        <button type="button" disabled={!of.running} onClick={() => stop(of)}>
          Stop
        </button>
        <button
          type="button"
          onClick={() => picker.current?.click()}
          title="a file of cases, as zebin run --case takes it; or drop it here"
        >
          Load a case…
        </button>
        <button type="button" onClick={() => void copy()} title={command}>
          Copy the command
        </button>
        <span class="quiet" role="status">
          {of.running ? `${count(of.instructions, 'instruction')} so far` : said}
        </span>
        <input
          ref={picker}
          type="file"
          class="case-file"
          accept=".json,application/json"
          hidden
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (file) void loadCases(of, file);
          }}
        />
      </div>
      <code class="run-command">{shown(command, 1_000)}</code>
    </>
  );
}

/** The cases of a file, one of which is run instead of what the form says. */
function Cases({ of }: { of: RunSession }) {
  const { cases, chosen } = of;
  if (!cases) return null;
  const others = cases.others > 0 ? ` ${count(cases.others, 'case is', 'cases are')} for other kernels.` : '';
  return (
    <div class="run-cases">
      {cases.cases.length === 0 ? (
        <p class="warn">
          {shown(cases.file, 80)} has no case for this kernel.{others}
        </p>
      ) : (
        <label>
          Case of {shown(cases.file, 80)}{' '}
          <select value={chosen ?? ''} onChange={(event) => chooseCase(of, event.currentTarget.value)}>
            <option value="">none: what the form says</option>
            {cases.cases.map(({ name }) => (
              <option key={name} value={name}>
                {shown(name, 80)}
              </option>
            ))}
          </select>
          <span class="quiet">{others}</span>
        </label>
      )}
      {cases.problems.map((text) => (
        <p key={text} class="warn">
          {shown(text, 400)}
        </p>
      ))}
    </div>
  );
}

function CaseText({ of: { sizes, args, devices, expected }, names }: { of: CaseView; names: readonly (string | null)[] }) {
  return (
    <table class="plain" aria-label="The case">
      <tbody>
        <tr>
          <th scope="row">sizes</th>
          <td>{sizes}</td>
        </tr>
        {args.map((text, i) => (
          <tr key={i}>
            <th scope="row">
              {i} {shown(names[i] ?? '', 40)}
            </th>
            <td>{shown(text, 200)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">after it</th>
          <td>{expected}</td>
        </tr>
        {devices === null ? null : (
          <tr>
            <th scope="row">devices</th>
            <td>{shown(devices.join(', '), 200)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface FieldProps {
  readonly label: string;
  /** The option of the command. */
  readonly option: string;
  readonly value: string;
  readonly placeholder: string;
  onInput(text: string): void;
}

function Field({ label, option, value, placeholder, onInput }: FieldProps) {
  return (
    <label title={option}>
      <span>{label}</span>
      <input value={value} placeholder={placeholder} spellcheck={false} onInput={(event) => onInput(event.currentTarget.value)} />
    </label>
  );
}

export function Problems({ of, all }: { of: Problem['of']; all: readonly Problem[] }): ComponentChildren {
  return all
    .filter((one) => one.of === of)
    .map(({ message }) => (
      <p key={message} class="warn" role="alert">
        {shown(message, 400)}
      </p>
    ));
}
