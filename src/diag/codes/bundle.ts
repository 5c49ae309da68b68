import type { CodeRow } from './row.ts';

/** Codes of clang offload bundles and of decompression. */
export const BUNDLE_CODES = {
  'inflate/data': {
    severity: 'error',
    what: 'A compressed stream that is damaged.',
    help: 'It is left compressed. The message says what is wrong, the offset where in the stream.',
  },
  'inflate/size': {
    severity: 'error',
    what: 'A compressed stream that makes another number of bytes than its container says.',
    help: 'It is left compressed: either the size or the stream is damaged.',
  },
  'inflate/checksum': {
    severity: 'error',
    what: 'Inflated bytes whose checksum is another than their container says.',
    help: 'The bytes are shown, but they are not what was packed.',
  },
  'bundle/not-bundle': {
    severity: 'error',
    what: 'The data does not begin with `__CLANG_OFFLOAD_BUNDLE__`, and is not a text bundle or compressed bundle either.',
    help: 'This is not a clang offload bundle.',
  },
  'bundle/header': {
    severity: 'error',
    what: 'A bundle that ends inside its list of entries, or whose count or lengths of names reach past its end.',
    help: 'The entries before it are read. The bundle is cut short or its header is damaged.',
  },
  'bundle/entry-range': {
    severity: 'error',
    what: 'An entry of a bundle that reaches past its end.',
    help: 'What lies inside is shown; the bundle is cut short or the offset is damaged.',
  },
  'bundle/text-end': {
    severity: 'error',
    what: 'A part of a text bundle without its closing line.',
    help: 'The rest of the text is taken as its content.',
  },
  'bundle/version': {
    severity: 'error',
    what: 'A compressed bundle of a version other than 1 to 3.',
    help: 'Its header cannot be told from its content.',
  },
  'bundle/method': {
    severity: 'error',
    what: 'A compressed bundle with a method other than 0 (zlib) and 1 (zstd).',
    help: 'It is left compressed.',
  },
} as const satisfies Record<string, CodeRow>;
