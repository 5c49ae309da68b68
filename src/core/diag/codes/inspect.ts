import type { CodeRow } from './row.ts';

/** Codes that concern several formats: which code a driver chooses, and property sets against their images. */
export const INSPECT_CODES = {
  'inspect/no-images': {
    severity: 'info',
    what: 'A host program, library or object without device images.',
    help: 'It may load them from other files at run time, or compile them from source. Descriptors of other toolchains than SYCL, OpenMP and clang’s bundler are not known. Images without a descriptor are found if they are not compressed.',
  },
  'coverage/never-chosen': {
    severity: 'warning',
    what: 'A member of an ocloc archive that no driver finds for its device.',
    help: 'Drivers look for members by name: 64. and then the IP version, the product with its stepping, or the product. Rename the member; `ocloc concat` of plain zebins leaves out the 64.',
  },
  'coverage/prefix': {
    severity: 'warning',
    what: 'A member of an ocloc archive that is hidden by an earlier member with a similar name.',
    help: 'Drivers select the first member whose name begins with what they look for: 64.20.1 also finds 64.20.10.0. Put the more exact names first, or write whole IP versions.',
  },
  'replace/fixed': {
    severity: 'error',
    what: 'An item that cannot be replaced in its container.',
    help: 'In host programs, libraries and objects nothing can move: new content must not be longer than the old. Archives, OffloadBinaries, bundles and SYCLBIN files are rewritten.',
  },
  'inspect/unread-part': {
    severity: 'warning',
    unread: true,
    what: 'A part of a container with content that is not read: of no known format, compressed in a way that is not read, or in another file.',
    help: 'If it was device code, it is damaged, or newer than this version. Take it out with `zebin extract` and look at its first bytes.',
  },
  'inspect/cut': {
    severity: 'error',
    what: 'An item that is shorter than its container states.',
    help: 'The container is truncated or damaged: copy or create it again. `--damaged` accepts the part that exists.',
  },
  'inspect/rest': {
    severity: 'warning',
    unread: true,
    what: 'Bytes between images or after the last one that belong to no structure and are not zero.',
    help: 'Sections that a linker has put together have only zeros there. An image of a format that is not known may be in these bytes; `dump` shows them as gaps.',
  },
  'join/sub-group-size': {
    severity: 'warning',
    what: 'Property sets that require a different sub-group size than the kernel has.',
    help: 'The SYCL runtime answers queries from the property sets, but the driver runs the code as it is. The two come from different compilations.',
  },
  'join/work-group-size': {
    severity: 'warning',
    what: 'Property sets that require a different work-group size than the kernel.',
    help: 'No launch succeeds: the runtime checks the size against the property sets, the driver against the attributes. The two come from different compilations.',
  },
  'join/arguments': {
    severity: 'warning',
    what: 'A mask of removed arguments that leaves a different number than the kernel has.',
    help: 'The runtime skips the arguments that the mask removes; with a wrong mask, all later arguments are misplaced. The image and its property sets come from different compilations.',
  },
  'join/kernel': {
    severity: 'warning',
    what: 'Kernels that a container lists for an image which does not have them.',
    help: 'Launching one fails at run time, because the runtime selects the image by the list.',
  },
} as const satisfies Record<string, CodeRow>;
