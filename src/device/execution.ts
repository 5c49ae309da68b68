import { CORE_FAMILIES, type CoreFamily } from './table.ts';

/**
 * What a device has to run threads with, as far as the number of threads that run at once depends on it.
 *
 * Sources, as of {@link EXECUTION_DATE}: intel/intel-graphics-compiler visa/G4_Kernel.cpp, GRFMode (threads by registers);
 * intel/compute-runtime shared/source/helpers/gfx_core_helper_xe3_and_later.inl and release_helper_*.cpp (the same of the driver),
 * shared/source/*\/hw_info_*.cpp (maxProgrammableSlmSize, NumThreadsPerEu), gfx_core_helper_base.inl (getMaxBarrierRegisterPerSlice),
 * command_encoder_xehp_and_later.inl and gen12lp/command_encoder_gen12lp.cpp (alignSlmSizePerThreadGroup);
 * Intel's oneAPI GPU Optimization Guide 2025.2, "Intel Xe GPU Architecture", and "The Compute Architecture of Intel Processor Graphics
 * Gen9" (EUs per core).
 */
export interface Execution {
  /** Values of the core families. */
  readonly cores: readonly number[];
  /** Values of the product families, where not all of the core family are the same. */
  readonly families?: readonly number[];
  /** By rising register count: a thread with up to so many registers leaves room for so many threads on an execution unit. */
  readonly threadsPerEu: readonly { readonly grf: number; readonly threads: number }[];
  /**
   * Execution units that share local memory and barriers: a Xe-core, dual sub-slice or sub-slice, in which a work-group has to run.
   * Absent when no public source says it.
   */
  readonly eusPerCore?: number;
  /** Shared local memory that the driver counts with for each such core. */
  readonly slmBytes: number;
  /** Sizes in which groups get it, by rising size: a group's need is rounded up to the next. */
  readonly slmSizes: readonly number[];
  /** Barriers of such a core. */
  readonly barriers: number;
}

export const EXECUTION_DATE = '2026-08-22';

const id = (name: (typeof CORE_FAMILIES)[number]['name']): number =>
  (CORE_FAMILIES as readonly CoreFamily[]).find((row) => row.name === name)?.value ?? 0;

const KIB = 1024;
const kib = (...sizes: number[]): number[] => sizes.map((size) => size * KIB);
const SLM_POWERS = kib(1, 2, 4, 8, 16, 32, 64);
const SLM_STEPS = kib(1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128);
const SEVEN = [{ grf: 128, threads: 7 }];
const EIGHT = [
  { grf: 128, threads: 8 },
  { grf: 256, threads: 4 },
];
const TEN = [
  { grf: 96, threads: 10 },
  { grf: 128, threads: 8 },
  { grf: 160, threads: 6 },
  { grf: 192, threads: 5 },
  { grf: 256, threads: 4 },
];

/** A row with product families comes before the row of the others. */
export const EXECUTION: readonly Execution[] = [
  {
    cores: [id('Gen8'), id('Gen9'), id('Gen11')],
    threadsPerEu: SEVEN,
    eusPerCore: 8,
    slmBytes: 64 * KIB,
    slmSizes: SLM_POWERS,
    barriers: 32,
  },
  { cores: [id('Gen12LP')], threadsPerEu: SEVEN, eusPerCore: 16, slmBytes: 64 * KIB, slmSizes: SLM_POWERS, barriers: 32 },
  { cores: [id('Xe-HP'), id('Xe-HPG')], threadsPerEu: EIGHT, eusPerCore: 16, slmBytes: 64 * KIB, slmSizes: SLM_STEPS, barriers: 32 },
  { cores: [id('Xe-HPC'), id('Xe2')], threadsPerEu: EIGHT, eusPerCore: 8, slmBytes: 128 * KIB, slmSizes: SLM_STEPS, barriers: 32 },
  { cores: [id('Xe3')], threadsPerEu: TEN, slmBytes: 128 * KIB, slmSizes: SLM_STEPS, barriers: 32 },
  {
    cores: [id('Xe3P')],
    // Crescent Island: the compiler has modes of fewer threads between 128 and 256 registers; the driver counts with 8 up to 256.
    families: [1380],
    threadsPerEu: [
      { grf: 128, threads: 8 },
      { grf: 160, threads: 6 },
      { grf: 192, threads: 5 },
      { grf: 512, threads: 4 },
    ],
    slmBytes: 384 * KIB,
    slmSizes: [...SLM_STEPS, ...kib(192, 256, 320, 384)],
    barriers: 32,
  },
  {
    cores: [id('Xe3P')],
    threadsPerEu: [...TEN, { grf: 320, threads: 3 }, { grf: 512, threads: 2 }],
    slmBytes: 192 * KIB,
    slmSizes: [...SLM_STEPS, ...kib(192)],
    barriers: 32,
  },
];

/** The row of a device, by the values of its core family and product family; undefined for a device that is not known. */
export function executionOf(core: number | undefined, family?: number): Execution | undefined {
  const rows = EXECUTION.filter((row) => core !== undefined && row.cores.includes(core));
  return rows.find((row) => family !== undefined && row.families?.includes(family)) ?? rows.find((row) => row.families === undefined);
}

/** Threads that an execution unit runs at once when each has so many registers; undefined for more registers than there are. */
export function threadsPerEu(execution: Execution, grfCount: number): number | undefined {
  return execution.threadsPerEu.find(({ grf }) => grfCount <= grf)?.threads;
}
