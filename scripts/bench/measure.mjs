// @ts-check
/** Medians of interleaved rounds: machines differ and are noisy, so what is compared is measured side by side. */
import { spawnSync } from 'node:child_process';

/** @param {readonly number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/**
 * Microseconds that each task takes: the median of rounds in which they come one after the other. The first fifth is not counted.
 * What a task works on is made anew for each call, by `prepare`, and not timed.
 * @template T
 * @param {Record<string, (input: T) => unknown>} tasks @param {number} rounds @param {() => T} prepare
 * @returns {Promise<Record<string, number>>}
 */
export async function interleaved(tasks, rounds, prepare) {
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (let round = -Math.ceil(rounds / 5); round < rounds; round++) {
    for (const [name, run] of Object.entries(tasks)) {
      const input = prepare();
      const start = performance.now();
      const made = run(input);
      if (made instanceof Promise) await made;
      if (round >= 0) times[name]?.push((performance.now() - start) * 1000);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** Runs a command to its end; ends with a sentence when it fails. @param {string} command @param {readonly string[]} args @param {import('node:child_process').SpawnSyncOptions} [options] */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { maxBuffer: 1 << 30, ...options });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${result.error?.message ?? result.stderr ?? result.status}`);
  return result;
}

/** @param {string} command */
export const isHere = (command) => !spawnSync(command, ['--help']).error;
