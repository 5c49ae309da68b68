/** What `llvm-objdump --offloading` lists of files that we wrote: the same as of their originals, wherever it reads those. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { FormatError, type Item, inspect, replaceItems, stripItem, zebinsOf } from '../../../src/internal.ts';
import { scratchFolder } from '../../cli/zebin.ts';
import { syclFiles } from '../../support/sycl.ts';
import { needs, toolPath } from '../../support/tools.ts';
import { childrenOf } from '../../support/walk.ts';

const scratch = scratchFolder();

/** What it says of each image; undefined where it cannot read the file, or finds none. */
function listed(data: Uint8Array): readonly Readonly<Record<string, string>>[] | undefined {
  const path = join(scratch, 'file');
  writeFileSync(path, data);
  const { status, stdout } = spawnSync(toolPath('llvmObjdump'), ['--offloading', path], { encoding: 'utf8' });
  const images = stdout.split(/OFFLOADING IMAGE \[[0-9]+\]:\n/).slice(1);
  if (status !== 0 || images.length === 0) return undefined;
  return images.map((image) => Object.fromEntries([...image.matchAll(/^(\S.*?)(?: {2,}(.*))?$/gm)].map((row) => [row[1], row[2] ?? ''])));
}

/** Sizes of images change, and nothing else of what is said of them. */
const withoutSizes = (images: ReturnType<typeof listed>) => images?.map(({ 'image size': _, ...image }) => image);

/** The file with each image replaced by the beginning of it. */
function shortened(root: Item): Uint8Array {
  const images = childrenOf(root).flatMap((item) => (childrenOf(item).length > 0 && item.kind !== 'zebin' ? childrenOf(item) : [item]));
  const changes = images
    .filter(({ slot, bytes }) => slot && bytes.length > 32)
    .map(({ address, bytes }) => [address, bytes.data.slice(0, 32)] as const);
  return replaceItems(root, new Map(changes)).data;
}

needs('llvmObjdump')('stripped files and files with other images are listed as their originals', { tags: ['corpus'] }, () => {
  const compared: string[] = [];
  for (const file of [...syclFiles('host'), ...syclFiles('offload-binary'), ...syclFiles('syclbin')]) {
    const data = file.bytes();
    const before = withoutSizes(listed(data));
    if (!before) continue;
    const root = inspect(data).value;
    try {
      expect([file.name, withoutSizes(listed(shortened(root)))]).toEqual([file.name, before]);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      // Places that share bytes are not written.
      expect([file.name, error.diagnostic.code]).toEqual([file.name, 'replace/fixed']);
      continue;
    }
    const stripped = zebinsOf(root).length > 0 ? stripItem(root).bytes.data : data;
    expect([file.name, withoutSizes(listed(stripped))]).toEqual([file.name, before]);
    compared.push(file.name);
  }
  expect(compared.length).toBeGreaterThan(1);
});
