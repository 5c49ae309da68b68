/**
 * The part of the decision that `ocloc validate` and a driver have in common: sections, then ze_info and the code of its kernels.
 */
import type { Bytes } from '../core/bytes/index.ts';
import { FUNCTIONS_KERNEL, TEXT_PREFIX } from '../formats/zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import { type Decision, type Placed, placedIn } from './decision.ts';
import { type DriverElf, isDriverZebin } from './elf.ts';
import type { DriverFile } from './file.ts';
import type { InfoTree } from './info-tree.ts';
import type { DriverSections } from './sections.ts';
import { DriverStop, Stops, stopOf } from './stop.ts';
import { type DriverInfo, decodeZeInfo } from './zeinfo.ts';
import { type ZeInfoPlace, ZeInfoPlaces } from './zeinfo-place.ts';

/** The first two steps: whether the driver treats the file as a zebin, and its ELF. Undefined if one of them is refused. */
export function decodeElf(file: DriverFile, behaviour: Behaviour, decision: Decision): DriverElf | undefined {
  const { bytes } = file;
  const placed = placedIn(bytes);
  const container = decision.step('container', placed, () => {
    if (!isDriverZebin(bytes)) throw new DriverStop('driver/not-zebin', 'the driver does not treat this file as a zebin', 0, 20);
  });
  return container.passed ? decision.step('elf', placed, () => file.elf(behaviour)).value : undefined;
}

/** The text of ze_info, to which the offsets of a stop are relative while it is read; undefined if the file has none. */
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
  const find = textFinder(tree, sections, behaviour);
  const info = decodeZeInfo(tree, { behaviour, grfBytes, stops, kernelDone: behaviour.does('sectionsFirst') ? () => {} : find });
  if (behaviour.does('sectionsFirst')) for (const { name } of info.kernels) stops.attempt(() => find(name));
  return info;
}

/**
 * Why each kernel is refused, by its index, as if it were alone in the file. Accepted kernels are not in the map. Undefined if the text is
 * not read as far as its kernels.
 */
export function refusedKernels(
  file: DriverFile,
  sections: DriverSections,
  behaviour: Behaviour,
  grfBytes: number,
): ReadonlyMap<number, DriverStop> | undefined {
  const stops = new Map<number, DriverStop>();
  const kernelStopped = (index: number, stop: DriverStop) => void stops.set(index, stop);
  try {
    const tree = zeInfoTree(file, sections, behaviour);
    if (!tree) return stops;
    const find = textFinder(tree, sections, behaviour);
    const { kernels } = decodeZeInfo(tree, { behaviour, grfBytes, stops: new Stops(), kernelDone: () => {}, kernelStopped });
    for (const { index, name } of kernels) {
      const stop = stopOf(() => find(name));
      if (stop) stops.set(index, stop);
    }
    return stops;
  } catch (error) {
    if (error instanceof DriverStop) return undefined;
    throw error;
  }
}

/** The part of the text that is read, as a tree. Throws where it cannot be read. */
export function zeInfoTree(file: DriverFile, { zeInfo }: DriverSections, behaviour: Behaviour): InfoTree | undefined {
  return zeInfo && file.tree(zeInfo, behaviour);
}

/** Stops where a kernel has no code. Of several sections with one name the first counts since 23.05, before that the last. */
function textFinder(tree: InfoTree, { texts, plainText }: DriverSections, behaviour: Behaviour): (nameNode: number) => void {
  const sizes = new Map<string, number>();
  for (const { name, size } of behaviour.does('sectionsFirst') ? [...texts].reverse() : texts)
    sizes.set(name.slice(TEXT_PREFIX.length), size);
  if (plainText && !sizes.has(FUNCTIONS_KERNEL) && behaviour.does('plainText')) sizes.set(FUNCTIONS_KERNEL, plainText.size);
  return (nameNode) => {
    const name = tree.unquoted(nameNode);
    const size = sizes.get(name);
    if (size === undefined || (behaviour.does('sectionsFirst') && size === 0))
      throw new DriverStop(
        'driver/kernel-without-text',
        `kernel ${name} has no section ${TEXT_PREFIX}${name} with code`,
        ...tree.place(nameNode),
      );
  };
}

/** Stops in .ze_info, each with its path, and with the kernel and attribute that it is about. */
export function placedInZeInfo(file: DriverFile, sections: DriverSections, behaviour: Behaviour): Placed {
  const origin = zeInfoBytes(file.bytes, sections) ?? file.bytes;
  let find: ((stop: DriverStop) => ZeInfoPlace) | undefined;
  const finder = () => {
    let places: ZeInfoPlaces | undefined;
    stopOf(() => {
      const tree = zeInfoTree(file, sections, behaviour);
      if (tree) places = new ZeInfoPlaces(tree);
    });
    // Without a tree, the text itself caused the stop.
    return (stop: DriverStop): ZeInfoPlace => places?.find(stop) ?? { path: '.ze_info' };
  };
  return (stop) => {
    find ??= finder();
    const { path, data } = find(stop);
    return stop.diagnostic(origin, path, data);
  };
}
