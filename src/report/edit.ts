import { addArgument } from '../build/index.ts';
import type { Diagnostic } from '../diag/index.ts';
import type { ElfParts } from '../elf/index.ts';
import { type Item, zebinsOf } from '../walk/inspect.ts';
import { replaceItems } from '../walk/replace.ts';
import { type NOTE_TYPES, partsOfZebin, renameKernel, setNote, writeZebin } from '../zebin/index.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** One change of a zebin, as a function of the library makes it. */
export type ZebinEdit =
  | { readonly kind: 'rename'; readonly kernel: string; readonly to: string }
  | { readonly kind: 'add-argument'; readonly kernel: string; readonly argument: Parameters<typeof addArgument>[2] }
  | { readonly kind: 'set-note'; readonly note: (typeof NOTE_TYPES)[number]['name']; readonly value: number | string };

/** `zebin edit --json`: what is changed, in each image. */
export interface EditDocument {
  readonly schema: 'zebin/edit/1';
  /** Bytes of the file before and after. */
  readonly size_before: number;
  readonly size: number;
  readonly images: readonly EditedImage[];
}

export interface EditedImage {
  /** Below the file; empty for a file that is the image itself. */
  readonly address: string;
  /** Bytes of the image before and after. */
  readonly size_before: number;
  readonly size: number;
  /** How many of the edits concern the image. */
  readonly edits: number;
  readonly diagnostics: readonly DiagnosticJson[];
}

/**
 * Makes edits, one after another, in every zebin at and below an item. An edit of a kernel concerns the images that have the kernel, and
 * a note all of them.
 *
 * Throws `TypeError` for an edit that concerns no image, and what `renameKernel`, `addArgument`, `setNote` and `replaceItems` throw.
 *
 * @example
 * const { bytes } = editItem(inspect(file).value, [{ kind: 'rename', kernel: 'k', to: 'saxpy' }]);
 */
export function editItem(root: Item, edits: readonly ZebinEdit[]): { bytes: Uint8Array; document: EditDocument } {
  const used = new Set<ZebinEdit>();
  const changes = new Map<string, Uint8Array>();
  const images = zebinsOf(root).map(({ item, zebin }): EditedImage => {
    const names = new Set(zebin.kernels.map(({ name }) => name));
    let parts = partsOfZebin(zebin);
    let made = 0;
    for (const edit of edits) {
      if (edit.kind !== 'set-note' && !names.has(edit.kernel)) continue;
      parts = edited(parts, edit);
      if (edit.kind === 'rename' && names.delete(edit.kernel)) names.add(edit.to);
      used.add(edit);
      made++;
    }
    const written = made === 0 ? unchanged(zebin.bytes.data) : writeZebin(parts);
    if (made > 0) changes.set(item.address, written.value);
    const address = item.address.slice(root.address.length);
    const diagnostics = written.diagnostics.map((d) => diagnosticJson(d));
    return { address, size_before: zebin.bytes.length, size: written.value.length, edits: made, diagnostics };
  });
  const idle = edits.find((edit) => !used.has(edit));
  if (idle && images.length > 0) throw new TypeError(idle.kind === 'set-note' ? 'no image has notes' : `no kernel is named ${idle.kernel}`);
  const bytes = replaceItems(root, changes).data;
  return { bytes, document: { schema: 'zebin/edit/1', size_before: root.bytes.length, size: bytes.length, images } };
}

const unchanged = (value: Uint8Array) => ({ value, diagnostics: [] as readonly Diagnostic[] });

function edited(parts: ElfParts, edit: ZebinEdit): ElfParts {
  if (edit.kind === 'rename') return renameKernel(parts, edit.kernel, edit.to);
  if (edit.kind === 'add-argument') return addArgument(parts, edit.kernel, edit.argument);
  return setNote(parts, edit.note, edit.value);
}
