/**
 * What a verb prints, on its way to standard output or a file.
 */
import { OutputEnded } from './exit.ts';
import type { Surroundings } from './io.ts';
import { type Content, partsOf } from './write/content.ts';

/** How much is kept before standard output gets it, in characters and bytes: a verb that fails before that has printed nothing. */
const KEPT = 1 << 20;
/** How much is printed at a time after that: larger texts would be in memory longer than what they are made of. */
const PIECE = 1 << 16;

export class Output {
  private readonly path: string | undefined;
  private readonly around: Surroundings;
  private kept: Content[] = [];
  private size = 0;
  private begun = false;
  private closed = false;
  private madeFrom: string | undefined;

  /** @param path the file that gets all of it at the end; standard output gets it piece by piece */
  constructor(path: string | undefined, around: Surroundings) {
    this.path = path;
    this.around = around;
  }

  /** Whether nothing was printed or kept. */
  get isEmpty(): boolean {
    return !this.begun && this.kept.length === 0;
  }

  /** Whether standard output has a part of it. */
  get hasBegun(): boolean {
    return this.begun;
  }

  /** Throws `OutputEnded` when the run may not print that much. @param madeFrom path of the file that the output is a new form of */
  add(piece: Content, madeFrom?: string): void {
    this.madeFrom ??= madeFrom;
    const { budgets } = this.around;
    if (!budgets.chargeOutput(piece.length)) throw new OutputEnded(budgets.endings().at(-1), this.begun);
    this.kept.push(piece);
    this.size += piece.length;
    if (this.path === undefined && this.size >= (this.begun ? PIECE : KEPT)) this.print();
  }

  /** Throws `UsageError` if it could not be passed on, as far as that is known before. */
  async refuse(): Promise<void> {
    if (this.path === undefined) return this.around.standard.refuse?.();
    const { refuseUnwritable } = await import('./write/index.ts');
    refuseUnwritable(this.path, this.around.inputs);
  }

  /** Passes on what is kept. */
  async end(): Promise<void> {
    if (this.path === undefined) return this.print();
    const { writeWhole } = await import('./write/index.ts');
    await writeWhole(this.path, joined(this.kept), this.around.inputs, this.madeFrom);
  }

  private print(): void {
    const { standard, inputs } = this.around;
    if (!this.begun) inputs.refuse(1, 'standard output');
    this.begun = true;
    const pieces = joined(this.kept);
    this.kept = [];
    this.size = 0;
    // A reader that has closed its end gets no more.
    for (const piece of pieces) for (const part of partsOf(piece)) this.closed ||= !standard.print(part);
  }
}

/** Consecutive texts, joined. */
function joined(pieces: readonly Content[]): Content[] {
  const contents: Content[] = [];
  for (const piece of pieces) {
    const last = contents.at(-1);
    if (typeof piece === 'string' && typeof last === 'string' && last.length < KEPT) contents[contents.length - 1] = last + piece;
    else contents.push(piece);
  }
  return contents;
}
