/**
 * What is not executed: operations and messages of graphics and media, and those of which no public text says what they compute. A kernel
 * that comes to one stops there.
 */

/** Names, and a sentence. */
export interface AbsentRow {
  readonly names: readonly string[];
  readonly why: string;
}

export const ABSENT_OPERATIONS: readonly AbsentRow[] = [
  { names: ['movi'], why: 'No public text says which parts of the address registers of its lanes count; no compiler uses it for kernels.' },
  { names: ['bdpas'], why: 'The layout of the factors that scale the blocks of its matrices is not public.' },
  { names: ['dnscl'], why: 'How it rounds to four bits and packs the results is not public.' },
  { names: ['lfsr'], why: 'The polynomial of its shift registers is not public.' },
  { names: ['shfl'], why: 'Which lane its index names is not public.' },
  { names: ['qredmax', 'qredmin'], why: 'Only names and encodings of these operations are public.' },
];

/** By the names of operations of messages. */
export const ABSENT_MESSAGES: readonly AbsentRow[] = [
  { names: ['trace_ray', 'spawn'], why: 'Ray tracing: fixed functions walk a tree in memory whose layout is not public.' },
  { names: ['render_read', 'render_write', 'render_dual_write'], why: 'Graphics: render targets, which a kernel does not have.' },
  {
    names: ['sample_c', 'sample_b_c', 'sample_l_c', 'sample_d_c', 'sample_c_lz', 'sample_c_mlod', 'sample_d_c_mlod'],
    why: 'Graphics: a sample is compared with a reference value, as shadows need it; kernels have no such samplers.',
  },
  {
    names: ['sample_po', 'sample_po_b', 'sample_po_l', 'sample_po_c', 'sample_po_d', 'sample_po_b_c', 'sample_po_l_c', 'sample_po_d_c'],
    why: 'Graphics: each pixel has an offset of its own.',
  },
  { names: ['sample_po_lz', 'sample_po_c_lz'], why: 'Graphics: each pixel has an offset of its own.' },
  {
    names: ['sample_lod', 'sample_mlod', 'sample_killpix', 'sample_ld_l'],
    why: 'Graphics: levels of detail; an image of a launch has one level.',
  },
  { names: ['sample_info'], why: 'Graphics: the places of samples in a pixel of a render target.' },
  {
    names: ['ld_mcs', 'ld_2dms_w', 'ld2dms', 'ld2dss', 'load_quad_msrt', 'store_quad_msrt'],
    why: 'Images with several samples for a pixel: the arguments of a launch have no such images.',
  },
  {
    names: ['sample_min', 'sample_max', 'sample_unorm', 'sample_deinterlace', 'sample_8x8'],
    why: 'Media: filters of the sampler for video.',
  },
  {
    names: [
      'gather4',
      ...['c', 'i', 'i_c', 'b', 'l', 'l_c', 'po', 'po_l', 'po_c', 'po_b', 'po_i', 'po_i_c', 'po_l_c'].map((end) => `gather4_${end}`),
    ],
    why: 'Graphics: one channel of four pixels; the languages of kernels have no such function.',
  },
  {
    names: ['load_status', 'load_quad_status'],
    why: 'Whether pages are there: the memory of a launch has no tiled resources, whose pages may be absent.',
  },
  { names: ['store_uncompressed', 'store_uncompressed_quad'], why: 'Compression of memory, which a launch does not have.' },
  { names: ['ccs_pc', 'ccs_sc', 'ccs_pu', 'ccs_su'], why: 'Compression of memory, which a launch does not have.' },
  {
    names: ['atomic_acadd', 'atomic_acsub', 'atomic_acstore'],
    why: 'Graphics: counters that belong to the state of a surface; buffers of kernels have none.',
  },
  { names: ['read_state'], why: 'The bits of the state of a surface: the states of a launch have no bits.' },
  { names: ['get_watchpoint', 'set_watchpoint'], why: 'For debuggers on the device.' },
  { names: ['extended_cache_control'], why: 'Some of its operations discard data; which lines they reach depends on the caches.' },
  {
    names: ['system_routine_barrier', 'save_barrier', 'restore_barrier', 'restore_stack', 'eotr'],
    why: 'For the system routine, which saves and restores threads of a device.',
  },
  { names: ['monitor', 'unmonitor', 'wait', 'signal'], why: 'Events between threads: what an address stands for is not public.' },
];

/** Units without any message that is executed. */
export const ABSENT_UNITS: readonly AbsentRow[] = [
  { names: ['vme', 'cre'], why: 'Media: estimation and refinement of motion between two pictures, by a fixed function.' },
  { names: ['rta', 'btd'], why: 'Ray tracing, and the threads that it starts.' },
  { names: ['rc', 'pixi', 'urb'], why: 'Graphics: render targets, interpolation, and data that the stages of a pipeline pass on.' },
  { names: ['null', 'dc2'], why: 'No function of kernels has this number.' },
  { names: ['ccs'], why: 'Compression of memory, which a launch does not have.' },
];

const sentencesOf = (rows: readonly AbsentRow[]): ReadonlyMap<string, string> =>
  new Map(rows.flatMap(({ names, why }) => names.map((name) => [name, why] as const)));

const OPERATION_SENTENCES = sentencesOf(ABSENT_OPERATIONS);
const MESSAGE_SENTENCES = sentencesOf(ABSENT_MESSAGES);
const UNIT_SENTENCES = sentencesOf(ABSENT_UNITS);

/** The units, by name. */
export const ABSENT_UNIT_NAMES: ReadonlySet<string> = new Set(UNIT_SENTENCES.keys());

const said = (what: string, why: string | undefined): string => (why === undefined ? what : `${what}. ${why.replace(/\.$/, '')}`);

/** What is said of an operation that is not executed: one in the rows with its sentence. */
export const absentOperation = (name: string): string => said(`the operation ${name}`, OPERATION_SENTENCES.get(name));

/** What is said of a message that is not executed. */
export const absentMessage = (title: string, operation: string | undefined, unit = ''): string =>
  UNIT_SENTENCES.has(unit)
    ? said(`a message to ${unit}`, UNIT_SENTENCES.get(unit))
    : said(`the message ${title}`, MESSAGE_SENTENCES.get(operation ?? ''));
