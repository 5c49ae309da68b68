/**
 * The containers that the walk opens: one row for each kind, with its reader and its parts.
 */

import type { Bytes } from '../core/bytes/index.ts';
import type { Reporter } from '../core/diag/index.ts';
import { type Ar, decodeAr } from '../formats/ar/index.ts';
import { type Bundles, type Ccobs, decodeBundles, decodeCcobs, decodeTextBundle, type TextBundle } from '../formats/bundle/index.ts';
import { type CachedBinaries, type CacheKey, decodeCachedBinaries, decodeCacheKey } from '../formats/cache/index.ts';
import { decodeElf, type Elf } from '../formats/elf/index.ts';
import { decodeHost, type Host } from '../formats/host/index.ts';
import { decodePatchTokens, type PatchTokens } from '../formats/legacy/index.ts';
import { decodeOffload, type Offload } from '../formats/offload/index.ts';
import { decodeProps, type PropertySet, type Props, propertySets } from '../formats/props/index.ts';
import type { Syclbin } from '../formats/syclbin/model.ts';
import { decodeSyclbin, isSyclbin, syclbinOfOffload } from '../formats/syclbin/read.ts';
import { decodeVisa, decodeVisaText, type VisaObject } from '../formats/visa/index.ts';
import { decodeZip, type Zip } from '../formats/zip/index.ts';
import type { FormatKind } from './formats.ts';
import { type Fact, type Part, sectionParts } from './part.ts';
import {
  arParts,
  bundleParts,
  cacheKeyFacts,
  cacheKeyParts,
  cacheParts,
  ccobParts,
  hostParts,
  offloadParts,
  sequenceParts,
  syclbinParts,
  textBundleParts,
  visaParts,
  zipParts,
} from './parts-of.ts';
import { readSequence, type Sequence } from './sequence.ts';

export type { Fact, OwnKind, Part } from './part.ts';

/** How a kind of container is read: `M` is the model that its reader returns. */
export interface ContainerRow<M> {
  read(bytes: Bytes, out: Reporter): M;
  /** The kind and model, if it is a container of a narrower kind. */
  narrower?(model: M, out: Reporter): { readonly kind: FormatKind; readonly model: unknown } | undefined;
  /** In the order of the container. */
  parts(model: M, out: Reporter): readonly Part[];
  /** The property sets of which it is the text. */
  properties?(model: M): readonly PropertySet[];
  /** What it says about itself, in its own words. */
  facts?(model: M): readonly Fact[];
  /** The names of the kernels in it. */
  kernels?(model: M): readonly string[];
}

/** Keeps the type of each row. */
const row = <M>(of: ContainerRow<M>): ContainerRow<M> => of;

export const CONTAINERS = {
  sequence: row<Sequence>({
    read: (bytes, out) => readSequence(bytes, out, { anywhere: true }) ?? { kind: 'sequence', bytes, images: [], fixed: false },
    parts: sequenceParts,
  }),
  ar: row<Ar>({ read: decodeAr, parts: arParts }),
  'offload-binary': row<Offload>({
    read: decodeOffload,
    narrower: (offload, out) => (isSyclbin(offload) ? { kind: 'syclbin', model: syclbinOfOffload(offload, out) } : undefined),
    parts: offloadParts,
  }),
  syclbin: row<Syclbin>({ read: decodeSyclbin, parts: syclbinParts }),
  'clang-bundle': row<Bundles>({ read: decodeBundles, parts: bundleParts }),
  'text-bundle': row<TextBundle>({ read: decodeTextBundle, parts: textBundleParts }),
  'compressed-clang-bundle': row<Ccobs>({
    read: decodeCcobs,
    parts: ccobParts,
  }),
  elf: row<Host>({ read: decodeHost, parts: hostParts }),
  pe: row<Host>({ read: decodeHost, parts: hostParts }),
  coff: row<Host>({ read: decodeHost, parts: hostParts }),
  'openmp-wrapper': row<Host>({ read: decodeHost, parts: hostParts }),
  'legacy-elf': row<Elf>({ read: decodeElf, parts: (elf, out) => sectionParts(elf, true, out) }),
  'patch-tokens': row<PatchTokens>({
    read: decodePatchTokens,
    parts: () => [],
    kernels: ({ kernels }) => kernels.map((kernel) => kernel.name),
  }),
  'sycl-cache': row<CachedBinaries>({
    read: decodeCachedBinaries,
    parts: cacheParts,
  }),
  'sycl-cache-key': row<CacheKey>({ read: decodeCacheKey, parts: cacheKeyParts, facts: cacheKeyFacts }),
  zip: row<Zip>({ read: decodeZip, parts: zipParts }),
  'property-sets': row<Props>({
    read: decodeProps,
    parts: () => [],
    properties: propertySets,
  }),
  'visa-object': row<VisaObject>({
    read: decodeVisa,
    parts: visaParts,
    kernels: ({ kernels }) => kernels.map((kernel) => kernel.name),
  }),
  'visa-text': row<VisaObject>({
    read: (bytes, out) => decodeVisaText(bytes, out, { names: 'all' }),
    parts: () => [],
    kernels: ({ kernels }) => kernels.map((kernel) => kernel.name),
  }),
} as const satisfies { readonly [K in FormatKind]?: unknown };

export type ContainerKind = keyof typeof CONTAINERS;

/** A container, and what the reader of its format returns: for `ar`, an `Ar` of `zebin/unstable/ar`. */
export interface ContainerContent {
  readonly kind: ContainerKind;
  readonly model: unknown;
}

/** What the reader of a kind of container returns. */
export type ModelOf<K extends ContainerKind> = (typeof CONTAINERS)[K] extends ContainerRow<infer M> ? M : never;

/** The row of a kind, if it is a container. */
export function containerRow(kind: string | undefined): ContainerRow<unknown> | undefined {
  // Each row accepts only models of its own reader: the walk keeps the two together.
  return kind !== undefined && Object.hasOwn(CONTAINERS, kind) ? (CONTAINERS[kind as ContainerKind] as ContainerRow<unknown>) : undefined;
}
