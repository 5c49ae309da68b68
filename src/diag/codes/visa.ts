import type { CodeRow } from './row.ts';

/** Codes of vISA objects and vISA text. */
export const VISA_CODES = {
  'visa/not-visa': {
    severity: 'error',
    what: 'The data does not begin with the letters CISA.',
    help: 'This is not a vISA object.',
  },
  'visa/header-short': {
    severity: 'error',
    what: 'The data ends inside the first six bytes, before the version.',
    help: 'The file is cut short.',
  },
  'visa/version': {
    severity: 'warning',
    what: 'A version whose binary form is not known.',
    help: 'Objects of 3.0 to 4.1 are known; of later versions the public compilers only print text. It is read as the nearest of these.',
  },
  'visa/table-range': {
    severity: 'error',
    what: 'A table or field of the object or of a routine that reaches past the end of the data.',
    help: 'The file is cut short, or a count is wrong. The entries that are wholly there are read, the rest is kept as bytes.',
  },
  'visa/routine-range': {
    severity: 'error',
    what: 'A kernel or function that begins outside the object.',
    help: 'The file is cut short, or the offset in its entry is wrong. Only the entry is there.',
  },
  'visa/piece-range': {
    severity: 'error',
    what: 'Instructions or embedded machine code that reach past the end of the data.',
    help: 'The file is cut short, or an offset or size is wrong. What is there is read.',
  },
  'visa/layout': {
    severity: 'error',
    what: 'An object whose offsets and sizes are not those of its content.',
    help: 'After a change, give it new ones with `layoutVisa`, then write it.',
  },
  'visa/reserved': {
    severity: 'warning',
    what: 'Reserved bits that are not zero.',
    help: 'A later version may give them a meaning; they are kept as they are.',
  },
  'visa/range': {
    severity: 'error',
    what: 'A number or count outside what the format allows.',
    help: 'The message has the limits. Compilers refuse such an object or read something else.',
  },
  'visa/index': {
    severity: 'error',
    what: 'An index of something that is not there.',
    help: 'The tables of the routine say how many strings, variables, samplers and surfaces there are; pre-defined ones come first.',
  },
  'visa/name-length': {
    severity: 'warning',
    what: 'A name longer than the format allows.',
    help: 'Shorten it: compilers cut or refuse longer names.',
  },
  'visa/alias': {
    severity: 'error',
    what: 'An alias that cannot be one.',
    help: 'It must lie within another variable, its offset is 0 when it is none, and inputs are not aliases.',
  },
  'visa/alignment': {
    severity: 'error',
    what: 'An offset that is not a multiple of what it must be.',
    help: 'Offsets of aliases are multiples of the element; inputs of their element, or of a register when they fill one, and never lie across two.',
  },
  'visa/input-overlap': {
    severity: 'error',
    what: 'Two inputs that arrive in the same registers.',
    help: 'Give each its own place.',
  },
  'visa/input-size': {
    severity: 'error',
    what: 'An input whose size is not that of its variable.',
    help: 'The size is that of an element times their number.',
  },
  'visa/input-order': {
    severity: 'warning',
    what: 'An argument of the caller after one that the run time supplies.',
    help: 'Those of the caller come first.',
  },
  'visa/input': {
    severity: 'error',
    what: 'An input of something that arrives in no register, or of another form than what supplies it.',
    help: 'What is pre-defined is not an input. An input that the run time supplies has the type that its provenance has.',
  },
  'visa/attribute': {
    severity: 'error',
    what: 'An attribute with a value that it cannot have, twice, or missing where it must be.',
    help: 'The message says what is possible. Compilers ignore attributes that they do not know, and take the others at their word.',
  },
  'visa/name-characters': {
    severity: 'warning',
    what: 'The name of an attribute with characters that are not printable ASCII.',
    help: 'No compiler knows such a name: the attribute has no effect.',
  },
  'visa/label': {
    severity: 'error',
    what: 'A label that cannot be reached in this way: of another kind, in two places, or in none.',
    help: 'Jumps lead to blocks, calls to subroutines; each label is once.',
  },
  'visa/platform': {
    severity: 'warning',
    what: 'Machine code for a device that is not known.',
    help: 'A newer compiler, or damage. The code is kept as it is.',
  },
  'visa/operand-range': {
    severity: 'error',
    what: 'An operand that reaches beyond the end of its variable.',
    help: 'Declare a larger variable, or begin at another place. Compilers read and write what comes after it.',
  },
  'visa/entry': {
    severity: 'error',
    what: 'An entry of the header that does not say what is there.',
    help: 'Lay the object out again with `layoutVisa`.',
  },
  'visa/operand': {
    severity: 'warning',
    what: 'An operand of a class or type that its instruction does not take.',
    help: 'The message says which it takes. Compilers refuse it, or make something else of it.',
  },
  'visa/opcode': {
    severity: 'error',
    what: 'An instruction with a number that no instruction has.',
    help: 'A newer compiler, or damage. This and all instructions after it are kept as bytes.',
  },
  'visa/sub-opcode': {
    severity: 'error',
    what: 'An instruction of a family with a number that none of the family has.',
    help: 'A newer compiler, or damage. This and all instructions after it are kept as bytes.',
  },
  'visa/operand-class': {
    severity: 'error',
    what: 'An operand of a class that does not exist.',
    help: 'The bytes before it are of another form than the version says. This and all instructions after it are kept as bytes.',
  },
  'visa/instruction-cut': {
    severity: 'error',
    what: 'The instructions of a routine end inside an instruction.',
    help: 'The file is cut short, or an operand is missing. This and all instructions after it are kept as bytes.',
  },
  'visa/operands-missing': {
    severity: 'error',
    what: 'Instructions that lack their last two operands, as IGC 1.0.12504 writes all instructions of objects of 4.1.',
    help: 'The operands are not in the file; compile to text (`.visaasm`), which has them. All instructions are kept as bytes.',
  },
} as const satisfies Record<string, CodeRow>;
