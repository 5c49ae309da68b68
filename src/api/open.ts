/** Files of any kind, opened. */
import { Bytes, type Source } from '../core/bytes/index.ts';
import { Budget, type Outcome } from '../core/diag/index.ts';
import { readZebin as read, type Zebin } from '../formats/zebin/index.ts';
import { type Carved, carve as carveBytes } from '../walk/carve.ts';
import {
  findItem as find,
  type Item,
  inspect as inspectBytes,
  type InspectOptions as WalkOptions,
  eachItem as walk,
  zebinsOf as zebins,
} from '../walk/inspect.ts';
import type { Input, Timed } from './reading.ts';

/** How a file is opened: `as` for a format that cannot be detected, `sibling` for the files that a thin archive names. */
export interface InspectOptions extends Omit<WalkOptions, 'budget'>, Timed {}

/**
 * Opens a file of any kind, and all that is inside: containers, images, sections, compressed or not.
 *
 * Throws `FormatError` when there is nothing to show: an empty input (`detect/empty`), data of no known kind (`detect/unknown`), or of a
 * kind that is recognised but not read (`detect/not-readable`).
 *
 * A server that lives long gives what it does for a request a deadline, here and to the documents that it makes of the item: what takes
 * longer throws `FormatError` (`limit/time`).
 *
 * @param input a file in memory, or a source that fetches parts of a large one
 *
 * @example
 * const { value: root, diagnostics } = inspect(bytes);
 * root.kind; // 'zebin'
 * root.children.map(({ name }) => name).includes('.ze_info'); // true
 * diagnostics.map(({ severity }) => severity); // ['info']
 * const deadline = Date.now() + 10_000;
 * const item = inspect(archive, { deadline }).value;
 * disasmDocument(item, 'saxpy', { deadline }).code.length; // 2
 */
export function inspect(input: Input | Source, { deadline, ...options }: InspectOptions = {}): Outcome<Item> {
  const bytes = Bytes.from(input);
  return inspectBytes(bytes, deadline === undefined ? options : { ...options, budget: new Budget(bytes.length, { deadline }) });
}

/**
 * An item and all items inside it, outermost first.
 *
 * @example
 * const kinds = [...eachItem(inspect(archive).value)].map(({ kind }) => kind);
 * kinds.filter((kind) => kind === 'zebin').length; // 2
 */
export function eachItem(root: Item): Generator<Item> {
  return walk(root);
}

/**
 * The item at an address, as `zebin ls` prints it without the file's name; undefined when there is none.
 *
 * @example
 * const root = inspect(archive).value;
 * const [image] = zebinsOf(root);
 * findItem(root, image.item.address)?.kind; // 'zebin'
 * findItem(root, '!nothing'); // undefined
 */
export function findItem(root: Item, address: string): Item | undefined {
  return find(root, address);
}

/**
 * The zebins at and inside an item, each with the item that it is in.
 *
 * @example
 * zebinsOf(inspect(archive).value).map(({ zebin }) => zebin.target.names[1]); // ['Alchemist', 'Battlemage']
 */
export function zebinsOf(root: Item): readonly { readonly item: Item; readonly zebin: Zebin }[] {
  return zebins(root);
}

/**
 * Device binaries in data of no known format, such as a dump of memory, found by their headers.
 *
 * @example
 * const dump = new Uint8Array(1_000 + bytes.length);
 * dump.set(bytes, 1_000);
 * carve(dump).value.map(({ bytes: { base } }) => base); // [1000]
 */
export function carve(input: Input | Source): Outcome<readonly Carved[]> {
  return carveBytes(input);
}

/**
 * Reads one zebin: its ELF file, notes, `.ze_info`, and kernels joined with their code.
 *
 * Throws `FormatError` for what is not a zebin: use {@link inspect} for a file that has zebins inside.
 *
 * @example
 * const { value: zebin, diagnostics } = readZebin(bytes);
 * zebin.target.names[0]; // 'BMG-G21 A0'
 * zebin.kernels.map(({ name }) => name); // ['clock']
 * zebin.kernels[0].zeInfo.execution_env?.simd_size; // 32
 * diagnostics.map(({ severity }) => severity); // ['info']
 */
export function readZebin(input: Input): Outcome<Zebin> {
  return read(input);
}
