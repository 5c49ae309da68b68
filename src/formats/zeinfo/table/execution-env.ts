import { bool, enumeration, int32, int32x3, type RecordRows } from '../../../core/schema/index.ts';
import { threadSchedulingMode } from './enums.ts';
import { optional, required } from './row.ts';

/**
 * What a kernel or an external function needs to run. The order is that of the compiler (intel/intel-graphics-compiler
 * IGC/ZEBinWriter/zebin/source/autogen/ZEInfoYAML.cpp); removed attributes keep their place. Source of the notes about drivers:
 * intel/compute-runtime shared/source/device_binary_format/zebin/zeinfo_decoder.cpp.
 *
 * Some names were added to the page without a new version (has_dpas, has_stack_calls), others long after the compiler wrote them
 * (quantum_size). Then `since` is the version of the specification at that time, or the one that the change log names.
 */

const FIRST = { since: '20.32.17625' };
const UNUSED = 'Parsed, but not used.';
const UNUSED_PUBLIC = 'Parsed, but not used in public releases.';
const CALLERS = 'The driver also sets it for every kernel and function that calls one with it.';

export const executionEnv = {
  name: 'execution_env',
  doc: 'What a kernel or an external function needs from hardware and driver to run.',
  attributes: {
    actual_kernel_start_offset: required(int32, 'Where the first instruction of the kernel is in its section.', {
      unit: 'bytes',
      until: '1.6',
      assumed: 0,
      driver: {
        since: '24.45.31740.12',
        note: 'Accepted and ignored. Releases from 20.32.17625 to 22.30.23789 read it too. Releases between these two ranges do not know it.',
      },
    }),
    barrier_count: optional(int32, 'Hardware barriers that a thread group uses; 0 when its threads never wait for each other.', {
      unit: 'barriers per thread group',
      default: 0,
      driver: { since: '20.32.17625', note: 'The driver uses the largest count of a kernel and the functions that it calls.' },
    }),
    disable_mid_thread_preemption: optional(bool, 'The kernel must not be interrupted in the middle of a thread.', {
      default: false,
      driver: FIRST,
    }),
    grf_count: required(int32, 'General registers of each hardware thread.', {
      unit: 'registers per hardware thread',
      driver: { since: '20.32.17625', note: 'Not required: if it is left out, the driver uses -1.' },
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
      driver: { since: '20.32.17625', note: 'Prevents preemption between thread groups on some devices.' },
    }),
    has_global_atomics: optional(bool, 'The kernel performs atomic operations on global memory.', {
      default: false,
      driver: { since: '20.32.17625', note: UNUSED },
    }),
    has_multi_scratch_spaces: optional(bool, 'Private variables and spilled registers have separate scratch spaces.', {
      default: false,
      driver: { since: '20.32.17625', note: UNUSED },
    }),
    has_no_stateless_write: optional(
      bool,
      'The kernel never writes through a plain address: it writes through tables of surfaces, or not at all.',
      {
        default: false,
        driver: { since: '20.32.17625', note: 'If it is left out, the driver assumes that the kernel writes through plain addresses.' },
      },
    ),
    has_stack_calls: optional(bool, 'Functions are called with a stack. This needs memory and the implicit argument buffer.', {
      since: '1.7',
      default: false,
      driver: { since: '21.47.21710', note: 'Also marks the kernel as one that accesses memory that no argument names.' },
    }),
    has_printf_calls: optional(bool, 'The body of this kernel or function prints. The functions that it calls have their own flags.', {
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
        note: `${CALLERS} The driver assumes that a kernel with it prints if any function of the module prints.`,
      },
    }),
    require_disable_eufusion: optional(bool, 'Results are correct only when execution units do not run in fused pairs.', {
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
          note: 'Above 0, memory that no argument names must be resident. The number has no other effect.',
        },
      },
    ),
    inline_data_payload_size: optional(int32, 'Bytes at the start of the payload that are in registers with the dispatch; 0 for none.', {
      unit: 'bytes',
      since: '1.8',
      default: 0,
      driver: { since: '21.48.21782', note: 'Stored in 16 bits, without a check.' },
    }),
    offset_to_skip_per_thread_data_load: optional(
      int32,
      'Added to the entry point when the hardware delivers per-thread data, to skip the instructions that load it.',
      { unit: 'bytes', default: 0, driver: FIRST },
    ),
    offset_to_skip_set_ffid_gp: optional(
      int32,
      'Added to the entry point on a compute engine that needs it, to skip the code that sets the fixed-function id of the 3D pipe.',
      { unit: 'bytes', default: 0, driver: FIRST },
    ),
    hw_preemption_mode: optional(
      int32,
      'Preemption mode that the kernel requests; -1 for none. Only versions before 1.0 of the specification have it.',
      {
        specified: false,
        default: -1,
        driver: { since: '20.32.17625', note: UNUSED },
      },
    ),
    required_sub_group_size: optional(int32, 'Sub-group size that the source fixes with intel_reqd_sub_group_size; 0 when it does not.', {
      unit: 'work-items',
      default: 0,
      driver: { since: '20.32.17625', note: 'Parsed, but not used: queries are answered from user_attributes.' },
    }),
    required_work_group_size: optional(
      int32x3,
      'Work-group size in x, y, z that the source fixes with reqd_work_group_size; zeros when it does not.',
      {
        unit: 'work-items',
        default: [0, 0, 0],
        driver: { since: '20.32.17625', note: 'Exactly three numbers, each stored in 16 bits without a check.' },
      },
    ),
    simd_size: required(int32, 'Work-items that one hardware thread runs in parallel: 1, 8, 16 or 32.', {
      unit: 'lanes',
      values: [1, 8, 16, 32],
      driver: { since: '20.32.17625', note: 'Refused if it is missing or has another value, for functions too.' },
    }),
    slm_size: optional(int32, "Shared local memory of the kernel's own variables. The memory for arguments is not included.", {
      unit: 'bytes per thread group',
      default: 0,
      driver: FIRST,
    }),
    slm_alloc_mode: optional(
      int32,
      'Who places shared local memory for arguments: 0 the compiler; 1 the driver, which starts after slm_size bytes.',
      {
        since: '1.73',
        default: 0,
        values: [0, 1],
        driver: { since: '26.27.39122.10', note: 'Any other value aborts the process.' },
      },
    ),
    private_size: optional(int32, 'Memory for private variables: their part of the common stack, or a whole stack for them alone.', {
      unit: 'bytes per hardware thread',
      since: '1.39',
      default: 0,
      driver: { since: '24.05.28454.5', note: 'Used only when version is at least 1.39. Before, the scratch buffer in slot 1 is used.' },
    }),
    spill_size: optional(int32, 'Memory for spilled registers: their part of the common stack, or a whole stack for them alone.', {
      unit: 'bytes per hardware thread',
      since: '1.39',
      default: 0,
      driver: { since: '24.05.28454.5', note: 'Used only when version is at least 1.39. Before, the scratch buffer in slot 0 is used.' },
    }),
    subgroup_independent_forward_progress: optional(bool, 'Each sub-group must make progress even while others of its work-group wait.', {
      default: false,
      driver: { since: '20.32.17625', note: 'If it is true, OpenCL uses round_robin and ignores thread_scheduling_mode.' },
    }),
    thread_scheduling_mode: optional(
      enumeration(threadSchedulingMode),
      'Arbitration among threads that suits the kernel. If it is left out, the driver chooses.',
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
        driver: { since: '20.32.17625', note: 'Exactly three numbers, each stored in 8 bits without a check.' },
      },
    ),
    eu_thread_count: optional(
      int32,
      'Hardware threads of an execution unit; with 0 the driver computes the number from grf_count. Required from 1.24 to 1.34.',
      {
        unit: 'hardware threads per EU',
        since: '1.24',
        requiredIn: { since: '1.24', until: '1.35' },
        default: 0,
        driver: { since: '22.49.25018.14', note: 'Used only to answer a query.' },
      },
    ),
    has_sample: optional(bool, 'The kernel samples images or gathers texels; thread groups may then be walked in Morton order.', {
      since: '1.27',
      default: false,
      driver: { since: '22.53.25242.12' },
    }),
    has_rtcalls: optional(bool, 'The kernel or function traces rays, and needs the buffers for ray tracing.', {
      since: '1.29',
      default: false,
      driver: { since: '23.17.26241.13', note: CALLERS },
    }),
    quantum_size: optional(int32, 'Size of a quantum. A value above 0 enables quantum dispatch with that size.', {
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
    generate_local_id: optional(bool, 'The hardware can generate the local ids of this kernel, so the payload does not need them.', {
      since: '1.50',
      default: false,
      driver: {},
    }),
    has_lsc_stores_with_non_default_l1_cache_controls: optional(
      bool,
      'Some stores do not use the default L1 policy, so barriers between resources may have to flush untyped writes.',
      { since: '1.52', default: false, driver: { since: '25.27.34303.5', note: UNUSED_PUBLIC } },
    ),
    implicit_arg_buffer_used_by_code: optional(bool, 'First name of require_iab, with the opposite default.', {
      since: '1.54',
      until: '1.55',
      becomes: 'require_iab',
      default: true,
      driver: { note: 'Added and removed between two releases. No release reads it.' },
    }),
    require_iab: optional(
      bool,
      'The driver must provide the implicit argument buffer. Stack calls always need it, and a debugger always gets it.',
      { since: '1.54', default: false, driver: { since: '25.22.33944.4' } },
    ),
    has_bindless_image_read: optional(bool, 'The module reads images through handles of SPV_INTEL_bindless_images.', {
      since: '1.67',
      default: false,
      driver: { since: '26.14.37833.4', note: 'The driver invalidates the texture cache before the kernel if the device needs it.' },
    }),
  },
} as const satisfies RecordRows;
