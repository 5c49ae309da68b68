/** What the compiler estimates that the kernel costs a hardware thread, by what its loops depend on. */
import { useMemo, useState } from 'preact/hooks';
import type { KernelCost } from '../../../src/internal.ts';
import { useAnswer } from '../../client.ts';
import type { CurveLine } from '../../parts/curve.tsx';
import { mendLanguage } from '../../parts/language.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { later } from '../../parts/safe.tsx';
import { count, number, shown } from '../../parts/shown.ts';
import type { KernelParams } from '../../worker/kernel-place.ts';
import { useLatest } from './latest.ts';

const Curve = later('The chart', async () => {
  mendLanguage();
  return (await import('../../parts/curve.tsx')).Curve;
});

/** Where curves end, and the values of the other symbols, until the user changes them. */
const START = 1_000;
const MOST = 1e9;

export function CostTab({ place }: { place: KernelParams }) {
  const bare = useAnswer('cost', { ...place, values: [] });
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [over, setOver] = useState<string>();
  if (bare.state === 'refused') return <RefusalNote refusal={bare.refusal} />;
  const needs = bare.state === 'here' ? (bare.value?.needs ?? []) : [];
  return (
    <Costs
      place={place}
      needs={needs}
      texts={needs.map((need) => [need, values.get(need) ?? String(START)] as const)}
      over={over ?? needs[0]}
      onText={(need, text) => setValues((old) => new Map([...old, [need, text]]))}
      onOver={setOver}
    />
  );
}

interface InputsProps {
  /** The typed value of each symbol. */
  readonly texts: readonly (readonly [string, string])[];
  readonly over: string | undefined;
  onText(need: string, text: string): void;
  onOver(need: string): void;
}

function Costs(props: InputsProps & { place: KernelParams; needs: readonly string[] }) {
  const { place, needs, texts, over, onText, onOver } = props;
  const values = texts.flatMap(([need, text]) => (isCount(text) ? [[need, Number(text)] as const] : []));
  const to = new Map(values).get(over ?? '') ?? START;
  const answer = useLatest(useAnswer('cost', { ...place, values, ...(over === undefined ? {} : { over: { name: over, to } }) }));
  const cost = answer.state === 'here' ? answer.value : undefined;
  const sweep = cost?.sweep;
  const charts = useMemo(() => {
    const points = sweep?.points ?? [];
    const line = (name: string, colour: string, of: 'cycles' | 'bytes_loaded' | 'bytes_stored', dash?: number[]): CurveLine => ({
      name,
      colour,
      values: points.map(({ total }) => total?.[of] ?? null),
      ...(dash ? { dash } : {}),
    });
    return {
      at: points.map(({ value }) => value),
      cycles: [line('cycles', '--accent', 'cycles')],
      bytes: [line('loaded', '--good', 'bytes_loaded'), line('stored', '--warn', 'bytes_stored', [6, 4])],
    };
  }, [sweep]);
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (!cost) return <div class="cost" aria-busy="true" />;
  const { loops, simd_size } = cost;
  return (
    <div class="cost">
      <p class="quiet">
        The compiler’s estimate for one hardware thread{simd_size === null ? '' : `, ${count(simd_size, 'lane')} together`}, with the
        latencies that its scheduler assumes.
        {cost.counts === 'none' && loops.length > 0
          ? ' The trip counts of its loops are not in the file, or not assigned to loops: enter them.'
          : ''}
      </p>
      <Formulas cost={cost} />
      {needs.length === 0 ? null : <Inputs texts={texts} over={over} onText={onText} onOver={onOver} />}
      {sweep && charts.at.length > 1 ? (
        <>
          <div class="charts">
            {(['cycles', 'bytes'] as const).map((unit) => (
              <Curve
                key={unit}
                label={`${unit} over ${shown(sweep.symbol, 60)} from 0 to ${number(to)}`}
                over={shown(sweep.symbol, 60)}
                unit={unit}
                at={charts.at}
                lines={charts[unit]}
              />
            ))}
          </div>
          <Points sweep={sweep} />
        </>
      ) : null}
      <h2>Loops</h2>
      <Loops cost={cost} />
    </div>
  );
}

/** The formula of each total, and its value. */
function Formulas({ cost: { formulas, total } }: { cost: KernelCost }) {
  return (
    <dl class="formulas">
      {(['cycles', 'bytes_loaded', 'bytes_stored'] as const).map((key) => (
        <div key={key}>
          <dt>{key.replace('_', ' ')}</dt>
          <dd>
            <code>{formulas[key] === null ? 'too many loops for a readable formula' : shown(formulas[key], 600)}</code>
          </dd>
          <dd class="right">{total ? number(rounded(total[key])) : '?'}</dd>
        </div>
      ))}
      {total?.cycles_per_byte == null ? null : (
        <div>
          <dt>cycles per byte</dt>
          <dd />
          <dd class="right">{rounded(total.cycles_per_byte)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Input fields for the symbols that its loops depend on; the curve is over one of them. */
function Inputs({ texts, over, onText, onOver }: InputsProps) {
  return (
    <fieldset class="needs">
      <legend>Inputs</legend>
      {texts.map(([need, text]) => (
        <div key={need}>
          <label>
            <code>{shown(need, 60)}</code>
            <input
              type="number"
              min={0}
              max={MOST}
              step="any"
              value={text}
              aria-invalid={!isCount(text)}
              onInput={(event) => onText(need, event.currentTarget.value)}
            />
          </label>
          <label>
            <input type="radio" name="over" checked={over === need} onChange={() => onOver(need)} /> plot from 0 to this value
          </label>
        </div>
      ))}
    </fieldset>
  );
}

function Points({ sweep }: { sweep: NonNullable<KernelCost['sweep']> }) {
  return (
    <details>
      <summary>Points of the curve</summary>
      <table class="plain">
        <thead>
          <tr>
            <Numbers titles={[shown(sweep.symbol, 60), 'cycles', 'bytes loaded', 'bytes stored', 'cycles /byte']} />
          </tr>
        </thead>
        <tbody>
          {sweep.points.map(({ value, total: point }) => (
            <tr key={value}>
              <th scope="row" class="right">
                {number(value)}
              </th>
              {(['cycles', 'bytes_loaded', 'bytes_stored', 'cycles_per_byte'] as const).map((key) => (
                <td key={key} class="right">
                  {point?.[key] == null ? '' : number(rounded(point[key]))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Loops({ cost: { body, loops } }: { cost: KernelCost }) {
  return (
    <table class="plain">
      <thead>
        <tr>
          <th scope="col">one pass of</th>
          <Numbers titles={['cycles', 'bytes loaded', 'bytes stored', 'count', 'runs']} />
        </tr>
      </thead>
      <tbody>
        <LoopRow title="kernel" depth={0} body={body} count="" runs="1" />
        {loops.slice(0, 1_000).map((loop) => (
          <LoopRow
            key={loop.index}
            title={`loop ${loop.index}`}
            depth={loop.depth}
            body={loop.body}
            count={loop.count === null ? '?' : number(rounded(loop.count))}
            runs={loop.runs === null ? '?' : number(rounded(loop.runs))}
          />
        ))}
      </tbody>
    </table>
  );
}

/** Headings of numbers. */
function Numbers({ titles }: { titles: readonly string[] }) {
  return titles.map((title) => (
    <th key={title} scope="col" class="right">
      {title}
    </th>
  ));
}

function LoopRow(props: {
  title: string;
  depth: number;
  body: { readonly cycles: number; readonly bytes_loaded: number; readonly bytes_stored: number };
  count: string;
  runs: string;
}) {
  const { title, depth, body, count: passes, runs } = props;
  return (
    <tr>
      <th scope="row" style={{ paddingLeft: `${Math.min(depth, 8) + 0.5}em` }}>
        {title}
      </th>
      <td class="right">{number(rounded(body.cycles))}</td>
      <td class="right">{number(rounded(body.bytes_loaded))}</td>
      <td class="right">{number(rounded(body.bytes_stored))}</td>
      <td class="right">{passes}</td>
      <td class="right">{runs}</td>
    </tr>
  );
}

function isCount(text: string): boolean {
  return text.trim() !== '' && Number(text) >= 0 && Number(text) <= MOST;
}

/** Two decimal places: an estimate is not more precise. */
function rounded(value: number): number {
  return Math.abs(value) >= 1e15 ? Number(value.toPrecision(4)) : Math.round(value * 100) / 100;
}
