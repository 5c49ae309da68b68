import type { CodeRow } from './row.ts';

/** Codes of what every reader shares: reads, limits, detection and the walk. */
export const CORE_CODES = {
  'bytes/out-of-range': {
    severity: 'error',
    what: 'A read past the end of the data.',
    help: 'The file is truncated, or an offset points outside it. Compare its size with the size that its producer reports.',
  },
  'bytes/too-large': {
    severity: 'error',
    what: 'More bytes at once than memory can hold.',
    help: 'Verbs that read the parts of a file one by one answer. Those that need a section or the file as a whole cannot.',
  },
  'limit/diagnostics': {
    severity: 'warning',
    unread: true,
    what: 'More diagnostics than are kept.',
    help: 'The first ones are listed; the rest are only counted. Repair those and read again.',
  },
  'limit/work': {
    severity: 'error',
    what: 'Tables or entries whose total size is far larger than a file of this size should have.',
    help: 'With overlapping sections, or entries of a few bytes, a small file can describe a huge one. The work stopped at the limit that docs/security.md documents. If you trust the file, `--unlimited` lifts it.',
  },
  'limit/spans': {
    severity: 'error',
    what: 'More spans in a dump than the limit.',
    help: 'Beyond the limit, a section or table is a single span. Dump a part of the file by its address to see more.',
  },
  'limit/name-length': {
    severity: 'error',
    what: 'A name longer than the limit.',
    help: 'The string table has no terminating NUL where one is expected. The name is shown up to the limit.',
  },
  'limit/depth': {
    severity: 'error',
    what: 'Nesting deeper than the limit.',
    help: 'No producer nests this deeply. Deeper levels are kept as raw text or bytes; a JSON document is refused.',
  },
  'limit/inflated': {
    severity: 'error',
    what: 'Compressed data that decompresses to more bytes than the limit.',
    help: 'It is left compressed. Real device images do not compress this well; if you trust the file, `--unlimited` decompresses more.',
  },
  'limit/output': {
    severity: 'error',
    what: 'More output than a file of this size should need.',
    help: 'Items that are referred to many times are printed each time. Select a part of the file by its address, or one kernel; if you trust the file, `--unlimited` prints all.',
  },
  'limit/time': {
    severity: 'error',
    what: 'The run did not end before its deadline.',
    help: 'What was printed until then is true, but not all. Select a part of the file by its address, or one kernel; or give `--timeout` more seconds, or leave it out. The page gives each answer a minute.',
  },
  'limit/host-sections': {
    severity: 'warning',
    unread: true,
    what: 'More sections in a host file than the limit.',
    help: 'Device code in the later ones is not found.',
  },
  'limit/host-scan': {
    severity: 'warning',
    unread: true,
    what: 'More data in a host file than is searched for device images.',
    help: 'Images whose descriptor comes later are not found. Position-independent programs are not affected: little of their data is writable.',
  },
  'detect/empty': {
    severity: 'error',
    what: 'The input has no bytes.',
    help: 'A compiler that fails can leave an empty file: look at its exit code and log.',
  },
  'detect/not-readable': {
    severity: 'error',
    what: 'The input is of a known kind that this version cannot read.',
    help: 'The message names the kind and says what to do.',
  },
  'detect/unknown': {
    severity: 'error',
    what: 'The input is of an unknown kind.',
    help: 'Its first bytes match no format. If it contains a device binary, extract that first.',
  },
  'inspect/overlap': {
    severity: 'warning',
    what: 'Two structures claim the same bytes.',
    help: 'A dump shows the bytes once, with the first structure.',
  },
} as const satisfies Record<string, CodeRow>;
