/** What the kernel page asks. */
export const KERNEL_HANDLERS = {};
