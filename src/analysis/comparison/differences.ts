import { hex } from '../../core/bytes/index.ts';
import type { ImageContent, KernelCode, KernelContent, SectionContent } from './content.ts';
import { compareFacts, type Difference, type Places, parseFacts } from './facts.ts';
import type { Measured } from './gather.ts';
import { METRICS } from './metrics.ts';
import type { PairResults } from './pairs.ts';

/** One side of a pair of kernels. */
export interface KernelSide extends Pick<Measured, 'values'> {
  readonly content: KernelContent;
}

/**
 * What differs between two builds of a kernel: measures, attributes, code, relocations. Empty when they are the same to a driver.
 *
 * @param known of the code of other kernels, which may be the same
 */
export function kernelDifferences(base: KernelSide, next: KernelSide, known: PairResults<readonly Difference[]>): Difference[] {
  const measures = METRICS.flatMap(({ key, title, unit }): Difference[] => {
    const [before, after] = [base.values[key], next.values[key]];
    // Differing code includes its size.
    return before === after || key === 'code_bytes'
      ? []
      : [{ within: '', what: `${title} (${unit})`, base: numberText(before), new: numberText(after) }];
  });
  const code = codeDifferences(base.content.code, next.content.code, known);
  return [...measures, ...code, ...compareFacts(parseFacts(base.content.facts), parseFacts(next.content.facts))];
}

function numberText(value: number | null): string | null {
  return value === null ? null : String(value);
}

function codeDifferences(
  base: KernelCode | undefined,
  next: KernelCode | undefined,
  known: PairResults<readonly Difference[]>,
): readonly Difference[] {
  if (!base || !next) {
    const text = (code: KernelCode | undefined) => (code ? `${code.bytes.length} bytes` : null);
    return base || next ? [{ within: '', what: 'instructions', base: text(base), new: text(next) }] : [];
  }
  return known.of(base.digest, next.digest, () =>
    bytesDifference('instructions', base.bytes.subarray(0, base.end), next.bytes.subarray(0, next.end)),
  );
}

function bytesDifference(what: string, base: Uint8Array, next: Uint8Array): Difference[] {
  const shorter = Math.min(base.length, next.length);
  let first = 0;
  while (first < shorter && base[first] === next[first]) first++;
  if (first === base.length && first === next.length) return [];
  const from = `differ from ${hex(first)} on`;
  return [{ within: '', what, base: `${base.length} bytes`, new: `${next.length} bytes, ${from}` }];
}

/**
 * What differs between two images apart from their kernels: device, versions, module attributes, global data and other sections.
 *
 * @param known of the property sets of other images, which may be the same
 */
export function imageDifferences(base: ImageContent, next: ImageContent, known: PairResults<readonly Difference[]>): Difference[] {
  const facts = compareFacts(parseFacts(base.facts), parseFacts(next.facts));
  return [...facts, ...setDifferences(base.sets, next.sets, known), ...sectionDifferences(base.sections, next.sections)];
}

function setDifferences(base: ImageContent['sets'], next: ImageContent['sets'], known: PairResults<readonly Difference[]>): Difference[] {
  return [...new Set([...base.keys(), ...next.keys()])].flatMap((place) => {
    const [before, after] = [base.get(place), next.get(place)];
    const placesOf = (set: typeof before): Places => (set ? [[place, set.facts]] : []);
    const compare = () => compareFacts(placesOf(before), placesOf(after));
    return before && after ? known.of(before.digest, after.digest, compare) : compare();
  });
}

function sectionDifferences(baseSections: ImageContent['sections'], nextSections: ImageContent['sections']): Difference[] {
  return [...new Set([...baseSections.keys(), ...nextSections.keys()])].flatMap((name): Difference[] => {
    const [before, after] = [baseSections.get(name), nextSections.get(name)];
    if (!before || !after) return [{ within: 'sections', what: name, base: sizeText(before), new: sizeText(after) }];
    if (!before.bytes || !after.bytes) return [];
    if (before.size !== after.size && before.bytes.length + after.bytes.length === 0)
      return [{ within: 'sections', what: name, base: sizeText(before), new: sizeText(after) }];
    return bytesDifference(name, before.bytes, after.bytes).map((one) => ({ ...one, within: 'sections' }));
  });
}

function sizeText(section: SectionContent | undefined): string | null {
  return section ? `${section.size} bytes` : null;
}
