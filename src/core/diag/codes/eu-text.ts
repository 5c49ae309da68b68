import type { CodeRow } from './row.ts';

/** Codes of assembly: what is wrong with a statement. */
export const EU_TEXT_CODES = {
  'eu-text/expected': {
    severity: 'error',
    what: 'An unexpected token in an instruction.',
    help: 'The message names what is expected. The statement is skipped.',
  },
  'eu-text/mnemonic': {
    severity: 'error',
    what: 'A statement that does not begin with an operation of the platform.',
    help: 'Check the platform, or the spelling: `zebin explain` lists the operations.',
  },
  'eu-text/function': {
    severity: 'error',
    what: 'The part of a mnemonic after the point is not a function of the operation.',
    help: 'The message names the nearest one.',
  },
  'eu-text/value': {
    severity: 'error',
    what: 'A word, number or form that is not valid here.',
    help: 'The message says what is valid.',
  },
  'eu-text/number': {
    severity: 'error',
    what: 'An invalid number, or one that does not fit.',
    help: 'The message has the limit.',
  },
  'eu-text/option': {
    severity: 'error',
    what: 'A word between braces that is not an option, or not one of this instruction.',
    help: 'The message names the nearest option, or why the instruction cannot have it.',
  },
  'eu-text/scoreboard': {
    severity: 'error',
    what: 'A scoreboard that the instruction cannot have.',
    help: 'Which distances and tokens can be combined depends on the platform and on the kind of instruction.',
  },
  'eu-text/label': {
    severity: 'error',
    what: 'A label that is used but not defined, or defined twice, or a distance that leads to no instruction.',
    help: 'Define it once, with a colon after it.',
  },
  'eu-text/encoding': {
    severity: 'error',
    what: 'An instruction that the platform cannot encode.',
    help: 'The message says which part has no encoding.',
  },
  'eu-text/compact': {
    severity: 'error',
    what: 'An instruction with the option Compacted that has no compacted form.',
    help: 'Remove the option: the instruction then has 16 bytes.',
  },
  'eu-text/note': {
    severity: 'error',
    what: 'A comment that begins with `zebin:` and is not a note.',
    help: 'Notes are described in docs/assembly.md. Remove the comment, or change its first word.',
  },
} as const satisfies Record<string, CodeRow>;
