/**
 * Instructions → assembly, as `iga64 -d` writes it.
 *
 * Source: visa/iga/IGALibrary/Frontend/Formatter.cpp of intel/intel-graphics-compiler.
 */
import { blockStarts, labelName } from './labels.ts';
import { loadStoreColumns, loadStoreComment, printsLoadStore } from './message/ldst.ts';
import { messageComment, messageOf } from './message/of.ts';
import { type Instruction, OPTIONS } from './model.ts';
import { hex, hex64 } from './numbers.ts';
import { bareRegister, destinationText, sourceText } from './print-operand.ts';
import type { Code } from './read.ts';
import { Row } from './row.ts';
import { type Shape, shapesOf } from './shapes.ts';
import { platformNumber, XE, XE2 } from './table/platforms.ts';

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
  const printer = new InstructionPrinter(platformNumber(code.platform), options);
  const starts = options.numericLabels ? [] : blockStarts(code.instructions);
  let text = '';
  let next = 0;
  for (const instruction of code.instructions) {
    while (next < starts.length && (starts[next] as number) <= instruction.offset) text += `${labelName(starts[next++] as number)}:\n`;
    text += `${printer.print(instruction)}\n`;
  }
  while (next < starts.length) text += `${labelName(starts[next++] as number)}:\n`;
  return text;
}

/** Widths of the columns: predicate, mnemonic, flag modifier, destination, source, descriptor of a send, its destination and source. */
export const WIDTHS = { predicate: 7, mnemonic: 13, flag: 9, dst: 12, src: 16, desc: 10, sendDst: 7, sendSrc: 6 } as const;

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

export class InstructionPrinter {
  private readonly platform: number;
  private readonly options: PrintOptions;
  private readonly shapes: readonly (Shape | undefined)[];
  private readonly row = new Row();

  constructor(platform: number, options: PrintOptions = {}) {
    this.platform = platform;
    this.options = options;
    this.shapes = shapesOf(platform).shapes;
  }

  /** The line of an instruction, without its line feed. */
  print(instruction: Instruction): string {
    const { row } = this;
    row.clear();
    const { operation } = instruction;
    const shape = operation && this.shapes[operation.opcode];
    if (this.options.bits || this.options.offsets) row.add(this.prefix(instruction));
    if (shape === undefined || instruction.problem !== undefined) {
      row.column('', WIDTHS.predicate);
      row.add(` // ${instruction.problem ?? 'not an instruction'}: ${rawText(instruction)}`);
      return row.text;
    }
    if (this.options.loadStore && shape.mnemonic === 'send' && this.loadStore(instruction)) return row.text;
    this.head(instruction, shape);
    if (shape.reading === 'sendg') this.sendg(instruction);
    else if (shape.reading === 'send' && this.platform >= XE2) this.send(instruction);
    else this.operands(instruction, shape);
    this.tail(instruction);
    if (instruction.send !== undefined) row.add(` // ${messageComment(instruction, this.platform)}`);
    return row.text;
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
    const { subfunction, execSize, channelOffset } = instruction;
    const name =
      subfunction === '' || (shape.isSend && this.platform < XE)
        ? shape.mnemonic
        : `${shape.mnemonic}.${shape.isBfn ? `(${subfunction})` : subfunction}`;
    const size = WITHOUT_SIZE.includes(shape.mnemonic) ? '' : `(${execSize}|M${channelOffset})`;
    row.add(' ');
    row.column(`${name} ${size}`, WIDTHS.mnemonic);
    row.add(' ');
    const { condition } = instruction;
    row.column(condition === '' ? '' : `(${condition})f${instruction.flag}.${instruction.flagSub}`, WIDTHS.flag);
  }

  private operands(instruction: Instruction, shape: Shape): void {
    const { row } = this;
    const { dst, sources, send } = instruction;
    const hasOptions = instruction.options !== 0 || instruction.scoreboard !== undefined;
    if (dst !== undefined) {
      row.add('  ');
      row.column(destinationText(dst, shape, this.platform), shape.isSend ? WIDTHS.sendDst : WIDTHS.dst);
    } else if (sources.length > 0 || hasOptions) row.spaces(WIDTHS.dst);
    if (sources.length === 0 && hasOptions) row.spaces(WIDTHS.src);
    for (let index = 0; index < sources.length; index++) {
      row.add('  ');
      const { text, hidden } = sourceText(instruction, index, shape, this.platform, this.options.numericLabels === true);
      if (hidden === undefined) row.add(text);
      else row.column(text, shape.isSend ? WIDTHS.sendSrc : WIDTHS.src, hidden);
    }
    if (sources.length === 1 && (!shape.isSend || shape.format === 'send2')) row.column('', WIDTHS.src);
    if (send === undefined) return;
    const { exDesc, desc } = send;
    row.add('  ');
    if (exDesc.isRegister) row.column(`a0.${exDesc.sub}`, WIDTHS.desc);
    else row.column(hex(exDesc.imm), WIDTHS.desc, hex(exDesc.imm).length);
    this.descriptor(desc.isRegister, desc.imm);
  }

  private descriptor(isRegister: boolean, imm: number): void {
    this.row.add('  ');
    if (isRegister) this.row.column('a0.0', WIDTHS.desc);
    else this.row.column(hex(imm, 8), WIDTHS.desc, 10);
  }

  /** A send since Xe2: operands without columns, and lengths beside the payloads. */
  private send(instruction: Instruction): void {
    const { row } = this;
    const { dst, sources, send } = instruction;
    const [src0, src1] = sources;
    if (dst === undefined || src0 === undefined || src1 === undefined || send === undefined) return;
    row.add('  ');
    row.column(bareRegister(dst), WIDTHS.sendDst);
    const isGathered = src0.kind === 'indirect';
    row.add(isGathered ? `  r[s0.${src0.sub}]  ` : `  ${bareRegister(src0)}  `);
    if (!isGathered) {
      const hasLength = !send.exDesc.isRegister || send.unit === 'ugm' || /ExBSO/.test(optionText(instruction.options));
      row.add(`${bareRegister(src1)}${hasLength ? `:${send.src1Length}` : ''}  `);
    }
    if (send.exDescOffset !== 0) row.add(`${hex(send.exDescOffset)}:`);
    if (send.exDesc.isRegister) row.column(`a0.${send.exDesc.sub}`, WIDTHS.desc);
    else row.column(hex(send.exDesc.imm), WIDTHS.desc, hex(send.exDesc.imm).length);
    this.descriptor(send.desc.isRegister, send.desc.imm);
  }

  /** A send of Xe3P, with one descriptor of 47 bits and up to two that registers hold. */
  private sendg(instruction: Instruction): void {
    const { row } = this;
    const { dst, sources, send } = instruction;
    const [src0, src1] = sources;
    if (dst === undefined || src0 === undefined || src1 === undefined || send === undefined) return;
    row.add('  ');
    row.column(bareRegister(dst), WIDTHS.sendDst);
    const isGathered = src0.kind === 'indirect';
    row.add(`  ${isGathered ? `r[s0.${src0.sub}]` : bareRegister(src0)}:${send.src0Length}  `);
    if (!isGathered) row.add(`${bareRegister(src1)}:${send.src1Length}  `);
    if (send.indirect0 >= 0) row.add(`s0.${send.indirect0}  `);
    if (send.indirect1 >= 0) row.add(`s0.${send.indirect1}  `);
    row.add(hex64(send.low, send.high));
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
    const { options, scoreboard } = instruction;
    if (options === 0 && scoreboard === undefined) return;
    const between = options !== 0 && scoreboard !== undefined ? ',' : '';
    this.row.add(` {${optionText(options)}${between}${scoreboard?.text ?? ''}}`);
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
