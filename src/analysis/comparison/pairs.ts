/**
 * The passes over the sides of a comparison. The first leaves what identifies everything, and its content: what is equal does not differ. The
 * second reads the content of what may differ. Each holds one image at a time, and what differs of the base until its counterpart is read.
 */
import { formatRow } from '../../walk/formats.ts';
import type { Item } from '../../walk/item.ts';
import {
  CodesOf,
  copyOf,
  eachContent,
  type ImageContent,
  imageDigest,
  type KernelCode,
  type KernelContent,
  kernelDigest,
} from './content.ts';
import { eachImage, type Identity, type Measured, measured, type Side } from './gather.ts';

/** An image as the first pass leaves it. */
export interface SurveyedImage extends Identity {
  readonly address: string;
  readonly number: number;
  /** Identifies its content. */
  readonly digest: string;
}

/** An entry of `kernels` as the first pass leaves it. */
export interface SurveyedKernel extends Measured {
  readonly number: number;
  readonly image: SurveyedImage;
  /** Identifies its content and its measures. */
  readonly digest: string;
}

export interface SurveyedSide {
  readonly images: readonly SurveyedImage[];
  /** Number of images of other kinds. */
  readonly others: number;
  /** With the entries that only hold the code of functions. */
  readonly kernels: readonly SurveyedKernel[];
}

/**
 * The first pass.
 *
 * @param isChosen selects kernels by the name in the file; with it the content of images does not count
 */
export function surveyOf(side: Side, isChosen?: (name: string) => boolean): SurveyedSide {
  const images: SurveyedImage[] = [];
  const kernels: SurveyedKernel[] = [];
  let others = 0;
  const count = (item: Item) => {
    if (isOther(item)) others++;
  };
  for (const content of eachContent(side, undefined, count)) {
    const { item: _, zebin, firstEntry: __, ...identity } = content.image;
    const image = { digest: isChosen ? '' : imageDigest(content.ofImage()), ...identity };
    images.push(image);
    for (const kernel of zebin.kernelEntries) {
      if (isChosen && !isChosen(kernel.name)) continue;
      const one = measured(content.image, kernel, content.codes.ends);
      kernels.push({ image, digest: kernelDigest(content.ofKernel(kernel), one.values), ...one });
    }
  }
  return { images, others, kernels };
}

/** Kinds that describe images but are not images. */
const NO_IMAGES: readonly string[] = ['text', 'property-sets'];

const isOther = ({ kind, children }: Item): boolean => children.length === 0 && formatRow(kind) !== undefined && !NO_IMAGES.includes(kind);

type Pair<T> = readonly [base: T, next: T];
/** A pair, and the content of both. */
export type Compared<T, C> = Pair<T & { readonly content: C }>;

/** The content of matched things, of the base until that of the counterpart is read. */
class Counterparts<T extends { readonly number?: number }, C> {
  private readonly ofBase: ReadonlySet<number | undefined>;
  private readonly ofNext: ReadonlyMap<number | undefined, Pair<T>>;
  private readonly contents = new Map<number | undefined, C>();

  constructor(pairs: readonly Pair<T>[]) {
    this.ofBase = new Set(pairs.map(([{ number }]) => number));
    this.ofNext = new Map(pairs.map((pair) => [pair[1].number, pair]));
  }

  hold(number: number, read: () => C): void {
    if (this.ofBase.has(number)) this.contents.set(number, read());
  }

  *meet(number: number, read: () => C): Generator<Compared<T, C>> {
    const pair = this.ofNext.get(number);
    if (!pair) return;
    const content = this.contents.get(pair[0].number) as C;
    this.contents.delete(pair[0].number);
    yield [
      { content, ...pair[0] },
      { content: read(), ...pair[1] },
    ];
  }
}

/** The second pass, in the order of the new side. */
export function* eachPair(
  base: Side,
  next: Side,
  { kernels, images }: { readonly kernels: readonly Pair<SurveyedKernel>[]; readonly images: readonly Pair<SurveyedImage>[] },
): Generator<{ readonly kernel: Compared<SurveyedKernel, KernelContent> } | { readonly image: Compared<SurveyedImage, ImageContent> }> {
  if (kernels.length + images.length === 0) return;
  const ofKernels = new Counterparts<SurveyedKernel, KernelContent>(kernels);
  const ofImages = new Counterparts<SurveyedImage, ImageContent>(images);
  for (const content of eachContent(base, copyOf)) {
    const { number, firstEntry, zebin } = content.image;
    ofImages.hold(number, () => content.ofImage());
    for (const kernel of zebin.kernelEntries) ofKernels.hold(firstEntry + kernel.index, () => content.ofKernel(kernel));
  }
  for (const content of eachContent(next)) {
    const { number, firstEntry, zebin } = content.image;
    for (const image of ofImages.meet(number, () => content.ofImage())) yield { image };
    for (const entry of zebin.kernelEntries)
      for (const kernel of ofKernels.meet(firstEntry + entry.index, () => content.ofKernel(entry))) yield { kernel };
  }
}

/** The pairs of two sides with the code of kernels alone. */
export function* eachCodePair(
  base: Pick<Side, 'files'>,
  next: Pick<Side, 'files'>,
  kernels: readonly Pair<Measured>[],
): Generator<Compared<Measured, KernelCode | undefined>> {
  const ofKernels = new Counterparts<Measured, KernelCode | undefined>(kernels);
  for (const { zebin, firstEntry } of eachImage(base)) {
    const codes = new CodesOf(zebin, copyOf);
    for (const kernel of zebin.kernels) ofKernels.hold(firstEntry + kernel.index, () => codes.of(kernel));
  }
  for (const { zebin, firstEntry } of eachImage(next)) {
    const codes = new CodesOf(zebin);
    for (const kernel of zebin.kernels) yield* ofKernels.meet(firstEntry + kernel.index, () => codes.of(kernel));
  }
}

/** Results of pairs by what identifies their contents: kernels of one name have one code, and images may share their property sets. */
export class PairResults<R> {
  private readonly known = new Map<string, R>();

  /** What `compare` returned for contents like these, or else what it returns. */
  of(base: string, next: string, compare: () => R): R {
    const key = `${base}, ${next}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const result = compare();
    this.known.set(key, result);
    return result;
  }
}
