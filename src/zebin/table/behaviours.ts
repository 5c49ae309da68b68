import type { DriverRange } from '../../schema/index.ts';

/** A difference between releases of the driver. The names that a release knows are in the rows of the formats, not here. */
export interface BehaviourRow extends DriverRange {
  /** First release with the behaviour. */
  readonly since: string;
  readonly doc: string;
}

/**
 * Releases are tags of intel/compute-runtime. Each row names the first tag whose shared/source/device_binary_format has the behaviour.
 * Tests compare two releases, 22.43.24595 and 26.27.39122, with the real decoder.
 */
export const BEHAVIOURS = {
  spacesInNames: { since: '22.49.25018.14', doc: 'An unquoted name or word may contain spaces and tabs. They are removed at its end.' },
  sectionsFirst: {
    since: '23.05.25593.5',
    doc: 'Top-level entries are counted before any is read. Functions are read before kernels, and each part of a kernel is checked when it is read. Code comes last and must not be empty.',
  },
  zeroInitialised: { since: '23.09.25812.14', doc: 'Sections of type SHT_NOBITS are accepted.' },
  dashesInNames: { since: '23.13.26032.7', doc: 'An unquoted name or word may contain dashes and dots.' },
  checkedTargets: { since: '23.52.28202.13', doc: 'The index of the section that relocations apply to is checked.' },
  bindlessAlone: { since: '23.22.26516.8', doc: 'Bindless and stateful arguments in one kernel are refused.' },
  wholeNumbers: {
    since: '24.31.30508.5',
    doc: 'The whole text of a number must be a number, and may be hexadecimal. Before, digits were read up to the first other character.',
  },
  strict: { since: '24.45.31740.8', doc: 'A name that the release does not know is refused.' },
  emptyLists: { since: '25.31.34666.3', doc: 'An inline list may be empty, and may end in a comma.' },
  plainText: { since: '25.31.34666.3', doc: 'A section .text is accepted, and ignored when it is empty.' },
  emptyKernels: { since: '25.40.35563.4', doc: 'The entry kernels may be empty.' },
  singleEntries: { since: '26.05.37020.3', doc: 'A list item that is one `key: value` is read as a map with one entry.' },
  keepsMiscInfo: { since: '26.09.37435.1', doc: 'Text after kernels_misc_info is kept when the file has required_libs.' },
  specConstants: { since: '26.18.38308.1', doc: 'A file has at most one of each .misc section with specialization constants.' },
  largestBuffer: { since: '26.22.38646.4', doc: 'The size of a per-thread buffer has an upper limit too.' },
  slmModes: { since: '26.27.39122.10', doc: 'slm_alloc_mode other than 0 and 1 aborts the process.' },
} as const satisfies { readonly [name: string]: BehaviourRow };
