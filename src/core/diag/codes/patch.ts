import type { CodeRow } from './row.ts';

/** Codes of edits of machine code. */
export const PATCH_CODES = {
  'patch/code': {
    severity: 'error',
    what: 'Code that cannot be edited.',
    help: 'The message says why. `zebin extract` and `zebin replace` change its bytes without moving anything.',
  },
  'patch/address': {
    severity: 'error',
    what: 'An edit at an address where no instruction begins, or a second one that replaces or deletes the same instruction.',
    help: 'Addresses are those of the file before the first edit, in bytes from the start of the code, as `zebin disasm` prints them.',
  },
  'patch/relocation': {
    severity: 'warning',
    what: 'A relocation is deleted with its instruction.',
    help: 'Replace the instruction instead to keep its relocations, or write them before another one, as docs/assembly.md describes.',
  },
  'patch/debug': {
    severity: 'warning',
    what: 'Debug information, or data for GTPin, was left out because instructions have moved.',
    help: 'An edit that changes no size keeps it: replace an instruction by one of the same size.',
  },
  'patch/ip': {
    severity: 'warning',
    what: 'Instructions were added or removed between one that reads ip and the branch whose distance it computes.',
    help: 'Add the difference to the number in the instructions between them, or edit before or after both.',
  },
  'patch/jump': {
    severity: 'warning',
    what: 'The code has a jump whose distance is in a register, and instructions have moved.',
    help: 'Check that the distance is still right: it comes from data or from instructions before it.',
  },
  'patch/branch': {
    severity: 'warning',
    what: 'The code has a branch without an exact text, and instructions have moved.',
    help: 'The branch keeps its bytes, and so its distance. Replace it by one that has a label.',
  },
} as const satisfies Record<string, CodeRow>;
