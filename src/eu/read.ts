/** Machine code → instructions. */
import { Bytes } from '../bytes/index.ts';
import { type Outcome, Reporter } from '../diag/index.ts';
import { type CompactForms, compactFormsOf } from './compact-forms.ts';
import { type Form, type Forms, formsOf } from './forms.ts';
import { Blocks, targetOf } from './labels.ts';
import type { Words } from './layout.ts';
import { Instruction } from './model.ts';
import { InstructionReader, isCompacted } from './read-instruction.ts';
import { INVALID_SCOREBOARD, type Scoreboard } from './scoreboard.ts';
import { type Platform, platformNumber } from './table/platforms.ts';

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

/** Work of reading an instruction, in bytes of the budget. */
const WORK = 16;

/**
 * Reads machine code of a platform: all instructions from the first byte to the last.
 *
 * An invalid word is kept as an instruction with a `problem`, and is reported; reading continues after it. Whether the bytes after the end
 * of the thread are code is not checked here.
 *
 * @throws TypeError for an unknown platform.
 */
export function readCode(input: Uint8Array | Bytes, platform: Platform, reporter?: Reporter): Outcome<Code> {
  const instructions: Instruction[] = [];
  const blocks = new Blocks();
  const { value: padding, diagnostics } = readEach(
    input,
    platform,
    (instruction) => {
      instructions.push(instruction);
      blocks.note(instruction);
    },
    reporter,
  );
  const last = instructions.at(-1);
  const end = blocks.endOf(last === undefined ? 0 : last.offset + last.size);
  return { value: { platform, instructions, end, padding }, diagnostics };
}

/**
 * Reads as `readCode` does, but passes each instruction to `take` and keeps only branches: for code that is too large to hold all of its
 * records at once.
 *
 * @returns the number of bytes at the end that are too few for an instruction
 * @throws TypeError for an unknown platform.
 */
export function readEach(
  input: Uint8Array | Bytes,
  platform: Platform,
  take: (instruction: Instruction) => void,
  reporter?: Reporter,
): Outcome<number> {
  const reading = new Reading(input, platform, reporter);
  for (let one = reading.next(); one !== undefined; one = reading.next()) take(one);
  return { value: reading.padding, diagnostics: reading.diagnostics };
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
  private readonly targets: Targets;
  private readonly platform: number;
  private readonly forms: Forms;
  private readonly compactForms: CompactForms;
  private at = 0;
  /** The native words of the current instruction, its offset, and the two words of its compacted form if it is compacted. */
  readonly words: Words = new Uint32Array(4);
  offset = 0;
  private size: 8 | 16 = 16;
  private low = 0;
  private high = 0;
  /** The form of the current instruction, if it is known. */
  form: Form | undefined = undefined;
  private scoreboard: Scoreboard | undefined = undefined;
  private instruction = new Instruction(0, 16, [0, 0, 0, 0]);

  /** @throws TypeError for an unknown platform. */
  constructor(input: Uint8Array | Bytes, platform: Platform, reporter?: Reporter) {
    const bytes = Bytes.from(input);
    const { data } = bytes;
    this.bytes = bytes;
    this.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    this.platform = checkedNumber(platform);
    this.forms = formsOf(this.platform);
    this.compactForms = compactFormsOf(this.platform);
    this.reader = new InstructionReader(this.platform);
    this.out = reporter ?? new Reporter(bytes.length);
    this.targets = new Targets(bytes.length);
  }

  get diagnostics(): Outcome<number>['diagnostics'] {
    return this.out.diagnostics;
  }

  /** Number of bytes that are not read; after the last instruction, those that are too few for an instruction. */
  get padding(): number {
    return this.view.byteLength - this.at;
  }

  /** The next instruction; `undefined` after the last one, and when the budget is used up. */
  next(): Instruction | undefined {
    return this.step() ? this.current : undefined;
  }

  /** The current instruction, to which `step` moved. */
  get current(): Instruction {
    const { form, offset, words, low, high } = this;
    if (form === undefined) return this.instruction;
    return new Instruction(offset, this.size, words, low, high, this.scoreboard, form.head);
  }

  /**
   * Moves to the next instruction, which is then described by its form and words, or by `current`.
   *
   * @returns false after the last instruction, and when the budget is used up
   */
  step(): boolean {
    const { at, view, out, words } = this;
    const left = view.byteLength - at;
    const low = left >= 8 ? view.getInt32(at, true) : 0;
    const size = isCompacted(low) ? 8 : 16;
    if (left < size || (!out.tryCharge(WORK) && !out.charge(WORK, this.bytes.span(at, at + size), ''))) {
      this.targets.check(at, this.bytes, out);
      return false;
    }
    this.offset = at;
    this.size = size;
    this.at = at + size;
    const high = view.getInt32(at + 4, true);
    this.targets.start(at);
    let form: Form | undefined;
    if (size === 8) {
      this.low = low;
      this.high = high;
      form = this.compactForms.find(low, high, words);
    } else {
      this.low = 0;
      this.high = 0;
      words[0] = low;
      words[1] = high;
      words[2] = view.getInt32(at + 8, true);
      words[3] = view.getInt32(at + 12, true);
      form = this.forms.find(words);
    }
    const scoreboard = form?.scoreboard(words);
    if (form === undefined || scoreboard === INVALID_SCOREBOARD) {
      this.form = undefined;
      this.instruction = this.readFirst(at, size, low, high, form === undefined);
      return true;
    }
    this.form = form;
    this.scoreboard = scoreboard;
    if (form.layout.isBranch) this.targets.note(this.current);
    return true;
  }

  /** Reads an instruction whose form is not known. */
  private readFirst(at: number, size: 8 | 16, low: number, high: number, isNew: boolean): Instruction {
    const { reader, words, out } = this;
    const [, , third, fourth] = words as unknown as [number, number, number, number];
    const instruction = size === 8 ? reader.readCompact(at, low, high) : reader.readNative(at, low, high, third, fourth);
    this.targets.note(instruction);
    if (instruction.problem !== undefined)
      out.report('eu/instruction', this.bytes.span(at, at + size), '', `this is not an instruction: ${instruction.problem}`);
    else if (isNew) this.forms.keep(instruction, words);
    return instruction;
  }
}

/** Properties of the code as a whole. */
export interface CodeOutline {
  /** Offsets at which blocks start, in order: where labels are. */
  readonly starts: readonly number[];
  /** As in `Code`. */
  readonly end: number;
}

/** The outline of code: only branches and sends are decoded. It charges nothing, because reading has been charged already. */
export function outlineOf(input: Uint8Array | Bytes, platform: Platform): CodeOutline {
  const data = input instanceof Uint8Array ? input : input.data;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const reader = new InstructionReader(checkedNumber(platform));
  const blocks = new Blocks();
  let at = 0;
  while (data.length - at >= 8) {
    const low = view.getInt32(at, true);
    const size = isCompacted(low) ? 8 : 16;
    if (data.length - at < size) break;
    if (reader.canEndBlock(low, view, at)) blocks.note(readAt(view, at, low, reader));
    at += size;
  }
  return { starts: blocks.starts(), end: blocks.endOf(at) };
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
  return readAt(view, offset, low, new InstructionReader(checkedNumber(platform)));
}

/** Reads the instruction at an offset, given its first word. */
function readAt(view: DataView, at: number, low: number, reader: InstructionReader): Instruction {
  const high = view.getInt32(at + 4, true);
  if (isCompacted(low)) return reader.readCompact(at, low, high);
  return reader.readNative(at, low, high, view.getInt32(at + 8, true), view.getInt32(at + 12, true));
}

export function checkedNumber(platform: Platform): number {
  const number = platformNumber(platform);
  if (number < 0) throw new TypeError(`${platform} is not a platform`);
  return number;
}

/** Checks that labels refer to the start of an instruction, or to the end of the code. */
class Targets {
  private readonly branches: Instruction[] = [];
  /** One element per eight bytes, because instructions start at multiples of eight. */
  private readonly starts: Uint8Array;

  constructor(length: number) {
    this.starts = new Uint8Array((length >> 3) + 1);
  }

  /** Records that an instruction starts here. */
  start(offset: number): void {
    this.starts[offset >> 3] = 1;
  }

  /** Records the labels of an instruction. */
  note(instruction: Instruction): void {
    for (const { kind } of instruction.sources) {
      if (kind !== 'label') continue;
      this.branches.push(instruction);
      break;
    }
  }

  check(end: number, bytes: Bytes, out: Reporter): void {
    this.starts[end >> 3] = 1;
    for (const instruction of this.branches) {
      const { offset, size, sources } = instruction;
      for (const source of sources) {
        if (source.kind !== 'label') continue;
        const target = targetOf(instruction, source);
        if (this.starts[target / 8] === 1) continue;
        const where = target < 0 || target > end ? 'outside of the code' : 'into the middle of an instruction';
        out.report('eu/target', bytes.span(offset, offset + size), '', `a branch to ${target}, which is ${where}`);
      }
    }
  }
}
