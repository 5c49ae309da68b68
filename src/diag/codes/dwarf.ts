import type { CodeRow } from './row.ts';

/** Codes of debug information. */
export const DWARF_CODES = {
  'dwarf/version': {
    severity: 'warning',
    what: 'A unit or line table of a version that is not known.',
    help: 'Versions 2 to 5 are read. This one is passed over, so its code has no places in the source.',
  },
  'dwarf/malformed': {
    severity: 'warning',
    what: 'Debug information that cannot be read on.',
    help: 'What comes before is kept. The section is damaged, or uses what only its compiler knows.',
  },
  'dwarf/no-section': {
    severity: 'info',
    what: 'Lines of code that is not in the file, or that nothing names.',
    help: 'The compiler left the name of their section out, and no function of the unit is where a symbol of that name is. They are left out.',
  },
} as const satisfies Record<string, CodeRow>;
