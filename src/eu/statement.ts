/** The statement that is being parsed, and what is known about it so far. */
import { Instruction, Operand, Send } from './model.ts';
import { type Names, namesOf } from './names.ts';
import { Scanner } from './scanner.ts';
import { type PlatformShapes, type Shape, shapesOf } from './shapes.ts';

/** A use of a label, or of a distance in place of one. */
export interface Reference {
  /** `''` for a distance. */
  readonly name: string;
  /** In bytes from the instruction. */
  readonly distance: number;
  /** The source that it is. */
  readonly index: number;
  /** Where it is in the text. */
  readonly start: number;
  readonly end: number;
}

/** The record is reused: the next instruction overwrites it. */
export class Statement extends Scanner {
  readonly platform: number;
  readonly shapes: PlatformShapes;
  readonly names: Names;
  readonly instruction = new Instruction(0, 16, [0, 0, 0, 0]);
  readonly dst = new Operand();
  readonly sources = [new Operand(), new Operand(), new Operand(), new Operand(), new Operand()] as const;
  readonly send = new Send();
  /** What the instruction is. */
  shape: Shape;
  /** Its registers have additional math macro registers. */
  isMacro = false;
  /** Its first payload is gathered. */
  isGathered = false;
  /** It says that it is not to be compacted. */
  isNative = false;
  /** The labels that it uses. */
  references: Reference[] = [];
  /** Lists of so many of the sources. */
  private readonly lists = [0, 1, 2, 3, 4, 5].map((count) => this.sources.slice(0, count));

  constructor(text: string, platform: number) {
    super(text);
    this.platform = platform;
    this.shapes = shapesOf(platform);
    this.names = namesOf(platform);
    this.shape = this.shapes.shapes[0] as Shape;
  }

  /** Clears the previous instruction. */
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

  /** Says how many of the sources the instruction has. */
  setSources(count: number): void {
    this.instruction.sources = this.lists[count] as Operand[];
  }

  /** Notes that a source is a label, or a distance. */
  refer(name: string, distance: number, index: number, start: number): void {
    this.references.push({ name, distance, index, start, end: this.at });
  }
}
