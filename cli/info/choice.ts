/** `--device` and `--kernel` of `info`, loaded on request. */
import {
  type ImageInfo,
  type ImageItem,
  type InfoParts,
  type Item,
  infoImages,
  type KernelChoice,
  type KernelInfo,
  type Pass,
  type ProductConfig,
  passOver,
} from '../../src/internal.ts';

/** The images that options choose, and the kernels in them. */
export interface Choice {
  /** The device that uses an item, by its address; undefined for an item that none uses. Without it, every image is chosen. */
  readonly user: ((address: string) => ProductConfig | undefined) | undefined;
  /** Without it, every kernel is chosen. */
  readonly kernels: KernelChoice | undefined;
  /** Number of all images. */
  readonly all: number;
  /** Number of chosen images. */
  readonly chosen: number;
}

/** What `--device` and `--kernel` choose in an item, in a pass of its own. */
export async function choiceOf(root: Item, pattern: string | undefined, user: Choice['user']): Promise<Choice> {
  const filter = pattern === undefined ? undefined : await import('../kernel-filter.ts');
  const names = new Set<string>();
  let [all, chosen] = [0, 0];
  for (const { image } of infoImages(passOver(root))) {
    all++;
    if (user && !user(image.address)) continue;
    chosen++;
    for (const { name } of image.kernels) names.add(name);
  }
  return { user, kernels: filter?.chooseKernels(pattern ?? '', names), all, chosen };
}

/** The images of a pass that are chosen, with the chosen kernels. @param onlyWith leaves out an image without such a kernel */
export function* chosenImages(pass: Pass, parts: InfoParts, { user, kernels }: Choice, onlyWith: boolean): Generator<ImageItem> {
  const kept = <T extends { readonly kernels: readonly KernelInfo[] }>(image: T): T => ({
    ...image,
    kernels: image.kernels.filter(({ name }) => kernels?.names.has(name)),
  });
  for (const { item, image } of infoImages(pass, parts)) {
    if (user && !user(image.address)) continue;
    const shown: ImageInfo = kernels ? kept(image) : image;
    if (!onlyWith || shown.kernels.length > 0) yield { item, image: shown };
  }
}
