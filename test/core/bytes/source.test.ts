/** Bytes that are fetched when they are read: what they say, and how much of the source is asked for. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bytes, type Source } from '../../../src/core/bytes/index.ts';
import { FormatError } from '../../../src/core/diag/index.ts';

const PAGE = 16_384;
const data = Uint8Array.from({ length: 3 * PAGE + 77 }, (_, i) => (i * 31 + (i >> 8)) & 0xff);

/** A source that keeps account of what it was asked for. */
function counted(): { source: Source; asked: [number, number][] } {
  const asked: [number, number][] = [];
  const read = (start: number, length: number) => {
    expect(start >= 0 && length > 0 && start + length <= data.length).toBe(true);
    asked.push([start, length]);
    return data.slice(start, start + length);
  };
  return { source: { size: data.length, read }, asked };
}

test('every read of every window is that of the same bytes in memory', { tags: ['corpus'] }, () => {
  const near = fc.oneof(
    fc.nat(data.length),
    fc.constantFrom(...[1, 2, 3].flatMap((n) => [n * PAGE - 9, n * PAGE - 3, n * PAGE, n * PAGE + 1])),
  );
  const steps = fc.array(fc.tuple(near, near, fc.nat(data.length)), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(steps, (list) => {
      let remote = Bytes.from(counted().source);
      let local = new Bytes(data);
      for (const [a, b, at] of list) {
        for (const read of ['u8', 'u16', 'u32', 'u64', 'i64', 'u64AsNumber'] as const) {
          const place = local.length === 0 ? 0 : at % local.length;
          if (local.has(place, 8)) expect(remote[read](place)).toEqual(local[read](place));
          else expect(() => remote[read](local.length)).toThrow(FormatError);
        }
        const start = Math.min(a, b) % (local.length + 1);
        const end = Math.min(local.length, Math.max(a, b, start));
        [remote, local] = [remote.sub(start, end), local.sub(start, end)];
        expect([remote.base, remote.length]).toEqual([local.base, local.length]);
        if (local.length < 2000) expect(remote.text()).toBe(local.text());
        expect(remote.startsWith(local.sub(0, Math.min(9, local.length)).text())).toBe(true);
      }
    }),
    { numRuns: 300, seed: 7 },
  );
});

test('all bytes of a window are fetched in order', () => {
  const { source } = counted();
  expect(Bytes.from(source).data).toEqual(data);
  expect(Bytes.from(source).sub(PAGE - 5, 2 * PAGE + 5).data).toEqual(data.slice(PAGE - 5, 2 * PAGE + 5));
});

test('nothing is fetched before it is read, and each page once', () => {
  const { source, asked } = counted();
  const bytes = Bytes.from(source);
  const header = bytes.sub(2 * PAGE + 10, 2 * PAGE + 500);
  expect(asked).toEqual([]);
  expect(header.remote).toBe(true);
  for (let i = 0; i < 100; i++) header.u32(i);
  bytes.sub(2 * PAGE, 2 * PAGE + 64).u64(8);
  expect(asked).toEqual([[2 * PAGE, PAGE]]);
  bytes.u16(3 * PAGE - 1);
  expect(asked.slice(1)).toEqual([[3 * PAGE - 1, 2]]);
});

test('what is not a source is a wrong argument', () => {
  for (const wrong of [undefined, null, 'text', {}, { size: 3 }]) expect(() => Bytes.from(wrong as Uint8Array)).toThrow(TypeError);
});
