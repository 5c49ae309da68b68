/** How often each instruction ran, as a column next to the code. */
import type { ProfileRow } from '../../../src/internal.ts';
import type { CodeGutter } from '../../parts/code-gutter.ts';
import { count, number } from '../../parts/shown.ts';
import type { CodeView } from '../../worker/code-view.ts';

/** @param profile of a run, which may be in several sections */
export function runsColumn({ section, offsets }: Pick<CodeView, 'section' | 'offsets'>, profile: readonly ProfileRow[]): CodeGutter {
  const own = profile.filter((one) => one.section === section);
  const runs = new Map(own.map((one) => [one.offset, one]));
  const of = (line: number) => runs.get(offsets[line] ?? -1);
  const isShown = (line: number) => (offsets[line] ?? -1) >= 0;
  const most = own.reduce((all, one) => Math.max(all, one.runs), 0);
  return {
    name: 'runs',
    heading: 'Runs',
    about: 'How often the instruction ran, in all threads of the last run',
    text: (line) => (isShown(line) ? number(of(line)?.runs ?? 0) : ''),
    widest: number(most),
    title: (line) => {
      const found = of(line);
      if (!found || found.runs === 0) return isShown(line) ? 'it did not run' : '';
      const lanes = (found.lanes / found.runs).toFixed(1).replace(/\.0$/, '');
      return `ran ${count(found.runs, 'time')}, with ${lanes} of ${count(found.width, 'lane')} enabled${found.runs > 1 ? ' on average' : ''}`;
    },
  };
}
