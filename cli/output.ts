/**
 * What a verb prints, on its way to standard output or a file.
 */
import { OutputEnded } from './exit.ts';
import type { Surroundings } from './io.ts';
import { type Content, partsOf } from './write/content.ts';
import type { OutputFile } from './write/index.ts';

/** How much is kept before it is passed on, in characters and bytes: a verb that fails before that has printed nothing. */
const KEPT = 1 << 20;
/** How much is passed on at a time after that: larger texts would be in memory longer than what they are made of. */
const PIECE = 1 << 16;

export class Output {
  private readonly file: OutputFile | undefined;
  private readonly around: Surroundings;
  private kept: Content[] = [];
  private size = 0;
  private begun = false;
  private closed = false;
  private madeFrom: string | undefined;

  /** @param file has it all at the end; without one, standard output gets it piece by piece */
  constructor(file: OutputFile | undefined, around: Surroundings) {
    this.file = file;
    this.around = around;
  }

  /** Whether nothing was printed or kept. */
  get isEmpty(): boolean {
    return !this.begun && this.kept.length === 0;
  }

  /** Whether standard output has a part of it. */
  get hasBegun(): boolean {
    return this.begun && !this.file;
  }

  /** Throws `OutputEnded` when the run may not print that much. @param madeFrom path of the file that the output is a new form of */
  add(piece: Content, madeFrom?: string): void {
    this.madeFrom ??= madeFrom;
    const { budgets } = this.around;
    if (!budgets.chargeOutput(piece.length)) throw new OutputEnded(budgets.endings().at(-1), this.hasBegun);
    this.kept.push(piece);
    this.size += piece.length;
    if (this.size >= (this.begun ? PIECE : KEPT)) this.pass();
  }

  /** Throws `UsageError` if it could not be passed on, as far as that is known before. */
  refuse(): void {
    if (this.file) this.file.refuse();
    else this.around.standard.refuse?.();
  }

  /** Passes on what is kept. */
  async end(): Promise<void> {
    if (this.file) await this.file.end(joined(this.kept), this.madeFrom);
    else this.pass();
  }

  private pass(): void {
    const { standard, inputs } = this.around;
    // Bytes are in memory already, or are fetched when they are written.
    if (this.file && typeof this.kept.at(-1) !== 'string') return;
    if (!this.begun && !this.file) inputs.refuse(1, 'standard output');
    this.begun = true;
    const pieces = joined(this.kept);
    this.kept = [];
    this.size = 0;
    if (this.file) this.file.add(pieces);
    // A reader that has closed its end gets no more.
    else for (const piece of pieces) for (const part of partsOf(piece)) this.closed ||= !standard.print(part);
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
