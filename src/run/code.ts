/** Code becomes blocks of steps, each when it is first reached. */
import { endsBlock, type Instruction, isBranch, targetOf } from '../formats/eu/index.ts';
import { type Step, translateAlu, translateWideDpas, Unsupported } from './alu/index.ts';
import { translateBranch } from './flow.ts';
import { observed, translateSend } from './message/index.ts';
import type { Translation } from './message/target.ts';
import { type Observer, watchOf } from './observer.ts';
import type { RegisterLayout } from './registers.ts';
import type { CodeSection, LoadedCode } from './section.ts';
import { siteOf } from './site.ts';
import type { Thread } from './thread.ts';

/** Instructions that run one after the other. */
export interface Block {
  /** Offset in the code window. */
  readonly start: number;
  /** Where the thread goes on if the last step says nothing else. */
  readonly next: number;
  readonly section: CodeSection;
  readonly instructions: readonly Instruction[];
  readonly steps: readonly Step[];
  /** Whether it ends where the code has an end of a block: not so for a single step within one. */
  readonly isWhole: boolean;
  /** Counts the blocks of the code, from 0. */
  readonly number: number;
}

/** The instructions of a section, and where blocks start. */
interface Listing {
  readonly instructions: readonly Instruction[];
  /** The index of the instruction at each eighth byte; -1 if none starts there. */
  readonly indices: Int32Array;
  readonly isStart: Uint8Array;
}

/** Instructions at which a thread may stop until another has done something. */
const waits = ({ operation, subfunction }: Instruction): boolean =>
  operation?.mnemonic === 'wait' || operation?.mnemonic === 'dpasw' || (operation?.mnemonic === 'sync' && subfunction === 'bar');

/** The code of launches with the same observers. Nothing in it changes while it runs. */
export class Code {
  private readonly loaded: LoadedCode;
  private readonly listings = new Map<CodeSection, Listing>();
  /** By offset in the window, in units of 8 bytes. */
  private readonly blocks: (Block | undefined)[] = [];
  private readonly single: (Block | undefined)[] = [];
  private readonly observers: readonly Observer[];
  private count = 0;

  constructor(loaded: LoadedCode, observers: readonly Observer[]) {
    this.loaded = loaded;
    this.observers = observers;
  }

  /** The block at an offset in the window. */
  at(offset: number): Block {
    const known = this.blocks[offset >> 3];
    if (known !== undefined) return known;
    const block = this.translate(offset);
    this.blocks[offset >> 3] = block;
    return block;
  }

  /** The block of one instruction at an offset, for single steps. */
  one(offset: number): Block {
    const known = this.single[offset >> 3];
    if (known !== undefined) return known;
    const block = this.translate(offset, 1);
    this.single[offset >> 3] = block;
    return block;
  }

  private listingOf(section: CodeSection): Listing {
    const known = this.listings.get(section);
    if (known !== undefined) return known;
    const instructions = this.loaded.instructionsOf(section);
    const size = section.bytes.length >> 3;
    const listing = { instructions, indices: new Int32Array(size + 2).fill(-1), isStart: new Uint8Array(size + 2) };
    for (const [index, instruction] of instructions.entries()) {
      const { offset } = instruction;
      listing.indices[offset >> 3] = index;
      if (!endsBlock(instruction) && !waits(instruction)) continue;
      listing.isStart[(offset + instruction.size) >> 3] = 1;
      if (isBranch(instruction))
        for (const source of instruction.sources) {
          const target = source.kind === 'label' ? targetOf(instruction, source) : -1;
          if (target >= 0 && target < section.bytes.length) listing.isStart[target >> 3] = 1;
        }
    }
    this.listings.set(section, listing);
    return listing;
  }

  private translate(offset: number, most = Number.POSITIVE_INFINITY): Block {
    const section = this.loaded.sectionAt(offset);
    const { instructions, indices, isStart } = this.listingOf(section);
    const first = indices[(offset - section.start) >> 3] ?? -1;
    if (first < 0 || (offset & 7) !== 0) throw new Unsupported(`execution in the middle of an instruction of ${section.name}`);
    const steps: Step[] = [];
    const listed: Instruction[] = [];
    let next = offset;
    let isWhole = false;
    for (let index = first; index < instructions.length; index++) {
      const instruction = instructions[index] as Instruction;
      next = section.start + instruction.offset + instruction.size;
      listed.push(instruction);
      steps.push(this.stepOf(instruction, section));
      isWhole = endsBlock(instruction) || waits(instruction) || isStart[(instruction.offset + instruction.size) >> 3] === 1;
      if (isWhole || steps.length >= most) break;
    }
    return { start: offset, next, section, instructions: listed, steps, isWhole, number: this.count++ };
  }

  /** What cannot be translated stops the run when it is reached. */
  private stepOf(instruction: Instruction, section: CodeSection): Step {
    try {
      return this.translated(instruction, section);
    } catch (error) {
      if (!(error instanceof Unsupported)) throw error;
      return () => {
        throw error;
      };
    }
  }

  private translated(instruction: Instruction, section: CodeSection): Step {
    const { instructions, indices } = isBranch(instruction) ? this.listingOf(section) : NO_LISTING;
    const after = (address: number): number => address + (instructions[indices[(address - section.start) >> 3] ?? -1]?.size ?? 16);
    return translateInstruction(this.translationIn(section), instruction, section.start, after);
  }

  private translationIn({ name: section }: CodeSection): Translation {
    const { observers } = this;
    const { layout } = this.loaded;
    if (observers.length === 0) return { layout };
    return { layout, observe: (instruction, message) => watchOf(observers, siteOf(layout, section, instruction, message)) };
  }
}

const NO_LISTING = { instructions: [], indices: new Int32Array(0) } as const;

/**
 * What an instruction does. Throws {@link Unsupported} for what has no semantics.
 *
 * @param start offset of its section in the code window
 * @param after the address after the instruction at an address
 */
export function translateInstruction(
  translation: Translation,
  instruction: Instruction,
  start: number,
  after: (address: number) => number,
): Step {
  const { layout } = translation;
  const name = instruction.operation?.mnemonic;
  if (name === undefined || name === 'illegal' || instruction.problem !== undefined)
    throw new Unsupported(instruction.problem ?? 'the illegal instruction');
  const at = start + instruction.offset;
  return withPointer(layout, instruction, at, step());

  function step(): Step {
    if (instruction.send !== undefined) return translateSend(translation, instruction);
    return observed(translation, instruction, undefined, other());
  }

  function other(): Step {
    if (name === 'dpasw') return translateWideDpas(layout, instruction, at);
    if (waits(instruction)) return wait(at, at + instruction.size);
    if (name === 'sync') return () => undefined;
    if (isBranch(instruction)) return translateBranch(layout, instruction, start, after);
    return translateAlu({ layout }, instruction);
  }
}

/** The instruction pointer is known where it is read. */
function withPointer(layout: RegisterLayout, instruction: Instruction, value: number, step: Step): Step {
  if (!instruction.sources.some((one) => one.register?.name === 'ip')) return step;
  const at = layout.of('ip') >> 2;
  return (t) => {
    t.i32[at] = value;
    step(t);
  };
}

/** Waits for the notification of a barrier. */
function wait(own: number, next: number): Step {
  return (t: Thread) => {
    if (t.notifications > 0) {
      t.notifications--;
      t.ip = next;
      return;
    }
    t.state = 'waiting';
    t.ip = own;
  };
}
