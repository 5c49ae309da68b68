import { describe, expect, test } from 'vitest';
import { EXECUTION, threadsPerEu } from '../../../src/devices/index.ts';
import { occupancy, readZebin, type Zebin, type ZebinKernel } from '../../../src/formats/zebin/index.ts';
import { targetExecution } from '../../../src/formats/zebin/payload-map.ts';
import type { ExecutionEnv } from '../../../src/formats/zeinfo/index.ts';
import { fixture, zebins } from '../../support/corpus.ts';

/** A kernel of a real file with other attributes. */
function kernelWith(file: string, env: Partial<ExecutionEnv>): [Zebin, ZebinKernel] {
  const zebin = readZebin(fixture(`zebin/${file}.zebin`).bytes()).value;
  const [kernel] = zebin.kernels;
  if (!kernel) throw new Error('no kernel');
  const execution_env = { ...kernel.zeInfo.execution_env, ...env } as ExecutionEnv;
  return [zebin, { ...kernel, zeInfo: { ...kernel.zeInfo, execution_env } }];
}

const DG2 = 'igc2/dg2/basic';
const BMG = 'igc2/bmg/basic';

describe('threads by registers', () => {
  test('are those that compilers write as eu_thread_count, wherever they do', { tags: ['corpus'] }, () => {
    let compared = 0;
    const modes = new Set<string>();
    for (const file of zebins()) {
      const zebin = readZebin(file.bytes()).value;
      const execution = targetExecution(zebin.target);
      for (const { name, zeInfo } of zebin.kernels) {
        const { grf_count, eu_thread_count } = zeInfo.execution_env ?? {};
        if (!eu_thread_count || !grf_count || !execution) continue;
        compared++;
        modes.add(`${grf_count} ${eu_thread_count}`);
        expect([file.name, name, threadsPerEu(execution, grf_count)]).toEqual([file.name, name, eu_thread_count]);
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(modes.size).toBeGreaterThan(2);
  });

  test('never more with more registers, in every row', () => {
    for (const { threadsPerEu: rows } of EXECUTION) {
      for (const [i, { grf, threads }] of rows.entries()) {
        const before = rows[i - 1];
        if (before) expect([grf > before.grf, threads <= before.threads]).toEqual([true, true]);
      }
    }
  });
});

describe('occupancy, by hand', () => {
  test.each([
    // 16 EUs of 8 threads; 256 work-items of 16 lanes are 16 threads, so 8 groups.
    [DG2, { simd_size: 16, grf_count: 128 }, 256, [8, null, null], 128, 128, 100, 'none'],
    // Half of the threads with twice the registers.
    [DG2, { simd_size: 16, grf_count: 256 }, 256, [4, null, null], 64, 128, 50, 'registers'],
    // 20,000 bytes are given as 24 KiB, of which 64 KiB hold two: 2 groups of 16 threads.
    [DG2, { simd_size: 16, grf_count: 128, slm_size: 20_000 }, 256, [8, 2, null], 32, 128, 25, 'slm'],
    // 32 barriers and 16 in a group are 2 groups.
    [DG2, { simd_size: 16, grf_count: 128, barrier_count: 16 }, 256, [8, null, 2], 32, 128, 25, 'barriers'],
    // 17 threads: 7 groups are 119 of 128 threads.
    [DG2, { simd_size: 16, grf_count: 128 }, 272, [7, null, null], 119, 128, 92, 'group-size'],
    // 8 EUs of 8 threads; 1,024 work-items of 32 lanes are 32 threads.
    [BMG, { simd_size: 32, grf_count: 128 }, 1_024, [2, null, null], 64, 64, 100, 'none'],
    // More threads than a core has.
    [BMG, { simd_size: 16, grf_count: 256 }, 1_024, [0, null, null], 0, 64, 0, 'registers'],
    // Without the size of a group only the registers count.
    [BMG, { simd_size: 16, grf_count: 256, slm_size: 1 }, undefined, [null, 128, null], 4, 8, 50, 'registers'],
    // How many EUs a core of Xe3 has no public source says; 10 threads when 96 registers are enough.
    ['igc2/ptl-h/basic', { simd_size: 16, grf_count: 128 }, 256, [null, null, null], 8, 10, 80, 'registers'],
    // 7 threads, 16 EUs.
    ['igc1/tgllp/basic', { simd_size: 16, grf_count: 128 }, 112, [16, null, null], 112, 112, 100, 'none'],
  ] as const)('%s %o, groups of %s', (file, env, size, [threads, slm, barriers], resident, max, percent, limit) => {
    const found = occupancy(...kernelWith(file, env), size);
    expect(found).toMatchObject({
      groups: { threads, slm, barriers },
      resident_threads: resident,
      max_threads: max,
      percent,
      limit,
    });
  });

  test('the size that the kernel requires counts, and one that is given counts before it', () => {
    const [zebin, kernel] = kernelWith(DG2, { simd_size: 16, required_work_group_size: [16, 4, 1] });
    expect(occupancy(zebin, kernel)?.group_size).toBe(64);
    expect(occupancy(zebin, kernel, 32)?.group_size).toBe(32);
  });

  test('no estimate for an unknown device or more registers than there are', () => {
    const [zebin, kernel] = kernelWith(DG2, {});
    expect(occupancy({ ...zebin, target: { names: [] } }, kernel)).toBeUndefined();
    expect(occupancy(...kernelWith(DG2, { grf_count: 512 }))).toBeUndefined();
  });
});
