import type { CodeRow } from './row.ts';

/** Codes of the text dialect of ze_info. */
export const YAML_CODES = {
  'yaml/indentation': {
    severity: 'error',
    what: 'A line whose indentation matches no open block.',
    help: 'The driver reports "Invalid indentation". The line is kept and belongs to no value.',
  },
  'yaml/no-colon': {
    severity: 'error',
    what: 'A line that is neither `key: value` nor `- item`.',
    help: 'The line is kept and belongs to no value.',
  },
  'yaml/quote': {
    severity: 'error',
    what: 'A quoted scalar without its closing quote, or with text after it.',
    help: 'The rest of the line is taken as the value.',
  },
  'yaml/escape': {
    severity: 'warning',
    what: 'A backslash escape that YAML does not define.',
    help: 'The characters are kept as they are.',
  },
  'yaml/flow': {
    severity: 'error',
    what: 'An inline list or map that is not closed, or that has text after it.',
    help: 'It is kept as text.',
  },
  'yaml/tab': {
    severity: 'warning',
    what: 'A tab in the indentation.',
    help: 'YAML forbids it; the driver counts it as four columns and warns. It is read in the same way.',
  },
  'yaml/unsupported': {
    severity: 'warning',
    unread: true,
    what: 'YAML outside the dialect of ze_info: an anchor, alias, tag, block scalar, multi-line scalar, directive or explicit key.',
    help: 'No producer writes it and the driver does not read it. It is kept as text.',
  },
} as const satisfies Record<string, CodeRow>;
