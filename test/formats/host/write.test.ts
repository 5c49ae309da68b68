/** Other content in host files: nothing moves, and what says where an image ends follows. */
import { describe, expect, test } from 'vitest';
import { allDiagnostics, eachItem, FormatError, findItem, type Item, inspect, replaceItem, replaceItems } from '../../../src/internal.ts';
import { type CorpusFile, fixtureFiles, sycl } from '../../support/corpus.ts';
import { mulberry32 } from '../../support/mutate.ts';
import { childrenOf } from '../../support/walk.ts';

const open = (file: CorpusFile) => inspect(file.bytes()).value;
const isHost = ({ path }: CorpusFile) => path.includes('/host/') && !/\.(bc|a)$/.test(path);
const images = (root: Item) => childrenOf(root).filter((item) => item.slot && item.stored.length > 64);
const FILES = [...fixtureFiles(), ...sycl()]
  .filter(isHost)
  .flatMap((file) => (images(open(file)).length > 0 ? [[file.path.split('/').at(-1) ?? '', file] as const] : []));

test('there are files of every kind', () => {
  expect(FILES.map(([name]) => name)).toEqual(
    expect.arrayContaining(['intel-l1.so', 'intel-l2-i386.so', 'intel-l2-i386.o', 'intel-l2-msvc.exe', 'intel-l2-msvc.obj', 'intel-l3.so']),
  );
});

/** What is at every address, except for the one and what is in it. */
function others(root: Item, but: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const { address, bytes, facts } of eachItem(root)) {
    if (address === '' || address === but || address.startsWith(`${but}!`)) continue;
    found.set(address, JSON.stringify([Buffer.from(bytes.data).toString('latin1'), facts]));
  }
  return found;
}

describe.each(FILES)('%s', { tags: ['corpus'] }, (_, file) => {
  const root = open(file);
  const before = file.bytes();

  test('the same content results in the same file', () => {
    for (const { address, stored } of images(root))
      expect(Buffer.compare(replaceItem(root, address, stored.data).data, before), address).toBe(0);
  });

  test('shorter content: its end is updated, and everything else is unchanged', () => {
    // A section whose name was cut is known by the OffloadBinary in it only.
    for (const { address, stored } of images(root).filter(({ kind }) => kind !== 'offload-binary')) {
      const data = stored.data.slice(0, stored.length - 40);
      // Neither a blob nor a stream any more.
      data[0] = 0x2e;
      const written = replaceItem(root, address, data);
      expect(written.length).toBe(before.length);
      const again = inspect(written).value;
      const found = findItem(again, address);
      expect(found && Buffer.compare(found.stored.data, data), address).toBe(0);
      expect(others(again, address)).toEqual(others(root, address));
      expect(allDiagnostics(again).filter((d) => d.code.startsWith('host/'))).toEqual(
        allDiagnostics(root).filter((d) => d.code.startsWith('host/')),
      );
    }
  });

  test('all at once is one after another', () => {
    const changes = new Map(images(root).map(({ address, stored }) => [address, stored.data.slice(0, stored.length - 48)] as const));
    let one = before;
    for (const [address, data] of changes) one = replaceItem(inspect(one).value, address, data).data;
    expect(Buffer.compare(replaceItems(root, changes).data, one)).toBe(0);
  });

  test('longer content is refused, where it cannot be compressed as what it replaces', () => {
    const random = mulberry32(5);
    for (const { address, stored } of images(root)) {
      try {
        replaceItem(
          root,
          address,
          Uint8Array.from({ length: stored.length + 1 }, () => random() >>> 24),
        );
        expect.unreachable();
      } catch (error) {
        expect(error instanceof FormatError && error.diagnostic.code).toBe('replace/fixed');
      }
    }
  });

  test('an image in an OffloadBinary in it: the sections stay as long as they are', () => {
    for (const item of childrenOf(root).filter(({ kind }) => kind === 'offload-binary')) {
      for (const { address, bytes } of childrenOf(item)) {
        if (bytes.length < 100) continue;
        const data = bytes.data.slice(0, bytes.length - 64);
        const again = inspect(replaceItem(root, address, data)).value;
        expect(findItem(again, address)?.bytes.data).toEqual(data);
        expect(findItem(again, item.address)?.stored.length).toBe(item.stored.length);
        expect(others(again, address).size).toBe(others(root, address).size);
      }
    }
  });
});
