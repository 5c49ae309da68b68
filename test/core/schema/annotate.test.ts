import { expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { Reporter } from '../../../src/core/diag/index.ts';
import { type Annotation, partition, type Region } from '../../../src/core/schema/index.ts';

const bytes = new Bytes(new Uint8Array(64));
const annotation = (start: number, end: number, path: string): Annotation => ({
  span: bytes.span(start, end),
  path,
  text: '',
  role: 'field',
});

/** A region of the first bytes, an annotation for each two of them, that counts how many were made. */
function region(size: number, path: string): Region & { readonly made: () => number } {
  let made = 0;
  return {
    span: bytes.span(0, size),
    *annotations() {
      for (let at = 0; at < size; at += 2) {
        made++;
        yield annotation(at, at + 2, `${path}${at}`);
      }
    },
    made: () => made,
  };
}

test('of regions that overlap, the shorter keeps the bytes of both, and what the other says of them is an overlap', () => {
  const out = new Reporter(4_096);
  const all = [...partition(bytes, [region(8, 'b'), region(4, 'a'), annotation(0, 3, 'whole')], out)];
  expect(all.map(({ span, path }) => `${span.start}-${span.end} ${path}`)).toEqual([
    '0-2 a0',
    '2-3 whole',
    '3-4 a2',
    '4-6 b4',
    '6-8 b6',
    '8-64 ',
  ]);
  expect(out.diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'inspect/overlap b0',
    'inspect/overlap whole',
    'inspect/overlap a2',
    'inspect/overlap b2',
  ]);
});

test('annotations of regions that overlap are made when their place is reached', () => {
  const regions = [region(64, 'a'), region(64, 'b')];
  const spans = partition(bytes, regions, new Reporter(4_096));
  for (let count = 1; count <= 8; count++) spans.next();
  for (const { made } of regions) expect(made()).toBeLessThanOrEqual(10);
});
