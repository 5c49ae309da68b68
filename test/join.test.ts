/** Property sets and attributes: what contradicts, and what is only said in another way. */
import { expect, test } from 'vitest';
import { encodeText } from '../src/core/bytes/index.ts';
import { layoutOffload, writeOffload } from '../src/formats/offload/index.ts';
import { printValue } from '../src/formats/props/index.ts';
import { inspect, kernelDocument } from '../src/internal.ts';
import { buildAr, buildMember, buildZebin } from './support/build-elf.ts';
import { syclFiles } from './support/sycl.ts';

const attributes = (sub: string, group: string) => `version: 1.60
kernels:
- name: k
  user_attributes:
    intel_reqd_sub_group_size: ${sub}
    reqd_work_group_size: ${group}
  execution_env:
    simd_size: 16
  payload_arguments:
  - arg_type: arg_byvalue
    offset: 0
    size: 4
    arg_index: 1
`;
const image = (sub = '16', group = '[64, 2, 1]') => buildZebin({ zeInfo: attributes(sub, group), kernels: ['k'] }).bytes;

/** An image with property sets. */
function withSets(content: Uint8Array, sets: Readonly<Record<string, string>>): Uint8Array {
  const strings = [{ key: 'triple', value: 'spir64_gen' }, ...Object.entries(sets).map(([key, value]) => ({ key, value: `${value}\n` }))];
  return writeOffload({ blobs: layoutOffload([{ image_kind: 1, offload_kind: 8, flags: 0, strings, image: content }]) });
}
const codes = (bytes: Uint8Array) =>
  inspect(bytes)
    .diagnostics.map((d) => d.code)
    .filter((code) => code.startsWith('join/'));
const u32s = (...values: number[]) =>
  printValue({ type: 2, bits: values.length * 32, data: new Uint8Array(Uint32Array.from(values).buffer) });
const u64s = (...values: number[]) =>
  printValue({ type: 2, bits: values.length * 64, data: new Uint8Array(BigUint64Array.from(values.map(BigInt)).buffer) });
const METADATA = 'SYCL/program metadata';
const REQUIRED = 'SYCL/device requirements';

test('sub-group sizes of property sets that differ from the attributes are reported', () => {
  expect(codes(withSets(image(), { [METADATA]: 'k@reqd_sub_group_size=1|16' }))).toEqual([]);
  expect(codes(withSets(image(), { [METADATA]: 'k@reqd_sub_group_size=1|32' }))).toEqual(['join/sub-group-size']);
  expect(codes(withSets(image(), { [REQUIRED]: 'reqd_sub_group_size=1|8' }))).toEqual(['join/sub-group-size']);
  // Where the attributes require none, the code has that of its lanes.
  expect(codes(withSets(image('0'), { [METADATA]: 'k@reqd_sub_group_size=1|16' }))).toEqual([]);
  expect(codes(withSets(image(), { [METADATA]: 'other@reqd_sub_group_size=1|32' }))).toEqual([]);
});

test('work-group sizes, with dimensions in either order and ones left out', () => {
  for (const sizes of [
    [64, 2, 1],
    [1, 2, 64],
    [64, 2],
    [2, 64],
  ]) {
    expect(codes(withSets(image(), { [METADATA]: `k@reqd_work_group_size=${u32s(...sizes)}` }))).toEqual([]);
    expect(codes(withSets(image(), { [REQUIRED]: `reqd_work_group_size_uint64_t=${u64s(...sizes)}` }))).toEqual([]);
  }
  for (const sizes of [[64], [64, 4, 1], [2, 2, 32]]) {
    expect(codes(withSets(image(), { [METADATA]: `k@reqd_work_group_size=${u32s(...sizes)}` }))).toEqual(['join/work-group-size']);
    expect(codes(withSets(image(), { [REQUIRED]: `reqd_work_group_size_uint64_t=${u64s(...sizes)}` }))).toEqual(['join/work-group-size']);
  }
});

test('a mask of removed arguments that differs from the attributes is reported', () => {
  const mask = (bits: number, removed: number) => ({
    'SYCL/kernel param opt': `k=${printValue({ type: 2, bits, data: Uint8Array.of(removed) })}`,
  });
  expect(codes(withSets(image(), mask(2, 0)))).toEqual([]);
  expect(codes(withSets(image(), mask(3, 0b010)))).toEqual([]);
  expect(codes(withSets(image(), mask(3, 0b110)))).toEqual(['join/arguments']);
});

test('the sets of an archive count for each image in it', () => {
  const both = buildAr([buildMember('64.20.1.0/', image()), buildMember('64.20.4.4/', image('32'))]);
  const { diagnostics, value } = inspect(withSets(both, { [METADATA]: 'k@reqd_sub_group_size=1|16' }));
  expect(diagnostics.filter((d) => d.code.startsWith('join/')).map((d) => d.path)).toEqual(['spir64_gen!64.20.4.4!.ze_info/kernels[0]']);
  expect(kernelDocument(value).kernels.map((kernel) => kernel.properties)).toEqual(
    [0, 1].map(() => [{ set: METADATA, tag: '@reqd_sub_group_size', value: '16' }]),
  );
});

test('real files of the corpus contradict in what was made up only', { tags: ['corpus'] }, () => {
  const made = ['host', 'syclbin'].flatMap(syclFiles).filter((file) => file.expect.verdict !== 'error' && !file.name.endsWith('.bc'));
  const found = new Set(made.flatMap((file) => codes(file.bytes())));
  // The masks there are not those of the kernels in the images.
  expect([...found].filter((code) => code !== 'join/arguments' && code !== 'join/kernel')).toEqual([]);
});

test('sets far larger than the images that share them cost no more than these', () => {
  const many = Array.from({ length: 20_000 }, (_, i) => `k@tag${i}=1|1`).join('\n');
  const images = buildAr(Array.from({ length: 500 }, () => buildMember('a/', image())));
  const { value, diagnostics } = inspect(withSets(images, { [METADATA]: many }));
  expect(new Set(diagnostics.map((d) => d.code))).toContain('limit/work');
  expect(JSON.stringify(kernelDocument(value)).length).toBeLessThan(20 * value.bytes.length);
  expect(encodeText(many).length).toBeGreaterThan(200_000);
});
