/**
 * Prints an instruction as a line of assembly, as `iga64 -d` does.
 *
 * Source: visa/iga/IGALibrary/Frontend/Formatter.cpp of intel/intel-graphics-compiler.
 */
import { loadStoreColumns, loadStoreComment, printsLoadStore } from './message/ldst.ts';
import { messageComment, messageOf } from './message/of.ts';
import { type Descriptor, type Instruction, OPTIONS, optionBit } from './model.ts';
import { hex, hex64 } from './numbers.ts';
import { bareRegister, writeDestination, writeSource } from './print-operand.ts';
import type { Sink } from './row.ts';
import type { Scoreboard } from './scoreboard.ts';
import { type Shape, shapesOf } from './shapes.ts';
import { PLATFORMS, XE, XE2 } from './table/platforms.ts';

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

/** Widths of the columns: predicate, mnemonic, flag modifier, destination, source, descriptor of a send, its destination and source. */
export const WIDTHS = { predicate: 7, mnemonic: 13, flag: 9, dst: 12, src: 16, desc: 10, sendDst: 7, sendSrc: 6 } as const;

const EXBSO = optionBit('ExBSO');

/** Operations that are printed without execution size. */
const WITHOUT_SIZE = ['illegal', 'nop', 'sync', 'jmpi', 'wait'];

/** The text of each set of options that has occurred. */
const optionTexts = new Map<number, string>();

function optionText(set: number): string {
  let text = optionTexts.get(set);
  if (text === undefined) {
    text = OPTIONS.filter((_, bit) => (set >> bit) & 1).join(',');
    optionTexts.set(set, text);
  }
  return text;
}

/** Options and scoreboard, with a space before them. */
export function tailText(options: number, scoreboard: Scoreboard | undefined): string {
  if (options === 0 && scoreboard === undefined) return '';
  const separator = options !== 0 && scoreboard !== undefined ? ',' : '';
  return ` {${optionText(options)}${separator}${scoreboard?.text ?? ''}}`;
}

const sizeText = (shape: Shape, execSize: number, channelOffset: number): string =>
  WITHOUT_SIZE.includes(shape.mnemonic) ? '' : `(${execSize}|M${channelOffset})`;

/** Names with their sizes, by platform, opcode and subfunction. */
const namesOf = PLATFORMS.map(() => new Array<Map<string, string[]> | undefined>(128).fill(undefined));

/** Prints lines from the records of instructions. */
export class InstructionWriter {
  private readonly platform: number;
  private readonly options: PrintOptions;
  private readonly shapes: readonly (Shape | undefined)[];
  /** Names by opcode and subfunction, for those that have occurred: there are few. */
  private readonly names: (Map<string, string[]> | undefined)[];
  /** Receives the lines. */
  readonly row: Sink;

  constructor(platform: number, options: PrintOptions, row: Sink) {
    this.row = row;
    this.platform = platform;
    this.options = options;
    this.shapes = shapesOf(platform).shapes;
    this.names = namesOf[platform] as (typeof namesOf)[number];
  }

  /** Prints the line of an instruction into the row, without its line feed. */
  write(instruction: Instruction): void {
    const { row } = this;
    const { operation } = instruction;
    const shape = operation && this.shapes[operation.opcode];
    if (this.options.bits || this.options.offsets) row.add(this.prefix(instruction));
    if (shape === undefined || instruction.problem !== undefined) {
      row.column('', WIDTHS.predicate);
      row.add(` // ${instruction.problem ?? 'not an instruction'}: ${rawText(instruction)}`);
      return;
    }
    if (this.options.loadStore && shape.mnemonic === 'send' && this.loadStore(instruction)) return;
    this.head(instruction, shape);
    if (shape.reading === 'sendg') this.sendg(instruction);
    else if (shape.reading === 'send' && this.platform >= XE2) this.send(instruction);
    else this.operands(instruction, shape);
    this.tail(instruction);
    if (instruction.send === undefined) return;
    row.add(' // ');
    row.add(messageComment(instruction, this.platform));
  }

  private prefix(instruction: Instruction): string {
    const parts: string[] = [];
    if (this.options.offsets) parts.push(`[${instruction.offset.toString(16).toUpperCase().padStart(4, '0')}] `);
    if (this.options.bits) {
      const words = instruction.compact ?? instruction.words;
      const text = [...words]
        .reverse()
        .map((word) => (word >>> 0).toString(16).toUpperCase().padStart(8, '0'))
        .join('`');
      parts.push(text.padStart(35));
    }
    return `/* ${parts.join(' ')} */ `;
  }

  private head(instruction: Instruction, shape: Shape): void {
    const { row } = this;
    row.column(predicateText(instruction), WIDTHS.predicate);
    row.add(' ');
    row.column(this.name(instruction, shape), WIDTHS.mnemonic);
    row.add(' ');
    const { condition } = instruction;
    row.column(condition === '' ? '' : `(${condition})f${instruction.flag}.${instruction.flagSub}`, WIDTHS.flag);
  }

  private name({ subfunction, execSize, channelOffset }: Instruction, shape: Shape): string {
    const known = this.names[shape.operation.opcode] ?? new Map<string, string[]>();
    this.names[shape.operation.opcode] = known;
    let sizes = known.get(subfunction);
    if (sizes === undefined) {
      sizes = [];
      known.set(subfunction, sizes);
    }
    // The size is a power of two up to 32, and the offset a multiple of four below 64.
    const key = (31 - Math.clz32(execSize)) * 16 + (channelOffset >> 2);
    if (sizes[key] === undefined) {
      const isPlain = subfunction === '' || (shape.isSend && this.platform < XE);
      const name = isPlain ? '' : shape.isBfn ? `.(${subfunction})` : `.${subfunction}`;
      sizes[key] = `${shape.mnemonic}${name} ${sizeText(shape, execSize, channelOffset)}`;
    }
    return sizes[key];
  }

  private operands(instruction: Instruction, shape: Shape): void {
    const { row } = this;
    const { dst, sources, send } = instruction;
    const hasOptions = instruction.options !== 0 || instruction.scoreboard !== undefined;
    if (dst !== undefined) {
      row.add('  ');
      row.open();
      writeDestination(row, instruction, dst, shape, this.platform);
      row.close(shape.isSend ? WIDTHS.sendDst : WIDTHS.dst);
    } else if (sources.length > 0 || hasOptions) row.spaces(WIDTHS.dst);
    if (sources.length === 0 && hasOptions) row.spaces(WIDTHS.src);
    for (let index = 0; index < sources.length; index++) {
      row.add('  ');
      row.open();
      const hidden = writeSource(row, instruction, index, shape, this.platform, this.options.numericLabels === true);
      if (hidden !== undefined) row.close(shape.isSend ? WIDTHS.sendSrc : WIDTHS.src, hidden);
    }
    if (sources.length === 1 && (!shape.isSend || shape.format === 'send2')) row.column('', WIDTHS.src);
    if (send === undefined) return;
    row.add('  ');
    this.descriptor(send.exDesc, 1);
    row.add('  ');
    this.descriptor(send.desc, 8);
  }

  /** Prints a column with a register, or a number with at least `digits` digits. */
  private descriptor({ isRegister, sub, imm }: Descriptor, digits: number): void {
    const { row } = this;
    if (isRegister) {
      row.column(`a0.${sub}`, WIDTHS.desc);
      return;
    }
    row.hex(imm, digits);
    // The number does not count for the width of the column.
    row.column('', WIDTHS.desc);
  }

  /** A send since Xe2. */
  private send(instruction: Instruction): void {
    const { row } = this;
    const { send } = instruction;
    if (send === undefined) return;
    const { exDesc, desc, exDescOffset } = send;
    const hasLength = !exDesc.isRegister || send.unit === 'ugm' || (instruction.options & EXBSO) !== 0;
    this.payloads(instruction, '', hasLength ? `:${send.src1Length}` : '');
    if (exDescOffset !== 0) row.add(`${hex(exDescOffset)}:`);
    this.descriptor(exDesc, 1);
    row.add('  ');
    this.descriptor(desc, 8);
  }

  /** A send of Xe3P, with one descriptor of 47 bits and up to two descriptors in registers. */
  private sendg(instruction: Instruction): void {
    const { row } = this;
    const { send } = instruction;
    if (send === undefined) return;
    this.payloads(instruction, `:${send.src0Length}`, `:${send.src1Length}`);
    if (send.indirect0 >= 0) row.add(`s0.${send.indirect0}  `);
    if (send.indirect1 >= 0) row.add(`s0.${send.indirect1}  `);
    row.add(hex64(send.low, send.high));
  }

  /** Prints destination and payloads since Xe2, with their lengths: no columns after the first. A gathered payload is the only one. */
  private payloads({ dst, sources }: Instruction, length0: string, length1: string): void {
    const { row } = this;
    const [src0, src1] = sources;
    if (dst === undefined || src0 === undefined || src1 === undefined) return;
    row.add('  ');
    row.open();
    row.variable('bare', dst, bareRegister(dst));
    row.close(WIDTHS.sendDst);
    row.add('  ');
    const isGathered = src0.kind === 'indirect';
    if (isGathered) row.add(`r[s0.${src0.sub}]`);
    else row.variable('bare', src0, bareRegister(src0));
    row.add(`${length0}  `);
    if (isGathered) return;
    row.variable('bare', src1, bareRegister(src1));
    row.add(`${length1}  `);
  }

  /** Prints a send as its message; returns `false` if the message has no syntax of its own. */
  private loadStore(instruction: Instruction): boolean {
    const { row } = this;
    const { dst, sources, send, execSize, channelOffset } = instruction;
    const [src0, src1] = sources;
    const message = messageOf(instruction, this.platform);
    if (!printsLoadStore(this.platform, message)) return false;
    if (dst === undefined || src0 === undefined || src1 === undefined || send === undefined) return false;
    row.column(predicateText(instruction), WIDTHS.predicate);
    const registers = { destination: bareRegister(dst), source0: bareRegister(src0), source1: bareRegister(src1) };
    for (const part of loadStoreColumns(message, send, `(${execSize}|M${channelOffset})`, registers)) {
      if (typeof part === 'string') row.add(part);
      else row.column(part.text, part.width, part.uncounted);
    }
    this.tail(instruction);
    row.add(` // ${loadStoreComment(send)}`);
    return true;
  }

  private tail({ options, scoreboard }: Instruction): void {
    this.row.variable('options', undefined, tailText(options, scoreboard));
  }
}

function predicateText({ noMask, predicate, predicateInverse, flag, flagSub }: Instruction): string {
  if (predicate === '') return noMask ? '(W)' : '';
  const suffix = predicate === 'seq' ? '' : `.${predicate}`;
  return `(${noMask ? 'W&' : ''}${predicateInverse ? '~' : ''}f${flag}.${flagSub}${suffix})`;
}

/** The bytes of an invalid instruction. */
function rawText({ compact, words }: Instruction): string {
  return (compact ?? words).map((word) => hex(word, 8)).join(' ');
}
