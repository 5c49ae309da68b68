import { enumeration, list, type RecordRows, str, strs } from '../../schema/index.ts';
import { l1CachePolicy } from './enums.ts';
import { externalFunction, kernel } from './kernel.ts';
import { globalHostAccess, kernelCostInfo, kernelMiscInfo } from './misc.ts';
import { optional, required } from './row.ts';

/** The root of ze_info. */
export const container = {
  name: 'container',
  doc: 'A whole .ze_info section.',
  attributes: {
    version: required(str, 'Version of ze_info, major and minor: 1.73. A greater minor only adds, so older readers are meant to cope.', {
      since: '1.0',
      driver: {
        since: '20.45.18403',
        note: 'Another major is refused. A newer minor is a warning, as is none, which counts as the newest version that the driver knows.',
      },
    }),
    kernels: required(list(kernel), 'The kernels of the module.', { driver: { since: '20.32.17625' } }),
    functions: optional(list(externalFunction), 'Functions that kernels call across sections.', {
      since: '1.13',
      driver: { since: '22.11.22682', note: 'A called function without an entry makes linking fail.' },
    }),
    global_host_access_table: optional(list(globalHostAccess), 'Names under which the host reaches global variables.', {
      since: '1.12',
      driver: { since: '22.11.22682' },
    }),
    kernels_misc_info: optional(list(kernelMiscInfo), 'What queries about kernels answer; running them does not need it.', {
      since: '1.19',
      driver: {
        since: '22.43.24595.20',
        note: 'Decoded on the first query. The text from here on is cut off before everything else is read, unless required_libs follows.',
      },
    }),
    kernels_cost_info: optional(list(kernelCostInfo), 'Estimates of what kernels cost; running them does not need it.', {
      since: '1.47',
      driver: { note: 'Passed over when it comes after kernels_misc_info, where the text is cut off; an unknown key anywhere else.' },
    }),
    l1_cache_policy: optional(enumeration(l1CachePolicy), 'L1 policy that the module was compiled for.', {
      since: '1.69',
      driver: {
        since: '26.27.39122.10',
        note: 'A module that does not fit the policy of the device is rebuilt from its IR, or run with its own policy when it has none.',
      },
    }),
    required_libs: optional(strs, 'Device libraries that the loader has to bring and link with the module.', {
      specified: false,
      driver: {
        since: '26.09.37435.1',
        note: 'After kernels_misc_info it keeps the text from being cut off there, so kernels_cost_info becomes an unknown key.',
      },
    }),
  },
} as const satisfies RecordRows;
