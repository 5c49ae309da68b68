import { describe, expect, test } from 'vitest';
import { coreFamily } from '../../../src/devices/index.ts';
import { localIdBytes, naturalAlign, type PayloadItem, payloadRank, placePayload } from '../../../src/formats/zebin/build/payload.ts';
import { readZebin } from '../../../src/formats/zebin/index.ts';
import type { PayloadArgument } from '../../../src/formats/zeinfo/index.ts';
import { zebins } from '../../support/corpus.ts';

/** The header of the payload: global_id_offset, local_size and eight bytes that have no name. */
const HEADER = 32;
const NEW = '1.73';

/** What is known of an entry from .ze_info; undefined where the alignment cannot. */
function item({ arg_type, size = 0, slm_alignment, addrspace }: PayloadArgument, version: string | undefined): PayloadItem | undefined {
  if (size === 12 || size === HEADER) return { bytes: size, align: 4 };
  if (arg_type !== 'arg_byvalue') {
    if (addrspace !== 'local' || version === NEW) return { bytes: size, align: size };
    // Older releases aligned a pointer to shared local memory like what it points to.
    return slm_alignment === undefined ? undefined : { bytes: size, align: Math.max(size, slm_alignment) };
  }
  // A value of another size is a structure, whose alignment is that of its members.
  return [1, 2, 4, 8, 16, 32, 64, 128].includes(size) ? { bytes: size, align: naturalAlign(size) } : undefined;
}

/** Entries by their place, with the first two as one where they are the header. */
function inOrder(args: readonly PayloadArgument[]): PayloadArgument[] {
  const sorted = args.filter((one) => one.size).sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0));
  const [first, second] = sorted;
  if (first?.arg_type !== 'global_id_offset' || second?.arg_type !== 'local_size' || second.offset !== 12) return sorted;
  return [{ ...first, size: HEADER }, ...sorted.slice(2)];
}

describe('places of arguments', () => {
  test('are those of the compiler', { tags: ['corpus'] }, () => {
    let exact = 0;
    let other = 0;
    const wrong: string[] = [];
    for (const file of zebins()) {
      const zebin = readZebin(file.bytes()).value;
      const { grfBytes = 32, gfxcore_family } = zebin.target;
      const loadsPayload = coreFamily(gfxcore_family?.value ?? 0)?.loadsPayload === true;
      for (const { name, zeInfo } of zebin.kernels) {
        const threads = zeInfo.per_thread_payload_arguments ?? [];
        const args = inOrder(zeInfo.payload_arguments ?? []);
        const items = args.map((one) => item(one, zebin.version));
        // Kernels of the vector compiler, with packed ids, are laid out by another program; buffers of ray tracing, of synchronisation
        // and of enqueued kernels ask for more than their size.
        const special = /(vector-|ray-query|sync-buffer|enqueue)[^/]*$/.test(file.name);
        if (special || items.includes(undefined)) {
          other++;
          continue;
        }
        const offsets = placePayload(items as PayloadItem[], {
          grfBytes,
          inlineBytes: zeInfo.execution_env?.inline_data_payload_size ?? 0,
          perThreadBytes: threads.reduce((sum, one) => sum + (one.size ?? 0), 0),
          loadsPayload,
        });
        const theirs = args.map((one) => one.offset);
        if (String(offsets) === String(theirs)) exact++;
        else wrong.push(`${file.name} ${name}: ${args.map((a, i) => `${a.arg_type} ${theirs[i]} (${offsets[i]})`).join(', ')}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(exact).toBeGreaterThan(600);
    expect(other).toBeLessThan(exact / 10);
  });

  test(`come in the order of the compiler, as of ${NEW}`, { tags: ['corpus'] }, () => {
    const wrong: string[] = [];
    for (const file of zebins()) {
      const zebin = readZebin(file.bytes()).value;
      if (zebin.version !== NEW || file.name.includes('vector-')) continue;
      for (const { name, zeInfo } of zebin.kernels) {
        const args = inOrder(zeInfo.payload_arguments ?? []);
        // Offsets into a heap, of 4 bytes next to a pointer or of 8 in its place, have two places in the order.
        if (args.some((one) => one.addrmode === 'bindless')) continue;
        const ranks = args.map(payloadRank);
        if (ranks.some((rank, i) => rank < (ranks[i - 1] ?? 0)))
          wrong.push(`${file.name} ${name}: ${args.map((one, i) => `${one.arg_type}/${one.addrmode ?? ''} ${ranks[i]}`).join(', ')}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('sizes of local ids are those of the compiler', { tags: ['corpus'] }, () => {
    for (const file of zebins()) {
      const zebin = readZebin(file.bytes()).value;
      for (const { zeInfo } of zebin.kernels) {
        for (const { arg_type, size = 0 } of zeInfo.per_thread_payload_arguments ?? []) {
          if (arg_type !== 'local_id') continue;
          const one = localIdBytes(zeInfo.execution_env?.simd_size ?? 0, zebin.target.grfBytes ?? 0);
          expect([one, 2 * one, 3 * one], file.name).toContain(size);
        }
      }
    }
  });
});

describe('placePayload', () => {
  const target = { grfBytes: 64, inlineBytes: 32, perThreadBytes: 192, loadsPayload: true };
  const items = (...sizes: number[]): PayloadItem[] => sizes.map((bytes) => ({ bytes, align: naturalAlign(bytes) }));

  test('space is allocated in units of four bytes; an argument without space has no offset', () => {
    expect(placePayload(items(1, 0, 1, 2, 8), { ...target, inlineBytes: 0 })).toEqual([0, 0, 4, 8, 16]);
  });

  test('what would be in two registers begins one', () => {
    const narrow = { ...target, inlineBytes: 0, grfBytes: 32, perThreadBytes: 96 };
    expect(placePayload([...items(8, 8, 8), { bytes: 12, align: 4 }, ...items(4)], narrow)).toEqual([0, 8, 16, 32, 44]);
  });

  test('the first argument that does not fit in the inline data follows it', () => {
    expect(placePayload(items(8, 8, 8, 16, 4), target)).toEqual([0, 8, 16, 32, 48]);
    expect(placePayload(items(8, 8, 8, 8, 4), target)).toEqual([0, 8, 16, 24, 32]);
  });
});
