/** Names that reading needs. They are separate, so that a page that only reads does not load the table of all sections. */

/** Prefix of the sections with the code of one kernel each. */
export const TEXT_PREFIX = '.text.';
/** The kernel name by which drivers identify code that belongs to no kernel. */
export const FUNCTIONS_KERNEL = 'Intel_Symbol_Table_Void_Program';
/** Section for metrics of the compiler, and the size of the space that it reserves for them, in bytes. */
export const METRICS_SECTION = '.note.intelgt.metrics';
export const METRICS_RESERVED = 64;
