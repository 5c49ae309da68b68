import type { CodeRow } from './row.ts';

/** Codes of vISA assembly: what is wrong with a line. */
export const VISA_TEXT_CODES = {
  'visa-text/expected': {
    severity: 'error',
    what: 'An unexpected token in an instruction or directive.',
    help: 'The message names what is expected. The line is skipped.',
  },
  'visa-text/number': {
    severity: 'error',
    what: 'An invalid number, or one that does not fit.',
    help: 'Numbers are written as in C; the message has the limit.',
  },
  'visa-text/value': {
    severity: 'error',
    what: 'A word or number that is not valid here.',
    help: 'The message lists what is valid.',
  },
  'visa-text/quote': {
    severity: 'error',
    what: 'Text in quotes that does not end in its line.',
    help: 'Close it with ".',
  },
  'visa-text/unknown-name': {
    severity: 'error',
    what: 'A name that is not declared, or declared as something else.',
    help: 'Declare it first with .decl, in this scope or an enclosing one.',
  },
  'visa-text/redeclared': {
    severity: 'error',
    what: 'A name that is declared twice in one scope.',
    help: 'Pre-defined names count as declared in the outermost scope.',
  },
  'visa-text/instruction': {
    severity: 'error',
    what: 'A line that does not begin with an instruction or directive.',
    help: 'The line is skipped.',
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
    what: 'The text does not begin with a known version.',
    help: 'Begin with a line like .version 4.0.',
  },
  'visa-text/routine': {
    severity: 'error',
    what: 'A directive without a preceding .kernel, .function or .global_function, or a text without one.',
    help: 'A text holds kernels and functions, each beginning with such a directive.',
  },
  'visa-text/label': {
    severity: 'error',
    what: 'A label that is used but not defined, or defined twice.',
    help: 'Define it once, with a colon after it.',
  },
  'visa-text/attribute': {
    severity: 'warning',
    what: 'An attribute that no known compiler writes.',
    help: 'It is kept: a value in quotes as text, a number in 4 bytes, an attribute without a value as a flag.',
  },
} as const satisfies Record<string, CodeRow>;
