import type { CodeRow } from './row.ts';

const SOURCE = 'visa/LocalScheduler/SWSB_G4IR.cpp of intel/intel-graphics-compiler';
const HELP =
  'Add a wait: a token for a message or another out-of-order instruction, a distance for an in-order pipe. `disasm --waits` shows the waits of code.';

/** Codes of the waits in machine code. */
export const CODE_CODES = {
  'code/read': {
    severity: 'warning',
    what: 'An instruction reads a register before another one has written it: a wait is missing or wrong.',
    help: HELP,
    source: SOURCE,
  },
  'code/overwrite': {
    severity: 'warning',
    what: 'An instruction writes a register that an earlier one has not written yet: the earlier write may come last.',
    help: HELP,
    source: SOURCE,
  },
  'code/early-write': {
    severity: 'warning',
    what: 'An instruction writes a register before another one has read it.',
    help: HELP,
    source: SOURCE,
  },
  'code/state': {
    severity: 'warning',
    what: 'An instruction uses a register of the thread, such as cr0 or sr0, while another instruction runs, or an instruction runs while such a register is used.',
    help: 'Add the distance A@1, or @1 on Xe, to the instruction that uses the register, and to the one after it.',
    source: SOURCE,
  },
  'code/fence': {
    severity: 'warning',
    what: 'A barrier, a `dpas` or a message to the same unit starts before a fence without a destination is done (Xe3P).',
    help: 'Add `sync.nop null` with a wait for the token of the fence, `$3.dst`, directly after it.',
    source: SOURCE,
  },
  'code/unchecked': {
    severity: 'info',
    unread: true,
    what: 'Code past a bound of the analysis, which no compiled code meets: a part of it is not checked, or an answer about it is left out or an upper bound. The message says which.',
    help: 'Code whose branches, waits and conditions are so many is crafted, or is not code. No hazard in it that is reported is wrong, but others may be missing: do not take it for checked.',
  },
} as const satisfies Record<string, CodeRow>;
