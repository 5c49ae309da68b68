/**
 * The part of the decision that `ocloc validate` shares with a driver: sections, then ze_info and the code of its kernels.
 */
import type { Bytes } from '../bytes/index.ts';
import type { Facts } from '../diag/index.ts';
import { FUNCTIONS_KERNEL, TEXT_PREFIX } from '../zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import { type Decision, type Placed, placedIn } from './decision.ts';
import { type DriverElf, isDriverZebin } from './elf.ts';
import type { DriverFile } from './file.ts';
import type { DriverSections } from './sections.ts';
import { DriverStop, Stops, stopOf } from './stop.ts';
import type { DriverTree } from './tree.ts';
import { type DriverInfo, decodeZeInfo, readPart } from './zeinfo.ts';

/** The first two steps: whether the driver takes the file for a zebin, and its ELF. Undefined if one of them is refused. */
export function decodeElf(file: DriverFile, behaviour: Behaviour, decision: Decision): DriverElf | undefined {
  const { bytes } = file;
  const placed = placedIn(bytes);
  const container = decision.step('container', placed, () => {
    if (!isDriverZebin(bytes)) throw new DriverStop('driver/not-zebin', 'the driver does not take this file for a zebin', 0, 20);
  });
  return container.passed ? decision.step('elf', placed, () => file.elf(behaviour)).value : undefined;
}

/** The text of ze_info, which the offsets of a stop count in while it is read; undefined if it is not in the file. */
export function zeInfoBytes(bytes: Bytes, { zeInfo }: DriverSections): Bytes | undefined {
  if (!zeInfo || zeInfo.start + zeInfo.size > bytes.length) return undefined;
  return bytes.sub(zeInfo.start, zeInfo.start + zeInfo.size);
}

/** Decodes ze_info and looks for the code of each kernel. */
export function readDriverInfo(
  file: DriverFile,
  sections: DriverSections,
  behaviour: Behaviour,
  grfBytes: number,
  stops: Stops,
): DriverInfo {
  const tree = zeInfoTree(file, sections, behaviour);
  if (!tree) return { kernels: [] };
  const find = textFinder(sections, behaviour);
  const info = decodeZeInfo(tree, { behaviour, grfBytes, stops, kernelDone: behaviour.does('sectionsFirst') ? () => {} : find });
  if (behaviour.does('sectionsFirst')) for (const { name, place } of info.kernels) stops.attempt(() => find(name, place));
  return info;
}

/**
 * What each kernel is refused for, by its number, were it alone in the file; kernels that are taken are not in it. Undefined when the
 * text is not read as far as its kernels.
 */
export function judgeKernels(
  file: DriverFile,
  sections: DriverSections,
  behaviour: Behaviour,
  grfBytes: number,
): ReadonlyMap<number, DriverStop> | undefined {
  const stops = new Map<number, DriverStop>();
  const find = textFinder(sections, behaviour);
  const kernelStopped = (index: number, stop: DriverStop) => void stops.set(index, stop);
  try {
    const tree = zeInfoTree(file, sections, behaviour);
    if (!tree) return stops;
    const { kernels } = decodeZeInfo(tree, { behaviour, grfBytes, stops: new Stops(), kernelDone: () => {}, kernelStopped });
    for (const { index, name, place } of kernels) {
      const stop = stopOf(() => find(name, place));
      if (stop) stops.set(index, stop);
    }
    return stops;
  } catch (error) {
    if (error instanceof DriverStop) return undefined;
    throw error;
  }
}

/** The part of the text that is read, as a tree. Throws where it cannot be read. */
export function zeInfoTree(file: DriverFile, { zeInfo }: DriverSections, behaviour: Behaviour): DriverTree | undefined {
  return zeInfo && file.tree(zeInfo, readPart(file.text(zeInfo), behaviour), behaviour);
}

/** Stops where a kernel has no code. Of several sections of one name the first counts since 23.05, before that the last. */
function textFinder({ texts, plainText }: DriverSections, behaviour: Behaviour): (name: string, place: readonly [number, number]) => void {
  const sizes = new Map<string, number>();
  for (const { name, size } of behaviour.does('sectionsFirst') ? [...texts].reverse() : texts)
    sizes.set(name.slice(TEXT_PREFIX.length), size);
  if (plainText && !sizes.has(FUNCTIONS_KERNEL) && behaviour.does('plainText')) sizes.set(FUNCTIONS_KERNEL, plainText.size);
  return (name, place) => {
    const size = sizes.get(name);
    if (size === undefined || (behaviour.does('sectionsFirst') && size === 0))
      throw new DriverStop('driver/kernel-without-text', `kernel ${name} has no section ${TEXT_PREFIX}${name} with code`, ...place);
  };
}

/** Stops in .ze_info, each with its path, and the kernel and attribute that it is about. */
export function placedInZeInfo(file: DriverFile, sections: DriverSections, behaviour: Behaviour): Placed {
  const origin = zeInfoBytes(file.bytes, sections) ?? file.bytes;
  let read: { readonly tree: DriverTree | undefined } | undefined;
  const treeOrNot = () => {
    let tree: DriverTree | undefined;
    // Without a tree the text itself is what stopped.
    stopOf(() => {
      tree = zeInfoTree(file, sections, behaviour);
    });
    return { tree };
  };
  return (stop) => {
    read ??= treeOrNot();
    const { path, data } = read.tree ? placeInTree(read.tree, stop) : { path: '.ze_info', data: undefined };
    return stop.diagnostic(origin, path, data);
  };
}

function placeInTree(tree: DriverTree, { start, end }: DriverStop): { readonly path: string; readonly data?: Facts | undefined } {
  const data: { kernel?: string; attribute?: string } = {};
  let path = '.ze_info';
  let node = 0;
  let limit = Number.POSITIVE_INFINITY;
  for (let depth = 0; end > 0 && depth < DEEPEST; depth++) {
    const children = tree.children(node);
    // Not in the order of the text: the pair after a dash is the last entry of its map.
    const starts = children.map((child) => startOf(tree, child));
    let at = -1;
    let next = limit;
    for (const [i, from] of starts.entries()) {
      if (from <= start && from > (starts[at] ?? -1)) at = i;
      else if (from > start && from < next) next = from;
    }
    const child = children[at];
    // A place that reaches beyond one child is that of what holds them.
    if (child === undefined || end > next) break;
    const key = tree.key(child);
    const inKernels = path === '.ze_info/kernels';
    path += key === '' ? `[${at}]` : `/${key}`;
    if (inKernels) {
      const name = tree.children(child).find((entry) => tree.key(entry) === 'name');
      if (name !== undefined) data.kernel = tree.unquoted(name);
    } else if (key !== '' && depth > 0) data.attribute = key;
    node = child;
    limit = next;
  }
  return Object.keys(data).length > 0 ? { path, data } : { path };
}

/** Levels of ze_info that have names: an entry of a record of a list of a kernel. */
const DEEPEST = 8;

/** Where a node begins; one without key and value begins with what is below it. */
function startOf(tree: DriverTree, node: number): number {
  const [start, end] = tree.place(node);
  if (end > 0) return start;
  return tree.children(node).reduce((first, child) => Math.min(first, tree.place(child)[0]), Number.POSITIVE_INFINITY);
}
