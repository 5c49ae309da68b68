import type { CodeRow } from './row.ts';

/** Codes of LLVM's OffloadBinary. */
export const OFFLOAD_CODES = {
  'offload/not-offload': {
    severity: 'error',
    what: 'The data does not begin with the bytes 10 ff 10 ad.',
    help: 'Give a file that begins with them, or omit `--as`.',
  },
  'offload/header': {
    severity: 'error',
    what: 'A truncated header.',
    help: 'Versions 1 and 2 have 32 bytes, version 3 has 40.',
  },
  'offload/version': {
    severity: 'error',
    what: 'An unknown version.',
    help: 'The layout of other versions is unknown.',
  },
  'offload/size': {
    severity: 'error',
    what: 'A blob whose size is less than its header or more than the data.',
    help: 'The file is truncated, or the size is damaged. The part that exists is read.',
  },
  'offload/entry-size': {
    severity: 'warning',
    what: 'An entry of version 1 that is not 40 bytes.',
    help: 'It is read as one of 40 bytes, as toolchain readers do.',
  },
  'offload/entries': {
    severity: 'error',
    what: 'Entries that are not within the blob.',
    help: 'Their offset or number is damaged. Readers of LLVM 22 and 23 crash on some such files.',
  },
  'offload/strings': {
    severity: 'error',
    what: 'String entries that are not within the blob.',
    help: 'Their offset or number is damaged; the entry is read without them.',
  },
  'offload/string': {
    severity: 'error',
    what: 'A key or value that is not within the blob, or has no NUL at its end where one is needed.',
    help: 'The string is left out. Readers of LLVM 22 and 23 do not check this and may crash.',
  },
  'offload/image-range': {
    severity: 'error',
    what: 'An image that reaches past the end of the blob, or begins within its header.',
    help: 'The part that exists is read. Readers of LLVM do not check this.',
  },
  'offload/inflated-size': {
    severity: 'error',
    what: 'An inflated size that is less than the header before the compressed body.',
    help: 'The size is that of the whole blob with its header. Nothing is inflated.',
  },
  'offload/rest': {
    severity: 'warning',
    unread: true,
    what: 'Bytes after the last blob.',
    help: 'Readers of LLVM stop or fail there.',
  },
  'offload/unknown-kind': {
    severity: 'info',
    what: 'An image kind or offload kind that the tables do not have.',
    help: 'It may be newer than the tables. For the image, look at its bytes.',
  },
  'offload/metadata-only': {
    severity: 'warning',
    what: 'An entry with an image that is marked as absent.',
    help: 'Readers that check the mark skip the image.',
  },
} as const satisfies Record<string, CodeRow>;
