/** The catalogue of attacks: for each layer what costs most for its size. A new reader, table or verb gets its rows here. */
import type { Attack } from './attack.ts';
import { KERNELS } from './kernels.ts';
import { PROPS } from './props.ts';

export type { Attack };

export const ATTACKS: readonly Attack[] = [...PROPS, ...KERNELS];
