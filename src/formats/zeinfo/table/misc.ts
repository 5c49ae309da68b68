import { bool, float, int32, list, type RecordRows, str } from '../../../core/schema/index.ts';
import { optional, required } from './row.ts';

/** Blocks that are not needed to run a kernel: names of globals, results of argument queries, estimates of cost. */

const ACCESS = { since: '1.12', driver: { since: '22.11.22682' } } as const;
const MISC = { since: '1.19', driver: { since: '22.43.24595.20' } } as const;
const COST = { since: '1.47', driver: {} } as const;

export const globalHostAccess = {
  name: 'global_host_access_table',
  doc: 'The name under which the host accesses a global variable of the device.',
  attributes: {
    device_name: required(str, 'Name of the symbol on the device, mangled according to its linkage.', ACCESS),
    host_name: required(str, 'Name under which the host asks for the variable, from its HostAccessINTEL decoration.', ACCESS),
  },
} as const satisfies RecordRows;

export const argInfo = {
  name: 'args_info',
  doc: 'An argument as it is in the source, for clGetKernelArgInfo.',
  attributes: {
    index: required(int32, 'Place of the argument, counted from 0.', {
      since: '1.19',
      driver: { since: '22.43.24595.20', note: 'If it is missing, the query fails.' },
    }),
    name: optional(str, 'Name of the argument; only there when the program was built with argument information.', MISC),
    address_qualifier: required(str, 'Address space as OpenCL spells it: __global, __local, __constant or __private.', MISC),
    access_qualifier: required(str, 'Access to an image or pipe as OpenCL spells it, such as __read_only; NONE for others.', MISC),
    type_name: required(str, 'Name of the type, a semicolon, and its size in bytes: int*;8.', {
      since: '1.19',
      driver: { since: '22.43.24595.20', note: 'If it is empty, the query fails. Without a semicolon the size is 0.' },
    }),
    type_qualifiers: required(str, 'Qualifiers of the type separated by spaces, such as restrict const; NONE without any.', MISC),
  },
} as const satisfies RecordRows;

export const kernelMiscInfo = {
  name: 'kernels_misc_info',
  doc: 'Results of queries about a kernel.',
  attributes: {
    name: required(str, 'Name of the kernel that the entry is about.', {
      since: '1.19',
      driver: { since: '22.43.24595.20', note: 'A name without a kernel makes the query fail.' },
    }),
    args_info: optional(list(argInfo), 'The arguments as their author wrote them.', MISC),
  },
} as const satisfies RecordRows;

export const kcmArgSym = {
  name: 'kcm_args_sym',
  doc: 'A number from an argument that the count of a loop depends on.',
  attributes: {
    argNo: required(int32, 'Place of the argument, counted from 0.', COST),
    byteOffset: required(int32, 'Where the number is in the argument, or in the memory it points to.', { unit: 'bytes', ...COST }),
    sizeInBytes: required(int32, 'Bytes of the number.', { unit: 'bytes', ...COST }),
    isInDirect: required(bool, 'The argument is a pointer, and the number is in the memory after it.', COST),
  },
} as const satisfies RecordRows;

export const kcmLoopCountExp = {
  name: 'kcm_loop_count_exps',
  doc: 'How often a loop runs: factor times a number from kcm_args_sym, plus C.',
  attributes: {
    factor: required(float, 'What the number is multiplied by.', COST),
    argsym_index: required(
      int32,
      'Index of the number in kcm_args_sym; -1 when the count depends on no argument, or none was found.',
      COST,
    ),
    C: required(float, 'What is added to the product.', COST),
  },
} as const satisfies RecordRows;

export const kcmLoopCost = {
  name: 'Kcm_loop_costs',
  doc: 'Cost of one iteration of a loop without its inner loops. The first entry is the kernel outside its loops. The loops follow, outer before inner.',
  attributes: {
    cycle: required(int32, 'Cycles of one pass.', { unit: 'cycles', ...COST }),
    bytes_loaded: required(int32, 'Bytes that one pass loads.', { unit: 'bytes', ...COST }),
    bytes_stored: required(int32, 'Bytes that one pass stores.', { unit: 'bytes', ...COST }),
    num_loops: required(int32, 'Loops directly inside this one.', { unit: 'loops', ...COST }),
  },
} as const satisfies RecordRows;

export const kernelCostInfo = {
  name: 'kernels_cost_info',
  doc: 'Estimated cost of a kernel, as a tree of loops. An experiment that is not needed to run a kernel.',
  attributes: {
    name: required(str, 'Name of the kernel that the estimate is for.', COST),
    kcm_args_sym: optional(list(kcmArgSym), 'Numbers from arguments that counts of loops depend on.', COST),
    kcm_loop_count_exps: required(list(kcmLoopCountExp), 'How often each loop runs.', COST),
    Kcm_loop_costs: required(list(kcmLoopCost), 'What each loop costs.', COST),
  },
} as const satisfies RecordRows;
