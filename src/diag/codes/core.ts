import type { CodeRow } from './row.ts';

/** Codes of what every reader shares: reads, limits, detection and the walk. */
export const CORE_CODES = {
  'bytes/out-of-range': {
    severity: 'error',
    what: 'A read past the end of the data.',
    help: 'The file is cut short, or an offset in it points outside. Compare its size with the one its producer reports.',
  },
  'limit/diagnostics': {
    severity: 'warning',
    what: 'More diagnostics than are kept.',
    help: 'The first ones are listed; the rest were counted only. Repair those and read again.',
  },
  'limit/work': {
    severity: 'error',
    what: 'Tables or entries that together are far more than a file of this size holds.',
    help: 'Sections that overlap each other make a small file describe a huge one. Reading stopped at the documented limit (diag/limits.ts).',
  },
  'limit/spans': {
    severity: 'error',
    what: 'More spans in a dump than the limit.',
    help: 'From there on, a section or table is one span. Dump a part of the file by its address to see more of it.',
  },
  'limit/name-length': {
    severity: 'error',
    what: 'A name longer than the limit.',
    help: 'The string table has no end mark where one is expected; the name is shown cut at the limit.',
  },
  'limit/depth': {
    severity: 'error',
    what: 'Nesting deeper than the limit.',
    help: 'No producer nests this deep. What lies deeper is kept as raw text or bytes.',
  },
  'limit/inflated': {
    severity: 'error',
    what: 'Compressed data that makes more bytes than the limit.',
    help: 'It is left compressed. Real device images do not shrink that far; inflate it with another tool if it is one all the same.',
  },
  'limit/output': {
    severity: 'error',
    what: 'More output than a file of this size can need.',
    help: 'Things that many others refer to are printed with each of them. Ask for a part of the file by its address, or for one kernel.',
  },
  'limit/host-sections': {
    severity: 'warning',
    what: 'More sections in a host file than the limit.',
    help: 'Device code in the later ones is not found.',
  },
  'limit/host-scan': {
    severity: 'warning',
    what: 'More data in a host file than is looked through for device images.',
    help: 'Images whose descriptor comes after it are not found. Position-independent programs are not concerned: little of their data is writable.',
  },
  'detect/empty': {
    severity: 'error',
    what: 'The input has no bytes.',
    help: 'A compiler that fails can leave an empty file behind: look at its exit code and log.',
  },
  'detect/not-readable': {
    severity: 'error',
    what: 'The input is of a known kind that this version does not read.',
    help: 'The message names the kind and what to do with it.',
  },
  'detect/unknown': {
    severity: 'error',
    what: 'The input is of no kind that this toolkit knows.',
    help: 'Its first bytes match no format. If it should hold a device binary, take that out first.',
  },
  'inspect/overlap': {
    severity: 'warning',
    what: 'Two structures claim the same bytes.',
    help: 'In a dump the bytes are shown once, with the structure that comes first.',
  },
} as const satisfies Record<string, CodeRow>;
