/**
 * Forms: what instructions have in common that differ only in numbers of general registers, in immediates and in waits.
 *
 * The first instruction of a form is read by `read-instruction.ts`. Of those after it only the numbers are read, from the places that the
 * rows give them; everything else is that of the first (bench: machine-code).
 */

import { FIXED, FormLayout, hasLayout } from './form-layout.ts';
import { FormOperand, Registers } from './form-operand.ts';
import type { Words } from './layout.ts';
import type { Line } from './line.ts';
import { Instruction, type Operand } from './model.ts';
import { INVALID_SCOREBOARD, type Scoreboard, type ScoreboardEntry, scoreboardTable } from './scoreboard.ts';
import { type PlatformShapes, type Shape, shapesOf } from './shapes.ts';
import { PLATFORMS } from './table/platforms.ts';

/** Keys of forms that are kept for a platform, and places for them, a power of two. What a hostile input could make long starts over. */
const MOST_FORMS = 6000;
const PLACES = 16_384;
/** Layouts that are kept for an operation. */
const MOST_LAYOUTS = 16;
/** Kinds of operands that are kept for a platform. */
const MOST_KINDS = 1024;

/** In the key of a form of compacted instructions: the bit is 0 in their native words. */
const COMPACTED = 1 << 29;

/** In place of a vacancy: the operation has no layout yet for the kinds of operands that it has. */
const NEW_LAYOUT = -2;

export class Form {
  readonly shape: Shape;
  readonly layout: FormLayout;
  /** The first instruction. */
  readonly first: Instruction;
  readonly dst: FormOperand | undefined;
  /** The operands that have numbers, by index. */
  readonly sources: readonly (FormOperand | undefined)[];
  readonly scoreboards: readonly ScoreboardEntry[];
  /** How its instructions are printed: `undefined` until one is, `null` if they are printed one by one. */
  line: Line | null | undefined = undefined;
  private readonly source0: FormOperand | undefined;
  private readonly source1: FormOperand | undefined;
  private readonly source2: FormOperand | undefined;

  constructor(
    first: Instruction,
    shape: Shape,
    layout: FormLayout,
    scoreboards: readonly ScoreboardEntry[],
    dst: FormOperand | undefined,
    sources: readonly (FormOperand | undefined)[],
  ) {
    this.first = first;
    this.shape = shape;
    this.layout = layout;
    this.scoreboards = scoreboards;
    this.dst = dst;
    this.sources = sources;
    this.source0 = sources[0];
    this.source1 = sources[1];
    this.source2 = sources[2];
  }

  /** An instruction of this form. */
  read(offset: number, words: Words, compact0: number, compact1: number, scoreboard: Scoreboard | undefined): Instruction {
    const { first, dst } = this;
    const instruction = new Instruction(offset, first.size, words, compact0, compact1);
    instruction.copy(first);
    instruction.dst = dst === undefined ? first.dst : dst.read(words);
    instruction.sources = this.readSources(words);
    instruction.scoreboard = scoreboard;
    return instruction;
  }

  private readSources(words: Words): readonly Operand[] {
    const { sources } = this.first;
    const { source0, source1, source2 } = this;
    switch (sources.length) {
      case 1:
        return source0 === undefined ? sources : [source0.read(words)];
      case 2:
        return [
          source0 === undefined ? (sources[0] as Operand) : source0.read(words),
          source1 === undefined ? (sources[1] as Operand) : source1.read(words),
        ];
      case 3:
        return [
          source0 === undefined ? (sources[0] as Operand) : source0.read(words),
          source1 === undefined ? (sources[1] as Operand) : source1.read(words),
          source2 === undefined ? (sources[2] as Operand) : source2.read(words),
        ];
      default:
        return sources;
    }
  }
}

/** The forms of a platform that came up. */
export class Forms {
  private readonly platform: number;
  private readonly shapes: PlatformShapes;
  private readonly layouts: FormLayout[][] = Array.from({ length: 128 }, () => []);
  private readonly forms: (Form | undefined)[] = new Array<undefined>(PLACES).fill(undefined);
  /** Four words for each form: its fixed bits. */
  private readonly keys = new Int32Array(4 * PLACES);
  private readonly kinds = new Map<string, Registers>();
  private readonly operands = new Map<string, FormOperand>();
  /** Of the instruction that was looked for last. */
  scoreboard: Scoreboard | undefined = undefined;
  /** The place that has the key of the instruction that was looked for last, but not yet a form; -1 for none. */
  private vacancy = -1;
  private size = 0;

  constructor(platform: number) {
    this.platform = platform;
    this.shapes = shapesOf(platform);
  }

  /** The form of an instruction, if it is known. Then `scoreboard` is what the instruction waits for. */
  find(words: Words, size: 8 | 16): Form | undefined {
    const layouts = this.layouts[(words[0] as number) & 127] as FormLayout[];
    this.vacancy = -1;
    for (let i = 0; i < layouts.length; i++) {
      const layout = layouts[i] as FormLayout;
      if (!layout.matches(words)) continue;
      // What came last comes first the next time.
      if (i > 0) {
        layouts[i] = layouts[i - 1] as FormLayout;
        layouts[i - 1] = layout;
      }
      const form = this.lookUp(layout, words, size);
      if (form === undefined) return undefined;
      const { word, shift, mask } = layout.scoreboard;
      const scoreboard = form.scoreboards[((words[word] as number) >>> shift) & mask];
      if (scoreboard === INVALID_SCOREBOARD) return undefined;
      this.scoreboard = scoreboard;
      return form;
    }
    if (layouts.length < MOST_LAYOUTS) this.vacancy = NEW_LAYOUT;
    return undefined;
  }

  private lookUp(layout: FormLayout, words: Words, size: 8 | 16): Form | undefined {
    const { bits } = layout;
    const { keys } = this;
    const k0 = ((words[0] as number) & (bits[FIXED] as number)) | (size === 8 ? COMPACTED : 0);
    const k1 = (words[1] as number) & (bits[FIXED + 1] as number);
    const k2 = (words[2] as number) & (bits[FIXED + 2] as number);
    const k3 = (words[3] as number) & (bits[FIXED + 3] as number);
    let place = placeOf(k0, k1, k2, k3);
    // The key of an empty place is 0, which no instruction has.
    for (let at = 4 * place; keys[at] !== 0 || keys[at + 1] !== 0; at = 4 * place) {
      if (keys[at] === k0 && keys[at + 1] === k1 && keys[at + 2] === k2 && keys[at + 3] === k3) {
        const form = this.forms[place];
        if (form?.layout === layout) return form;
        this.vacancy = form === undefined ? place : -1;
        return undefined;
      }
      place = (place + 1) & (PLACES - 1);
    }
    if (this.size === MOST_FORMS) this.clear();
    else {
      this.size++;
      keys.set([k0, k1, k2, k3], 4 * place);
    }
    return undefined;
  }

  private clear(): void {
    this.size = 0;
    this.keys.fill(0);
    this.forms.fill(undefined);
  }

  /**
   * Keeps the form of the instruction that was looked for last and not found. The first time only its key is kept, since half of all forms
   * come up once.
   */
  keep(instruction: Instruction, words: Words): void {
    if (this.vacancy === -1) return;
    const shape = this.shapes.shapes[(words[0] as number) & 127];
    if (shape === undefined || !hasLayout(instruction, shape)) return;
    const layout = this.layoutOf(instruction, shape, words);
    if (layout !== undefined && this.vacancy !== NEW_LAYOUT) this.forms[this.vacancy] = this.formOf(instruction, shape, layout, words);
  }

  /** The layout that `find` uses for such words, if their numbers are in its places. */
  private layoutOf(instruction: Instruction, shape: Shape, words: Words): FormLayout | undefined {
    const layouts = this.layouts[shape.operation.opcode] as FormLayout[];
    const layout = new FormLayout(instruction, shape, this.platform);
    const known = layouts.find((one) => one.matches(words));
    if (known !== undefined) return known.isSame(layout) ? known : undefined;
    layouts.push(layout);
    return layout;
  }

  /** The form of an instruction, which is not kept; `undefined` when it has none. */
  make(instruction: Instruction, shape: Shape, words: Words): Form | undefined {
    if (!hasLayout(instruction, shape)) return undefined;
    return this.formOf(instruction, shape, new FormLayout(instruction, shape, this.platform), words);
  }

  private formOf(instruction: Instruction, shape: Shape, layout: FormLayout, words: Words): Form {
    const { dst, sources } = instruction;
    const of = (operand: Operand | undefined, numbers: FormLayout['dst']): FormOperand | undefined =>
      operand && numbers && this.operandOf(new FormOperand(operand, numbers, this.registersLike(operand), words, this.platform));
    const hasScoreboard = layout.scoreboard.mask !== 0;
    const scoreboards = hasScoreboard ? scoreboardTable(this.platform, shape.scoreboardKind) : [instruction.scoreboard];
    const numbers = sources.map((source, index) => of(source, layout.sources[index]));
    // The caller may change the one that it got.
    return new Form(instruction.clone(), shape, layout, scoreboards, of(dst, layout.dst), numbers);
  }

  /** The operand that is the same, which other forms have: few objects are found faster than many (bench: machine-code). */
  private operandOf(operand: FormOperand): FormOperand {
    const { key } = operand;
    const known = this.operands.get(key);
    if (known?.isSame(operand)) return known;
    if (this.operands.size === MOST_KINDS) this.operands.clear();
    this.operands.set(key, operand);
    return operand;
  }

  private registersLike(operand: Operand): Registers {
    const { kind, region, type, modifier } = operand;
    const key = `${kind} ${region?.vertical} ${region?.text} ${type?.name} ${modifier}`;
    const known = this.kinds.get(key);
    if (known?.isLike(operand)) return known;
    if (this.kinds.size === MOST_KINDS) this.kinds.clear();
    const registers = new Registers(operand);
    this.kinds.set(key, registers);
    return registers;
  }
}

function placeOf(k0: number, k1: number, k2: number, k3: number): number {
  const mixed = Math.imul(k0, 0x9e37_79b1) ^ Math.imul(k1, 0x85eb_ca6b) ^ Math.imul(k2, 0xc2b2_ae35) ^ Math.imul(k3, 0x27d4_eb2f);
  return Math.imul(mixed ^ (mixed >>> 15), 0x9e37_79b1) >>> (Math.clz32(PLACES) + 1);
}

const known: (Forms | undefined)[] = PLATFORMS.map(() => undefined);

/** The forms of a platform, which everything that reads its code shares. */
export function formsOf(platform: number): Forms {
  const forms = known[platform] ?? new Forms(platform);
  known[platform] = forms;
  return forms;
}
