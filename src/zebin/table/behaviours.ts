import type { DriverRange } from '../../schema/index.ts';

/** A way in which releases of the driver differ, other than in the names that they know: those are in the rows of the formats. */
export interface BehaviourRow extends DriverRange {
  /** First release that behaves so. */
  readonly since: string;
  readonly doc: string;
}

/**
 * Releases are tags of intel/compute-runtime; each row names the first tag whose shared/source/device_binary_format behaves so.
 * Two of them, 22.43.24595 and 26.27.39122, are held to the real decoder by tests.
 */
export const BEHAVIOURS = {
  spacesInNames: { since: '22.49.25018.14', doc: 'An unquoted name or word runs on over spaces and tabs, which are cut off at its end.' },
  sectionsFirst: {
    since: '23.05.25593.5',
    doc: 'Entries at the top are counted before any is read; functions come before kernels, each part of a kernel is checked as it is read, and code is looked for last and must not be empty.',
  },
  zeroInitialised: { since: '23.09.25812.14', doc: 'Sections of type SHT_NOBITS are accepted.' },
  dashesInNames: { since: '23.13.26032.7', doc: 'An unquoted name or word may hold dashes and dots.' },
  checkedTargets: { since: '23.52.28202.13', doc: 'The section that relocations apply to is looked up within bounds.' },
  bindlessAlone: { since: '23.22.26516.8', doc: 'Bindless and stateful arguments in one kernel are refused.' },
  wholeNumbers: {
    since: '24.31.30508.5',
    doc: 'A number must be a number to its end and may be hexadecimal; before, digits were read up to the first other character.',
  },
  strict: { since: '24.45.31740.8', doc: 'A name that the release does not know is refused.' },
  emptyLists: { since: '25.31.34666.3', doc: 'An inline list may be empty, and may end in a comma.' },
  plainText: { since: '25.31.34666.3', doc: 'A section .text is taken, and ignored when it is empty.' },
  emptyKernels: { since: '25.40.35563.4', doc: 'The entry kernels may have nothing below it.' },
  singleEntries: { since: '26.05.37020.3', doc: 'A list item that is one `key: value` is read as a map of one.' },
  keepsMiscInfo: { since: '26.09.37435.1', doc: 'Text after kernels_misc_info is kept when required_libs is there.' },
  specConstants: { since: '26.18.38308.1', doc: 'At most one of each .misc section with specialization constants.' },
  largestBuffer: { since: '26.22.38646.4', doc: 'The size of a per-thread buffer has an upper bound too.' },
  slmModes: { since: '26.27.39122.10', doc: 'slm_alloc_mode other than 0 and 1 aborts the process.' },
} as const satisfies { readonly [name: string]: BehaviourRow };
