/** The machine code of Intel GPUs: instructions of the EU instruction set, from Gen8 to Xe3P, read, printed and assembled. */

export { type AssembleOptions, assemble, assembleMarked, type Mark, type MarkedCode } from './assemble.ts';
export { describeFields } from './describe.ts';
export { encodeInstruction } from './encode.ts';
export { type Field, fieldsOf } from './fields.ts';
export {
  type CodeDocument,
  type CodeElement,
  codeDocument,
  type InstructionElement,
  instructionElement,
  type LabelElement,
} from './json.ts';
export type { OperandElement, RegionElement, RegisterElement } from './json-operand.ts';
export { endsBlock, isBranch, targetOf } from './labels.ts';
export { packFields } from './message/bits.ts';
export { type AddressModel, type Caching, Message, type MessageField } from './message/model.ts';
export { messageComment, messageFieldsOf, messageOf } from './message/of.ts';
export { OPERATIONS as MESSAGE_OPERATIONS, type OperationGroup, type OperationRow } from './message/operations.ts';
export {
  compactOf,
  type Descriptor,
  type Instruction,
  OPTIONS,
  type Operand,
  type OperandKind,
  type Option,
  optionBit,
  type Region,
  type Send,
  wordsOf,
} from './model.ts';
export { MARKS, type MarkName, NOTE, printNote } from './notes.ts';
export { type CodeLine, codeLines, disassemble, type LineOptions, printCode } from './print.ts';
export { InstructionPrinter, type PrintOptions } from './print-instruction.ts';
export { disassembleExactly, notesOf } from './print-notes.ts';
export { type Code, type CodeOutline, outlineOf, Reading, readCode, readEach, readInstructionAt } from './read.ts';
export { type Pipe, type Scoreboard, scoreboardOfText, type TokenUse } from './scoreboard.ts';
export { fieldDoc, OPTION_DOCS } from './table/field-docs.ts';
export { FIELDS } from './table/fields.ts';
export { type FunctionNames, functionsOf } from './table/functions.ts';
export { type FieldRow, LAYOUTS, type Layout } from './table/layouts.ts';
export { type Format, OPERATIONS, type Operation } from './table/operations.ts';
export {
  inRange,
  PLATFORM_NAMES,
  PLATFORMS,
  type Platform,
  platformNamed,
  platformNumber,
  type Range,
  registerBytes,
} from './table/platforms.ts';
export { REGISTERS, type Register } from './table/registers.ts';
export { type DataType, TYPES } from './table/types.ts';
export { UNITS, type Unit } from './table/units.ts';
