/** What the containers' own bytes are, by their kinds. It is apart from the walk, which many open files with and few dump them. */
import type { Bytes } from '../core/bytes/index.ts';
import type { Reporter } from '../core/diag/index.ts';
import type { Annotation, Region } from '../core/schema/index.ts';
import { annotateAr } from '../formats/ar/index.ts';
import { annotateBundles, annotateCcobs, annotateTextBundle } from '../formats/bundle/index.ts';
import { annotateElf } from '../formats/elf/index.ts';
import { annotatePatchTokens } from '../formats/legacy/index.ts';
import { annotateOffload } from '../formats/offload/index.ts';
import { annotateProps } from '../formats/props/index.ts';
import { annotateSyclbin } from '../formats/syclbin/index.ts';
import { annotateVisa, annotateVisaText } from '../formats/visa/index.ts';
import { annotateZip } from '../formats/zip/index.ts';
import type { ContainerKind, ModelOf } from '../walk/containers.ts';
import type { ClosedItem, Item } from '../walk/item.ts';

type Spans = (Annotation | Region)[];

/** Whether a part is a section of an ELF file and nothing else: the file says what is in it. */
export const isPlainSection = (part: Item | undefined): boolean => part?.kind === 'section';

type Row<M> = (model: M, out: Reporter, bytes: Bytes, parts: readonly ClosedItem[]) => Spans;

/** Parts are dumped by their formats; containers without a row have no structure of their own that is dumped. */
const ROWS: { readonly [K in ContainerKind]?: Row<ModelOf<K>> } = {
  sequence: () => [],
  ar: annotateAr,
  'offload-binary': annotateOffload,
  syclbin: annotateSyclbin,
  'clang-bundle': annotateBundles,
  'text-bundle': annotateTextBundle,
  // The streams are dumped as parts.
  'compressed-clang-bundle': (ccobs, out) => annotateCcobs(ccobs, out).filter(({ path }) => !path.endsWith('/stream')),
  'legacy-elf': (elf, out, _, parts) =>
    annotateElf(elf, out, {
      sectionTypes: [],
      relocationTypes: [],
      note: () => undefined,
      content: ({ index }) => (isPlainSection(parts[index]?.open()) ? undefined : []),
    }),
  'patch-tokens': annotatePatchTokens,
  zip: annotateZip,
  'property-sets': (props, out, bytes) => annotateProps(props, bytes, out),
  'visa-object': annotateVisa,
  'visa-text': (_, out, bytes) => annotateVisaText(bytes, out),
};

/** The spans of a container, in no particular order; undefined for a kind that has none of its own, and for what is not a container. */
export function containerSpans(
  content: { readonly kind: string; readonly model?: unknown },
  out: Reporter,
  bytes: Bytes,
  parts: readonly ClosedItem[],
): Spans | undefined {
  const rows: Readonly<Record<string, Row<never> | undefined>> = ROWS;
  const row = Object.hasOwn(rows, content.kind) ? rows[content.kind] : undefined;
  // The walk keeps kind and model together.
  return row?.(content.model as never, out, bytes, parts);
}
