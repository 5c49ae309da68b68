/** How often each instruction ran, as a column next to the code. */
import type { RunCount } from '../../../src/internal.ts';
import type { CodeGutter } from '../../parts/code/gutter.ts';
import { count, number } from '../../parts/shown.ts';
import type { CodeView } from '../../worker/code-view.ts';

/**
 * @param profile of a run, which may be in several sections; while a kernel is debugged, another one after each stop
 */
export function runsColumn(
  { section, offsets }: Pick<CodeView, 'section' | 'offsets'>,
  profile: { readonly current: readonly RunCount[] },
): CodeGutter {
  let known = countsOf(profile.current, section);
  const counts = () => {
    if (known.of !== profile.current) known = countsOf(profile.current, section);
    return known;
  };
  const of = (line: number) => counts().rows.get(offsets[line] ?? -1);
  const isShown = (line: number) => (offsets[line] ?? -1) >= 0;
  return {
    name: 'runs',
    heading: 'Runs',
    about: 'How often the instruction ran, in all threads',
    text: (line) => (isShown(line) ? number(of(line)?.runs ?? 0) : ''),
    widest: number(known.most),
    draw: (text) => {
      const box = document.createElement('span');
      box.className = 'heat';
      box.textContent = text;
      box.style.setProperty('--part', String(Number(text.replaceAll(',', '')) / Math.max(counts().most, 1)));
      return box;
    },
    title: (line) => {
      const found = of(line);
      if (!found || found.runs === 0) return isShown(line) ? 'it did not run' : '';
      const lanes = (found.lanes / found.runs).toFixed(1).replace(/\.0$/, '');
      return `ran ${count(found.runs, 'time')}, with ${lanes} of ${count(found.width, 'lane')} enabled${found.runs > 1 ? ' on average' : ''}`;
    },
  };
}

function countsOf(all: readonly RunCount[], section: string) {
  const own = all.filter((one) => one.section === section);
  return { of: all, rows: new Map(own.map((one) => [one.offset, one])), most: own.reduce((most, { runs }) => Math.max(most, runs), 0) };
}
