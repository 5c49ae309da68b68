// @ts-check
/** Medians of interleaved rounds: machines differ and are noisy, so compared tasks are measured side by side. */
import { spawnSync } from 'node:child_process';

/** @param {readonly number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** How long a task runs before it is measured, in milliseconds: until then the engine has compiled what is hot. */
const WARM_UP = 1_000;
/** Calls of one task after each other, as far as they take no longer than so many milliseconds together. */
const BURST = { calls: 10, milliseconds: 2 };

/**
 * Microseconds that each task takes for a call: the median over all rounds, in which they take turns. What a task works on is made
 * again for each call, by `prepare`, and not timed.
 * @template T
 * @param {Record<string, (input: T) => unknown>} tasks @param {number} rounds @param {() => T} prepare
 * @returns {Promise<Record<string, number>>}
 */
export async function interleaved(tasks, rounds, prepare) {
  /** @param {(input: T) => unknown} task */
  const timed = async (task) => {
    const input = prepare();
    const start = performance.now();
    const made = task(input);
    if (made instanceof Promise) await made;
    return performance.now() - start;
  };
  /** @type {Record<string, number[]>} */
  const times = Object.fromEntries(Object.keys(tasks).map((name) => [name, []]));
  for (const task of Object.values(tasks)) {
    const start = performance.now();
    while (performance.now() - start < WARM_UP) await timed(task);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      for (let call = 0, sum = 0; call === 0 || (call < BURST.calls && sum < BURST.milliseconds); call++) {
        const took = await timed(task);
        sum += took;
        times[name]?.push(took * 1000);
      }
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/**
 * Runs a command to its end; ends with a sentence when it fails. @param {string} command @param {readonly string[]} args @param
 * {import('node:child_process').SpawnSyncOptions} [options]
 */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { maxBuffer: 1 << 30, ...options });
  if (result.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${result.error?.message ?? result.stderr ?? result.status}`);
  return result;
}

/** @param {string} command */
export const isHere = (command) => !spawnSync(command, ['--help']).error;
