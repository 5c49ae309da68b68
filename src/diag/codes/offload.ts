import type { CodeRow } from './row.ts';

/** Codes of LLVM's OffloadBinary. */
export const OFFLOAD_CODES = {
  'offload/not-offload': {
    severity: 'error',
    what: 'The data does not begin with the bytes 10 ff 10 ad.',
    help: 'Give a file that begins so, or leave out `--as`.',
  },
  'offload/header': {
    severity: 'error',
    what: 'A header that is cut short.',
    help: 'Versions 1 and 2 have 32 bytes, version 3 has 40.',
  },
  'offload/version': {
    severity: 'error',
    what: 'A version that is not known.',
    help: 'The layout of another one cannot be guessed.',
  },
  'offload/size': {
    severity: 'error',
    what: 'A blob whose size is less than its header, or more than there is.',
    help: 'The file is cut short, or the size is damaged. What is there is read.',
  },
  'offload/entry-size': {
    severity: 'warning',
    what: 'An entry of version 1 that is not 40 bytes.',
    help: 'It is read as one of 40 bytes, as readers of the toolchain do.',
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
    help: 'What there is of it is read. Readers of LLVM do not check this.',
  },
  'offload/inflated-size': {
    severity: 'error',
    what: 'An inflated size that is less than the header before the compressed body.',
    help: 'The size is that of the whole blob with its header. Nothing is inflated.',
  },
  'offload/rest': {
    severity: 'warning',
    what: 'Bytes after the last blob that belong to none.',
    help: 'Readers of LLVM stop or fail there.',
  },
  'offload/unknown-kind': {
    severity: 'info',
    what: 'An image kind or offload kind that the tables do not have.',
    help: 'It may be newer than the tables. For the image, look at its bytes.',
  },
  'offload/metadata-only': {
    severity: 'warning',
    what: 'An entry that is marked as without an image and has one.',
    help: 'Readers that look at the mark pass over the image.',
  },
} as const satisfies Record<string, CodeRow>;
