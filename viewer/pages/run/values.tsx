/** The buffers after a run. */
import { useEffect, useState } from 'preact/hooks';
import { count, shown } from '../../parts/shown.ts';
import { saveAs } from '../../parts/take-out.ts';
import type { FormParameter, RunOutcome, ValueFormat } from '../../worker/run/messages.ts';
import { Elements, FormatChoice } from './elements.tsx';
import type { Engine } from './engine.ts';

type Difference = RunOutcome['document']['first_difference'];

interface Props {
  readonly engine: Engine;
  readonly outcome: RunOutcome;
  readonly difference: Difference;
  readonly parameters: readonly FormParameter[];
}

export function Values({ engine, outcome, difference, parameters }: Props) {
  const { buffers } = outcome;
  const differing = buffers.find(({ argument }) => argument === difference?.argument);
  const [chosen, setChosen] = useState<number>();
  const [formats, setFormats] = useState<ReadonlyMap<number, ValueFormat>>(new Map());
  useEffect(() => setChosen(undefined), [differing?.argument]);
  const written = buffers.find(({ argument }) => parameters[argument]?.access !== 'readonly');
  const buffer = buffers.find(({ argument }) => argument === chosen) ?? differing ?? written ?? buffers[0];
  if (!buffer) return null;
  const format =
    formats.get(buffer.argument) ?? (differing === buffer && difference?.type ? (difference.type as ValueFormat) : buffer.type);
  const save = async () => saveAs(`arg${buffer.argument}.bin`, await engine.ask('bytes', { argument: buffer.argument }));
  return (
    <>
      <h2>Buffers</h2>
      <div class="run-bar">
        <label>
          Argument{' '}
          <select value={String(buffer.argument)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {buffers.map(({ argument, name, size }) => (
              <option key={argument} value={String(argument)}>
                {argument}
                {name === null ? '' : ` (${shown(name, 40)})`}: {count(size, 'byte')}
              </option>
            ))}
          </select>
        </label>
        <FormatChoice format={format} onChange={(to) => setFormats(new Map(formats).set(buffer.argument, to))} />
        <button type="button" onClick={() => void save()}>
          Save
        </button>
      </div>
      <Elements
        key={`${buffer.argument} ${format}`}
        label={`Argument ${buffer.argument}${buffer.name === null ? '' : ` (${buffer.name})`} as ${format}`}
        version={outcome}
        size={buffer.size}
        format={format}
        marked={differing === buffer && difference?.what === 'element' && difference.type === format ? difference.index : -1}
        load={(from, count) => engine.ask('values', { argument: buffer.argument, format, from, count })}
      />
    </>
  );
}
