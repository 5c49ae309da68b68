/**
 * The operations of messages, independent of unit and encoding.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/IR/EnumSendOpInfo.hpp.
 */
export type OperationGroup = 'load' | 'store' | 'atomic' | 'sample' | 'other';

export interface OperationRow {
  readonly name: string;
  readonly group: OperationGroup;
  /** Its name in comments, if it differs. */
  readonly text?: string;
  /** Whether it has a mask of channels instead of a number of elements. */
  readonly masked?: true;
  /** Number of values besides the address that an atomic operation reads per lane. */
  readonly operands?: 0 | 1 | 2;
  /** For the sampler: whether it returns one channel of four pixels. */
  readonly gather?: true;
}

const load = (name: string, more: Partial<OperationRow> = {}) => ({ name, group: 'load', ...more }) as const;
const store = (name: string, more: Partial<OperationRow> = {}) => ({ name, group: 'store', ...more }) as const;
const atomic = (operands: 0 | 1 | 2, ...names: string[]) =>
  names.map((end) => ({ name: `atomic_${end}`, group: 'atomic' as const, operands }));
const other = (name: string, text: string) => ({ name, group: 'other', text }) as const;
const sample = (...names: string[]) => names.map((name) => ({ name, group: 'sample' as const }));
const gather = (...ends: string[]) => ends.map((end) => ({ name: `gather4${end}`, group: 'sample' as const, gather: true as const }));

export const OPERATIONS: readonly OperationRow[] = [
  load('load'),
  load('load_strided'),
  load('load_quad', { masked: true }),
  load('load_quad_msrt', { masked: true }),
  load('load_status'),
  load('load_quad_status', { masked: true }),
  load('load_block2d'),
  store('store'),
  store('store_strided'),
  store('store_quad', { masked: true }),
  store('store_quad_msrt', { masked: true }),
  store('store_block2d'),
  store('store_uncompressed'),
  store('store_uncompressed_quad', { masked: true }),
  ...atomic(0, 'load', 'iinc', 'idec', 'ipdec'),
  ...atomic(1, 'store', 'and', 'or', 'xor', 'iadd', 'isub', 'irsub', 'smin', 'smax', 'umin', 'umax'),
  ...atomic(1, 'fadd', 'fsub', 'fmin', 'fmax', 'bfadd', 'bfsub', 'bfmin', 'bfmax', 'acadd', 'acsub', 'acstore'),
  ...atomic(2, 'icas', 'fcas', 'bfcas'),
  other('read_state', 'read surface state'),
  other('fence', 'fence'),
  other('ccs_pc', 'ccs page clear'),
  other('ccs_sc', 'ccs sector clear'),
  other('ccs_pu', 'ccs page uncompress'),
  other('ccs_su', 'ccs sector uncompress'),
  other('get_watchpoint', 'get watchpoint'),
  other('set_watchpoint', 'set watchpoint'),
  other('extended_cache_control', 'extended cache control'),
  other('signal_barrier', 'signal barrier'),
  other('signal_named_barrier', 'signal named barrier'),
  other('system_routine_barrier', 'system routine barrier'),
  other('save_barrier', 'save barrier'),
  other('restore_barrier', 'restore barrier'),
  other('restore_stack', 'restore stack'),
  other('monitor', 'monitor event'),
  other('unmonitor', 'unmonitor event'),
  other('wait', 'wait for event'),
  other('signal', 'signal event'),
  other('eot', 'end of thread'),
  other('eotr', 'end of thread replay'),
  other('trace_ray', 'trace ray'),
  other('spawn', 'spawn thread'),
  other('render_read', 'render read'),
  other('render_write', 'render write'),
  other('render_dual_write', 'render dual write'),
  ...sample('sample', 'sample_b', 'sample_l', 'sample_c', 'sample_d', 'sample_b_c', 'sample_l_c', 'sample_d_c', 'sample_lz', 'sample_c_lz'),
  ...sample('ld', 'ld_lz', 'ld_mcs', 'ld_2dms_w', 'sample_ld_l', 'sample_lod', 'resinfo', 'sample_info', 'sample_killpix', 'sample_flush'),
  ...sample('sample_mlod', 'sample_c_mlod', 'sample_d_c_mlod', 'sample_po', 'sample_po_b', 'sample_po_l', 'sample_po_c', 'sample_po_d'),
  ...sample('sample_po_b_c', 'sample_po_l_c', 'sample_po_d_c', 'sample_po_lz', 'sample_po_c_lz'),
  ...sample('sample_min', 'sample_max', 'sample_unorm', 'sample_deinterlace', 'sample_8x8', 'ld2dms', 'ld2dss'),
  ...gather('', '_c', '_i', '_i_c', '_b', '_l', '_l_c', '_po', '_po_l', '_po_c', '_po_b', '_po_i', '_po_i_c', '_po_l_c'),
];

const BY_NAME: ReadonlyMap<string, OperationRow> = new Map(OPERATIONS.map((row) => [row.name, row]));

/** The row of an operation that a row of a message names. Throws if the tables are inconsistent. */
export function operationRow(name: string): OperationRow {
  const row = BY_NAME.get(name);
  if (row === undefined) throw new Error(`no row of an operation ${name}`);
  return row;
}
