/** The images that `info` is about: one at a time, so that of many of them only what is printed is kept. */
import { type Decide, type ImageInfo, type ImageItem, type Item, isZebinInfo, withDriver } from '../../src/internal.ts';

/** Whether an item may have a kernel whose name people do not read: the demangler is loaded only for these. */
export function mayBeMangled({ content }: Item): boolean {
  return content.kind !== 'zebin' || content.zebin.kernels.some(({ name }) => name.startsWith('_Z'));
}

/** The first ones of an iterator, which goes on after them. */
export function taken<T>(from: Iterator<T>, count: number): T[] {
  const first: T[] = [];
  while (first.length < count) {
    const { done, value } = from.next();
    if (done) break;
    first.push(value);
  }
  return first;
}

/** The images of both, with what the newest driver decides about each. */
export function* decidedImages(first: readonly ImageItem[], rest: Iterable<ImageItem>, decide: Decide | undefined): Generator<ImageInfo> {
  const decided = ({ item, image }: ImageItem) => (decide && isZebinInfo(image) ? withDriver(image, decide(item)) : image);
  for (const one of first) yield decided(one);
  for (const one of rest) yield decided(one);
}
