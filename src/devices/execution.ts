import { CORE_FAMILIES, type CoreFamily } from './table.ts';

/**
 * Limits of a device for the threads of kernels. They also determine how many threads run concurrently.
 *
 * Sources, as of {@link EXECUTION_DATE}: intel/intel-graphics-compiler visa/G4_Kernel.cpp, GRFMode (registers, and threads per EU);
 * intel/compute-runtime shared/source/release_helpers/release_helper/release_helper_*.{cpp,inl}, getSupportedNumGrfs (the driver's view
 * of the same), shared/source/*\/hw_info_*.cpp (maxProgrammableSlmSize, NumThreadsPerEu), gfx_core_helper_*.{cpp,inl}
 * (getDeviceSubGroupSizes, getMaxBarrierRegisterPerSlice), command_encoder_xe_hpc_core_and_later.inl and command_encoder_xe_hpg_core.cpp
 * (programBarrierEnable), command_encoder_xehp_and_later.inl and gen12lp/command_encoder_gen12lp.cpp (alignSlmSizePerThreadGroup),
 * gfx_core_helper_*.{cpp,inl} (getMaxScratchSize, compared in kernel_helpers.cpp with the size of each scratch buffer of a thread; 256 KiB
 * for Xe3P if the debug variable EnableExtendedScratchSurfaceSize is 0), xe3p_core/compiler_product_helper_xe3p.inl
 * (failBuildProgramWithBufferStatefulAccessPreference);
 * Intel's oneAPI GPU Optimization Guide 2025.2, "Intel Xe GPU Architecture", and "The Compute Architecture of Intel Processor Graphics
 * Gen9" (EUs per core).
 */
export interface Execution {
  /** Values of the core families that the row is for. */
  readonly cores: readonly number[];
  /** Values of the product families that the row is for; absent if it is for all products of its core families. */
  readonly families?: readonly number[];
  /** Register counts that a thread can have, in ascending order, and how many such threads fit on an execution unit. */
  readonly threadsPerEu: readonly { readonly grf: number; readonly threads: number }[];
  /** Lanes that a thread can have. Code that is not split into lanes has 1, which every device supports. */
  readonly simdSizes: readonly number[];
  /**
   * Execution units that share local memory and barriers: a Xe-core, dual sub-slice or sub-slice. A work-group must run within one.
   * Absent when no public source states it.
   */
  readonly eusPerCore?: number;
  /** Shared local memory of each such core as the driver counts it, in bytes: the most that a work-group can have. */
  readonly slmBytes: number;
  /** Allocation sizes in bytes, in ascending order: the need of a work-group is rounded up to the next. */
  readonly slmSizes: readonly number[];
  /** Barriers of each such core. */
  readonly barriers: number;
  /** Barrier counts that a work-group can use, besides 0. */
  readonly barrierCounts: readonly number[];
  /** The largest scratch buffer, in bytes per hardware thread. A kernel can have two. */
  readonly scratchBytes: number;
  /** Whether code of IGC has no state for buffers: the driver then refuses stateful and bindless ones. */
  readonly statelessBuffers?: true;
}

/**
 * Work-items of the largest work-group of any device; of some it is smaller. Source: intel/compute-runtime
 * level_zero/core/source/kernel/kernel_imp.cpp, setGroupSize.
 */
export const MOST_WORK_ITEMS = 1024;

export const EXECUTION_DATE = '2026-08-22';

/** The number of a core family. */
export const coreNumber = (name: (typeof CORE_FAMILIES)[number]['name']): number =>
  (CORE_FAMILIES as readonly CoreFamily[]).find((row) => row.name === name)?.value ?? 0;

const KIB = 1024;
const MIB = 1024 * KIB;
const kib = (...sizes: number[]): number[] => sizes.map((size) => size * KIB);
const SLM_POWERS = kib(1, 2, 4, 8, 16, 32, 64);
const SLM_STEPS = kib(1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128);
const SEVEN = [{ grf: 128, threads: 7 }];
const EIGHT = [
  { grf: 128, threads: 8 },
  { grf: 256, threads: 4 },
];
const TEN = [
  { grf: 32, threads: 10 },
  { grf: 64, threads: 10 },
  { grf: 96, threads: 10 },
  { grf: 128, threads: 8 },
  { grf: 160, threads: 6 },
  { grf: 192, threads: 5 },
  { grf: 256, threads: 4 },
];
const FROM_8 = [8, 16, 32];
const FROM_16 = [16, 32];
const ONE_BARRIER = [1];
const NAMED_BARRIERS = [1, 2, 4, 8, 16, 24, 32];

/** Rows with product families come before the row for the rest of the core family. */
export const EXECUTION: readonly Execution[] = [
  {
    cores: [coreNumber('Gen8'), coreNumber('Gen9'), coreNumber('Gen11')],
    threadsPerEu: SEVEN,
    simdSizes: FROM_8,
    eusPerCore: 8,
    slmBytes: 64 * KIB,
    slmSizes: SLM_POWERS,
    barriers: 32,
    barrierCounts: ONE_BARRIER,
    scratchBytes: 2 * MIB,
  },
  {
    cores: [coreNumber('Gen12LP')],
    threadsPerEu: SEVEN,
    simdSizes: FROM_8,
    eusPerCore: 16,
    slmBytes: 64 * KIB,
    slmSizes: SLM_POWERS,
    barriers: 32,
    barrierCounts: ONE_BARRIER,
    scratchBytes: 2 * MIB,
  },
  {
    cores: [coreNumber('Xe-HP'), coreNumber('Xe-HPG')],
    threadsPerEu: EIGHT,
    simdSizes: FROM_8,
    eusPerCore: 16,
    slmBytes: 64 * KIB,
    slmSizes: SLM_STEPS,
    barriers: 32,
    barrierCounts: ONE_BARRIER,
    scratchBytes: 256 * KIB,
  },
  {
    cores: [coreNumber('Xe-HPC'), coreNumber('Xe2')],
    threadsPerEu: EIGHT,
    simdSizes: FROM_16,
    eusPerCore: 8,
    slmBytes: 128 * KIB,
    slmSizes: SLM_STEPS,
    barriers: 32,
    barrierCounts: NAMED_BARRIERS,
    scratchBytes: 256 * KIB,
  },
  {
    cores: [coreNumber('Xe3')],
    threadsPerEu: TEN,
    simdSizes: FROM_16,
    slmBytes: 128 * KIB,
    slmSizes: SLM_STEPS,
    barriers: 32,
    barrierCounts: NAMED_BARRIERS,
    scratchBytes: 256 * KIB,
  },
  {
    cores: [coreNumber('Xe3P')],
    // Crescent Island: the compiler has modes with fewer threads between 128 and 256 registers; the driver assumes 8 threads up to 256.
    families: [1380],
    threadsPerEu: [...TEN.map(({ grf, threads }) => ({ grf, threads: Math.min(threads, 8) })), { grf: 512, threads: 4 }],
    simdSizes: FROM_16,
    slmBytes: 384 * KIB,
    slmSizes: [...SLM_STEPS, ...kib(192, 256, 320, 384)],
    barriers: 32,
    barrierCounts: NAMED_BARRIERS,
    scratchBytes: 16 * MIB,
    statelessBuffers: true,
  },
  {
    cores: [coreNumber('Xe3P')],
    // The first stepping of Nova Lake P, 35.10.0, lacks 320 and 448.
    threadsPerEu: [...TEN, { grf: 320, threads: 3 }, { grf: 448, threads: 2 }, { grf: 512, threads: 2 }],
    simdSizes: FROM_16,
    slmBytes: 192 * KIB,
    slmSizes: [...SLM_STEPS, ...kib(192)],
    barriers: 32,
    barrierCounts: NAMED_BARRIERS,
    scratchBytes: 16 * MIB,
    statelessBuffers: true,
  },
];

/**
 * The row of a device, found by the values of its core family and product family; undefined for an unknown device.
 *
 * @param core number of the core family
 * @param productFamilyNumber number of the product family, where the two differ
 *
 * @example
 * executionOf(3081)?.simdSizes; // [16, 32]
 */
export function executionOf(core: number | undefined, family?: number): Execution | undefined {
  const rows = EXECUTION.filter((row) => core !== undefined && row.cores.includes(core));
  return rows.find((row) => family !== undefined && row.families?.includes(family)) ?? rows.find((row) => row.families === undefined);
}

/** Threads that an execution unit runs at once with the smallest GRF mode of at least `grfCount` registers; undefined if there is none. */
export function threadsPerEu(execution: Execution, grfCount: number): number | undefined {
  return execution.threadsPerEu.find(({ grf }) => grfCount <= grf)?.threads;
}

/** Larger register counts of the device, in ascending order. If the code of a thread spills, a build with one of them might not. */
export function largerGrfModes(execution: Execution, grfCount: number): readonly number[] {
  return execution.threadsPerEu.flatMap(({ grf }) => (grf > grfCount ? [grf] : []));
}
