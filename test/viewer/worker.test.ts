/** What the worker of the page answers, without a browser. */
import { afterEach, describe, expect, test } from 'vitest';
import { checkDocument, inspect, isAccepted, RELEASES } from '../../src/internal.ts';
import { handlerOf, type Params, type RequestName, type Result } from '../../viewer/worker/handlers.ts';
import { buildAr, buildMember } from '../support/build-elf.ts';
import { fixture, zebins } from '../support/corpus.ts';

const FILE = 1;

async function asked<N extends RequestName>(name: N, params: Params<N>): Promise<Result<N>> {
  return handlerOf(name)(params) as Result<N>;
}

afterEach(() => asked('close', { file: FILE }));

describe('the first screen says of every zebin what check decides', () => {
  test.each(zebins().map((file) => [file.name, file] as const))('%s', async (_, file) => {
    const check = checkDocument(inspect(file.bytes()).value, { release: RELEASES.at(-1) ?? '' });
    await asked('open', { file: FILE, content: file.bytes() });
    const facts = await asked('facts', { file: FILE, at: '' });
    const verdict = facts?.facts.find(({ name }) => name === 'verdict');
    expect(verdict?.text.startsWith(check?.sentence.slice(0, 200) ?? '-')).toBe(true);
    const { rows } = await asked('images', { file: FILE });
    expect(rows.map(({ tone }) => tone !== 'bad')).toEqual([isAccepted(check?.verdict ?? 'invalid')]);
  });
});

test('counts are of all images, however many there are', async () => {
  const small = fixture('zebin/igc2/bmg/clock.zebin').bytes();
  const members = Array.from({ length: 1_162 }, (_, i) => buildMember(`m${i}/`, small));
  const opened = await asked('open', { file: FILE, content: buildAr(members) });
  expect(opened.holds.formats).toEqual([['zebin', 1_162]]);
  expect([opened.images.total, opened.kernelCount]).toEqual([1_162, 1_162]);
  const { verdicts } = await asked('verdicts', { file: FILE });
  expect(verdicts).toEqual([{ word: 'accepted', tone: 'good', count: 1_162 }]);
});
