/** What kernels get to know of their samplers: the numbers of the driver, which are not those of the API. */
import { expect, test } from 'vitest';
import { readZebin } from '../../src/formats/zebin/index.ts';
import { type Argument, launch } from '../../src/run/index.ts';
import { fixture } from '../support/corpus.ts';

const WIDTH = 4;

/** The pixels that `int_coords` leaves: it reads images of integers at its ids, through a sampler that it looks at. */
function pixels(file: string, addressing: 'none' | 'clamp' | 'clamp_to_edge'): Uint32Array {
  const { value: zebin } = readZebin(fixture(file).bytes());
  const kernel = zebin.kernels.find(({ name }) => name === 'int_coords');
  if (kernel === undefined) throw new Error('no kernel');
  const shape = { channel: 'UNSIGNED_INT8', order: 'RGBA', width: WIDTH, height: 1, depth: 1 } as const;
  const some = (count: number, first: number): Uint8Array => Uint8Array.from({ length: 4 * count }, (_, i) => first + i);
  const given: Argument[] = [
    { kind: 'image', dim: '1d_array', ...shape, layers: 2, bytes: some(2 * WIDTH, 1) },
    { kind: 'image', dim: '1d', ...shape, layers: 1, bytes: some(WIDTH, 50) },
    { kind: 'sampler', normalized: false, addressing, filter: 'nearest' },
    { kind: 'buffer', bytes: new Uint8Array(16 * 16) },
  ];
  const { stop, arguments: left } = launch(zebin, kernel, { global: [16], local: [16], arguments: given });
  expect(stop.reason).toBe('done');
  return new Uint32Array((left[3] as Uint8Array).slice().buffer);
}

test.each(['zebin/igc2/bmg/samplers.zebin'])(
  'a sampler that clamps to the edge gives the last pixel outside, others nothing (%s)',
  (file) => {
    const edge = pixels(file, 'clamp_to_edge');
    for (const addressing of ['none', 'clamp'] as const) {
      const other = pixels(file, addressing);
      expect([...other.subarray(0, 4 * WIDTH)]).toEqual([...edge.subarray(0, 4 * WIDTH)]);
      expect([...other.subarray(4 * WIDTH)]).toEqual(Array(4 * (16 - WIDTH)).fill(0));
    }
    const last = [...edge.subarray(4 * WIDTH, 4 * WIDTH + 4)];
    expect(last.every((value) => value > 0)).toBe(true);
    expect([...edge.subarray(4 * WIDTH)]).toEqual(Array.from({ length: 16 - WIDTH }, () => last).flat());
  },
);
