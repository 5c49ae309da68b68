/**
 * Images one after another: a section in which a linker has put those of several objects, a dump of one, the images of a cache item. Each
 * ends where its own headers say; between them is padding.
 */
import { type Bytes, ByteWriter, leadingZeros } from '../core/bytes/index.ts';
import { diagnostic, FormatError, numberText, type Reporter } from '../core/diag/index.ts';
import { type Carved, firstImage, imagesIn } from './carve.ts';
import type { Changes } from './part.ts';

/** Images one after another. */
export interface Sequence {
  readonly kind: 'sequence';
  readonly bytes: Bytes;
  readonly images: readonly Carved[];
  /** Whether other data has the places of the images, so that none may move. */
  readonly fixed: boolean;
}

export interface SequencePlace {
  /** Images may begin anywhere in the data. By default it begins with one. */
  readonly anywhere?: boolean;
  readonly fixed?: boolean;
}

/**
 * The images in data that has more than one, or one that does not begin where the data does. Undefined if the data begins with an image and
 * has no other, and if it begins with something else.
 *
 * Reports `inspect/rest` for what is in none of the images and is not zero, also after a single one.
 */
export function readSequence(bytes: Bytes, out: Reporter, place: SequencePlace = {}): Sequence | undefined {
  const first = firstImage(bytes, out);
  if (!first && place.anywhere !== true) return undefined;
  const rest = bytes.sub(first?.bytes.length ?? 0, bytes.length);
  // Most data is one image, and zeros at most after it.
  if (first && leadingZeros(rest) === rest.length) return undefined;
  const others = imagesIn(rest, out, true);
  if (first && others.length === 0) {
    if (!REPORTED.has(first.kind)) reportRest(bytes, [first], out);
    return undefined;
  }
  if (others.length === 0) return undefined;
  const images = first ? [first, ...others] : others;
  reportRest(bytes, images, out);
  return { kind: 'sequence', bytes, images, fixed: place.fixed === true };
}

/** Kinds whose readers report what follows the last image themselves. */
const REPORTED: ReadonlySet<string> = new Set<Carved['kind']>(['offload-binary', 'ar']);

/** What is before, between and after the images. */
function gapsOf({ bytes, images }: Pick<Sequence, 'bytes' | 'images'>): Bytes[] {
  let end = 0;
  const gaps: Bytes[] = [];
  for (const image of images) {
    const start = image.bytes.base - bytes.base;
    gaps.push(bytes.sub(end, start));
    end = start + image.bytes.length;
  }
  return [...gaps, bytes.sub(end, bytes.length)];
}

/** Reports the bytes of the gaps that are not zeros at one of their ends, once for all gaps. */
export function reportRest(bytes: Bytes, images: readonly Carved[], out: Reporter): void {
  const spans = gapsOf({ bytes, images }).flatMap((gap) => {
    const start = leadingZeros(gap);
    let end = gap.length;
    while (end > start && gap.u8(end - 1) === 0) end--;
    return end > start ? [gap.span(start, end)] : [];
  });
  const [first] = spans;
  if (!first) return;
  const count = spans.reduce((sum, { start, end }) => sum + end - start, 0);
  const what = `${numberText(count)} ${count === 1 ? 'byte' : 'bytes'}${spans.length === 1 ? '' : ` in ${spans.length} places`}`;
  const message = `${what} ${count === 1 ? 'is' : 'are'} in ${images.length === 1 ? 'no image' : `none of the ${images.length} images`} and not zero`;
  out.report('inspect/rest', first, '', message, { bytes: count, places: spans.length });
}

/** The largest alignment that is kept. Linkers align sections to pages at most. */
const PAGE = 4096;

/**
 * The data with new content in place of images. An image of another size moves those after it, by whole multiples of the alignment that
 * all images have, unless the sequence is fixed: then zeros fill up its place.
 *
 * Throws `FormatError` (`replace/fixed`) for content that is longer than its place in a fixed sequence.
 */
export function writeSequence(sequence: Sequence, changes: Changes): Uint8Array {
  const { bytes, images, fixed } = sequence;
  const gaps = gapsOf(sequence);
  const step = alignmentOf(sequence);
  const out = new ByteWriter(bytes.length).bytes(gaps[0]?.data ?? new Uint8Array(0));
  images.forEach((image, i) => {
    const gap = gaps[i + 1] ?? bytes.sub(bytes.length, bytes.length);
    const zeros = leadingZeros(gap);
    const place = image.bytes.length + zeros;
    const data = changes.get(image);
    if (fixed && data && data.length > place) {
      const why = `there is space for ${place} bytes, but ${data.length} are given: other data has the places of these images`;
      throw new FormatError(diagnostic('replace/fixed', why, image.bytes.span(), ''));
    }
    out.bytes(data ?? image.bytes.data);
    const size = data?.length ?? image.bytes.length;
    const stays = fixed || size === image.bytes.length;
    out.fill(stays ? place - size : padding(size, place, i === images.length - 1 && zeros === 0 ? 1 : step));
    out.bytes(gap.sub(zeros, gap.length).data);
  });
  return out.finish();
}

/** Zeros after content of a new size, so that what follows moves by a multiple of `step`. */
const padding = (size: number, place: number, step: number): number => (((place - size) % step) + step) % step;

/** The largest power of two, up to a page, at multiples of which all images begin. */
function alignmentOf({ bytes, images }: Sequence): number {
  let step = PAGE;
  for (const image of images) while ((image.bytes.base - bytes.base) % step !== 0) step /= 2;
  return step;
}
