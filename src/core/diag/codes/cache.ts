import type { CodeRow } from './row.ts';

/** Codes of caches and legacy formats. */
export const CACHE_CODES = {
  'cache/not-cache': {
    severity: 'error',
    what: 'The data is not a file of this cache.',
    help: 'Cache files have no magic: they are identified by their name and by sizes that match the file.',
  },
  'cache/cut': {
    severity: 'error',
    what: 'A part of a cache file that reaches past its end.',
    help: 'The part that exists is shown. The process may have been stopped while it wrote the file.',
  },
  'cache/rest': {
    severity: 'warning',
    unread: true,
    what: 'Bytes after the last part of a cache file.',
    help: 'The runtime does not read them.',
  },
  'legacy/not-patch-tokens': {
    severity: 'error',
    what: 'The data does not begin with `CTNI`.',
    help: 'This is not a program in patch tokens.',
  },
  'legacy/cut': {
    severity: 'error',
    what: 'A patch-token program that ends inside a header, or a kernel that reaches past its end.',
    help: 'The kernels before it are listed.',
  },
  'legacy/token': {
    severity: 'error',
    what: 'A patch token that does not fit into its list.',
    help: 'The tokens before it are listed; the rest of the list is kept as bytes.',
  },
} as const satisfies Record<string, CodeRow>;
