/** Bundles that were read, with other content in some of their entries: by the objects of the model. */
import { ByteWriter } from '../bytes/index.ts';
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

/** Entries stay where they are when nothing becomes larger or smaller, else they follow each other as they did. */
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

/** Where the tools align entries, they do so to pages. */
const PAGE = 4096;

/** Multiples of what the entries of a bundle begin at: of a page, or of nothing. */
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

/** @param changes the bundle that each compressed one holds, by that */
export function rewriteCcobs({ bundles }: Ccobs, changes: Changes): Uint8Array {
  const out = new ByteWriter();
  for (const ccob of bundles) {
    const data = changes.get(ccob);
    out.bytes(data ? writeCcob(data, ccob.version) : ccob.bytes.data);
  }
  return out.finish();
}
