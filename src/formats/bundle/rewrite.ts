/** Bundles that were read, with new content in some of their entries, which are given by the objects of the model. */
import { ByteWriter } from '../../core/bytes/index.ts';
import type { Bundle, Bundles, Ccobs, TextBundle } from './model.ts';
import { printTextBundle, writeBundle, writeCcob } from './write.ts';

type Changes = ReadonlyMap<object, Uint8Array>;

/** @param changes by entry */
export function rewriteBundles({ bundles }: Bundles, changes: Changes): Uint8Array {
  const out = new ByteWriter();
  for (const bundle of bundles) {
    const changed = bundle.entries.some((entry) => changes.has(entry));
    out.bytes(changed ? rewriteBundle(bundle, changes) : bundle.bytes.data);
  }
  return out.finish();
}

/** Entries stay in place if no size changes, else they follow each other in the same order. */
function rewriteBundle(bundle: Bundle, changes: Changes): Uint8Array {
  const { entries, bytes } = bundle;
  const stays = entries.every((entry) => (changes.get(entry)?.length ?? entry.size) === entry.size);
  const list = entries.map((entry) => ({
    id: entry.id,
    data: changes.get(entry) ?? entry.bytes.data,
    ...(stays ? { offset: entry.offset } : {}),
  }));
  return writeBundle(list, stays ? { size: bytes.length } : { align: bundleAlignment(bundle) });
}

/** Tools that align entries align them to pages. */
const PAGE = 4096;

/** The alignment of the entries of a bundle: a page, or 1. */
export function bundleAlignment({ entries }: Bundle): number {
  return entries.every(({ offset, size }) => size === 0 || offset % PAGE === 0) ? PAGE : 1;
}

/** @param changes by entry */
export function rewriteTextBundle({ entries, comment }: TextBundle, changes: Changes): Uint8Array {
  return printTextBundle(
    entries.map((entry) => ({ id: entry.id, data: changes.get(entry) ?? entry.bytes.data })),
    comment,
  );
}

/** @param changes the new inner bundle, by the compressed bundle around it */
export function rewriteCcobs({ bundles }: Ccobs, changes: Changes): Uint8Array {
  const out = new ByteWriter();
  for (const ccob of bundles) {
    const data = changes.get(ccob);
    out.bytes(data ? writeCcob(data, ccob.version) : ccob.bytes.data);
  }
  return out.finish();
}
