import type { CodeRow } from './row.ts';

/** Codes of debug information. */
export const DWARF_CODES = {
  'dwarf/version': {
    severity: 'warning',
    what: 'A unit or line table of an unknown version.',
    help: 'Versions 2 to 5 are read. This one is skipped, so its code has no source positions.',
  },
  'dwarf/malformed': {
    severity: 'warning',
    what: 'Debug information that cannot be read further.',
    help: 'Everything before it is kept. The section is damaged, or uses extensions of its compiler.',
  },
  'dwarf/no-section': {
    severity: 'info',
    what: 'Line information for code that is not in the file or cannot be identified.',
    help: 'The compiler omitted the name of the section, and no function of the unit matches a symbol. The lines are left out.',
  },
} as const satisfies Record<string, CodeRow>;
