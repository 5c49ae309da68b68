import type { Bytes } from '../core/bytes/index.ts';
import { type Diagnostic, FormatError } from '../core/diag/index.ts';
import { type DiagnosticJson, diagnosticJson } from '../documents/json.ts';
import { kernelNames, oneKernel } from '../documents/kernel/kernel-names.ts';
import { checkZebin } from '../driver/index.ts';
import type { ElfParts } from '../formats/elf/index.ts';
import { type ArgumentBuild, encodeZebin, type NoteName, partsOfZebin, renameKernel, setNote, type Zebin } from '../formats/zebin/index.ts';
import type { PayloadArgument } from '../formats/zeinfo/index.ts';
import { eachZebin, type Item } from '../walk/inspect.ts';
import { type AddArgumentOptions, addArgument, namedDevice, refusals, releaseFor } from './build/index.ts';
import { replaceItems } from './replace.ts';

/** One change of a zebin, which a function of the library makes. */
export type ZebinEdit =
  | { readonly kind: 'rename'; readonly kernel: string; readonly to: string }
  | { readonly kind: 'add-argument'; readonly kernel: string; readonly argument: ArgumentBuild | PayloadArgument }
  | { readonly kind: 'set-note'; readonly note: NoteName; readonly value: number | string };

/** `zebin edit --json`: what changes in each image. */
export interface EditDocument {
  readonly schema: 'zebin/edit/1';
  /** Bytes of the file before and after. */
  readonly size_before: number;
  readonly size: number;
  readonly images: readonly EditedImage[];
}

export interface EditedImage {
  /** Address in the file; empty for a file that is the image itself. */
  readonly address: string;
  /** Bytes of the image before and after. */
  readonly size_before: number;
  readonly size: number;
  /** Number of edits that apply to the image. */
  readonly edits: number;
  readonly diagnostics: readonly DiagnosticJson[];
}

/** The device and driver for which the result is checked, by the names that `checkZebin` accepts. Without both there is no check. */
export type EditOptions = AddArgumentOptions;

/**
 * Makes edits, one after another, in every zebin at and below an item. An edit of a kernel applies to the images that have the kernel,
 * and an edit of a note to all images. With a device or a driver, each edited image for that device is checked as `buildZebin` does.
 *
 * @param requests the edits, with any names of kernels, as for `chooseKernels`
 *
 * Throws `TypeError` for an edit that applies to no image and for a device that no image is for. Throws `FormatError` (`build/refused`)
 * for an image that an edit gives a new reason to be refused. Throws what `renameKernel`, `addArgument`, `setNote` and `replaceItems`
 * throw.
 *
 * @example
 * const { bytes } = editItem(inspect(file).value, [{ kind: 'rename', kernel: 'k', to: 'saxpy' }], { device: 'bmg', driver: '26.27' });
 */
export function editItem(root: Item, requests: readonly ZebinEdit[], options: EditOptions = {}): { bytes: Bytes; document: EditDocument } {
  const acceptance = acceptanceFor(options);
  const edits = resolved(requests, root);
  const used = new Set<ZebinEdit>();
  const changes = new Map<string, Uint8Array>();
  let checks = 0;
  const images: EditedImage[] = [];
  for (const { item, zebin } of eachZebin(root)) {
    const names = new Set(zebin.kernelEntries.map(({ name }) => name));
    const isChecked = acceptance?.isMeant(zebin) ?? false;
    if (isChecked) checks++;
    let parts = partsOfZebin(zebin);
    let count = 0;
    for (const edit of edits) {
      if (edit.kind !== 'set-note' && !names.has(edit.kernel)) continue;
      parts = edited(parts, edit, isChecked ? options : {});
      if (edit.kind === 'rename' && names.delete(edit.kernel)) names.add(edit.to);
      used.add(edit);
      count++;
    }
    const written = count === 0 ? unchanged(zebin.bytes.data) : encodeZebin(parts);
    if (count > 0) changes.set(item.address, written.value);
    if (count > 0 && isChecked) acceptance?.accept(zebin, written.value);
    const address = item.address.slice(root.address.length);
    const diagnostics = written.diagnostics.map((d) => diagnosticJson(d));
    images.push({ address, size_before: zebin.bytes.length, size: written.value.length, edits: count, diagnostics });
  }
  const idle = edits.find((edit) => !used.has(edit));
  if (idle && images.length > 0) throw new TypeError(idle.kind === 'set-note' ? 'no image has notes' : `no kernel is named ${idle.kernel}`);
  if (acceptance && checks === 0 && images.length > 0)
    throw new TypeError(`no image is for ${options.device ?? 'a device of that driver'}`);
  const bytes = replaceItems(root, changes);
  return { bytes, document: { schema: 'zebin/edit/1', size_before: root.bytes.length, size: bytes.length, images } };
}

/** The edits with the names of kernels as in the file. A name may also be one that an edit before gives. */
function resolved(edits: readonly ZebinEdit[], root: Item): ZebinEdit[] {
  const names = new Set(kernelNames(root));
  return edits.map((edit) => {
    if (edit.kind === 'set-note' || names.size === 0) return edit;
    const kernel = oneKernel(edit.kernel, names);
    if (edit.kind === 'rename') names.add(edit.to);
    return { ...edit, kernel };
  });
}

interface Acceptance {
  /** Whether an image is for the device. */
  isMeant(zebin: Zebin): boolean;
  /** Throws the first reason to refuse an edited image that the original does not have. */
  accept(original: Zebin, edited: Uint8Array): void;
}

function acceptanceFor({ device, driver }: EditOptions): Acceptance | undefined {
  if (device === undefined && driver === undefined) return undefined;
  const config = device === undefined ? undefined : namedDevice(device);
  const release = releaseFor(config, driver);
  return {
    isMeant({ bytes }) {
      const { steps } = checkZebin(bytes, { release, ...(config ? { device: config.value } : {}) });
      return steps.every(({ name, outcome }) => name !== 'target' || outcome !== 'failed');
    },
    accept({ bytes }, data) {
      const before = new Set(refusals(bytes.data, config?.value, release).map((refusal) => refusal.data?.rule));
      const refusal = refusals(data, config?.value, release).find((one) => !before.has(one.data?.rule));
      if (refusal) throw new FormatError(refusal);
    },
  };
}

const unchanged = (value: Uint8Array) => ({ value, diagnostics: [] as readonly Diagnostic[] });

function edited(parts: ElfParts, edit: ZebinEdit, options: EditOptions): ElfParts {
  if (edit.kind === 'rename') return renameKernel(parts, edit.kernel, edit.to);
  if (edit.kind === 'add-argument') return addArgument(parts, edit.kernel, edit.argument, options);
  return setNote(parts, edit.note, edit.value);
}
