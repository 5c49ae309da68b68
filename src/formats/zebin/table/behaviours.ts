import { type DriverRange, NEXT_RELEASE } from '../../../core/schema/index.ts';

/** A difference between releases of the driver. The names that a release knows are in the rows of the formats, not here. */
export interface BehaviourRow extends DriverRange {
  /** First release with the behaviour. */
  readonly since: string;
  readonly doc: string;
}

/**
 * Releases are tags of intel/compute-runtime. Each row names the first tag whose shared/source/device_binary_format has the behaviour; a row
 * for another part of the driver names the commit. Tests compare two releases, 22.43.24595 and 26.27.39122, with the real decoder.
 */
export const BEHAVIOURS = {
  // 0ccce5a6d7; 6023a5b58e.
  strictCallers: {
    since: '22.11.22682',
    until: '22.14.22890',
    doc: 'Local functions can be called across sections too, and a call that is in no function is refused.',
  },
  // 0ccce5a6d7; 6ec5647b36.
  noRecursion: { since: '22.11.22682', until: '22.49.25018.14', doc: 'Functions of ze_info that call each other in a circle are refused.' },
  spacesInNames: { since: '22.49.25018.14', doc: 'An unquoted name or word may contain spaces and tabs. They are removed at its end.' },
  // 90034d4173.
  scratchLimit: { since: '22.49.25018.14', doc: 'A kernel with more scratch memory than the device allows is not created.' },
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
  // 8310b10987 and 15d0feeda8.
  allCalls: {
    since: '25.40.35563.4',
    doc: 'With functions in ze_info, each relocation of code for a symbol that the file defines, except in data, counts as a call of one of them.',
  },
  emptyKernels: { since: '25.40.35563.4', doc: 'The entry kernels may be empty.' },
  singleEntries: { since: '26.05.37020.3', doc: 'A list item that is one `key: value` is read as a map with one entry.' },
  keepsMiscInfo: { since: '26.09.37435.1', doc: 'Text after kernels_misc_info is kept when the file has required_libs.' },
  // 7dbc29adde.
  statelessBuffers: { since: '26.14.37833.4', doc: 'Code of IGC for Xe3P is refused if a buffer is stateful or bindless.' },
  specConstants: { since: '26.18.38308.1', doc: 'A file has at most one of each .misc section with specialization constants.' },
  largestBuffer: { since: '26.22.38646.4', doc: 'The size of a per-thread buffer has an upper limit too.' },
  slmModes: { since: '26.27.39122.10', doc: 'slm_alloc_mode other than 0 and 1 aborts the process.' },
  // 03b3f69df6.
  inlinePointers: {
    since: NEXT_RELEASE,
    doc: 'scratch_pointer and indirect_data_pointer that do not end within inline_data_payload_size are refused.',
  },
  // e91541509a.
  localsFirst: { since: NEXT_RELEASE, doc: 'A local variable that code refers to is not taken for a function.' },
  // 4e059d241a.
  requiredLibsInOpenCl: { since: NEXT_RELEASE, doc: 'OpenCL loads the modules in required_libs too; before, only Level Zero does.' },
} as const satisfies { readonly [name: string]: BehaviourRow };
