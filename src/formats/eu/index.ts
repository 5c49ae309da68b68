/** The machine code of Intel GPUs: instructions of the EU instruction set, from Gen8 to Xe3P, read, printed and assembled. */

export { encodeInstruction } from './encode/instruction.ts';
export { packFields } from './message/bits.ts';
export { type AddressModel, type Caching, Message, type MessageField } from './message/model.ts';
export { messageComment, messageFieldsOf, messageOf } from './message/of.ts';
export { OPERATIONS as MESSAGE_OPERATIONS, type OperationGroup, type OperationRow } from './message/operations.ts';
export { samplerParameters } from './message/sampler.ts';
export {
  compactOf,
  type Descriptor,
  type Instruction,
  OPTIONS,
  type Operand,
  type OperandKind,
  type Option,
  optionBit,
  type Problem,
  type Region,
  type Send,
  wordsOf,
} from './model.ts';
export { type AssembleOptions, type AssemblyTrace, assemble, assembleMarked, type Mark, type MarkedCode } from './parse/assemble.ts';
export { type CodeLine, codeLines, codeText, disassemble, type LineOptions, printCode } from './print/code.ts';
export { describeFields } from './print/describe.ts';
export { disassembleExactly, notesOf } from './print/exact.ts';
export { type Field, fieldsOf } from './print/fields.ts';
export { InstructionPrinter, type PrintOptions } from './print/instruction.ts';
export {
  type CodeDocument,
  type CodeElement,
  codeDocument,
  type InstructionElement,
  instructionElement,
  type LabelElement,
} from './print/json.ts';
export type { OperandElement, RegionElement, RegisterElement } from './print/json-operand.ts';
export { Line } from './print/line.ts';
export { MARKS, type MarkName, NOTE, parseNote, printNote } from './print/notes.ts';
export { WIDTHS as CODE_WIDTHS } from './print/operand.ts';
export { type Code, type CodeOutline, outlineOf, Reading, readCode, readInstructionAt } from './read/code.ts';
export { endsBlock, isBranch, labelName, targetOf } from './read/labels.ts';
export { BFN_EXPRESSIONS } from './table/bfn.ts';
export { fieldDoc, OPTION_DOCS } from './table/field-docs.ts';
export { FIELDS } from './table/fields.ts';
export { type FunctionNames, functionsOf } from './table/functions.ts';
export { LAYOUTS, type Layout, type PlacesRow } from './table/layouts.ts';
export { type Format, OPERATIONS, type Operation } from './table/operations.ts';
export {
  GEN8,
  GEN9,
  GEN10,
  GEN11,
  inRange,
  PLATFORM_NAMES,
  PLATFORMS,
  type Platform,
  platformNamed,
  platformNumber,
  platformOfCore,
  type Range,
  registerBytes,
  XE,
  XE_HP,
  XE_HPC,
  XE_HPG,
  XE2,
  XE3,
  XE3P,
} from './table/platforms.ts';
export { REGISTERS, type Register } from './table/registers.ts';
export type { Pipe, Scoreboard, TokenUse } from './table/scoreboard.ts';
export { scoreboardOfText } from './table/shapes.ts';
export { type DataType, TYPES } from './table/types.ts';
export { UNITS, type Unit } from './table/units.ts';
