/** `zebin props`: what it prints fits the terminal, and the way to JSON and back. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../cli/exit.ts';
import { syclFiles } from '../support/sycl.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';
import { scratchFolder } from './zebin.ts';

const folder = scratchFolder();
const file = (name: string) => {
  const found = ['property-sets', 'syclbin', 'offload-binary', 'host'].flatMap(syclFiles).find((row) => row.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found.path;
};

async function props(argument: string, options: Given<'props'> = {}, width?: number) {
  const io = fakeIo(width);
  const status = await runVerb('props', [argument], options, io);
  return { status, printed: io.printed(), warned: io.warned(), written: io.written() };
}

test('nothing is wider than the terminal', async () => {
  const { printed } = await props(file('property-sets/all-sets.prop'), {}, 60);
  const [, ...lines] = printed.split('\n');
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
});

describe('with --json and --from-json', () => {
  test.each(syclFiles('property-sets').filter(({ name }) => name.endsWith('.prop')))(
    '$name goes to JSON and back',
    { tags: ['corpus'] },
    async ({ path, bytes }) => {
      const { printed } = await props(path, { json: true, as: 'props' });
      const document = join(folder, 'document.json');
      writeFileSync(document, printed);
      expect(Buffer.compare((await props(document, { fromJson: true })).written, bytes())).toBe(0);
    },
  );

  test('input that is not JSON is a usage error', async () => {
    // What is wrong is said in the words of JavaScript, which differ between releases of Node.
    await expect(props(file('property-sets/crlf.prop'), { fromJson: true })).rejects.toThrow(UsageError);
    const document = join(folder, 'half.json');
    writeFileSync(document, '{"items": [');
    await expect(props(document, { fromJson: true })).rejects.toThrow(/is not JSON/);
  });
});
