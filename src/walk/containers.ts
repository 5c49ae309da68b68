/**
 * The containers that the walk opens: one row for each kind, with its reader and its parts.
 */

import type { Bytes } from '../core/bytes/index.ts';
import type { Outcome, Reporter } from '../core/diag/index.ts';
import type { Annotation, Region } from '../core/schema/index.ts';
import { type Ar, dumpAr, readAr } from '../formats/ar/index.ts';
import {
  type Bundles,
  type Ccobs,
  dumpBundles,
  dumpCcobs,
  dumpTextBundle,
  parseTextBundle,
  readBundles,
  readCcobs,
  type TextBundle,
} from '../formats/bundle/index.ts';
import { type CachedBinaries, type CacheKey, readCachedBinaries, readCacheKey } from '../formats/cache/index.ts';
import { dumpElf, type Elf, readElf } from '../formats/elf/index.ts';
import { type Host, readHost } from '../formats/host/index.ts';
import { dumpPatchTokens, type PatchTokens, readPatchTokens } from '../formats/legacy/index.ts';
import { dumpOffload, type Offload, readOffload } from '../formats/offload/index.ts';
import { dumpProps, type PropertySet, type Props, parseProps, propertySets } from '../formats/props/index.ts';
import { dumpSyclbin } from '../formats/syclbin/dump.ts';
import type { Syclbin } from '../formats/syclbin/model.ts';
import { isSyclbin, readSyclbin, syclbinOfOffload } from '../formats/syclbin/read.ts';
import { dumpVisa, dumpVisaText, parseVisa, readVisa, type VisaObject } from '../formats/visa/index.ts';
import { dumpZip, readZip, type Zip } from '../formats/zip/index.ts';
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
  read(bytes: Bytes, out: Reporter): Outcome<M>;
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
  /** The container's own bytes; parts are dumped by their formats. */
  dump?(model: M, out: Reporter, bytes: Bytes): (Annotation | Region)[];
}

/** Keeps the type of each row. */
const row = <M>(of: ContainerRow<M>): ContainerRow<M> => of;

export const CONTAINERS = {
  sequence: row<Sequence>({
    read: (bytes, out) => ({
      value: readSequence(bytes, out, { anywhere: true }) ?? { kind: 'sequence', bytes, images: [], fixed: false },
      diagnostics: out.diagnostics,
    }),
    parts: sequenceParts,
    // Images are dumped by their formats, and nothing else is in a structure.
    dump: () => [],
  }),
  ar: row<Ar>({ read: readAr, parts: arParts, dump: dumpAr }),
  'offload-binary': row<Offload>({
    read: readOffload,
    narrower: (offload, out) => (isSyclbin(offload) ? { kind: 'syclbin', model: syclbinOfOffload(offload, out).value } : undefined),
    parts: offloadParts,
    dump: dumpOffload,
  }),
  syclbin: row<Syclbin>({ read: readSyclbin, parts: syclbinParts, dump: dumpSyclbin }),
  'clang-bundle': row<Bundles>({ read: readBundles, parts: bundleParts, dump: dumpBundles }),
  'text-bundle': row<TextBundle>({ read: parseTextBundle, parts: textBundleParts, dump: dumpTextBundle }),
  'compressed-clang-bundle': row<Ccobs>({
    read: readCcobs,
    parts: ccobParts,
    // The streams are dumped as parts.
    dump: (ccobs, out) => dumpCcobs(ccobs, out).filter(({ path }) => !path.endsWith('/stream')),
  }),
  elf: row<Host>({ read: readHost, parts: hostParts }),
  pe: row<Host>({ read: readHost, parts: hostParts }),
  coff: row<Host>({ read: readHost, parts: hostParts }),
  'openmp-wrapper': row<Host>({ read: readHost, parts: hostParts }),
  'legacy-elf': row<Elf>({ read: readElf, parts: (elf) => sectionParts(elf, true), dump: (elf, out) => dumpElf(elf, out) }),
  'patch-tokens': row<PatchTokens>({
    read: readPatchTokens,
    parts: () => [],
    kernels: ({ kernels }) => kernels.map((kernel) => kernel.name),
    dump: dumpPatchTokens,
  }),
  'sycl-cache': row<CachedBinaries>({
    read: readCachedBinaries,
    parts: cacheParts,
  }),
  'sycl-cache-key': row<CacheKey>({ read: readCacheKey, parts: cacheKeyParts, facts: cacheKeyFacts }),
  zip: row<Zip>({ read: readZip, parts: zipParts, dump: dumpZip }),
  'property-sets': row<Props>({
    read: parseProps,
    parts: () => [],
    properties: propertySets,
    dump: (props, out, bytes) => dumpProps(props, bytes, out),
  }),
  'visa-object': row<VisaObject>({
    read: readVisa,
    parts: visaParts,
    kernels: ({ kernels }) => kernels.map((kernel) => kernel.name),
    dump: dumpVisa,
  }),
  'visa-text': row<VisaObject>({
    read: (bytes, out) => parseVisa(bytes, out, { names: 'all' }),
    parts: () => [],
    kernels: ({ kernels }) => kernels.map((kernel) => kernel.name),
    dump: (_, out, bytes) => dumpVisaText(bytes, out),
  }),
} as const satisfies { readonly [K in FormatKind]?: unknown };

export type ContainerKind = keyof typeof CONTAINERS;

/** What the reader of each kind of container returns. */
export type ContainerContent = {
  [K in ContainerKind]: { readonly kind: K; readonly model: (typeof CONTAINERS)[K] extends ContainerRow<infer M> ? M : never };
}[ContainerKind];

/** The row of a kind, if it is a container. */
export function containerRow(kind: string | undefined): ContainerRow<unknown> | undefined {
  // Each row accepts only models of its own reader: the walk keeps the two together.
  return kind !== undefined && Object.hasOwn(CONTAINERS, kind) ? (CONTAINERS[kind as ContainerKind] as ContainerRow<unknown>) : undefined;
}
