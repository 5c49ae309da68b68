/** The requests of the compare page: the documents of `diff` and `compare` for two sides, in pages. */
import {
  alignedCode,
  CodesOf,
  compareDocument,
  type DiffDocument,
  diffDocument,
  type EffectiveThresholds,
  eachImage,
  isBeyond,
  type KernelChange,
  type KernelCode,
  type KernelDiff,
  lastOfEach,
  METRICS,
  type MetricKey,
  measuredKernels,
  measuredOf,
  measuredSide,
  parseThreshold,
  type Side,
  sizeDocument,
} from '../../src/internal.ts';
import { type CompareCodeView, compareCodeView } from './compare-code.ts';
import { answerBudget, itemAt, memo } from './files.ts';
import { cut, page } from './rows.ts';

/** A file, or the files of a folder. */
export interface SideRef {
  /** As the page names it. */
  readonly path: string;
  /** With their paths below the folder; that of a file by itself is empty. */
  readonly files: readonly { readonly file: number; readonly path: string }[];
}

interface Sides {
  /** The first of the base, with which what is made of the two is forgotten. */
  readonly file: number;
  readonly base: SideRef;
  readonly next: SideRef;
}

interface Paged extends Sides {
  readonly from?: number;
}

/** Differences of one kernel or image that are listed. */
const LISTED = 500;
/** Kernels of a measure whose names are shown. */
const TOP = 5;

const sideOf = ({ path, files }: SideRef): Side => ({ path, files: files.map((one) => ({ path: one.path, root: itemAt(one.file, '') })) });

const keyOf = ({ base, next }: Sides) => JSON.stringify([base.files, next.files]);

function diffOf(sides: Sides): DiffDocument {
  return memo(sides.file, `diff ${keyOf(sides)}`, () => diffDocument(sideOf(sides.base), sideOf(sides.next), undefined, answerBudget()));
}

/** Changed kernels, those that changed most first: by the first measure that differs, in the order of the measures. */
function changedOf(sides: Sides): readonly number[] {
  return memo(sides.file, `changed ${keyOf(sides)}`, () => {
    const { kernels } = diffOf(sides);
    const sizes = kernels.map(({ metrics }) => METRICS.map(({ key }) => changeOf(metrics.find(({ metric }) => metric === key))));
    const order = kernels.map((_, i) => i);
    return order.sort((a, b) => {
      for (const [i, size] of (sizes[a] as number[]).entries()) {
        const other = (sizes[b] as number[])[i] as number;
        if (size !== other) return other - size;
      }
      return (kernels[b] as KernelDiff).differences.length - (kernels[a] as KernelDiff).differences.length || a - b;
    });
  });
}

const changeOf = (change: { readonly base: number; readonly new: number } | undefined) => (change ? Math.abs(change.new - change.base) : 0);

/** `64`, `2%`, `code_bytes=2%`, one or several; undefined when a word is none of these. */
function thresholdsOf(text: string): EffectiveThresholds | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  const thresholds = words.flatMap((word) => parseThreshold(word) ?? []);
  return thresholds.length === words.length ? lastOfEach(thresholds) : undefined;
}

function isFar({ metrics }: KernelDiff, thresholds: EffectiveThresholds): boolean {
  return metrics.some(({ metric, base, new: next }) => isBeyond(thresholds, metric as MetricKey, base, next));
}

const differencesOf = (all: KernelDiff['differences']) => ({
  total: all.length,
  differences: all.slice(0, LISTED).map(({ within, what, base, new: next }) => ({
    within: cut(within),
    what: cut(what),
    base: base === null ? null : cut(base),
    new: next === null ? null : cut(next),
  })),
});

const moved = (one: KernelChange): KernelChange => ({ ...one, label: cut(one.label) });

export const COMPARE_HANDLERS = {
  /** What `compare` says of the measures, and how many of everything `diff` finds. */
  compare: (sides: Sides) => {
    const { kernels, images, kernels_only_base, kernels_only_new, images_only_base, images_only_new, ...counts } = diffOf(sides);
    const measured = (ref: SideRef) => {
      const side = sideOf(ref);
      return measuredSide(side, measuredOf(side));
    };
    const document = memo(sides.file, `compare ${keyOf(sides)}`, () =>
      compareDocument(measured(sides.base), measured(sides.next), { top: TOP }),
    );
    return {
      ...counts,
      matched: document.matched,
      changed: kernels.length,
      imagesChanged: images.length,
      onlyBase: kernels_only_base.length + images_only_base.length,
      onlyNew: kernels_only_new.length + images_only_new.length,
      metrics: document.metrics.map(({ worst, best, ...metric }) => ({
        ...metric,
        worst: worst.map(moved),
        best: best.map(moved),
        doc: METRICS.find(({ key }) => key === metric.metric)?.doc ?? '',
      })),
    };
  },
  /** The changed kernels; with thresholds those of which a measure moved farther. */
  compareKernels: (params: Paged & { threshold: string }) => {
    const { kernels } = diffOf(params);
    const thresholds = thresholdsOf(params.threshold);
    if (!thresholds) throw new Error('a threshold is 64, 2% or a measure with either: code_bytes=2%');
    const order = changedOf(params);
    const kept = thresholds.size === 0 ? order : order.filter((i) => isFar(kernels[i] as KernelDiff, thresholds));
    return page(
      kept,
      params.from ?? 0,
      (index) => {
        const { name, new_name, label, device, base, new: next, metrics, differences, code } = kernels[index] as KernelDiff;
        return {
          index,
          name,
          newName: new_name ?? name,
          label: cut(label),
          device,
          base,
          next,
          metrics: metrics.map(({ metric, change, base: before, new: after }) => ({ metric, change, base: before, new: after })),
          differences: differences.length,
          code: code ? { changed: code.changed, new: code.new, gone: code.gone } : null,
        };
      },
      (index) => 2 * (kernels[index] as KernelDiff).name.length,
    );
  },
  /** The measures of one kernel in both builds, those of its code too: the first ones always, others where they differ. */
  compareCards: (params: Sides & { index: number }) => {
    const { name = '', new_name = name, base, new: next } = diffOf(params).kernels[params.index] ?? {};
    const before = valuesOf(sideOf(params.base), name, base);
    const after = valuesOf(sideOf(params.next), new_name, next);
    return METRICS.flatMap(({ key, title, unit, better, doc }) => {
      const [from, to] = [before?.[key] ?? null, after?.[key] ?? null];
      if (from === null || to === null || (from === to && !CARDS.includes(key))) return [];
      const change = from === to ? ('same' as const) : to > from === (better === 'more') ? ('better' as const) : ('worse' as const);
      return [{ key, title, unit, doc, base: from, new: to, change }];
    }).sort((a, b) => rankOf(a.key) - rankOf(b.key));
  },
  compareDifferences: (params: Sides & { index: number }) => differencesOf(diffOf(params).kernels[params.index]?.differences ?? []),
  /** What differs between the code of two builds, by operation; null where it is the same, or cannot be compared. */
  compareOperations: (params: Sides & { index: number }) => {
    const { code } = diffOf(params).kernels[params.index] ?? {};
    if (!code) return null;
    const { base_count, new_count, same, changed, new: added, gone, by_operation } = code;
    const operations = Object.entries(by_operation).map(([operation, counts]) => ({ operation: cut(operation), ...counts }));
    return { base_count, new_count, same, changed, new: added, gone, operations: operations.slice(0, LISTED) };
  },
  /** The code of both builds, one next to the other or as one text; null where it cannot be compared. */
  compareCode: (params: Sides & { index: number; beside: boolean }): CompareCodeView | null => {
    const { name, new_name = name, base, new: next } = diffOf(params).kernels[params.index] ?? {};
    const aligned = alignedCode(codeAt(sideOf(params.base), name, base), codeAt(sideOf(params.next), new_name, next));
    return aligned ? compareCodeView(aligned, params.beside) : null;
  },
  compareImages: (params: Paged) =>
    page(
      diffOf(params).images,
      params.from ?? 0,
      ({ base, new: next, device, differences }) => ({ base, next, device, ...differencesOf(differences) }),
      ({ differences }) => differences.reduce((sum, one) => sum + (one.base?.length ?? 0) + (one.new?.length ?? 0), 0),
    ),
  /** What only one side has. */
  compareOnly: (params: Paged & { side: 'base' | 'next' }) => {
    const { kernels_only_base, kernels_only_new, images_only_base, images_only_new } = diffOf(params);
    const [kernels, images] = params.side === 'base' ? [kernels_only_base, images_only_base] : [kernels_only_new, images_only_new];
    const all = [
      ...images.map((place) => ({ kind: 'image', name: '', label: '', device: '', place })),
      ...kernels.map((kernel) => ({ kind: 'kernel', ...kernel })),
    ];
    return page(
      all,
      params.from ?? 0,
      (one) => ({ ...one, label: cut(one.label) }),
      ({ name }) => 2 * name.length,
    );
  },
  /** What takes the space on both sides, by the first word of the sections' names. */
  compareSizes: (sides: Sides) => {
    const [before, after] = [sizesOf(sides.base), sizesOf(sides.next)];
    const names = [...new Set([...before.keys(), ...after.keys()])];
    return names
      .map((name) => ({ name: cut(name), base: before.get(name) ?? 0, new: after.get(name) ?? 0 }))
      .sort((a, b) => Math.abs(b.new - b.base) - Math.abs(a.new - a.base) || b.base - a.base)
      .slice(0, LISTED);
  },
};

/** Measures that are always shown of a kernel, in this order. */
const CARDS: readonly MetricKey[] = ['instructions', 'peak_registers', 'spill_size', 'longest_waits', 'code_bytes', 'eu_thread_count'];
const rankOf = (key: MetricKey): number => (CARDS.includes(key) ? CARDS.indexOf(key) : CARDS.length);

function valuesOf(side: Side, name: string, place: string | undefined) {
  const wanted = measuredKernels(side, (own) => own === name, true, answerBudget());
  return wanted.find(({ path, address }) => path + address === place)?.values ?? wanted[0]?.values;
}

/** The code of the first entry of a name in the image at a place. */
function codeAt(side: Side, name: string | undefined, place: string | undefined): KernelCode | undefined {
  for (const { path, address, zebin } of eachImage(side)) {
    if (path + address !== place) continue;
    const kernel = zebin.kernelEntries.find((one) => one.name === name);
    return kernel && new CodesOf(zebin).of(kernel);
  }
  return undefined;
}

/** Bytes in the files of a side. */
function sizesOf({ files }: SideRef): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  for (const { file } of files) {
    for (const { section, size } of memo(file, 'size', () => sizeDocument(itemAt(file, ''))).parts) {
      const name = section.startsWith('.') ? section.split('.').slice(0, 2).join('.') : section;
      sizes.set(name, (sizes.get(name) ?? 0) + size);
    }
  }
  return sizes;
}
