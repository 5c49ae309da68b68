/** Our listing in addition of other programs: llvm-objdump, whose output is in the corpus, and binutils' ar, run here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { offloadString } from '../src/formats/offload/index.ts';
import { eachItem, inspect, modelOf } from '../src/internal.ts';
import { archives } from './support/corpus.ts';
import { run } from './support/run.ts';
import { FOLDER, type SyclFile, syclFiles } from './support/sycl.ts';
import { needs, toolPath } from './support/tools.ts';
import { childrenOf } from './support/walk.ts';

const files = new Map(
  ['offload-binary', 'bundles', 'host', 'syclbin'].flatMap(syclFiles).map((file): [string, SyclFile] => [file.name, file]),
);

interface Printed {
  readonly target: string;
  readonly size: string;
}

/** What a run printed of each image, or undefined when it failed. */
function printedBy(text: string): Printed[] | undefined {
  if (!/^# exit status 0$/m.test(text)) return undefined;
  return text
    .split(/^OFFLOADING IMAGE .*$/m)
    .slice(1)
    .map((block) => {
      const row = (key: string) => new RegExp(`^${key}[ \\t]+(.*)$`, 'm').exec(block)?.[1]?.trim() ?? '';
      // Older releases leave out the size.
      return { target: `${row('triple')} ${row('arch')}`, size: row('image size').replace(/ bytes$/, '') };
    });
}

/** Both programs open the files that a thin archive names; those are not all among the fixtures. */
const there = (file: SyclFile) => (file.expect.thin ? (file.expect.members as string[]).every((path) => files.has(path)) : true);

describe.each(['22', '23'])('llvm-objdump --offloading of LLVM %s', (release) => {
  const runs = readFileSync(join(FOLDER, `peers/objdump-offloading-${release}.txt`), 'utf8')
    .split(/^\$ /m)
    .slice(1)
    .map((text) => ({ file: files.get(/--offloading (\S+)/.exec(text)?.[1] ?? ''), printed: printedBy(text) }))
    .flatMap(({ file, printed }) =>
      file && printed && printed.length > 0 && file.expect.verdict !== 'error' && there(file) ? [{ name: file.name, file, printed }] : [],
    );

  test('lists some of the files', () => expect(runs.length).toBeGreaterThan(2));

  test.each(runs)('$name', { tags: ['corpus'] }, ({ file, printed }) => {
    const ours = offloadImages(file).map((one, i) => ({ ...one, size: printed[i]?.size === '' ? '' : one.size }));
    expect(ours).toEqual(printed);
  });
});

/** The entries of OffloadBinaries in a file. */
function offloadImages(file: SyclFile): Printed[] {
  const sibling = (name: string) => files.get(`${file.name.split('/')[0]}/${name}`)?.bytes();
  return [...eachItem(inspect(file.bytes(), { sibling }).value)].flatMap(({ content }) => {
    const offload = modelOf(content, 'offload-binary') ?? modelOf(content, 'syclbin')?.envelope;
    const entries = offload?.blobs.flatMap((blob) => blob.entries) ?? [];
    return entries.map((entry) => ({
      target: `${offloadString(entry, 'triple') ?? ''} ${offloadString(entry, 'arch') ?? ''}`,
      size: String(entry.image.length),
    }));
  });
}

describe('binutils ar t', () => {
  const all = [...archives(), ...[...files.values()].filter((file) => /\.a(r)?$/.test(file.name) && there(file))];
  needs('ar')('lists the same members', { tags: ['corpus'] }, () => {
    expect(all.length).toBeGreaterThan(3);
    for (const { path, bytes, name } of all) {
      const { status, stdout } = run(toolPath('ar'), ['t', path]);
      expect(status).toBe(0);
      const members = childrenOf(inspect(bytes()).value).filter((item) => item.kind !== 'index');
      // Of a thin archive it prints paths from where it runs.
      const listed = stdout.split('\n').filter((line) => line !== '');
      const ours = members.map((item) => item.name);
      expect(name.includes('thin') ? listed.map((line) => line.split('/').at(-1)) : listed, name).toEqual(ours);
    }
  });
});
