/** How long a search may take: `--seconds`. */
import type { OptionsOf } from './commands/rows.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { count } from './text.ts';

/** Seconds after which the smallest file so far is the result. */
const SECONDS = 60;
const PROGRESS_MS = 200;

export function secondsOf({ seconds }: OptionsOf<'reduce'>): number {
  const number = seconds === undefined ? SECONDS : Number(seconds);
  if (!(number > 0 && Number.isFinite(number))) throw new UsageError(`--seconds is ${seconds}, but must be a number above 0`);
  return number;
}

/** Whether to go on: until the time is over. Shows on a terminal how far the search is. */
export function continuing(seconds: number, { standard }: Io): (tried: number, value: unknown) => boolean {
  const started = performance.now();
  let shown = 0;
  return (tried, value) => {
    if (performance.now() - shown > PROGRESS_MS) {
      shown = performance.now();
      const size = value instanceof Uint8Array ? `, ${count(value.length, 'byte')}` : '';
      standard.progress?.(`${count(tried, 'candidate')}${size}`);
    }
    return performance.now() - started < seconds * 1000;
  };
}
