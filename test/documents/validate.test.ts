/** `findingsOf` containers: their own rules, those of the texts in them, and where each finding is said to be. */
import { expect, test } from 'vitest';
import { FormatError } from '../../src/core/diag/index.ts';
import { layoutOffload, writeOffload } from '../../src/formats/offload/index.ts';
import { findingsOf, inspect, unreadOf } from '../../src/internal.ts';
import { OFFLOAD } from '../codes/offload.ts';
import { SYCLBIN } from '../codes/syclbin.ts';
import { buildAr, buildMember, latin1 } from '../support/build-elf.ts';
import { syclFiles } from '../support/sycl.ts';

const FOLDERS = ['bundles', 'host', 'offload-binary', 'property-sets', 'syclbin'];

test.each(FOLDERS)('what tools wrote in %s has no error, and what is damaged has one', { tags: ['corpus'] }, (folder) => {
  for (const file of syclFiles(folder)) {
    const bytes = file.bytes();
    if (bytes.length === 0) continue;
    const errors = errorsOf(bytes);
    // A file that is not recognised at all, in which an image is found, was not read whole.
    const isUnread = () => unreadOf(inspect(bytes).value).length > 0;
    if (file.expect.verdict === 'error') expect([file.name, errors.length > 0 || isUnread()]).toEqual([file.name, true]);
    // What is recognised and not read is not a fault of the file.
    else expect([file.name, ...errors.filter((code) => code !== 'detect/not-readable')]).toEqual([file.name]);
  }
});

function errorsOf(bytes: Uint8Array): string[] {
  try {
    return findingsOf(inspect(bytes).value).flatMap(({ diagnostic: { severity, code } }) => (severity === 'error' ? [code] : []));
  } catch (error) {
    if (error instanceof FormatError) return [error.diagnostic.code];
    throw error;
  }
}

test.each([
  ['offload/unknown-kind', OFFLOAD['offload/unknown-kind']],
  ['syclbin/strings', SYCLBIN['syclbin/strings']],
] as const)('%s is said once, with the address of the container', (code, make) => {
  const { bytes } = make();
  const paths = (file: Uint8Array) =>
    findingsOf(inspect(file).value).flatMap(({ diagnostic }) => (diagnostic.code === code ? [diagnostic.path] : []));
  const direct = paths(bytes);
  expect(direct.length).toBeGreaterThan(0);
  expect(new Set(direct).size).toBe(direct.length);
  expect(paths(buildAr([buildMember('m/', bytes)]))).toEqual(direct.map((path) => `m!${path}`));
});

test('properties that are next to an image are checked there', () => {
  const strings = [
    { key: 'arch', value: 'x' },
    { key: 'SYCL/misc properties', value: 'optLevel=2|AAAAAAAAAAA\n' },
  ];
  const image = { image_kind: 6, offload_kind: 8, flags: 0, strings, image: latin1('an image') };
  const bytes = writeOffload({ blobs: layoutOffload([image]) });
  const found = findingsOf(inspect(bytes).value).map(({ diagnostic: { code, path } }) => ({ code, path }));
  expect(found.map(({ code }) => code)).toContain('props/value-type');
  expect(found.find(({ code }) => code === 'props/value-type')?.path).toBe('x!SYCL/misc properties/optLevel');
});
