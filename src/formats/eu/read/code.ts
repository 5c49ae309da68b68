/** Machine code → instructions. */
import { Bytes, type Input } from '../../../core/bytes/index.ts';
import { type Budget, type Budgeted, type Outcome, Reporter } from '../../../core/diag/index.ts';
import type { Instruction } from '../model.ts';
import { checkedNumber, type Platform } from '../table/platforms.ts';
import { InstructionReader, isCompacted } from './instruction.ts';
import { Blocks, targetOf } from './labels.ts';

/** A piece of machine code. */
export interface Code {
  readonly platform: Platform;
  readonly instructions: readonly Instruction[];
  /**
   * End of the code, in bytes from its start: after the last instruction that ends a thread, branches or returns. Control cannot reach an
   * instruction after it; compilers put padding and a hash there. If no instruction is of this kind, the total length of the instructions.
   */
  readonly end: number;
  /** Number of bytes at the end that are too few for an instruction. */
  readonly padding: number;
}

/**
 * Reads machine code of a platform: all instructions from the first byte to the last.
 *
 * An invalid word is kept as an instruction with a `problem`, and is reported; reading continues after it. Whether the bytes after the end
 * of the thread are code is not checked here.
 *
 * @throws TypeError for an unknown platform.
 *
 * @example
 * const code = readElf(bytes).value.sections[1].bytes; // .text.clock
 * readCode(code, '2').value.instructions.length > 10; // true
 */
export function readCode(input: Input, platform: Platform, options: Budgeted = {}): Outcome<Code> {
  const instructions: Instruction[] = [];
  const blocks = new Blocks();
  const reading = new Reading(input, platform, new Reporter(input.length, options.budget));
  for (let one = reading.next(); one !== undefined; one = reading.next()) {
    instructions.push(one);
    blocks.note(one);
  }
  const last = instructions.at(-1);
  const end = blocks.endOf(last === undefined ? 0 : last.offset + last.size);
  return { value: { platform, instructions, end, padding: reading.padding }, diagnostics: reading.diagnostics };
}

/**
 * Reads code one instruction at a time, on demand. All diagnostics have been reported once no instruction is left.
 *
 * @example
 * const reading = new Reading(bytes, '12p71');
 * for (let one = reading.next(); one !== undefined; one = reading.next()) console.log(one.offset, one.operation?.mnemonic);
 */
export class Reading {
  private readonly bytes: Bytes;
  private readonly view: DataView;
  private readonly reader: InstructionReader;
  private readonly out: Reporter;
  private readonly budget: Budget;
  private readonly targets: Targets;
  private at = 0;
  private isOver = false;

  /** @throws TypeError for an unknown platform. */
  constructor(input: Uint8Array | Bytes, platform: Platform, reporter?: Reporter) {
    const bytes = Bytes.from(input);
    const { data } = bytes;
    this.bytes = bytes;
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.reader = new InstructionReader(checkedNumber(platform));
    this.out = reporter ?? new Reporter(bytes.length);
    this.budget = this.out.budget;
    this.targets = new Targets(bytes.length);
  }

  get diagnostics(): Outcome<number>['diagnostics'] {
    return this.out.diagnostics;
  }

  /** Number of bytes that are not read; after the last instruction, those that are too few for an instruction. */
  get padding(): number {
    return this.view.byteLength - this.at;
  }

  /** The next instruction; `undefined` after the last one. */
  next(): Instruction | undefined {
    const { at, view } = this;
    const left = view.byteLength - at;
    const low = left >= 8 ? view.getInt32(at, true) : 0;
    if (left < (isCompacted(low) ? 8 : 16)) {
      if (!this.isOver) this.targets.check(at, this.bytes, this.out);
      this.isOver = true;
      return undefined;
    }
    this.budget.tick();
    const instruction = this.reader.read(view, at);
    this.at = at + instruction.size;
    this.targets.note(instruction);
    if (instruction.problem !== undefined) this.report(instruction, instruction.problem);
    return instruction;
  }

  private report({ offset, size }: Instruction, problem: string): void {
    this.out.report('eu/instruction', this.bytes.span(offset, offset + size), '', `this is not an instruction: ${problem}`);
  }
}

/** Properties of the code as a whole. */
export interface CodeOutline {
  /** Offsets at which blocks start, in order: where labels are. */
  readonly starts: readonly number[];
  /** As in `Code`. */
  readonly end: number;
}

/** The outline of code: only branches and sends are decoded. */
export function outlineOf(input: Uint8Array | Bytes, platform: Platform): CodeOutline {
  const data = input instanceof Uint8Array ? input : input.data;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const reader = new InstructionReader(checkedNumber(platform));
  const blocks = new Blocks();
  const { ends, length } = reader.blockEnds(view);
  for (const at of ends) blocks.note(reader.read(view, at));
  return { starts: blocks.starts(), end: blocks.endOf(length) };
}

/**
 * The instruction at an offset of code, even if it is inside another one; `undefined` if too few bytes are left.
 *
 * @throws TypeError for an unknown platform.
 */
export function readInstructionAt(input: Uint8Array | Bytes, offset: number, platform: Platform): Instruction | undefined {
  const { data } = Bytes.from(input);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const left = data.length - offset;
  if (offset < 0 || left < 8) return undefined;
  const low = view.getInt32(offset, true);
  if (left < 16 && (low >>> 29) % 2 === 0) return undefined;
  return new InstructionReader(checkedNumber(platform)).read(view, offset);
}

/** Checks that labels refer to the start of an instruction, or to the end of the code. */
class Targets {
  /** Of each label where its instruction starts and ends, and its target: instructions themselves would be held as long as the reading. */
  private readonly labels: number[] = [];
  /** One element per eight bytes, because instructions start at multiples of eight. */
  private readonly starts: Uint8Array;

  constructor(length: number) {
    this.starts = new Uint8Array((length >> 3) + 1);
  }

  /** Records where an instruction starts, and its labels. */
  note(instruction: Instruction): void {
    this.starts[instruction.offset >> 3] = 1;
    // If an instruction has labels, the last source is one.
    if (instruction.sources.at(-1)?.kind !== 'label') return;
    const { offset, size, sources } = instruction;
    for (const source of sources) if (source.kind === 'label') this.labels.push(offset, offset + size, targetOf(instruction, source));
  }

  check(end: number, bytes: Bytes, out: Reporter): void {
    this.starts[end >> 3] = 1;
    const { labels, starts } = this;
    for (let i = 0; i < labels.length; i += 3) {
      const [from, to, target] = [labels[i] ?? 0, labels[i + 1] ?? 0, labels[i + 2] ?? 0];
      if (starts[target / 8] === 1) continue;
      const where = target < 0 || target > end ? 'outside of the code' : 'into the middle of an instruction';
      out.report('eu/target', bytes.span(from, to), '', `a branch to ${target}, which is ${where}`);
    }
  }
}
