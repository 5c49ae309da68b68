/** The changes of one metric: the spread of the better and of the worse kernels, and the kernels that changed most. */
import { number, shown } from '../../parts/shown.ts';
import { go } from '../../state.ts';
import type { Result } from '../../worker/handlers.ts';
import { signed } from './signed.ts';

type Metric = Result<'compare'>['metrics'][number];
type Spread = NonNullable<Metric['worse_by']>;
type Moved = Metric['worst'][number];

export function Statistics({ metric }: { metric: Metric }) {
  const { title, unit, better, doc, counts, better_by, worse_by, worst, best } = metric;
  return (
    <section class="statistics" aria-label={`changes of ${title}`}>
      <p>
        <strong>{title}</strong> <span class="quiet">{`(${unit}; ${better} is better)`}</span> {doc}
      </p>
      {worse_by ? <p>{`✗ worse ${number(counts.worse)}: ${spreadText(worse_by)}`}</p> : null}
      {better_by ? <p>{`✓ better ${number(counts.better)}: ${spreadText(better_by)}`}</p> : null}
      <MovedKernels title="worst" moved={worst} all={counts.worse} />
      <MovedKernels title="best" moved={best} all={counts.better} />
    </section>
  );
}

function MovedKernels({ title, moved, all }: { title: string; moved: readonly Moved[]; all: number }) {
  if (moved.length === 0) return null;
  return (
    <p>
      <span class="quiet">
        {title}
        {all > moved.length ? ` ${moved.length} of ${number(all)}` : ''}:
      </span>{' '}
      {moved.map(({ name, label, base, new: next, place }) => (
        <span key={`${place} ${name}`} class="moved">
          <button type="button" onClick={() => go({ kernel: name, tab: 'kernels' }, { replace: true })}>
            {shown(label, 60)}
          </button>{' '}
          {`${number(base)} → ${number(next)} (${signed(next - base)})`}
        </span>
      ))}
    </p>
  );
}

/** If all changes are the same, one number is enough. */
function spreadText({ absolute, relative }: Spread): string {
  const parts = relative ? ` (${figures(relative, (value) => `${signed(value * 100, 1)} %`)})` : '';
  return figures(absolute, (value) => signed(value, 2)) + parts;
}

function figures({ minimum, maximum, mean, median }: Spread['absolute'], print: (value: number) => string): string {
  if (minimum === maximum) return print(minimum);
  return `minimum ${print(minimum)}, maximum ${print(maximum)}, mean ${print(mean)}, median ${print(median)}`;
}
