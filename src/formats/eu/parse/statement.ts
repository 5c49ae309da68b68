/** The statement that is being parsed, and the state of parsing it. */
import { type Draft, type Instruction, newInstruction, newOperand, newSend, type Operand, type Send } from '../model.ts';
import { type PlatformShapes, type Shape, shapesOf } from '../table/shapes.ts';
import { type Names, namesOf } from './names.ts';
import { Scanner } from './scanner.ts';

/** A use of a label, or of a distance in place of one. */
export interface Reference {
  /** `''` for a distance. */
  readonly name: string;
  /** Distance in bytes from the instruction. */
  readonly distance: number;
  /** Index of the source. */
  readonly index: number;
  /** Position in the text. */
  readonly start: number;
  readonly end: number;
}

/** The instruction that is being parsed. The record is reused for the next one. */
export class Statement extends Scanner {
  readonly platform: number;
  readonly shapes: PlatformShapes;
  readonly names: Names;
  readonly instruction: Draft<Instruction> = newInstruction(0, 16, 0, 0, 0, 0, 0, 0);
  readonly dst: Draft<Operand> = newOperand();
  readonly sources = [newOperand(), newOperand(), newOperand(), newOperand(), newOperand()] as const;
  readonly send: Draft<Send> = newSend();
  /** The shape of the instruction. */
  shape: Shape;
  /** Whether its registers have additional math macro registers. */
  isMacro = false;
  /** Whether its first payload is gathered. */
  isGathered = false;
  /** Whether it has the option not to be compacted. */
  isNative = false;
  /** The labels that it uses. */
  references: Reference[] = [];
  /** For each number of sources, a list of that many. */
  private readonly lists = [0, 1, 2, 3, 4, 5].map((count) => this.sources.slice(0, count));

  constructor(text: string, platform: number) {
    super(text);
    this.platform = platform;
    this.shapes = shapesOf(platform);
    this.names = namesOf(platform);
    this.shape = this.shapes.shape(0) as Shape;
  }

  /** Resets the record for the next instruction. */
  clear(): void {
    const { instruction } = this;
    instruction.noMask = false;
    instruction.predicate = '';
    instruction.predicateInverse = false;
    instruction.condition = '';
    instruction.flag = 0;
    instruction.flagSub = 0;
    instruction.subfunction = '';
    instruction.options = 0;
    instruction.scoreboard = undefined;
    instruction.send = undefined;
    instruction.dst = undefined;
    instruction.execSize = 1;
    instruction.channelOffset = 0;
    this.isMacro = false;
    this.isGathered = false;
    this.isNative = false;
    if (this.references.length > 0) this.references = [];
  }

  /** Sets the operation. */
  setShape(shape: Shape): void {
    this.shape = shape;
    this.instruction.operation = shape.operation;
  }

  /** Sets the number of sources. */
  setSources(count: number): void {
    this.instruction.sources = this.lists[count] as Draft<Operand>[];
  }

  /** Records that a source is a label, or a distance. */
  refer(name: string, distance: number, index: number, start: number): void {
    this.references.push({ name, distance, index, start, end: this.at });
  }
}
