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
    help: 'The file is truncated.',
  },
  'visa/version': {
    severity: 'warning',
    what: 'A version whose binary form is unknown.',
    help: 'Versions 3.0 to 4.1 are known; for later versions the public compilers only print text. It is read as the nearest of these.',
  },
  'visa/table-range': {
    severity: 'error',
    what: 'A table or field of the object or of a routine that reaches past the end of the data.',
    help: 'The file is truncated, or a count is wrong. Complete entries are read; the rest is kept as bytes.',
  },
  'visa/routine-range': {
    severity: 'error',
    what: 'A kernel or function that begins outside the object.',
    help: 'The file is truncated, or the offset in its entry is wrong. Only the entry is read.',
  },
  'visa/piece-range': {
    severity: 'error',
    what: 'Instructions or embedded machine code that reach past the end of the data.',
    help: 'The file is truncated, or an offset or size is wrong. The part that exists is read.',
  },
  'visa/layout': {
    severity: 'error',
    what: 'An object whose offsets and sizes are not those of its content.',
    help: 'After a change, give it new ones with `layoutVisa`, then write it.',
  },
  'visa/reserved': {
    severity: 'warning',
    what: 'Reserved bits that are not zero.',
    help: 'A later version may assign them a meaning; they are kept unchanged.',
  },
  'visa/range': {
    severity: 'error',
    what: 'A number or count outside what the format allows.',
    help: 'The message has the limits. Compilers refuse or misread such an object.',
  },
  'visa/index': {
    severity: 'error',
    what: 'An index of something that does not exist.',
    help: 'The tables of the routine say how many strings, variables, samplers and surfaces there are; pre-defined ones come first.',
  },
  'visa/name-length': {
    severity: 'warning',
    what: 'A name longer than the format allows.',
    help: 'Shorten it: compilers truncate or refuse longer names.',
  },
  'visa/alias': {
    severity: 'error',
    what: 'An invalid alias.',
    help: 'An alias must be within another variable. A variable that is not an alias has offset 0. Inputs cannot be aliases.',
  },
  'visa/alignment': {
    severity: 'error',
    what: 'An offset that is not aligned as required.',
    help: 'Offsets of aliases are multiples of the element size. Inputs are aligned to their element, or to a register if they fill one, and do not cross a register boundary.',
  },
  'visa/input-overlap': {
    severity: 'error',
    what: 'Two inputs that arrive in the same registers.',
    help: 'Place them separately.',
  },
  'visa/input-size': {
    severity: 'error',
    what: 'An input whose size is not that of its variable.',
    help: 'The size is the element size times the number of elements.',
  },
  'visa/input-order': {
    severity: 'warning',
    what: 'An argument that the caller supplies after one that the runtime supplies.',
    help: 'Arguments of the caller come first.',
  },
  'visa/input': {
    severity: 'error',
    what: 'An input that no register can hold, or that does not match what supplies it.',
    help: 'Pre-defined variables are not inputs. An input that the runtime supplies has the type of its provenance.',
  },
  'visa/attribute': {
    severity: 'error',
    what: 'An attribute with an invalid value, a repeated attribute, or a missing required one.',
    help: 'The message lists the valid values. Compilers ignore unknown attributes and do not check the others.',
  },
  'visa/name-characters': {
    severity: 'warning',
    what: 'The name of an attribute with characters that are not printable ASCII.',
    help: 'No compiler knows such a name: the attribute has no effect.',
  },
  'visa/label': {
    severity: 'error',
    what: 'A label of the wrong kind, a repeated label, or a label that does not exist.',
    help: 'Jumps lead to blocks, calls to subroutines; each label is unique.',
  },
  'visa/platform': {
    severity: 'warning',
    what: 'Machine code for a device that is unknown.',
    help: 'It was written by a newer compiler, or is damaged. The code is kept unchanged.',
  },
  'visa/operand-range': {
    severity: 'error',
    what: 'An operand that reaches past the end of its variable.',
    help: 'Declare a larger variable, or start at a lower offset. Compilers access what comes after the variable.',
  },
  'visa/entry': {
    severity: 'error',
    what: 'An entry of the header that does not match the content.',
    help: 'Lay the object out again with `layoutVisa`.',
  },
  'visa/operand': {
    severity: 'warning',
    what: 'An operand of a class or type that its instruction does not accept.',
    help: 'The message lists those that it accepts. Compilers refuse the operand or misread it.',
  },
  'visa/opcode': {
    severity: 'error',
    what: 'An instruction with an unknown opcode.',
    help: 'It was written by a newer compiler, or is damaged. This and all later instructions are kept as bytes.',
  },
  'visa/sub-opcode': {
    severity: 'error',
    what: 'An instruction with an unknown sub-opcode.',
    help: 'It was written by a newer compiler, or is damaged. This and all later instructions are kept as bytes.',
  },
  'visa/operand-class': {
    severity: 'error',
    what: 'An operand of a class that does not exist.',
    help: 'The bytes before it do not match the version. This and all later instructions are kept as bytes.',
  },
  'visa/instruction-cut': {
    severity: 'error',
    what: 'The instructions of a routine end inside an instruction.',
    help: 'The file is truncated, or an operand is missing. This and all later instructions are kept as bytes.',
  },
  'visa/stripped': {
    severity: 'info',
    what: 'A kernel or function without its instructions: they were taken out of the object, as from those that media drivers contain.',
    help: 'The machine code in the object, if it has some, is complete. An object with the instructions comes from the compiler.',
  },
  'visa/operands-missing': {
    severity: 'error',
    what: 'Instructions that lack their last two operands, as IGC 1.0.12504 writes all instructions of objects of 4.1.',
    help: 'The operands are not in the file; compile to text (`.visaasm`), which has them. All instructions are kept as bytes.',
  },
} as const satisfies Record<string, CodeRow>;
