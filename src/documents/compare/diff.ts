import {
  type Compared,
  type Difference,
  eachPair,
  gate,
  type ImageContent,
  imageDifferences,
  type KernelContent,
  kernelDifferences,
  type Matches,
  match,
  PairResults,
  type Side,
  type SurveyedImage,
  type SurveyedKernel,
  surveyOf,
  unreadOfSide,
} from '../../analysis/comparison/index.ts';
import type { Budget } from '../../core/diag/index.ts';
import { isPseudoKernel } from '../../formats/zebin/index.ts';
import { type Completeness, completeness } from '../../walk/damage.ts';
import { type CodeDiff, CodeDiffs } from './diff-code.ts';
import { areIdentical, isAcrossDevices, isForOtherDevices } from './sides.ts';

/** `zebin diff --json`: what differs between two builds, by image and by kernel. Differences of notation alone are left out. */
export interface DiffDocument extends Completeness {
  readonly schema: 'zebin/diff/2';
  readonly base: DiffSide;
  readonly new: DiffSide;
  /** Whether the builds have no device in common. The kernels of two devices are compared if each build is for one. */
  readonly other_devices: boolean;
  /** Whether the builds are the same byte by byte, so that what could not be read does not differ either. */
  readonly identical: boolean;
  /** Whether what was read of the builds has no difference. */
  readonly same: boolean;
  /** Kernels that are in both builds and do not differ; entries that only hold the code of functions do not count. */
  readonly unchanged: number;
  /** Images that differ in more than their kernels. */
  readonly images: readonly ImageDiff[];
  readonly images_only_base: readonly string[];
  readonly images_only_new: readonly string[];
  /** What differs, entries that only hold the code of functions included. */
  readonly kernels: readonly KernelDiff[];
  readonly kernels_only_base: readonly KernelPlace[];
  readonly kernels_only_new: readonly KernelPlace[];
}

export interface DiffSide {
  readonly path: string;
  /** Number of zebins. */
  readonly images: number;
  /** Number of images of other kinds, such as SPIR-V, which are not compared. */
  readonly others: number;
  readonly kernels: number;
}

export interface ImageDiff {
  /** Path in the given folder, and address in the file; empty for a file that is the image. */
  readonly base: string;
  readonly new: string;
  readonly device: string;
  readonly differences: readonly DifferenceJson[];
}

export interface KernelDiff {
  /** Name in the base. */
  readonly name: string;
  /** Name in the new build, if it is mangled differently there. */
  readonly new_name?: string;
  /** The demangled name. */
  readonly label: string;
  readonly device: string;
  readonly base: string;
  readonly new: string;
  /** The measures that differ, in the order of `compare`. */
  readonly metrics: readonly MetricDiff[];
  readonly differences: readonly DifferenceJson[];
  /** How the instructions differ; absent where the code is the same byte by byte, or cannot be compared. */
  readonly code?: CodeDiff;
}

export interface MetricDiff {
  /** Name of the measure, as in `compare`. */
  readonly metric: string;
  readonly change: 'worse' | 'better';
  readonly base: number;
  readonly new: number;
}

export interface KernelPlace {
  readonly name: string;
  readonly label: string;
  readonly device: string;
  /** Path in the given folder, and address in the file. */
  readonly place: string;
}

export interface DifferenceJson {
  /** The part that the field is in: `payload_arguments[arg_bypointer 1]`; empty for the kernel or image itself. */
  readonly within: string;
  readonly what: string;
  /** Null if the base does not have it. */
  readonly base: string | null;
  readonly new: string | null;
}

/** @param isChosen selects kernels by the name in the file; without it all kernels are compared, and images too. */
export function diffDocument(base: Side, next: Side, isChosen?: (name: string) => boolean, budget?: Budget): DiffDocument {
  const [baseSide, nextSide] = [surveyOf(base, isChosen), surveyOf(next, isChosen)];
  const isAcross = isAcrossDevices(baseSide, nextSide);
  const kernels = match(baseSide.kernels, nextSide.kernels, isAcross);
  const images = isChosen ? { pairs: [], onlyBase: [], onlyNew: [] } : matchImages(baseSide.images, nextSide.images, kernels, isAcross);
  const [changed, imageDiffs] = changesOf(base, next, kernels.pairs, images.pairs, budget);
  const only = [kernels.onlyBase, kernels.onlyNew, images.onlyBase, images.onlyNew];
  return {
    schema: 'zebin/diff/2',
    ...completeness([...unreadOfSide(base), ...unreadOfSide(next)]),
    base: { path: base.path, images: baseSide.images.length, others: baseSide.others, kernels: baseSide.kernels.filter(isKernel).length },
    new: { path: next.path, images: nextSide.images.length, others: nextSide.others, kernels: nextSide.kernels.filter(isKernel).length },
    other_devices: isForOtherDevices(baseSide, nextSide),
    identical: areIdentical(base, next),
    same: changed.length + imageDiffs.length + only.reduce((sum, list) => sum + list.length, 0) === 0,
    unchanged: kernels.pairs.filter(([one]) => isKernel(one)).length - changed.filter(isKernel).length,
    images: imageDiffs,
    images_only_base: images.onlyBase.map(placeOf),
    images_only_new: images.onlyNew.map(placeOf),
    kernels: changed,
    kernels_only_base: kernels.onlyBase.map(kernelPlace),
    kernels_only_new: kernels.onlyNew.map(kernelPlace),
  };
}

/** What changed, in the order of the pairs. */
function changesOf(
  base: Side,
  next: Side,
  kernels: Matches<SurveyedKernel, SurveyedKernel>['pairs'],
  images: Matches<SurveyedImage, SurveyedImage>['pairs'],
  budget: Budget | undefined,
): readonly [kernels: KernelDiff[], images: ImageDiff[]] {
  const [changed, changedImages] = [new Map<number, KernelDiff>(), new Map<number, ImageDiff>()];
  const known = new PairResults<readonly Difference[]>();
  const codes = new CodeDiffs((diff) => diff, budget);
  const mayDiffer = ([one, other]: readonly [SurveyedImage | SurveyedKernel, SurveyedImage | SurveyedKernel]) =>
    one.digest !== other.digest;
  for (const pair of eachPair(base, next, { kernels: kernels.filter(mayDiffer), images: images.filter(mayDiffer) })) {
    if ('kernel' in pair) {
      const diff = kernelDiff(pair.kernel, known, codes);
      if (diff.differences.length > 0) changed.set(pair.kernel[1].number, diff);
    } else {
      const diff = imageDiff(pair.image, known);
      if (diff.differences.length > 0) changedImages.set(pair.image[1].number, diff);
    }
  }
  return [
    kernels.flatMap(([, { number }]) => changed.get(number) ?? []),
    images.flatMap(([, { number }]) => changedImages.get(number) ?? []),
  ];
}

const isKernel = ({ name }: { readonly name: string }): boolean => !isPseudoKernel(name);

/**
 * Matches an image with the one that has its kernels, wherever that one is. Images without common kernels are matched by file and device.
 */
function matchImages(
  bases: readonly SurveyedImage[],
  nexts: readonly SurveyedImage[],
  kernels: Matches<SurveyedKernel, SurveyedKernel>,
  isAcross: boolean,
): Matches<SurveyedImage, SurveyedImage> {
  const pairs = new Map<SurveyedImage, SurveyedImage>();
  const partners = new Set<SurveyedImage>();
  for (const [one, other] of kernels.pairs) {
    if (pairs.has(one.image) || partners.has(other.image)) continue;
    pairs.set(one.image, other.image);
    partners.add(other.image);
  }
  const rest = match(
    bases.filter((image) => !pairs.has(image)),
    nexts.filter((image) => !partners.has(image)),
    isAcross,
  );
  return { ...rest, pairs: [...pairs, ...rest.pairs] };
}

function imageDiff([base, next]: Compared<SurveyedImage, ImageContent>, known: PairResults<readonly Difference[]>): ImageDiff {
  const differences = imageDifferences(base.content, next.content, known).map(json);
  return { base: placeOf(base), new: placeOf(next), device: next.device, differences };
}

function kernelDiff(
  [base, next]: Compared<SurveyedKernel, KernelContent>,
  known: PairResults<readonly Difference[]>,
  codes: CodeDiffs<CodeDiff>,
): KernelDiff {
  const differences = kernelDifferences(base, next, known).map(json);
  const code = differences.some(({ what }) => what === 'instructions') ? codes.of(base.content.code, next.content.code) : undefined;
  return {
    name: base.name,
    ...(base.name === next.name ? {} : { new_name: next.name }),
    label: base.label,
    device: next.device,
    base: placeOf(base),
    new: placeOf(next),
    metrics: metricsOf(base, next),
    differences,
    ...(code === undefined ? {} : { code }),
  };
}

function metricsOf(base: SurveyedKernel, next: SurveyedKernel): MetricDiff[] {
  return gate([[base, next]]).map(({ metric, change, base: before, next: after }) => ({ metric, change, base: before, new: after }));
}

function json({ within, what, base, new: next }: Difference): DifferenceJson {
  return { within, what, base, new: next };
}

function placeOf({ path, address }: { readonly path: string; readonly address: string }): string {
  return path + address;
}

function kernelPlace(kernel: SurveyedKernel): KernelPlace {
  const { name, label, device } = kernel;
  return { name, label, device, place: placeOf(kernel) };
}
