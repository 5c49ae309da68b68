/** A dump whose containers stay closed, and the measures of `diff`: what the viewer puts together from them. */
import { describe, expect, test } from 'vitest';
import { compareDocument, type DumpSpan, diffDocument, dumpDocument, type Item, inspect, measuredOf } from '../../src/internal.ts';
import { archives, fixture } from '../support/corpus.ts';
import { syclFiles } from '../support/sycl.ts';
import { childrenOf } from '../support/walk.ts';

/** A dump of everything, made of those of the items one by one. */
function opened(item: Item): readonly DumpSpan[] {
  const { spans } = dumpDocument(item, { shallow: true });
  const inside = new Map(childrenOf(item).map((child) => [child.address.slice(1), child]));
  return spans.flatMap((span) => {
    const child = inside.get(span.path);
    const leaf = !child || item.content.kind === 'zebin' || child.bytes.source !== item.bytes.source || child.content.kind === 'none';
    return leaf ? [span] : opened(child);
  });
}

const places = (spans: readonly DumpSpan[]) => spans.map(({ offset, end, path, role }) => `${offset}-${end} ${role} ${path}`);

describe('a shallow dump', () => {
  const files = [...archives(), ...syclFiles('host'), ...syclFiles('bundles')].filter(({ name }) => !/\/bad-|\.bc$/.test(name));
  test.each(files.map((file) => [file.name, file] as const))('of %s has each item as one span', { tags: ['corpus'] }, (_, file) => {
    const { value } = inspect(file.bytes());
    const shallow = dumpDocument(value, { shallow: true });
    expect(shallow.spans.reduce((sum, { offset, end }) => sum + end - offset, 0)).toBe(shallow.size);
    expect(places(opened(value))).toEqual(places(dumpDocument(value).spans));
  });
});

test('the measures of a kernel in a diff are the changes that compare counts', () => {
  const side = (name: string) => ({ path: name, files: [{ path: '', root: inspect(fixture(name).bytes()).value }] });
  const [base, next] = [side('zebin/igc1/dg2/basic.zebin'), side('zebin/igc2/dg2/basic.zebin')];
  const measured = (one: typeof base) => ({ path: one.path, kernels: measuredOf(one) });
  const { metrics } = compareDocument(measured(base), measured(next), { top: Number.POSITIVE_INFINITY });
  const row = (name: string, metric: string, how: string, before: number, after: number) => `${name} ${metric} ${how} ${before} ${after}`;
  const counted = metrics.flatMap(({ metric, worst, best }) => [
    ...worst.map((one) => row(one.name, metric, 'worse', one.base, one.new)),
    ...best.map((one) => row(one.name, metric, 'better', one.base, one.new)),
  ]);
  const said = diffDocument(base, next).kernels.flatMap((kernel) =>
    kernel.metrics.map(({ metric, change, base: before, new: after }) =>
      row(kernel.new_name ?? kernel.name, metric, change, before, after),
    ),
  );
  expect(said.length).toBeGreaterThan(9);
  expect([...said].sort()).toEqual([...counted].sort());
});
