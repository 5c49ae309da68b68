import { enumeration, list, type RecordRows, str, strs } from '../../../core/schema/index.ts';
import { l1CachePolicy } from './enums.ts';
import { externalFunction, kernel } from './kernel.ts';
import { globalHostAccess, kernelCostInfo, kernelMiscInfo } from './misc.ts';
import { optional, required } from './row.ts';

/** The root of ze_info. */
export const container = {
  name: 'container',
  doc: 'A whole .ze_info section.',
  attributes: {
    version: required(
      str,
      'Version of ze_info, major and minor: 1.73. A higher minor version only adds, so older readers should accept it.',
      {
        since: '1.0',
        driver: {
          since: '20.45.18403',
          note: 'Another major version is refused. A newer minor version is a warning. So is a missing version; the driver then uses the newest that it knows.',
        },
      },
    ),
    kernels: required(list(kernel), 'The kernels of the module.', { driver: { since: '20.32.17625' } }),
    functions: optional(list(externalFunction), 'Functions that kernels call across sections.', {
      since: '1.13',
      driver: { since: '22.11.22682', note: 'Linking fails if a called function has no entry.' },
    }),
    global_host_access_table: optional(list(globalHostAccess), 'Names under which the host accesses global variables.', {
      since: '1.12',
      driver: { since: '22.11.22682' },
    }),
    kernels_misc_info: optional(list(kernelMiscInfo), 'Results of queries about kernels. Not needed to run them.', {
      since: '1.19',
      driver: {
        since: '22.43.24595.20',
        note: 'Decoded on the first query. The driver removes the text from here on before it reads the rest, unless required_libs follows.',
      },
    }),
    kernels_cost_info: optional(list(kernelCostInfo), 'Estimated cost of kernels. Not needed to run them.', {
      since: '1.47',
      driver: { note: 'Ignored after kernels_misc_info, where the text is removed. In any other place it is an unknown key.' },
    }),
    l1_cache_policy: optional(enumeration(l1CachePolicy), 'L1 policy that the module was compiled for.', {
      since: '1.69',
      driver: {
        since: '26.27.39122.10',
        note: 'A module with another policy than the device is rebuilt from its IR, or runs with its own policy if it has no IR.',
      },
    }),
    required_libs: optional(strs, 'Device libraries that the loader must load and link with the module.', {
      specified: false,
      driver: {
        since: '26.09.37435.1',
        note: 'After kernels_misc_info it prevents the removal of the text there, so kernels_cost_info becomes an unknown key.',
      },
    }),
  },
} as const satisfies RecordRows;
