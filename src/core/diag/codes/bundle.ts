import type { CodeRow } from './row.ts';

/** Codes of clang offload bundles and of decompression. */
export const BUNDLE_CODES = {
  'inflate/data': {
    severity: 'error',
    what: 'A compressed stream that is damaged.',
    help: 'It is left compressed. The message says what is wrong, and the offset says where in the stream.',
  },
  'inflate/size': {
    severity: 'error',
    what: 'A compressed stream whose decompressed size differs from the size that its container states.',
    help: 'It is left compressed: either the size or the stream is damaged.',
  },
  'inflate/checksum': {
    severity: 'error',
    what: 'Decompressed bytes whose checksum differs from the one in the container.',
    help: 'The bytes are shown, but they are not what was packed.',
  },
  'bundle/not-bundle': {
    severity: 'error',
    what: 'The data does not begin with `__CLANG_OFFLOAD_BUNDLE__`, and is neither a text bundle nor a compressed bundle.',
    help: 'This is not a clang offload bundle.',
  },
  'bundle/header': {
    severity: 'error',
    what: 'A bundle that ends inside its list of entries, or whose count or lengths of names reach past its end.',
    help: 'The entries before it are read. The bundle is truncated or its header is damaged.',
  },
  'bundle/entry-range': {
    severity: 'error',
    what: 'An entry of a bundle that reaches past its end.',
    help: 'The part inside is shown; the bundle is truncated or the offset is damaged.',
  },
  'bundle/text-end': {
    severity: 'error',
    what: 'An entry of a text bundle without its closing line.',
    help: 'The rest of the text is taken as its content.',
  },
  'bundle/version': {
    severity: 'error',
    what: 'A compressed bundle of a version other than 1 to 3.',
    help: 'The size of its header is unknown.',
  },
  'bundle/method': {
    severity: 'error',
    what: 'A compressed bundle with a method other than 0 (zlib) and 1 (zstd).',
    help: 'It is left compressed.',
  },
} as const satisfies Record<string, CodeRow>;
