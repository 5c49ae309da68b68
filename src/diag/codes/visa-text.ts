import type { CodeRow } from './row.ts';

/** Codes of vISA assembly: what is wrong with a line. */
export const VISA_TEXT_CODES = {
  'visa-text/expected': {
    severity: 'error',
    what: 'Something else stands where a part of an instruction or directive must be.',
    help: 'The message names what is expected. The line is left out.',
  },
  'visa-text/number': {
    severity: 'error',
    what: 'A number that is none, or that does not fit.',
    help: 'Numbers are those of C; the message has the limit.',
  },
  'visa-text/value': {
    severity: 'error',
    what: 'A word or number that has no meaning in its place.',
    help: 'The message has what is possible.',
  },
  'visa-text/quote': {
    severity: 'error',
    what: 'Text in quotes that does not end in its line.',
    help: 'Close it with ".',
  },
  'visa-text/unknown-name': {
    severity: 'error',
    what: 'A name that is not declared, or not as what is needed here.',
    help: 'Declare it with .decl in front, in this scope or one around it.',
  },
  'visa-text/redeclared': {
    severity: 'error',
    what: 'A name that is declared twice in one scope.',
    help: 'Pre-defined names count as declared in the outermost scope.',
  },
  'visa-text/instruction': {
    severity: 'error',
    what: 'A line that begins with no instruction or directive.',
    help: 'The line is left out.',
  },
  'visa-text/trailing': {
    severity: 'error',
    what: 'Text after the end of an instruction or directive.',
    help: 'A comment begins with //.',
  },
  'visa-text/scope': {
    severity: 'error',
    what: 'A scope that is not closed, or closed without having been opened.',
    help: 'Braces come in pairs.',
  },
  'visa-text/version': {
    severity: 'error',
    what: 'The text does not begin with a version that is known.',
    help: 'Begin with a line like .version 4.0.',
  },
  'visa-text/routine': {
    severity: 'error',
    what: 'A directive that needs a .kernel, .function or .global_function in front, or a text that has none.',
    help: 'A text holds kernels and functions, each beginning with such a directive.',
  },
  'visa-text/label': {
    severity: 'error',
    what: 'A label that is used but stands nowhere, or is twice.',
    help: 'Write it once, with a colon after it.',
  },
  'visa-text/attribute': {
    severity: 'warning',
    what: 'An attribute that no compiler knows.',
    help: 'It is kept: a value in quotes as text, a number in 4 bytes, none as a flag.',
  },
} as const satisfies Record<string, CodeRow>;
