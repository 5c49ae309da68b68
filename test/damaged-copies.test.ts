/**
 * A thousand damaged copies of archives: whatever is lost, no gate passes. What was lost is measured by the kernels that are found, not by
 * what the program says of the damage.
 */
import { describe, expect, test } from 'vitest';
import { writeBundle, writeCcob } from '../src/formats/bundle/index.ts';
import { layoutOffload, writeOffload } from '../src/formats/offload/index.ts';
import {
  compareDocument,
  coverageDocument,
  FormatError,
  type Item,
  infoDocument,
  inspect,
  isZebinInfo,
  measuredKernels,
  measuredSide,
  resourceGate,
} from '../src/internal.ts';
import { buildAr, buildMember } from './support/build-elf.ts';
import { archives, type CorpusFile, zebins } from './support/corpus.ts';
import { mulberry32 } from './support/mutate.ts';

const COPIES = 1000;

/** Whether a gate passes for a copy of a file. Limits are so high that only what was not read can fail it. */
type Gate = (root: Item, whole: Item) => boolean;

/** A gate of another verb is a row here. */
const GATES: Readonly<Record<string, Gate>> = {
  'info --max': (root) => resourceGate(infoDocument(root), { spill_size: 1e9, slm_size: 1e9 }).passed,
  // Devices that lack kernels fail it too; here it has to fail without them.
  'coverage -d': (root) => coverageDocument(root).complete,
  'compare --gate': (root, whole) =>
    compareDocument(side(whole), side(root), { thresholds: [{ amount: 1e9, percent: true }] }).gate?.passed === true,
};

function side(root: Item) {
  const files = { path: 'file', files: [{ path: '', root }] };
  return measuredSide(
    files,
    measuredKernels(files, () => true, false),
  );
}

/** The kernels of a file with what they need, each as text; undefined if the file cannot be read at all. */
function measured(root: Item | undefined): string[] | undefined {
  return (
    root && infoDocument(root).images.flatMap((image) => (isZebinInfo(image) ? image.kernels.map((kernel) => JSON.stringify(kernel)) : []))
  );
}

function opened(bytes: Uint8Array): Item | undefined {
  try {
    return inspect(bytes).value;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Whether kernels of the whole file are not among those of a copy. */
function isLess(whole: readonly string[], copy: readonly string[]): boolean {
  const left = [...copy];
  return whole.some((kernel) => {
    const at = left.indexOf(kernel);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

type Random = () => number;
const below = (random: Random, limit: number) => random() % limit;

const headersOf = (bytes: Uint8Array): number[] => {
  const text = Buffer.from(bytes).toString('latin1');
  return [...text.matchAll(/`\n/g)]
    .map(({ index }) => index - 58)
    .filter((at) => at >= 8 && /^[0-9]+ *$/.test(text.slice(at + 48, at + 58)));
};

function overwritten(bytes: Uint8Array, at: number, length: number, byte: () => number): Uint8Array {
  const copy = bytes.slice();
  for (let i = at; i < Math.min(at + length, copy.length); i++) copy[i] = byte();
  return copy;
}

const DAMAGE: Readonly<Record<string, (bytes: Uint8Array, random: Random) => Uint8Array>> = {
  'the end is missing': (bytes, random) => bytes.slice(0, 100 + below(random, bytes.length - 100)),
  'bytes are overwritten': (bytes, random) =>
    overwritten(bytes, below(random, bytes.length), 16 + below(random, 2000), () => below(random, 256)),
  'a block is zeros': (bytes, random) => overwritten(bytes, below(random, bytes.length >> 9) << 9, 512 << below(random, 5), () => 0),
  'the header of a member is overwritten': (bytes, random) => {
    const all = headersOf(bytes);
    return overwritten(bytes, all[below(random, all.length)] ?? below(random, bytes.length), 60, () => below(random, 256));
  },
  'the size of a member is another one': (bytes, random) => {
    const all = headersOf(bytes);
    const at = (all[below(random, all.length)] ?? 0) + 48;
    const digits = String(1 + below(random, bytes.length)).padEnd(10);
    return overwritten(
      bytes,
      at,
      10,
      (
        (i) => () =>
          digits.charCodeAt(i++)
      )(0),
    );
  },
  'a member begins with other bytes': (bytes, random) => {
    const all = headersOf(bytes);
    return overwritten(bytes, (all[below(random, all.length)] ?? 0) + 60, 4 + below(random, 60), () => below(random, 256));
  },
};

const join = (files: readonly CorpusFile[]) => buildAr(files.map((file, i) => buildMember(`64.20.${i}.0/`, file.bytes())));

/** Archives of the corpus; several zebins in one; and in containers that compress them. */
function sources(): Uint8Array[] {
  const all = zebins().filter((file) => file.bytes().length < 60_000);
  const joined = Array.from({ length: 12 }, (_, i) => join([0, 1, 2].map((n) => all[(i * 17 + n * 5) % all.length] as CorpusFile)));
  const entries = all.slice(0, 3).map((file, i) => ({ id: `sycl-spir64_gen-unknown-unknown-d${i}`, data: file.bytes() }));
  const blobs = all.slice(3, 6).map((file) => ({ image_kind: 1, offload_kind: 8, flags: 0, strings: [], image: file.bytes() }));
  return [
    ...archives().map((file) => file.bytes()),
    ...joined,
    writeCcob(writeBundle(entries), 3),
    writeCcob(writeBundle(entries), 2),
    writeOffload({ blobs: layoutOffload(blobs) }),
  ];
}

describe('a thousand damaged copies', () => {
  const whole = sources().map((bytes) => ({ bytes, kernels: measured(opened(bytes)) ?? [] }));
  const kinds = Object.keys(DAMAGE);

  test('every gate passes for the undamaged files', { tags: ['corpus'] }, () => {
    for (const { bytes, kernels } of whole) {
      expect(kernels.length).toBeGreaterThan(0);
      const root = opened(bytes) as Item;
      for (const [name, gate] of Object.entries(GATES)) expect([name, gate(root, root)]).toEqual([name, true]);
    }
  });

  test('no gate passes for a copy in which a measured kernel is missing or another', { tags: ['corpus'] }, () => {
    const random = mulberry32(38);
    const lost: Record<string, number> = {};
    const passed: string[] = [];
    for (let i = 0; i < COPIES; i++) {
      const kind = kinds[i % kinds.length] as string;
      const { bytes: original, kernels } = whole[below(random, whole.length)] as (typeof whole)[number];
      const root = opened(DAMAGE[kind]?.(original, random) as Uint8Array);
      const found = measured(root);
      if (found && !isLess(kernels, found)) continue;
      lost[kind] = (lost[kind] ?? 0) + 1;
      if (!root) continue;
      for (const [name, gate] of Object.entries(GATES))
        if (gate(root, opened(original) as Item)) passed.push(`${name}: copy ${i}, ${kind}`);
    }
    expect(passed).toEqual([]);
    // The test must be able to fail: of each kind of damage, many copies have lost something.
    for (const kind of kinds) expect([kind, (lost[kind] ?? 0) > 20]).toEqual([kind, true]);
  });
});
