/**
 * Instructions → assembly, as `iga64 -d` writes it.
 *
 * Source: visa/iga/IGALibrary/Frontend/Formatter.cpp of intel/intel-graphics-compiler.
 */
import { Bytes } from '../bytes/index.ts';
import type { Outcome, Reporter } from '../diag/index.ts';
import { blockStarts, labelName } from './labels.ts';
import { loadStoreColumns, loadStoreComment, printsLoadStore } from './message/ldst.ts';
import { messageComment, messageOf } from './message/of.ts';
import { type Descriptor, type Instruction, OPTIONS, optionBit } from './model.ts';
import { hex, hex64 } from './numbers.ts';
import { bareRegister, writeDestination, writeSource } from './print-operand.ts';
import { type Code, checkedNumber, outlineOf, readEach } from './read.ts';
import { Row } from './row.ts';
import { type Shape, shapesOf } from './shapes.ts';
import { type Platform, XE, XE2 } from './table/platforms.ts';

export interface PrintOptions {
  /** Labels are numbers: the distance in bytes. No lines of labels are written. */
  readonly numericLabels?: boolean;
  /** The offset of each instruction in a comment before it. */
  readonly offsets?: boolean;
  /** The bits of each instruction in a comment before it. */
  readonly bits?: boolean;
  /** Loads, stores and atomic operations as such, where the platform's assembly can. */
  readonly loadStore?: boolean;
}

/** The assembly of a piece of code; a line for each instruction and label, each with its line feed. */
export function printCode(code: Code, options: PrintOptions = {}): string {
  const page = new Page(code.platform, options, options.numericLabels ? [] : blockStarts(code.instructions));
  for (const instruction of code.instructions) page.add(instruction);
  return page.end();
}

/**
 * Bytes of machine code → the text that `printCode` returns for them, with the diagnostics of `readCode`. Each instruction is forgotten
 * once it is printed: records of large code cost more time than reading it a second time for its labels does.
 *
 * @throws TypeError when the platform is not known.
 */
export function disassemble(
  input: Uint8Array | Bytes,
  platform: Platform,
  options: PrintOptions = {},
  reporter?: Reporter,
): Outcome<string> {
  const bytes = Bytes.from(input);
  const page = new Page(platform, options, options.numericLabels ? [] : outlineOf(bytes, platform).starts);
  const { diagnostics } = readEach(bytes, platform, (instruction) => page.add(instruction), reporter);
  return { value: page.end(), diagnostics };
}

/** Characters that wait to become text. */
const MOST_WAITING = 1 << 15;

/** Lines, with those of labels between them. */
class Page {
  private readonly printer: InstructionPrinter;
  private readonly starts: readonly number[];
  private text = '';
  private next = 0;

  constructor(platform: Platform, options: PrintOptions, starts: readonly number[]) {
    this.printer = new InstructionPrinter(checkedNumber(platform), options);
    this.starts = starts;
  }

  add(instruction: Instruction): void {
    this.labels(instruction.offset);
    const { row } = this.printer;
    this.printer.write(instruction);
    row.add('\n');
    if (row.size > MOST_WAITING) this.text += row.take();
  }

  end(): string {
    this.labels(Number.POSITIVE_INFINITY);
    return this.text + this.printer.row.take();
  }

  /** The labels up to an offset. */
  private labels(offset: number): void {
    while (this.next < this.starts.length && (this.starts[this.next] as number) <= offset) {
      this.printer.row.add(`${labelName(this.starts[this.next++] as number)}:\n`);
    }
  }
}

/** Widths of the columns: predicate, mnemonic, flag modifier, destination, source, descriptor of a send, its destination and source. */
export const WIDTHS = { predicate: 7, mnemonic: 13, flag: 9, dst: 12, src: 16, desc: 10, sendDst: 7, sendSrc: 6 } as const;

const EXBSO = optionBit('ExBSO');

/** Operations whose execution size is not written. */
const WITHOUT_SIZE = ['illegal', 'nop', 'sync', 'jmpi', 'wait'];

/** The set of options as text, for each set that came up. */
const optionTexts = new Map<number, string>();

function optionText(set: number): string {
  let text = optionTexts.get(set);
  if (text === undefined) {
    text = OPTIONS.filter((_, bit) => (set >> bit) & 1).join(',');
    optionTexts.set(set, text);
  }
  return text;
}

const sizeText = (shape: Shape, execSize: number, channelOffset: number): string =>
  WITHOUT_SIZE.includes(shape.mnemonic) ? '' : `(${execSize}|M${channelOffset})`;

export class InstructionPrinter {
  private readonly platform: number;
  private readonly options: PrintOptions;
  private readonly shapes: readonly (Shape | undefined)[];
  /** Names with their sizes, by opcode and subfunction, for each that came up: there are few. */
  private readonly names: Map<string, string[]>[] = Array.from({ length: 128 }, () => new Map());
  /** Where lines go. */
  readonly row = new Row();

  constructor(platform: number, options: PrintOptions = {}) {
    this.platform = platform;
    this.options = options;
    this.shapes = shapesOf(platform).shapes;
  }

  /** The line of an instruction, without its line feed. */
  print(instruction: Instruction): string {
    this.write(instruction);
    return this.row.take();
  }

  /** Writes the line of an instruction into the row, without its line feed. */
  write(instruction: Instruction): void {
    const { row } = this;
    row.start();
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
    const known = this.names[shape.operation.opcode] as Map<string, string[]>;
    let sizes = known.get(subfunction);
    if (sizes === undefined) {
      sizes = [];
      known.set(subfunction, sizes);
    }
    // A power of two up to 32, and a multiple of four below 64.
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

  /** A column with a register, or a number of at least so many digits. */
  private descriptor({ isRegister, sub, imm }: Descriptor, digits: number): void {
    const { row } = this;
    if (isRegister) {
      row.column(`a0.${sub}`, WIDTHS.desc);
      return;
    }
    row.hex(imm, digits);
    // The number does not count.
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

  /** A send of Xe3P, with one descriptor of 47 bits and up to two that registers hold. */
  private sendg(instruction: Instruction): void {
    const { row } = this;
    const { send } = instruction;
    if (send === undefined) return;
    this.payloads(instruction, `:${send.src0Length}`, `:${send.src1Length}`);
    if (send.indirect0 >= 0) row.add(`s0.${send.indirect0}  `);
    if (send.indirect1 >= 0) row.add(`s0.${send.indirect1}  `);
    row.add(hex64(send.low, send.high));
  }

  /** Destination and payloads since Xe2, with their lengths: no columns after the first. A payload that is gathered is the only one. */
  private payloads({ dst, sources }: Instruction, length0: string, length1: string): void {
    const { row } = this;
    const [src0, src1] = sources;
    if (dst === undefined || src0 === undefined || src1 === undefined) return;
    row.add('  ');
    row.column(bareRegister(dst), WIDTHS.sendDst);
    const isGathered = src0.kind === 'indirect';
    row.add(`  ${isGathered ? `r[s0.${src0.sub}]` : bareRegister(src0)}${length0}  `);
    if (!isGathered) row.add(`${bareRegister(src1)}${length1}  `);
  }

  /** A send by its message; `false` when its message has no syntax of its own. */
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

  private tail(instruction: Instruction): void {
    const { row } = this;
    const { options, scoreboard } = instruction;
    if (options === 0 && scoreboard === undefined) return;
    row.add(' {');
    row.add(optionText(options));
    if (options !== 0 && scoreboard !== undefined) row.add(',');
    if (scoreboard !== undefined) row.add(scoreboard.text);
    row.add('}');
  }
}

function predicateText({ noMask, predicate, predicateInverse, flag, flagSub }: Instruction): string {
  if (predicate === '') return noMask ? '(W)' : '';
  const suffix = predicate === 'seq' ? '' : `.${predicate}`;
  return `(${noMask ? 'W&' : ''}${predicateInverse ? '~' : ''}f${flag}.${flagSub}${suffix})`;
}

/** The bytes of an instruction, for those that are none. */
function rawText({ compact, words }: Instruction): string {
  return (compact ?? words).map((word) => hex(word, 8)).join(' ');
}
