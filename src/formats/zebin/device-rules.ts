import { grouped } from '../../core/diag/index.ts';
import type { RuleRow } from '../../core/schema/index.ts';
import { type Execution, MOST_WORK_ITEMS } from '../../devices/index.ts';
import type { Kernel } from '../zeinfo/index.ts';
import { type InfoRule, perKernel } from './rule.ts';
import { BEHAVIOURS, isPseudoKernel } from './table.ts';

type ExecutionEnv = NonNullable<Kernel['execution_env']>;

/**
 * A rule about the needs of a kernel, for a device with known limits. `check` returns what is wrong with the attribute. The entry for
 * functions is not checked, because it never runs by itself.
 */
function ofDevice(
  attribute: keyof ExecutionEnv & string,
  row: Omit<RuleRow, 'about'>,
  check: (env: ExecutionEnv, execution: Execution) => string | undefined,
): InfoRule {
  const path = `execution_env/${attribute}`;
  return perKernel({ ...row, about: [path] }, ({ name, execution_env }, report, { execution }) => {
    if (!execution_env || !execution || isPseudoKernel(name ?? '')) return;
    const message = check(execution_env, execution);
    if (message !== undefined) report(`/${path}`, message);
  });
}

/**
 * Rules about what kernels need: about the limits of the device that a file is for, from the rows of EXECUTION, and about limits of every
 * device. The first do not apply to a device without a row. The driver's decoder does not check them, so each message says what happens
 * when the kernel is created or launched.
 */
export const DEVICE_RULES: readonly InfoRule[] = [
  ofDevice(
    'grf_count',
    {
      code: 'rule/grf-count',
      says: 'grf_count is a register count that the device supports.',
      source:
        'intel/intel-graphics-compiler visa/G4_Kernel.cpp, GRFMode; intel/compute-runtime shared/source/release_helpers/release_helper, getSupportedNumGrfs',
    },
    ({ grf_count }, { threadsPerEu }) => {
      if (grf_count === undefined || threadsPerEu.some(({ grf }) => grf === grf_count)) return undefined;
      const modes = threadsPerEu.map(({ grf }) => grf);
      return `grf_count is ${grf_count}, and a thread of the device has ${listed(modes)}: ${givenRegisters(grf_count, modes)}`;
    },
  ),
  ofDevice(
    'slm_size',
    {
      code: 'rule/slm-size',
      says: 'slm_size is at most the shared local memory that a work-group can have.',
      source:
        'intel/compute-runtime opencl/source/program/process_device_binary.cpp, processProgramInfo; level_zero/core/source/module/module_imp.cpp',
    },
    ({ slm_size = 0 }, { slmBytes }) =>
      slm_size < 0 || slm_size > slmBytes
        ? `slm_size is ${slm_size}, and a work-group of the device can have at most ${slmBytes} bytes: no driver loads the file`
        : undefined,
  ),
  ofDevice(
    'simd_size',
    {
      code: 'rule/device-simd-size',
      says: 'simd_size is a size that the device supports.',
      source:
        'intel/compute-runtime shared/source/helpers/gfx_core_helper_base.inl, getDeviceSubGroupSizes; opencl/source/kernel/kernel.cpp, initialize',
    },
    ({ simd_size }, { simdSizes }) =>
      // The rule simd-size reports all other numbers, for every device.
      simd_size === 8 && !simdSizes.includes(simd_size)
        ? `simd_size is ${simd_size}, and the device supports ${listed([1, ...simdSizes])}: OpenCL does not create the kernel`
        : undefined,
  ),
  ofDevice(
    'barrier_count',
    {
      code: 'rule/barrier-count',
      says: 'barrier_count is a number of barriers that a work-group can have.',
      source:
        'intel/compute-runtime shared/source/command_container/command_encoder_xe_hpc_core_and_later.inl and xe_hpg_core/command_encoder_xe_hpg_core.cpp, programBarrierEnable',
    },
    ({ barrier_count = 0 }, { barrierCounts }) =>
      barrier_count !== 0 && !barrierCounts.includes(barrier_count)
        ? `barrier_count is ${barrier_count}, and a work-group of the device can have ${listed([0, ...barrierCounts])}: a driver may abort the process when the kernel is launched`
        : undefined,
  ),
  ofDevice(
    'eu_thread_count',
    {
      code: 'rule/eu-thread-count',
      says: 'eu_thread_count is 0 or the number that follows from grf_count.',
      source: 'intel/intel-graphics-compiler visa/G4_Kernel.cpp, GRFMode',
    },
    ({ grf_count, eu_thread_count = 0 }, { threadsPerEu }) => {
      const mode = threadsPerEu.find(({ grf }) => grf === grf_count);
      return mode && eu_thread_count !== 0 && eu_thread_count !== mode.threads
        ? `eu_thread_count is ${eu_thread_count}, and with ${mode.grf} registers an execution unit has ${mode.threads} threads: drivers report the wrong number in queries`
        : undefined;
    },
  ),
  perKernel(
    {
      code: 'rule/scratch-size',
      says: 'A scratch buffer is at most as large as the device allows for a hardware thread.',
      source:
        'intel/compute-runtime shared/source/helpers/kernel_helpers.cpp, checkIfThereIsSpaceForScratchOrPrivate; gfx_core_helper_*, getMaxScratchSize',
      driver: { since: BEHAVIOURS.scratchLimit.since },
      about: ['kernels/per_thread_memory_buffers'],
    },
    ({ per_thread_memory_buffers: buffers = [] }, report, { execution }) => {
      if (!execution) return;
      const { scratchBytes } = execution;
      for (const [i, { type, size = 0 }] of buffers.entries())
        if (type === 'scratch' && size > scratchBytes)
          report(
            `/per_thread_memory_buffers[${i}]/size`,
            `a scratch buffer has ${grouped(size)} bytes per hardware thread, and the device allows ${grouped(scratchBytes)}: the kernel is not created`,
          );
    },
  ),
  perKernel(
    {
      code: 'rule/work-group-size',
      says: 'required_work_group_size has no 0 after its first number, and at most 1024 work-items.',
      source: 'intel/compute-runtime level_zero/core/source/kernel/kernel_imp.cpp, initialize and setGroupSize',
      about: ['execution_env/required_work_group_size'],
    },
    ({ execution_env }, report) => {
      const [x = 0, y = 0, z = 0] = execution_env?.required_work_group_size ?? [];
      // Another number of numbers, and negative ones, are refused by the decoder.
      const isRead = execution_env?.required_work_group_size?.length === 3 && Math.min(x, y, z) >= 0;
      if (!isRead || x === 0 || (y * z > 0 && x * y * z <= MOST_WORK_ITEMS)) return;
      const consequence =
        y * z === 0
          ? 'Level Zero aborts the process when the kernel is created'
          : `a work-group has at most ${MOST_WORK_ITEMS} work-items: Level Zero does not create the kernel`;
      report('/execution_env/required_work_group_size', `required_work_group_size is ${x}, ${y}, ${z}: ${consequence}`);
    },
  ),
  perKernel(
    {
      code: 'rule/sub-group-size',
      says: 'intel_reqd_sub_group_size is the simd_size of the kernel.',
      source:
        'intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp, populateKernelSourceAttributes; opencl/source/kernel/kernel.cpp, getSubGroupInfo',
      about: ['user_attributes/intel_reqd_sub_group_size'],
    },
    ({ execution_env, user_attributes }, report) => {
      const required = user_attributes?.intel_reqd_sub_group_size ?? 0;
      const lanes = execution_env?.simd_size ?? required;
      if (required !== 0 && required !== lanes)
        report(
          '/user_attributes/intel_reqd_sub_group_size',
          `intel_reqd_sub_group_size is ${required}, and simd_size is ${lanes}: drivers report ${required} in queries, and run sub-groups of ${lanes}`,
        );
    },
  ),
];

/**
 * What a driver does with a register count that the device does not support. With two modes, only the exact number selects the larger
 * one. With more modes, the driver uses the next larger one; a number above all of them aborts the process.
 *
 * Source: intel/compute-runtime shared/source/command_stream/stream_properties.cpp, setGrfNumberProperty, and
 * shared/source/command_container/command_encoder_from_xe3_and_later.inl, setGrfInfo.
 */
function givenRegisters(registers: number, modes: readonly number[]): string {
  const [smallest = 0] = modes;
  if (modes.length <= 2) return `the driver ignores it, and a thread gets ${smallest}`;
  const next = modes.find((mode) => mode >= registers);
  return next === undefined ? 'the driver aborts the process when the kernel is launched' : `the driver gives a thread ${next}`;
}

function listed(numbers: readonly number[]): string {
  return numbers.length === 1 ? String(numbers[0]) : `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`;
}
