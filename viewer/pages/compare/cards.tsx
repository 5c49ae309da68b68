/** The measures of one kernel before and after, each with its change. */
import { useAnswer } from '../../client.ts';
import { RefusalNote } from '../../parts/refusal.tsx';
import { number } from '../../parts/shown.ts';
import type { Sides } from './changed.ts';
import { signed } from './signed.ts';

const TONES = { better: 'good', worse: 'bad', same: 'quiet' } as const;

export function Cards({ sides, index }: { sides: Sides; index: number }) {
  const answer = useAnswer('compareCards', { ...sides, index });
  if (answer.state === 'refused') return <RefusalNote refusal={answer.refusal} />;
  if (answer.state === 'waiting') return <p class="loading">…</p>;
  return (
    <dl class="cards" aria-label="Measures of the kernel">
      {answer.value.map(({ key, title, unit, doc, base, new: next, change }) => (
        <div key={key} title={doc}>
          <dt>
            {title} {title.includes(unit) ? null : <span class="quiet">{unit}</span>}
          </dt>
          <dd>
            {base === next ? (
              number(next)
            ) : (
              <>
                <span class="quiet">{number(base)} →</span> {number(next)}{' '}
                <span class={TONES[change]}>
                  {signed(next - base)} {change}
                </span>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
