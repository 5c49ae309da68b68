/**
 * Forms: what instructions have in common that differ only in general register numbers, immediates and waits.
 *
 * The first instruction of a form is read by `read-instruction.ts`. For later ones only the numbers are read, at the places that the rows
 * define; everything else is shared with the first (bench: machine-code).
 */

import { COMPACTED } from './compact.ts';
import { type Bits, FormLayout, hasLayout } from './form-layout.ts';
import { FormOperand, Registers } from './form-operand.ts';
import type { Words } from './layout.ts';
import type { Line } from './line-texts.ts';
import type { Head, Instruction, Operand, OperandReader } from './model.ts';
import { type ScoreboardEntry, scoreboardTable } from './scoreboard.ts';
import { type PlatformShapes, type Shape, shapesOf } from './shapes.ts';
import { PLATFORMS } from './table/platforms.ts';

/** Number of forms that are kept for a platform; `PLACES` is a power of two. When hostile input fills the table, it is cleared. */
const MOST_FORMS = 6000;
const PLACES = 16_384;
/** Number of layouts that are kept for an operation. */
const MOST_LAYOUTS = 16;
/** Number of kinds of operands that are kept for a platform. */
const MOST_KINDS = 1024;

/** Stands for a slot when the operation has no layout yet for its kinds of operands. */
const NEW_LAYOUT = -2;

/** The operands of a form. */
class FormOperands implements OperandReader {
  /** The first instruction. */
  readonly first: Instruction;
  readonly dst: FormOperand | undefined;
  /** Sources with numbers, by index. */
  readonly sources: readonly (FormOperand | undefined)[];
  private readonly source0: FormOperand | undefined;
  private readonly source1: FormOperand | undefined;
  private readonly source2: FormOperand | undefined;

  constructor(first: Instruction, dst: FormOperand | undefined, sources: readonly (FormOperand | undefined)[]) {
    this.first = first;
    this.dst = dst;
    this.sources = sources;
    this.source0 = sources[0];
    this.source1 = sources[1];
    this.source2 = sources[2];
  }

  readDestination(words: Words): Operand | undefined {
    return this.dst === undefined ? this.first.dst : this.dst.read(words);
  }

  readSources(words: Words): readonly Operand[] {
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

/** Contains only what every lookup needs, so that more of them fit in the caches of the processor (bench: machine-code). */
const NO_SCOREBOARD: readonly ScoreboardEntry[] = [undefined];

/** The scoreboards of a form without bits for them: nearly always none, for which all forms share one list. */
const withoutBits = (scoreboard: ScoreboardEntry): readonly ScoreboardEntry[] => (scoreboard === undefined ? NO_SCOREBOARD : [scoreboard]);

export class Form {
  /** The bits of its instructions that are not part of numbers. */
  private readonly k0: number;
  private readonly k1: number;
  private readonly k2: number;
  private readonly k3: number;
  readonly layout: FormLayout;
  readonly scoreboards: readonly ScoreboardEntry[];
  /** What its instructions share. */
  readonly head: Head;
  readonly operands: FormOperands;
  /** How its instructions are printed: `undefined` until one is printed, `null` if each is printed separately. */
  line: Line | null | undefined = undefined;

  constructor({ w0, w1, w2, w3 }: Bits, layout: FormLayout, scoreboards: readonly ScoreboardEntry[], operands: FormOperands) {
    this.k0 = w0;
    this.k1 = w1;
    this.k2 = w2;
    this.k3 = w3;
    this.layout = layout;
    this.scoreboards = scoreboards;
    this.head = operands.first.headFor(operands);
    this.operands = operands;
  }

  has(layout: FormLayout, k0: number, k1: number, k2: number, k3: number): boolean {
    return this.k0 === k0 && this.k1 === k1 && this.k2 === k2 && this.k3 === k3 && this.layout === layout;
  }

  /** Whether the form is of compacted instructions. */
  hasCompacted(words: Words): boolean {
    const { fixed } = this.layout;
    const isFirst = (((words[0] as number) & fixed.w0) | COMPACTED) === this.k0 && ((words[1] as number) & fixed.w1) === this.k1;
    return isFirst && ((words[2] as number) & fixed.w2) === this.k2 && ((words[3] as number) & fixed.w3) === this.k3;
  }

  /** What an instruction of this form waits for. */
  scoreboard(words: Words): ScoreboardEntry {
    const { word, shift, mask } = this.layout.scoreboard;
    return this.scoreboards[((words[word] as number) >>> shift) & mask];
  }
}

/** The forms of a platform that have occurred. */
export class Forms {
  private readonly platform: number;
  private readonly shapes: PlatformShapes;
  private readonly layouts: FormLayout[][] = Array.from({ length: 128 }, () => []);
  private readonly forms: (Form | undefined)[] = new Array<undefined>(PLACES).fill(undefined);
  /** Hashes of forms that occurred once, by a second hash: half of all forms occur only once, and are not kept. */
  private readonly once = new Int32Array(PLACES);
  private readonly kinds = new Map<string, Registers>();
  private readonly operands = new Map<string, FormOperand>();
  /** The slot for the form that was last looked up without success; -1 for none. */
  private vacancy = -1;
  private size = 0;

  constructor(platform: number) {
    this.platform = platform;
    this.shapes = shapesOf(platform);
  }

  /** The form of an instruction, if it is known. For a compacted one, `others` are bits of its form that its words do not have. */
  find(words: Words, others = 0): Form | undefined {
    const w0 = (words[0] as number) | 0;
    const w1 = (words[1] as number) | 0;
    const w2 = (words[2] as number) | 0;
    const w3 = (words[3] as number) | 0;
    const layouts = this.layouts[w0 & 127] as FormLayout[];
    for (let i = 0; i < layouts.length; i++) {
      const layout = layouts[i] as FormLayout;
      if (!layout.matches(w0, w1, w2, w3)) continue;
      // The latest is moved to the front.
      if (i > 0) {
        layouts[i] = layouts[i - 1] as FormLayout;
        layouts[i - 1] = layout;
      }
      const { fixed } = layout;
      return this.lookUp(layout, (w0 & fixed.w0) | others, w1 & fixed.w1, w2 & fixed.w2, w3 & fixed.w3);
    }
    this.vacancy = layouts.length < MOST_LAYOUTS ? NEW_LAYOUT : -1;
    return undefined;
  }

  private lookUp(layout: FormLayout, k0: number, k1: number, k2: number, k3: number): Form | undefined {
    const { forms } = this;
    const hash = hashOf(k0, k1, k2, k3);
    const first = hash >>> (Math.clz32(PLACES) + 1);
    let place = first;
    for (let form = forms[place]; form !== undefined; form = forms[place]) {
      if (form.has(layout, k0, k1, k2, k3)) return form;
      place = (place + 1) & (PLACES - 1);
    }
    this.vacancy = this.once[first] === hash ? place : -1;
    this.once[first] = hash;
    return undefined;
  }

  /** Keeps the form that was last looked up without success, when it occurs for the second time. */
  keep(instruction: Instruction, words: Words): void {
    const { vacancy } = this;
    if (vacancy === -1) return;
    const shape = this.shapes.shapes[(words[0] as number) & 127];
    if (shape === undefined || !hasLayout(instruction, shape)) return;
    const layout = this.layoutOf(instruction, shape);
    if (layout === undefined || vacancy === NEW_LAYOUT) return;
    if (this.size === MOST_FORMS) {
      this.size = 0;
      this.forms.fill(undefined);
    }
    this.size++;
    this.forms[vacancy] = this.formOf(instruction, shape, layout, words);
  }

  /** The layout that `find` uses for such words, if it describes where their numbers are. */
  private layoutOf(instruction: Instruction, shape: Shape): FormLayout | undefined {
    const layouts = this.layouts[shape.operation.opcode] as FormLayout[];
    const layout = new FormLayout(instruction, shape, this.platform);
    const [w0, w1, w2, w3] = instruction.words;
    const known = layouts.find((one) => one.matches(w0, w1, w2, w3));
    if (known !== undefined) return known.isSame(layout) ? known : undefined;
    layouts.push(layout);
    return layout;
  }

  /** The form of an instruction, without keeping it; `undefined` if it has none. */
  make(instruction: Instruction, shape: Shape, words: Words): Form | undefined {
    if (!hasLayout(instruction, shape)) return undefined;
    return this.formOf(instruction, shape, new FormLayout(instruction, shape, this.platform), words);
  }

  private formOf(instruction: Instruction, shape: Shape, layout: FormLayout, words: Words): Form {
    const { dst, sources } = instruction;
    const of = (operand: Operand | undefined, numbers: FormLayout['dst']): FormOperand | undefined =>
      operand && numbers && this.operandOf(new FormOperand(operand, numbers, this.registersLike(operand), words, this.platform));
    const hasScoreboard = layout.scoreboard.mask !== 0;
    const scoreboards = hasScoreboard ? scoreboardTable(this.platform, shape.scoreboardKind) : withoutBits(instruction.scoreboard);
    const numbers = sources.map((source, index) => of(source, layout.sources[index]));
    // The caller may change its copy.
    const key = layout.fixed.of(words, instruction.size === 8 ? COMPACTED : 0);
    return new Form(key, layout, scoreboards, new FormOperands(instruction.clone(), of(dst, layout.dst), numbers));
  }

  /** An equal operand of another form, if there is one: few objects are found faster than many (bench: machine-code). */
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

function hashOf(k0: number, k1: number, k2: number, k3: number): number {
  const mixed = Math.imul(k0, 0x9e37_79b1) ^ Math.imul(k1, 0x85eb_ca6b) ^ Math.imul(k2, 0xc2b2_ae35) ^ Math.imul(k3, 0x27d4_eb2f);
  return Math.imul(mixed ^ (mixed >>> 15), 0x9e37_79b1);
}

const known: (Forms | undefined)[] = PLATFORMS.map(() => undefined);

/** The forms of a platform, shared by all readers of its code. */
export function formsOf(platform: number): Forms {
  const forms = known[platform] ?? new Forms(platform);
  known[platform] = forms;
  return forms;
}
