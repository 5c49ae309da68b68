import type { EnumRows } from '../../../core/schema/index.ts';
import { word } from './row.ts';

/**
 * The closed lists of words of ze_info. Argument types have a file of their own, and so do images and samplers. `name` is the name that
 * the specification writes between angle brackets.
 *
 * Ranges of driver releases throughout this folder come from the tags of intel/compute-runtime: the first and last tag whose
 * shared/source/device_binary_format/zebin (or its predecessor) has the word and does something with it.
 */

const FIRST = { driver: { since: '20.32.17625' } };
const BUFFERS = { driver: { since: '20.36.17813' } };
const SCHEDULING = { since: '1.10', driver: { since: '22.35.24055' } } as const;
const CACHE = { since: '1.69', driver: { since: '26.27.39122.10' } } as const;

export const threadSchedulingMode = {
  name: 'thread_scheduling_mode',
  doc: 'How an execution unit chooses the next hardware thread.',
  members: [
    word('age_based', 'The oldest thread that is ready goes first.', SCHEDULING),
    word('round_robin', 'Ready threads take turns.', SCHEDULING),
    word('round_robin_stall', 'Threads take turns, and a thread gives up its turn when it has to wait for a dependency.', SCHEDULING),
  ],
} as const satisfies EnumRows;

export const memoryAddressingMode = {
  name: 'memory_addressing_mode',
  doc: 'How a kernel accesses the memory, image or sampler of an argument.',
  members: [
    word('stateless', 'Through a plain virtual address in the payload.', {
      driver: { since: '20.32.17625', note: 'For pointers only: refused for an image or a sampler.' },
    }),
    word('stateful', 'Through a table: binding_table_indices names the surface, sampler_index the sampler; the payload has nothing.', {
      driver: { since: '20.32.17625', note: 'Refused in a kernel that has bindless arguments of the same kind.' },
    }),
    word('bindless', 'Through an offset into the heap of surface or sampler states, which the payload carries.', {
      driver: { since: '20.32.17625', note: 'Refused in a kernel that has stateful arguments of the same kind, or any binding table.' },
    }),
    word('shared_local_memory', 'Former spelling of slm.', {
      until: '1.0',
      becomes: 'slm',
      driver: { since: '20.32.17625', until: '20.45.18403' },
    }),
    word('slm', 'Through an offset into the shared local memory of the thread group.', {
      since: '1.0',
      driver: { since: '20.45.18403' },
    }),
  ],
} as const satisfies EnumRows;

export const addressSpace = {
  name: 'address_space',
  doc: 'The kind of memory or object that an argument refers to.',
  members: [
    word('global', 'A buffer in device memory.', FIRST),
    word('local', 'Shared local memory of the thread group, sized by the application.', FIRST),
    word('constant', 'A buffer that the kernel cannot write.', FIRST),
    word('image', 'An image; image_type says which kind.', FIRST),
    word('sampler', 'A sampler; sampler_type says which kind.', FIRST),
  ],
} as const satisfies EnumRows;

export const accessType = {
  name: 'access_type',
  doc: 'How a kernel may access the memory or image of an argument.',
  members: [
    word('readonly', 'The kernel reads and does not write.', FIRST),
    word('writeonly', 'The kernel writes and does not read.', FIRST),
    word('readwrite', 'The kernel may do both.', FIRST),
  ],
} as const satisfies EnumRows;

export const allocationType = {
  name: 'allocation_type',
  doc: 'The kind of memory of a per-thread buffer.',
  members: [
    word('global', 'An ordinary allocation, whose address arrives as a private_base_stateless argument. Holds private_space only.', {
      driver: { since: '20.36.17813', note: 'Refused with a usage other than private_space.' },
    }),
    word('scratch', 'Scratch space, whose base the thread finds in r0.5. The slot distinguishes several of them.', {
      driver: { since: '20.36.17813', note: 'Sizes are rounded up to a power of two, and to a minimum of the device.' },
    }),
    word('slm', 'Shared local memory.', {
      driver: { since: '20.36.17813', note: 'The driver knows the word, but refuses a buffer with it.' },
    }),
  ],
} as const satisfies EnumRows;

export const memoryUsage = {
  name: 'memory_usage',
  doc: 'The use of a per-thread buffer.',
  members: [
    word('private_space', 'Private variables, and the arguments that stack calls pass.', BUFFERS),
    word('spill_fill_space', 'Registers that did not fit, and those that caller or callee saves around stack calls.', BUFFERS),
    word('single_space', 'Everything at once: private variables, passed arguments, spilled and saved registers.', BUFFERS),
  ],
} as const satisfies EnumRows;

export const l1CachePolicy = {
  name: 'l1_cache_policy',
  doc: 'How stores treat the first-level cache by default.',
  members: [
    word('wbp', 'Writes go past the cache.', CACHE),
    word('uc', 'Nothing is cached.', CACHE),
    word('wb', 'Written lines stay in the cache until they are evicted or flushed.', CACHE),
    word('wt', 'Writes update the cache and continue to the next level at once.', CACHE),
    word('ws', 'Written lines are cached as data that is not expected to be used again.', CACHE),
  ],
} as const satisfies EnumRows;
