/** How often each instruction ran, as a column next to the code. */
import type { CodeGutter } from '../../parts/code-gutter.ts';
import { count, number } from '../../parts/shown.ts';
import type { InstructionRuns } from '../../worker/run/messages.ts';

/** @param offsets of the lines, in bytes; negative for lines that are not an instruction */
export function runsColumn(offsets: Int32Array, profile: readonly InstructionRuns[]): CodeGutter {
  const runs = new Map(profile.map((one) => [one.address, one]));
  const of = (line: number) => runs.get(offsets[line] ?? -1);
  const isShown = (line: number) => (offsets[line] ?? -1) >= 0;
  const most = profile.reduce((all, one) => Math.max(all, one.runs), 0);
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
      return `ran ${count(found.runs, 'time')}, with ${lanes} lanes enabled on average`;
    },
  };
}
