import { bool, enumeration, int32, int32x3, type RecordRows } from '../../schema/index.ts';
import { threadSchedulingMode } from './enums.ts';
import { optional, required } from './row.ts';

/**
 * What running a kernel, or an external function, needs. Order as the compiler writes it (intel/intel-graphics-compiler
 * IGC/ZEBinWriter/zebin/source/autogen/ZEInfoYAML.cpp); what was removed stands where it was. What the driver does with a value
 * is in intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp.
 *
 * The page got some names without a new version (has_dpas, has_stack_calls) and others long after the compiler wrote them
 * (quantum_size); `since` is then the version that the specification had, or the one that the change log names.
 */

const FIRST = { since: '20.32.17625' };
const UNUSED = 'Parsed, then unused.';
const UNUSED_PUBLIC = 'Parsed, then unused in public releases.';
const CALLERS = 'Also set for every kernel and function that calls one with it.';

export const executionEnv = {
  name: 'execution_env',
  doc: 'What a kernel or an external function needs of hardware and driver while it runs.',
  attributes: {
    actual_kernel_start_offset: required(int32, 'Where the first instruction of the kernel is in its section.', {
      unit: 'bytes',
      until: '1.6',
      assumed: 0,
      driver: {
        since: '24.45.31740.12',
        note: 'Accepted and ignored. Releases from 20.32.17625 to 22.30.23789 read it too; those in between do not know it.',
      },
    }),
    barrier_count: optional(int32, 'Barriers of the hardware that a thread group uses; 0 when its threads never wait for each other.', {
      unit: 'barriers per thread group',
      default: 0,
      driver: { since: '20.32.17625', note: 'The largest count among a kernel and the functions it calls is taken.' },
    }),
    disable_mid_thread_preemption: optional(bool, 'The kernel must not be interrupted in the middle of a thread.', {
      default: false,
      driver: FIRST,
    }),
    grf_count: required(int32, 'General registers that each hardware thread gets.', {
      unit: 'registers per hardware thread',
      driver: { since: '20.32.17625', note: 'Not enforced: left out, it counts as -1.' },
    }),
    has_4gb_buffers: optional(bool, 'Compiled for buffers that may be larger than 4 GiB, so that pointers stay stateless.', {
      default: false,
      driver: FIRST,
    }),
    has_device_enqueue: optional(bool, 'The kernel enqueues other kernels itself (OpenCL 2.0 device-side queues).', {
      default: false,
      driver: { since: '20.32.17625', until: '22.04.22286' },
    }),
    has_dpas: optional(bool, 'The kernel has DPAS instructions, which run on the systolic array.', {
      since: '1.4',
      default: false,
      driver: { since: '21.44.21506', note: 'Selects the systolic mode of the pipeline on devices that have one.' },
    }),
    has_fence_for_image_access: optional(bool, 'The kernel reads and writes one image and fences between the two.', {
      default: false,
      driver: { since: '20.32.17625', note: 'On some devices it rules out preemption between thread groups.' },
    }),
    has_global_atomics: optional(bool, 'The kernel performs atomic operations on global memory.', {
      default: false,
      driver: { since: '20.32.17625', note: UNUSED },
    }),
    has_multi_scratch_spaces: optional(bool, 'Private variables and spilled registers have scratch spaces of their own.', {
      default: false,
      driver: { since: '20.32.17625', note: UNUSED },
    }),
    has_no_stateless_write: optional(
      bool,
      'The kernel never writes through a plain address, only through tables of surfaces or not at all.',
      {
        default: false,
        driver: { since: '20.32.17625', note: 'Left out, it means that the kernel does write through plain addresses.' },
      },
    ),
    has_stack_calls: optional(
      bool,
      'Functions are called through a stack, for which memory and the implicit argument buffer have to be there.',
      {
        since: '1.7',
        default: false,
        driver: { since: '21.47.21710', note: 'Also marks the kernel as reaching memory that no argument names.' },
      },
    ),
    has_printf_calls: optional(bool, 'The body of this kernel or function prints; what it calls has flags of its own.', {
      since: '1.59',
      default: false,
      driver: { since: '25.35.35096.8', note: CALLERS },
    }),
    require_assert_buffer: optional(bool, 'The body of this kernel or function writes to the buffer of assertions.', {
      since: '1.61',
      default: false,
      driver: { since: '25.44.36015.5', note: CALLERS },
    }),
    require_sync_buffer: optional(bool, 'The body of this kernel or function synchronises work-groups through the sync buffer.', {
      since: '1.61',
      default: false,
      driver: { since: '25.44.36015.5', note: CALLERS },
    }),
    has_indirect_calls: optional(bool, 'The body of this kernel or function calls through a function pointer.', {
      since: '1.59',
      default: false,
      driver: {
        since: '25.35.35096.8',
        note: `${CALLERS} A kernel with it counts as printing as soon as any function of the module prints.`,
      },
    }),
    require_disable_eufusion: optional(bool, 'Results are only right when execution units do not run in fused pairs.', {
      since: '1.11',
      default: false,
      driver: { since: '22.11.22682' },
    }),
    indirect_stateless_count: optional(
      int32,
      'Accesses through plain addresses that do not come from arguments, such as pointers loaded from memory.',
      {
        unit: 'accesses',
        since: '1.21',
        default: 0,
        driver: {
          since: '22.43.24595.20',
          note: 'Only whether it is above 0 matters: then memory that no argument names has to be resident.',
        },
      },
    ),
    inline_data_payload_size: optional(
      int32,
      'Bytes at the start of the payload that arrive in registers with the dispatch; 0 when none do.',
      {
        unit: 'bytes',
        since: '1.8',
        default: 0,
        driver: { since: '21.48.21782', note: 'Stored in 16 bits, unchecked.' },
      },
    ),
    offset_to_skip_per_thread_data_load: optional(
      int32,
      'Added to the entry point when hardware delivers per-thread data, so that the instructions which load it are skipped.',
      { unit: 'bytes', default: 0, driver: FIRST },
    ),
    offset_to_skip_set_ffid_gp: optional(
      int32,
      'Added to the entry point on a compute engine that needs it, so that setting the fixed-function id of the 3D pipe is skipped.',
      { unit: 'bytes', default: 0, driver: FIRST },
    ),
    hw_preemption_mode: optional(int32, 'Preemption that the kernel asks of hardware; -1 leaves it open. On the page only before 1.0.', {
      specified: false,
      default: -1,
      driver: { since: '20.32.17625', note: UNUSED },
    }),
    required_sub_group_size: optional(int32, 'Sub-group size that the source fixes with intel_reqd_sub_group_size; 0 when it does not.', {
      unit: 'work-items',
      default: 0,
      driver: { since: '20.32.17625', note: 'Parsed, then unused: queries are answered from user_attributes.' },
    }),
    required_work_group_size: optional(
      int32x3,
      'Work-group size in x, y, z that the source fixes with reqd_work_group_size; zeros when it does not.',
      {
        unit: 'work-items',
        default: [0, 0, 0],
        driver: { since: '20.32.17625', note: 'Exactly three numbers, each stored in 16 bits, unchecked.' },
      },
    ),
    simd_size: required(int32, 'Work-items that one hardware thread runs side by side: 1, 8, 16 or 32.', {
      unit: 'lanes',
      values: [1, 8, 16, 32],
      driver: { since: '20.32.17625', note: 'Any other value, or none, is refused; also for functions.' },
    }),
    slm_size: optional(int32, "Shared local memory of the kernel's own variables; what arguments ask for comes on top.", {
      unit: 'bytes per thread group',
      default: 0,
      driver: FIRST,
    }),
    slm_alloc_mode: optional(
      int32,
      'Who places shared local memory that arguments ask for: 0 the compiler, for good; 1 the driver, which starts after slm_size.',
      {
        since: '1.73',
        default: 0,
        values: [0, 1],
        driver: { since: '26.27.39122.10', note: 'Any other value aborts the process.' },
      },
    ),
    private_size: optional(int32, 'Private variables: their share of the common stack, or the whole of a stack that holds nothing else.', {
      unit: 'bytes per hardware thread',
      since: '1.39',
      default: 0,
      driver: { since: '24.05.28454.5', note: 'Counts only when version is at least 1.39; before, the scratch buffer in slot 1 does.' },
    }),
    spill_size: optional(int32, 'Spilled registers: their share of the common stack, or the whole of a stack that holds nothing else.', {
      unit: 'bytes per hardware thread',
      since: '1.39',
      default: 0,
      driver: { since: '24.05.28454.5', note: 'Counts only when version is at least 1.39; before, the scratch buffer in slot 0 does.' },
    }),
    subgroup_independent_forward_progress: optional(bool, 'Each sub-group has to move on even while others of its work-group wait.', {
      default: false,
      driver: { since: '20.32.17625', note: 'OpenCL then uses round_robin whatever thread_scheduling_mode says.' },
    }),
    thread_scheduling_mode: optional(
      enumeration(threadSchedulingMode),
      'Arbitration among threads that suits the kernel; left out, the driver picks.',
      {
        since: '1.10',
        driver: { since: '22.35.24055' },
      },
    ),
    work_group_walk_order_dimensions: optional(
      int32x3,
      'Dimensions of the local id from the one that changes fastest to the slowest; [0, 1, 2] is x, y, z and [0, 0, 0] is x alone.',
      {
        default: [0, 1, 2],
        driver: { since: '20.32.17625', note: 'Exactly three numbers, each stored in 8 bits, unchecked.' },
      },
    ),
    eu_thread_count: optional(
      int32,
      'Hardware threads that fit on an execution unit; 0 leaves it to be computed from grf_count. Required from 1.24 to 1.34.',
      {
        unit: 'threads per EU',
        since: '1.24',
        requiredIn: { since: '1.24', until: '1.35' },
        default: 0,
        driver: { since: '22.49.25018.14', note: 'Answers a query, nothing more.' },
      },
    ),
    has_sample: optional(bool, 'The kernel samples images or gathers texels; thread groups may then be walked in Morton order.', {
      since: '1.27',
      default: false,
      driver: { since: '22.53.25242.12' },
    }),
    has_rtcalls: optional(bool, 'The kernel or function traces rays, so the buffers of ray tracing have to be there.', {
      since: '1.29',
      default: false,
      driver: { since: '23.17.26241.13', note: CALLERS },
    }),
    quantum_size: optional(int32, 'Size of a quantum; above 0 it turns quantum dispatch on with that size.', {
      since: '1.49',
      default: 0,
      driver: {},
    }),
    quantum_walk_order: optional(int32, 'Order in which quantum dispatch walks the dimensions.', {
      since: '1.49',
      default: 0,
      driver: {},
    }),
    quantum_partition_dimension: optional(int32, 'Dimension along which quantum dispatch is partitioned.', {
      since: '1.49',
      default: 0,
      driver: {},
    }),
    generate_local_id: optional(bool, 'Hardware is able to make the local ids of this kernel, so the payload need not carry them.', {
      since: '1.50',
      default: false,
      driver: {},
    }),
    has_lsc_stores_with_non_default_l1_cache_controls: optional(
      bool,
      'Some stores choose another L1 policy than the default, so barriers between resources may have to flush untyped writes.',
      { since: '1.52', default: false, driver: { since: '25.27.34303.5', note: UNUSED_PUBLIC } },
    ),
    implicit_arg_buffer_used_by_code: optional(bool, 'First name of require_iab, with the opposite default.', {
      since: '1.54',
      until: '1.55',
      becomes: 'require_iab',
      default: true,
      driver: { note: 'Came and went between two releases; none reads it.' },
    }),
    require_iab: optional(
      bool,
      'The driver has to provide the implicit argument buffer. Stack calls need it in any case, and under a debugger it is always there.',
      { since: '1.54', default: false, driver: { since: '25.22.33944.4' } },
    ),
    has_bindless_image_read: optional(bool, 'The module reads images through handles of SPV_INTEL_bindless_images.', {
      since: '1.67',
      default: false,
      driver: { since: '26.14.37833.4', note: 'Has the texture cache invalidated before the kernel where the device needs that.' },
    }),
  },
} as const satisfies RecordRows;
