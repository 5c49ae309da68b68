/** Host files against what `llvm-objdump --offloading` of two releases lists, where it can read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHost } from '../../../src/formats/host/index.ts';
import { imageKindName, offloadString, readOffload } from '../../../src/formats/offload/index.ts';
import { FOLDER, syclFiles } from '../../support/sycl.ts';

const KINDS: Readonly<Record<string, string>> = { object: 'elf', none: '<none>', spirv: 'spir-v', bitcode: 'llvm ir' };

const rows = syclFiles('host')
  .filter(({ name }) => /\.(o|obj|so|exe)$/.test(name))
  .flatMap((file) =>
    [22, 23].flatMap((release) => {
      const text = readFileSync(join(FOLDER, `peers/objdump-offloading-${release}.txt`), 'utf8');
      const run = text.split(/^\$ /m).find((part) => part.split('\n')[0]?.endsWith(` ${file.name}`));
      return run?.includes('# exit status 0') ? [{ name: `${file.name}, LLVM ${release}`, file, run }] : [];
    }),
  );

test('there is something to compare', { tags: ['corpus'] }, () =>
  expect(rows.filter(({ run }) => run.includes('OFFLOADING IMAGE')).length).toBeGreaterThan(2),
);

describe('what llvm-objdump --offloading lists', () => {
  test.each(rows)('$name', { tags: ['corpus'] }, ({ file, run }) => {
    const listed = run
      .split(/OFFLOADING IMAGE \[[0-9]+\]:\n/)
      .slice(1)
      .map((part) => Object.fromEntries([...part.matchAll(/^(kind|arch|triple|image size) +(.*)$/gm)].map((m) => [m[1], m[2]])));
    const own = readHost(file.bytes())
      .value.sections.filter(({ role }) => role === 'offload-binary')
      .flatMap(({ bytes }) => readOffload(bytes).value.blobs.flatMap(({ entries }) => entries))
      .map((entry) => {
        const kind = imageKindName(entry.header.image_kind) ?? '';
        return {
          kind: KINDS[kind] ?? kind,
          arch: offloadString(entry, 'arch') ?? '',
          triple: offloadString(entry, 'triple') ?? '',
          'image size': `${entry.image.length} bytes`,
        };
      });
    // It says nothing of images that only a descriptor leads to.
    if (listed.length > 0) expect(own.length).toBe(listed.length);
    listed.forEach((row, i) => {
      expect(own[i]).toMatchObject(row);
    });
  });
});
