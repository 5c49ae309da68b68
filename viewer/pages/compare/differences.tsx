/** The differences of one kernel or image, as `diff` lists them: each within the part that it is in. */
import { number, shown } from '../../parts/shown.ts';
import type { Result } from '../../worker/handlers.ts';

type Difference = Result<'compareDifferences'>['differences'][number];

/** Characters of a value; longer ones are in the JSON. */
const VALUE = 400;

export function Differences({ differences, total }: Result<'compareDifferences'>) {
  return (
    <>
      <ul class="differences">
        {differences.map((one, i) => (
          <li key={`${one.within} ${one.what}`}>
            {one.within !== '' && one.within !== differences[i - 1]?.within ? <h3 class="mono">{shown(one.within)}</h3> : null}
            <Line {...one} />
          </li>
        ))}
      </ul>
      {total > differences.length ? <p class="quiet">and {number(total - differences.length)} more: see `zebin diff`</p> : null}
    </>
  );
}

function Line({ within, what, base, new: next }: Difference) {
  const sign = base === null ? '+' : next === null ? '−' : ' ';
  return (
    <p class={`difference${within === '' ? '' : ' inner'}${base === null ? ' good' : next === null ? ' bad' : ''}`}>
      <span class="sign mono" role="img" aria-label={base === null ? 'only in the new' : next === null ? 'only in the base' : 'changed'}>
        {sign}
      </span>
      <span class="what mono">{shown(what)}</span>
      <span class="values mono">
        {base === null ? null : <del class={next === null ? '' : 'before'}>{value(base)}</del>}
        {base !== null && next !== null ? ' → ' : null}
        {next === null ? null : <ins>{value(next)}</ins>}
      </span>
    </p>
  );
}

function value(text: string): string {
  return text === '' ? '(empty)' : shown(text, VALUE);
}
