/** `zebin/eu`: the machine code of Intel GPUs, from Gen8 to Xe3P. */
export type { Input } from '../core/bytes/index.ts';
export type { Outcome } from '../core/diag/index.ts';
export {
  type AssembleOptions,
  assemble,
  type Code,
  type CodeDocument,
  codeDocument,
  type Descriptor,
  disassemble,
  disassembleExactly,
  encodeInstruction,
  type Instruction,
  type Operand,
  type OperandKind,
  PLATFORMS as EU_PLATFORMS,
  type Platform,
  type PrintOptions as CodePrintOptions,
  platformNamed,
  printCode,
  type Region,
  readCode,
  type Scoreboard,
  type Send,
} from '../formats/eu/index.ts';
