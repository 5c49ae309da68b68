/** The kernel that a run is of, among the images of a file. */
import { runsOn } from '../analysis/coverage/coverage.ts';
import type { ProductConfig } from '../devices/index.ts';
import { describeTarget, type Zebin } from '../formats/zebin/index.ts';
import { eachZebin, type Item } from '../walk/item.ts';
import { platformOfZebin } from './dump-code.ts';
import { type KernelQuery, kernelFilter, kernelNames } from './kernel/kernel-names.ts';
import type { RunTarget } from './run-model.ts';

/** Which kernels may be meant. */
export interface RunQuery extends KernelQuery {
  /** Only images that run on it. An image that does not name a device is for this one. */
  readonly device?: ProductConfig | undefined;
}

/**
 * The kernels at and below `root` that a query may mean: one in each image that has it.
 *
 * @example
 * runTargets(inspect(archive).value, { pattern: 'saxpy' }).map(({ address }) => address); // ['!64.dg2', '!64.bmg']
 */
export function runTargets(root: Item, query: RunQuery): RunTarget[] {
  const wanted = kernelFilter(query, () => kernelNames(root));
  const found: RunTarget[] = [];
  for (const { item, zebin: image } of eachZebin(root)) {
    const { device } = query;
    const zebin = device && image.target.names.length === 0 ? withDevice(image, device) : image;
    if (device && zebin === image && runsOn(image, device) === undefined) continue;
    for (const kernel of zebin.kernels) if (wanted(kernel.name)) found.push({ address: item.address, zebin, kernel });
  }
  return found;
}

/** The kernels that {@link runTargets} finds, by their names: each image is opened once for all of them. */
export function targetsByName(root: Item, query: RunQuery): ReadonlyMap<string, readonly RunTarget[]> {
  const found = new Map<string, RunTarget[]>();
  for (const target of runTargets(root, query)) {
    const { name } = target.kernel;
    const known = found.get(name);
    if (known) known.push(target);
    else found.set(name, [target]);
  }
  return found;
}

/** Whether a case that needs one of these devices is for an image, by the names of ocloc: of its device, and the name that it was given. */
export function isForDevice(devices: readonly string[], names: readonly string[], given?: string): boolean {
  const own = [...names, given ?? ''].map((name) => name.toLowerCase());
  return devices.some((device) => own.some((name) => name === device || name.startsWith(`${device}-`) || name.startsWith(`${device} `)));
}

/** Why a kernel cannot be run, whatever it is given; undefined if it can. */
export function whyNotRun({ zebin }: RunTarget): string | undefined {
  return platformOfZebin(zebin) === undefined ? 'the file does not say for which device it is: name one with --device' : undefined;
}

function withDevice(zebin: Zebin, { value, ip }: ProductConfig): Zebin {
  return { ...zebin, target: describeTarget([{ name: 'NT_INTELGT_PRODUCT_CONFIG', value: { kind: 'productConfig', value, ip } }]) };
}
