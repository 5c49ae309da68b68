/** Changes of whole files, as bytes: `src/change` gives windows on them, with the documents of the command. */

import type { CodeEdit } from '../change/code/index.ts';
import { type ConvertedImage, convertItem as convert } from '../change/convert.ts';
import { type EditOptions, editItem as edit, type ZebinEdit } from '../change/edit.ts';
import { patchItem as patch } from '../change/patch.ts';
import { type Keeps, type Reduction, reduce } from '../change/reduce/index.ts';
import { replaceItems as replace } from '../change/replace.ts';
import { type StripOptions, type StrippedImage, stripItem as strip } from '../change/strip.ts';
import type { Outcome } from '../core/diag/index.ts';
import type { Version } from '../core/schema/index.ts';
import type { Item } from '../walk/item.ts';

/** A file with its images changed, and what happened to each. */
export interface ChangedFile<Image> {
  readonly bytes: Uint8Array;
  readonly images: readonly Image[];
}

/**
 * Makes edits in every zebin inside an item, and returns the whole file, with the containers around them rewritten.
 *
 * With a device and a driver, each edited image is checked: `FormatError` (`build/refused`) for a new reason to refuse it. Throws
 * `TypeError` for an edit that applies to no image.
 *
 * @example
 * const renamed = editItem(inspect(archive).value, [{ kind: 'rename', kernel: 'saxpy', to: 'axpy' }]);
 * zebinsOf(inspect(renamed).value).every(({ zebin }) => zebin.kernels.some(({ name }) => name === 'axpy')); // true
 */
export function editItem(root: Item, edits: readonly ZebinEdit[], options: EditOptions = {}): Uint8Array {
  return edit(root, edits, options).bytes.data;
}

/**
 * Edits the code of a kernel of the zebin inside an item, and returns the whole file, with the containers around it rewritten. What the
 * zebin says about places in the code moves with the instructions: branches, symbols, relocations, offsets in .ze_info. The value is
 * undefined when the text of an edit has an error; its span counts bytes of that text.
 *
 * Addresses are bytes from the start of the code before the first edit, or names of symbols and labels. Debug information of code whose
 * instructions have moved is left out, with a diagnostic. Throws `TypeError` if no image or more than one has the kernel, and `FormatError`
 * for code that cannot be edited (`patch/code`) and for an address where no instruction begins (`patch/address`).
 *
 * @example
 * const { value } = patchItem(inspect(bytes).value, 'clock', [{ kind: 'insert', at: '_entry', text: 'mov (16|M0) r20.0<1>:f r21.0<1;1,0>:f' }]);
 * value && readZebin(value).value.kernels[0].name; // 'clock'
 */
export function patchItem(root: Item, kernel: string, edits: readonly CodeEdit[]): Outcome<Uint8Array | undefined> {
  const { bytes, diagnostics } = patch(root, kernel, edits);
  return { value: bytes?.data, diagnostics };
}

/**
 * A file with some of its items replaced, by their addresses. Containers around them are rewritten.
 *
 * Throws `TypeError` for an unknown address, and `FormatError` for content that a container cannot hold.
 *
 * @example
 * const root = inspect(archive).value;
 * const [{ item, zebin }] = zebinsOf(root);
 * const smaller = writeZebin(stripZebin(partsOfZebin(zebin)).parts);
 * const changed = replaceItems(root, new Map([[item.address, smaller]]));
 * changed.length < archive.length; // true
 */
export function replaceItems(root: Item, changes: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return replace(root, changes).data;
}

/**
 * Strips every zebin inside an item of what a program does not need to run, in any container: intermediate code, debug information,
 * compiler options. An image that cannot be stripped or replaced stays as it is, and its entry in `images` says why.
 *
 * @example
 * const { bytes: smaller, images } = stripItem(inspect(archive).value, { groups: ['spv'] });
 * smaller.length < archive.length; // true
 * images.map(({ dropped }) => dropped.map(({ name }) => name)); // [['.spv'], ['.spv']]
 */
export function stripItem(root: Item, options: StripOptions = {}): ChangedFile<StrippedImage> {
  const { bytes, document } = strip(root, options);
  return { bytes: bytes.data, images: document.images };
}

/**
 * Converts every zebin inside an item to another version of the format, in any container, and says what that version cannot express.
 *
 * Throws `FormatError` as `convertZebin` and {@link replaceItems} do.
 *
 * @example
 * const { bytes: older } = convertItem(inspect(archive).value, '1.32');
 * zebinsOf(inspect(older).value).map(({ zebin }) => zebin.version); // ['1.32', '1.32']
 */
export function convertItem(root: Item, to: Version): ChangedFile<ConvertedImage> {
  const { bytes, images } = convert(root, to);
  return { bytes: bytes.data, images };
}

/**
 * The smallest zebin or container for which `keeps` is true. `keepTest` makes such a test from words.
 *
 * Throws `RangeError` when the property does not hold for the whole file.
 *
 * @example
 * const keeps = keepTest('finding:note/not-a-table', bytes, { release: '26.27' });
 * const { value } = reduceFile(bytes, keeps);
 * value.length < bytes.length / 2; // true
 * keeps(value); // true
 */
export function reduceFile(bytes: Uint8Array, keeps: Keeps, options: ReduceOptions = {}): Reduction {
  const { most = Number.POSITIVE_INFINITY } = options;
  if (!keeps(bytes)) throw new RangeError('the whole file does not have the property');
  return reduce(bytes, keeps, (tried) => tried < most);
}

export interface ReduceOptions {
  /** How many candidates are tried at most; without it, as many as there are. */
  readonly most?: number;
}
