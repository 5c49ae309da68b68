/** How work is shared out among threads, with a worker that only says who it is. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, expect, test } from 'vitest';
import { Pool } from '../../cli/scan/pool.ts';

const scratch = mkdtempSync(join(tmpdir(), 'zebin-pool-'));
const entry = join(scratch, 'worker.mjs');
writeFileSync(
  entry,
  `import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ id, job, input }) => {
  if (input.exit !== undefined) process.exit(input.exit);
  setTimeout(() => {
    for (let part = 0; part < (input.parts ?? 1); part++) parentPort.postMessage({ id, output: { ...input, part, thread: threadId } });
    parentPort.postMessage({ id, isDone: true, ...(input.failure === undefined ? {} : { failure: input.failure }) });
  }, input.milliseconds ?? 0);
});
`,
);

let pool: Pool;
afterEach(() => pool.end());
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

interface Ticket {
  readonly number?: number;
  readonly milliseconds?: number;
  readonly exit?: number;
  readonly thread?: number;
  /** How many outputs it has. */
  readonly parts?: number;
  readonly failure?: string;
  /** Number of an output. */
  readonly part?: number;
}

/** The pool is of scans; here it carries tickets. */
const start = (most: number) => {
  pool = new Pool(most, pathToFileURL(entry));
  return (job: 'scan' | 'encode', ticket: Ticket = {}) => pool.do(job, ticket as never) as Promise<unknown> as Promise<Ticket>;
};

async function* tickets(count: number, more: (number: number) => Ticket = () => ({})): AsyncGenerator<Ticket> {
  for (let number = 0; number < count; number++) yield { number, milliseconds: number % 3 === 0 ? 20 : 0, ...more(number) };
}

test('outputs come in the order of the inputs, and all workers take part', async () => {
  start(3);
  const found: Ticket[] = [];
  for await (const output of pool.inOrder('scan', tickets(40) as never)) found.push(output as unknown as Ticket);
  expect(found.map(({ number }) => number)).toEqual(Array.from({ length: 40 }, (_, i) => i));
  expect(new Set(found.map(({ thread }) => thread)).size).toBe(3);
});

test('an input can have any number of outputs, which come before those of the next', async () => {
  start(2);
  const found: Ticket[] = [];
  const some = tickets(12, (number) => ({ parts: number % 4 }));
  for await (const output of pool.inOrder('scan', some as never)) found.push(output as unknown as Ticket);
  const expected = Array.from({ length: 12 }, (_, number) => Array.from({ length: number % 4 }, (_, part) => [number, part])).flat();
  expect(found.map(({ number, part }) => [number, part])).toEqual(expected);
});

test('outputs before a failure come, and then it is thrown', async () => {
  start(2);
  const some = tickets(6, (number) => (number === 3 ? { failure: 'the disk is full' } : {}));
  const found: Ticket[] = [];
  const all = async () => {
    for await (const output of pool.inOrder('scan', some as never)) found.push(output as unknown as Ticket);
  };
  await expect(all()).rejects.toThrow('the scan stopped: the disk is full');
  expect(found.map(({ number }) => number)).toEqual([0, 1, 2, 3]);
});

test('what waits for a worker that is busy goes to another', async () => {
  const give = start(2);
  const scan = give('scan', { milliseconds: 50 });
  expect((await give('encode')).thread).not.toBe((await scan).thread);
});

test('a few inputs stay with one worker', async () => {
  const give = start(4);
  const found = await Promise.all([give('scan'), give('scan'), give('scan')]);
  expect(new Set(found.map(({ thread }) => thread)).size).toBe(1);
});

test('a job stays with the worker that has learnt it, until too much of it waits', async () => {
  const give = start(2);
  const scans = await Promise.all(Array.from({ length: 8 }, () => give('scan', { milliseconds: 20 })));
  expect(new Set(scans.map(({ thread }) => thread)).size).toBe(2);
  const first = await give('encode');
  for (let i = 0; i < 3; i++) {
    const [encoded] = await Promise.all([give('encode', { milliseconds: 20 }), give('scan', { milliseconds: 20 }), give('scan')]);
    expect(encoded.thread).toBe(first.thread);
  }
  const many = await Promise.all(Array.from({ length: 12 }, () => give('encode', { milliseconds: 20 })));
  expect(new Set(many.map(({ thread }) => thread)).size).toBe(2);
});

test('when a worker ends, what it was given and what is given to it later fails', async () => {
  const give = start(1);
  await expect(give('scan', { exit: 7 })).rejects.toThrow('a worker failed: it ended with code 7');
  await expect(give('scan')).rejects.toThrow('a worker failed');
});
