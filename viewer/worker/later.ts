/** The rows of the pages that are not the first screen. */
import { BYTES_HANDLERS } from './bytes.ts';
import { COMPARE_HANDLERS } from './compare.ts';
import { KERNEL_HANDLERS } from './kernel.ts';

export const LATER_HANDLERS = { ...KERNEL_HANDLERS, ...BYTES_HANDLERS, ...COMPARE_HANDLERS };
