/** `zebin/eu`: the machine code of Intel GPUs, from Gen8 to Xe3P. */
import type { Outcome } from '../core/diag/index.ts';
import {
  type AssembleOptions,
  assemble as assembled,
  type Code,
  type CodeDocument,
  type PrintOptions as CodePrintOptions,
  type Descriptor,
  disassemble as disassembled,
  disassembleExactly as disassembledExactly,
  codeDocument as document,
  encodeInstruction as encoded,
  type Instruction,
  platformNamed as named,
  type Operand,
  type OperandKind,
  type Platform,
  platformNumber,
  printCode as print,
  type Region,
  readCode as read,
  type Scoreboard,
  type Send,
} from '../formats/eu/index.ts';
import type { Input } from './reading.ts';

export { PLATFORMS as EU_PLATFORMS } from '../formats/eu/index.ts';
export type {
  AssembleOptions,
  Code,
  CodeDocument,
  CodePrintOptions,
  Descriptor,
  Input,
  Instruction,
  Operand,
  OperandKind,
  Outcome,
  Platform,
  Region,
  Scoreboard,
  Send,
};

/**
 * The platform of a name of iga64 or of the architecture; undefined when there is none.
 *
 * @example
 * platformNamed('xe2'); // '2'
 */
export function platformNamed(name: string): Platform | undefined {
  return named(name);
}

/**
 * Reads the instructions of a kernel. What is not an instruction is kept as bytes, with a diagnostic.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * readCode(code, '2').value.instructions.length > 10; // true
 */
export function readCode(input: Input, platform: Platform): Outcome<Code> {
  return read(input, platform);
}

/**
 * The bytes of an instruction: 8 if it is compacted and still equals its compacted form, otherwise 16. Records are readonly, so an edit makes
 * a new one.
 *
 * @throws TypeError for an unknown platform, and RangeError if a value has no encoding on the platform.
 *
 * @example
 * const code = assemble('(W) mov (1|M0) r10.0<1>:f 1.0:f', '2').value;
 * const [instruction] = readCode(code, '2').value.instructions;
 * encodeInstruction({ ...instruction, noMask: false }, '2').length; // 16
 */
export function encodeInstruction(instruction: Instruction, platform: Platform): Uint8Array {
  const number = platformNumber(platform);
  if (number < 0) throw new TypeError(`${platform} is not a platform`);
  return encoded(instruction, number);
}

/**
 * The instructions as text, as iga64 spells them.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * printCode(readCode(code, '2').value).includes('send'); // true
 */
export function printCode(code: Code, options: CodePrintOptions = {}): string {
  return print(code, options);
}

/**
 * The instructions of bytes as text: {@link readCode} and {@link printCode} in one, with less memory.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * disassemble(code, '2').value.includes('send'); // true
 */
export function disassemble(input: Input, platform: Platform, options: CodePrintOptions = {}): Outcome<string> {
  return disassembled(input, platform, options);
}

/**
 * The instructions as data for JSON, in the shape of iga64's.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * JSON.stringify(codeDocument(readCode(code, '2').value)).length > 100; // true
 */
export function codeDocument(code: Code): CodeDocument {
  return document(code);
}

/**
 * The instructions as text that {@link assemble} makes the same bytes of: notes in comments say what the text alone does not.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * const { value: assembly } = disassembleExactly(code, '2');
 * assemble(assembly, '2').value.length === code.length; // true
 */
export function disassembleExactly(input: Input, platform: Platform, options: CodePrintOptions = {}): Outcome<string> {
  return disassembledExactly(input, platform, options);
}

/**
 * The machine code of a text, as `iga64 -a` makes it. A statement that cannot be assembled is left out, with a diagnostic whose span is
 * what is wrong with it; the bytes are then of no use.
 *
 * @example
 * assemble('nop {Compacted}', '2').diagnostics.length; // 1
 * assemble('mov (16|M0) r10.0<1>:f r12.0<1;1,0>:f', '2').value.length; // 16
 */
export function assemble(input: string | Input, platform: Platform, options: AssembleOptions = {}): Outcome<Uint8Array> {
  return assembled(input, platform, options);
}
