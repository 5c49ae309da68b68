/** Zebins and the files around them: edited, written, built, converted and linked. */
import { type AssemblyBuild, buildZebin as build } from '../change/build/index.ts';
import type { CodeEdit } from '../change/code/index.ts';
import { type ConvertedZebin, convertZebin as convert } from '../change/convert.ts';
import { type EditOptions, editItem as edit, type ZebinEdit } from '../change/edit.ts';
import { packFolder as pack, unpackItem as unpack } from '../change/folder/kinds.ts';
import { patchItem as patch } from '../change/patch.ts';
import { type Keeps, type Reduction, reduce } from '../change/reduce/index.ts';
import { replaceItems as replace } from '../change/replace.ts';
import { type StripOptions, stripZebin as strip } from '../change/strip.ts';
import type { FolderFile } from '../core/bytes/index.ts';
import type { Outcome } from '../core/diag/index.ts';
import type { Version } from '../core/schema/index.ts';
import type { ElfParts } from '../formats/elf/index.ts';
import {
  type LinkAddresses,
  type LinkResult,
  linkZebin as link,
  type PackOptions,
  partsOfZebin as partsOf,
  type Stripped,
  writeZebin as write,
  type Zebin,
  type ZebinBuild,
} from '../formats/zebin/index.ts';
import type { Item } from '../walk/item.ts';

/**
 * The parts of a zebin: sections, symbols, relocations and notes as plain data, which refer to each other by `id`. Edit them by copying.
 *
 * @example
 * const parts = partsOfZebin(readZebin(bytes).value);
 * parts.is64; // true
 * const longer = { ...parts, sections: parts.sections.filter(({ name }) => name !== '.strtab') };
 */
export function partsOfZebin(zebin: Zebin): ElfParts {
  return partsOf(zebin);
}

/**
 * The bytes of a zebin: byte for byte as it was read, or of edited parts, with every offset, index and string assigned again.
 *
 * A file that follows no known layout gets the compiler's layout once its parts have changed; `validateElfParts` of `zebin/unstable/elf` reports
 * this. Throws `FormatError` for parts that are not a file: `write/reference`, `write/value`, `write/name`, `write/segments`.
 *
 * @example
 * const zebin = readZebin(bytes).value;
 * writeZebin(zebin).length === bytes.length; // true
 * writeZebin(stripZebin(partsOfZebin(zebin)).parts).length < bytes.length; // true
 */
export function writeZebin(model: Zebin | ElfParts): Uint8Array {
  return write(model).value;
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
 * An item as a folder of editable text files; undefined for a kind that has no such form. {@link packFolder} is the inverse. Code is
 * written as assembly, with its symbols and relocations, if that assembles to the same bytes.
 *
 * @example
 * const files = unpackItem(inspect(bytes).value);
 * files?.some(({ path }) => path === 'zebin.txt'); // true
 */
export function unpackItem(item: Item): readonly FolderFile[] | undefined {
  return unpack(item);
}

/**
 * The file that a folder of text files describes. Throws `FormatError` with the file and line of what is wrong.
 *
 * @example
 * const files = unpackItem(inspect(bytes).value) ?? [];
 * packFolder(files).value.every((byte, i) => byte === bytes[i]); // true
 */
export function packFolder(files: readonly FolderFile[], options: PackOptions = {}): Outcome<Uint8Array> {
  return pack(files, options);
}

/**
 * A zebin without what a program does not need to run: intermediate code, debug information, compiler options.
 *
 * @example
 * const { parts, dropped } = stripZebin(partsOfZebin(readZebin(bytes).value), { groups: ['spv'] });
 * dropped; // ['.spv']
 */
export function stripZebin(parts: ElfParts, options: StripOptions = {}): Stripped {
  return strip(parts, options);
}

/**
 * A zebin in another version of the format, and what that version cannot express.
 *
 * @example
 * const { value, diagnostics } = convertZebin(readZebin(bytes).value, '1.32');
 * readZebin(value.bytes).value.version; // '1.32'
 */
export function convertZebin(zebin: Zebin, to: Version): Outcome<ConvertedZebin> {
  return convert(zebin, to);
}

/**
 * A zebin with its relocations applied, as the driver applies them when it loads the file, and what stays unresolved.
 *
 * @param addresses where sections and symbols are in the memory of the device
 *
 * @example
 * const { value } = linkZebin(readZebin(bytes).value, { sections: new Map([['.data.const', 0x10000n]]) });
 * value.relocations.every(({ state }) => state !== 'unresolved'); // true
 */
export function linkZebin(zebin: Zebin, addresses: LinkAddresses = {}): Outcome<LinkResult> {
  return link(zebin, addresses);
}

/**
 * A new zebin from code and a description of its kernels, checked against the driver that will read it. The value is undefined if the
 * driver would refuse it; the diagnostics say why. Code is bytes, or assembly: errors in it have line and column in `data`.
 *
 * @example
 * const { value } = buildZebin({
 *   device: 'bmg-g21',
 *   kernels: [{ name: 'k', code: new Uint8Array(64), env: { simd_size: 16 }, args: [{ kind: 'buffer', mode: 'stateless' }] }],
 * });
 * value && readZebin(value).value.kernels[0].name; // 'k'
 */
export function buildZebin(spec: ZebinBuild<Uint8Array | AssemblyBuild>): Outcome<Uint8Array | undefined> {
  return build(spec);
}

/**
 * The smallest zebin or container for which `keeps` is true. {@link keepTest} makes such a test from words.
 *
 * Throws `RangeError` when the property does not hold for the whole file.
 *
 * @param most candidates that are tried
 *
 * @example
 * const keeps = keepTest('finding:note/not-a-table', bytes, { release: '26.27' });
 * const { value } = reduceFile(bytes, keeps);
 * value.length < bytes.length / 2; // true
 * keeps(value); // true
 */
export function reduceFile(bytes: Uint8Array, keeps: Keeps, most = Number.POSITIVE_INFINITY): Reduction {
  if (!keeps(bytes)) throw new RangeError('the whole file does not have the property');
  return reduce(bytes, keeps, (tried) => tried < most);
}
