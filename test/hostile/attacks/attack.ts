import type { KindName } from '../genuine.ts';

/** An input that is made to be as much work as its size allows: one kind of cost in one layer. */
export interface Attack {
  /** The layer that it is aimed at, and what is in it: `props: lines that cannot be read`. */
  readonly name: string;
  /**
   * The input at a scale: what it is about is there `scale` times as often as at scale 1, where the input is a few KB, so that a whole
   * run over all verbs takes seconds. Scale 1000 and more must be possible.
   */
  make(scale: number): Uint8Array;
  /** What kind of input it is, and so what it may cost, if that is not the kind of its layer (../genuine.ts). */
  readonly kind?: KindName;
  /** What a scale stands for when the input is small and what comes of it is large: 1 unless said. */
  readonly first?: number;
  /** The largest scale that is of use, where the input hardly grows with the scale. */
  readonly most?: number;
  /** Verbs that it is given to; all when left out. */
  readonly verbs?: readonly string[];
  /** Too much work for the suite: it is tried by the script alone. */
  readonly long?: boolean;
  /**
   * Verbs, with their options, that have to say what many share once for each of them: their work is held to the size of the answer,
   * which the budget of the output bounds.
   */
  readonly says?: readonly string[];
}

/** A layer's attacks, named with the layer; `all` is what they have in common. */
export function attacks(
  layer: string,
  rows: Readonly<Record<string, Attack['make'] | Omit<Attack, 'name'>>>,
  all: Partial<Attack> = {},
): readonly Attack[] {
  return Object.entries(rows).map(([what, row]) => ({
    name: `${layer}: ${what}`,
    ...all,
    ...(typeof row === 'function' ? { make: row } : row),
  }));
}

export const text = (value: string): Uint8Array => new Uint8Array(Buffer.from(value, 'latin1'));

/** The text of every number below `count`, one after another. */
export const times = (count: number, each: (i: number) => string): string =>
  Array.from({ length: Math.ceil(count) }, (_, i) => each(i)).join('');
