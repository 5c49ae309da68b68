/**
 * Prints an instruction as a line of assembly, as `iga64 -d` does.
 *
 * Source: visa/iga/IGALibrary/Frontend/Formatter.cpp of intel/intel-graphics-compiler.
 */

import { loadStoreColumns, loadStoreComment, printsLoadStore } from '../message/ldst.ts';
import { messageComment, messageOf } from '../message/of.ts';
import { compactOf, type Descriptor, type Instruction, OPTIONS, type Operand, optionBit, wordsOf } from '../model.ts';
import { hex, hex64 } from '../numbers.ts';
import { XE, XE2 } from '../table/platforms.ts';
import { type PlatformShapes, type Shape, shapesOf } from '../table/shapes.ts';
import { Line } from './line.ts';
import { bareRegister, WIDTHS, writeOperand } from './operand.ts';

export interface PrintOptions {
  /** Prints labels as numbers, the distance in bytes, and no lines of labels. */
  readonly numericLabels?: boolean;
  /** Prints the offset of each instruction in a comment before it. */
  readonly offsets?: boolean;
  /** Prints the bits of each instruction in a comment before it. */
  readonly bits?: boolean;
  /** Prints loads, stores and atomic operations in load/store syntax, if the platform has it. */
  readonly loadStore?: boolean;
}

const EXBSO = optionBit('ExBSO');

/** The names of options, with commas between them. */
function optionText(set: number): string {
  let text = '';
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    const name = OPTIONS[31 - Math.clz32(rest & -rest)] as string;
    text += text === '' ? name : `,${name}`;
  }
  return text;
}

/** Options and scoreboard, with a space before them. */
function tailText({ options, scoreboard }: Instruction): string {
  if (options === 0 && scoreboard === undefined) return '';
  const separator = options !== 0 && scoreboard !== undefined ? ',' : '';
  return ` {${optionText(options)}${separator}${scoreboard?.text ?? ''}}`;
}

/** Prints instructions, each as a line. */
export class InstructionPrinter {
  private readonly platform: number;
  // Fields instead of the options: callers make those in many ways, and code for one kind of object would be discarded for the next.
  private readonly hasNumericLabels: boolean;
  private readonly hasOffsets: boolean;
  private readonly hasBits: boolean;
  private readonly isLoadStore: boolean;
  private readonly shapes: PlatformShapes;
  private readonly line = new Line();

  constructor(platform: number, { numericLabels = false, offsets = false, bits = false, loadStore = false }: PrintOptions = {}) {
    this.platform = platform;
    this.hasNumericLabels = numericLabels;
    this.hasOffsets = offsets;
    this.hasBits = bits;
    this.isLoadStore = loadStore;
    this.shapes = shapesOf(platform);
  }

  /** The line of an instruction, without its line feed. */
  print(instruction: Instruction): string {
    this.write(instruction);
    return this.line.end();
  }

  private write(instruction: Instruction): void {
    const { line } = this;
    const { operation } = instruction;
    const shape = operation && this.shapes.shape(operation.opcode);
    if (this.hasBits || this.hasOffsets) line.text += this.prefix(instruction);
    if (shape === undefined || instruction.problem !== undefined) {
      line.column('', WIDTHS.predicate, 0);
      line.text += ` // ${instruction.problem ?? 'not an instruction'}: ${rawText(instruction)}`;
      return;
    }
    if (this.isLoadStore && shape.mnemonic === 'send' && this.loadStore(instruction)) return;
    this.head(instruction, shape);
    if (shape.reading === 'sendg') this.sendg(instruction);
    else if (shape.reading === 'send' && this.platform >= XE2) this.send(instruction);
    else this.operands(instruction, shape);
    line.text += tailText(instruction);
    if (instruction.send !== undefined) line.text += ` // ${messageComment(instruction, this.platform)}`;
  }

  private prefix(instruction: Instruction): string {
    const parts: string[] = [];
    if (this.hasOffsets) parts.push(`[${instruction.offset.toString(16).toUpperCase().padStart(4, '0')}] `);
    if (this.hasBits) {
      const text = (compactOf(instruction) ?? wordsOf(instruction))
        .reverse()
        .map((word) => word.toString(16).toUpperCase().padStart(8, '0'))
        .join('`');
      parts.push(text.padStart(35));
    }
    return `/* ${parts.join(' ')} */ `;
  }

  /** Prints predicate, mnemonic and flag modifier. */
  private head(instruction: Instruction, shape: Shape): void {
    const { line } = this;
    const { condition } = instruction;
    line.column(predicateText(instruction), WIDTHS.predicate, 1);
    line.column(this.name(instruction, shape), WIDTHS.mnemonic, 1);
    line.column(condition === '' ? '' : `(${condition})f${instruction.flag}.${instruction.flagSub}`, WIDTHS.flag, 0);
  }

  private name({ subfunction, execSize, channelOffset }: Instruction, { mnemonic, isSend, isBfn, isSizeless }: Shape): string {
    let name = mnemonic;
    if (subfunction !== '' && !(isSend && this.platform < XE)) name += isBfn ? `.(${subfunction})` : `.${subfunction}`;
    return isSizeless ? `${name} ` : `${name} (${execSize}|M${channelOffset})`;
  }

  private operands(instruction: Instruction, shape: Shape): void {
    const { line, platform } = this;
    const { dst, sources, send } = instruction;
    const hasOptions = instruction.options !== 0 || instruction.scoreboard !== undefined;
    if (dst === undefined && (sources.length > 0 || hasOptions)) line.text += ' '.repeat(WIDTHS.dst);
    if (sources.length === 0 && hasOptions) line.text += ' '.repeat(WIDTHS.src);
    for (let index = dst === undefined ? 0 : -1; index < sources.length; index++) {
      const operand = (index < 0 ? dst : sources[index]) as Operand;
      line.text += '  ';
      writeOperand(line, instruction, operand, index, shape, platform, this.hasNumericLabels);
    }
    if (sources.length === 1 && (!shape.isSend || shape.format === 'send2')) line.column('', WIDTHS.src, 0);
    if (send === undefined) return;
    line.text += '  ';
    this.descriptor(send.exDesc, 1, 2);
    this.descriptor(send.desc, 8, 0);
  }

  /** Prints a column with a register, or a number with at least `digits` digits, and the spaces after it. */
  private descriptor({ isRegister, sub, imm }: Descriptor, digits: number, after: number): void {
    const text = isRegister ? `a0.${sub}` : hex(imm, digits);
    // The number does not count for the width of the column.
    this.line.column(text, WIDTHS.desc, after, isRegister ? 0 : text.length);
  }

  /** A send since Xe2. */
  private send(instruction: Instruction): void {
    const { line } = this;
    const { send } = instruction;
    if (send === undefined) return;
    const { exDesc, desc, exDescOffset } = send;
    const hasLength = !exDesc.isRegister || send.unit === 'ugm' || (instruction.options & EXBSO) !== 0;
    this.payloads(instruction, '', hasLength ? `:${send.src1Length}` : '');
    if (exDescOffset !== 0) line.text += `${hex(exDescOffset)}:`;
    this.descriptor(exDesc, 1, 2);
    this.descriptor(desc, 8, 0);
  }

  /** A send of Xe3P, with one descriptor of 47 bits and up to two descriptors in registers. */
  private sendg(instruction: Instruction): void {
    const { line } = this;
    const { send } = instruction;
    if (send === undefined) return;
    this.payloads(instruction, `:${send.src0Length}`, `:${send.src1Length}`);
    if (send.indirect0 >= 0) line.text += `s0.${send.indirect0}  `;
    if (send.indirect1 >= 0) line.text += `s0.${send.indirect1}  `;
    line.text += hex64(send.low, send.high);
  }

  /** Prints destination and payloads since Xe2, with their lengths: no columns after the first. A gathered payload is the only one. */
  private payloads({ dst, sources }: Instruction, length0: string, length1: string): void {
    const { line } = this;
    const { 0: src0, 1: src1 } = sources;
    if (dst === undefined || src0 === undefined || src1 === undefined) return;
    line.text += '  ';
    line.column(bareRegister(dst), WIDTHS.sendDst, 2);
    if (src0.kind === 'indirect') line.text += `r[s0.${src0.sub}]${length0}  `;
    else line.text += `${bareRegister(src0)}${length0}  ${bareRegister(src1)}${length1}  `;
  }

  /** Prints a send as its message; returns `false` if the message has no syntax of its own. */
  private loadStore(instruction: Instruction): boolean {
    const { line } = this;
    const { dst, sources, send, execSize, channelOffset } = instruction;
    const { 0: src0, 1: src1 } = sources;
    const message = messageOf(instruction, this.platform);
    if (!printsLoadStore(this.platform, message)) return false;
    if (dst === undefined || src0 === undefined || src1 === undefined || send === undefined) return false;
    line.column(predicateText(instruction), WIDTHS.predicate, 0);
    const registers = { destination: bareRegister(dst), source0: bareRegister(src0), source1: bareRegister(src1) };
    for (const part of loadStoreColumns(message, send, `(${execSize}|M${channelOffset})`, registers)) {
      if (typeof part === 'string') line.text += part;
      else line.column(part.text, part.width, 0, part.uncounted);
    }
    line.text += `${tailText(instruction)} // ${loadStoreComment(send)}`;
    return true;
  }
}

function predicateText({ noMask, predicate, predicateInverse, flag, flagSub }: Instruction): string {
  if (predicate === '') return noMask ? '(W)' : '';
  const suffix = predicate === 'seq' ? '' : `.${predicate}`;
  return `(${noMask ? 'W&' : ''}${predicateInverse ? '~' : ''}f${flag}.${flagSub}${suffix})`;
}

/** The bytes of an invalid instruction. */
function rawText(instruction: Instruction): string {
  return (compactOf(instruction) ?? wordsOf(instruction)).map((word) => hex(word, 8)).join(' ');
}
