import type { CodeRow } from './row.ts';

/** Codes of what several formats say together: which code a driver chooses, and property sets beside the images they are for. */
export const INSPECT_CODES = {
  'inspect/no-images': {
    severity: 'info',
    what: 'A host program, library or object without device images.',
    help: 'It may load them from other files at run time, or compile them from source. Descriptors of other toolchains than SYCL, OpenMP and clang’s bundler are not known. Images without any are found where they are not compressed.',
  },
  'coverage/never-chosen': {
    severity: 'warning',
    what: 'A member of an archive of ocloc that no driver finds for the device that it is for.',
    help: 'Drivers look for members by name: 64. and then the IP version, the product with its stepping, or the product. Rename the member; `ocloc concat` of plain zebins leaves out the 64.',
  },
  'coverage/prefix': {
    severity: 'warning',
    what: 'A member of an archive of ocloc that is not found because another name begins alike and comes first.',
    help: 'Drivers take the first member whose name begins with what they look for: 64.20.1 also finds 64.20.10.0. Put the more exact names first, or write whole IP versions.',
  },
  'replace/fixed': {
    severity: 'error',
    what: 'An item that cannot be replaced in what it lies in.',
    help: 'In programs, libraries and objects for a host nothing can move: content has to be no longer than what it replaces. Archives, OffloadBinaries, bundles and SYCLBIN files are written again.',
  },
  'inspect/cut': {
    severity: 'error',
    what: 'An item of which its container has fewer bytes than it says.',
    help: 'The container was cut short or damaged: copy or make it again. `--damaged` takes what is there.',
  },
  'join/sub-group-size': {
    severity: 'warning',
    what: 'Property sets that require another sub-group size than the kernel has.',
    help: 'The SYCL runtime answers queries from the property sets, the driver runs the code as it is. The two come from different compilations.',
  },
  'join/work-group-size': {
    severity: 'warning',
    what: 'Property sets that require another work-group size than the kernel.',
    help: 'A launch of either size is refused by the other: the runtime checks the property sets, the driver the attributes. The two come from different compilations.',
  },
  'join/arguments': {
    severity: 'warning',
    what: 'A mask of removed arguments that leaves another number than the kernel takes.',
    help: 'The runtime passes over the arguments that the mask removes; with a wrong mask each later one lands in the wrong place. The image and its property sets come from different compilations.',
  },
  'join/kernel': {
    severity: 'warning',
    what: 'Kernels that a container lists for an image which does not have them.',
    help: 'Launching one fails when the program runs: the runtime chooses the image by the list.',
  },
} as const satisfies Record<string, CodeRow>;
