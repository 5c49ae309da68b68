/** The arguments of kernels, as files describe them. */
import { expect, test } from 'vitest';
import { readZebin, type ZebinKernel } from '../../src/formats/zebin/index.ts';
import { signatureOf } from '../../src/run/index.ts';
import { fixture } from '../support/corpus.ts';

function signature(file: string, name: string) {
  const { value: zebin } = readZebin(fixture(file).bytes());
  const kernel = zebin.kernels.find((one) => one.name === name);
  if (!kernel) throw new Error(`no kernel ${name}`);
  return signatureOf(zebin, kernel);
}

test('names and types are those of the source', () => {
  expect(signature('zebin/igc2/bmg/clock.zebin', 'clock')).toEqual([
    { index: 0, name: 'out', type: 'ulong*', kind: 'buffer', space: 'global', access: 'readwrite', isUsed: true },
  ]);
  expect(signature('zebin/igc1/skl/images.zebin', 'img_3d').map(({ kind, dim }) => [kind, dim])).toContainEqual(['image', '3d']);
});

test('a kernel can have any number of parts of an argument', () => {
  const part = { arg_type: 'arg_byvalue', offset: 0, size: 4, arg_index: 1 } as const;
  const kernel = { name: 'k', zeInfo: { payload_arguments: new Array(200_000).fill(part) } } as unknown as ZebinKernel;
  expect(signatureOf({}, kernel).map(({ index, kind }) => [index, kind])).toEqual([
    [0, undefined],
    [1, 'value'],
  ]);
});
