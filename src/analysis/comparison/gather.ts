import { kernelLabel } from '../../formats/demangle/index.ts';
import type { Zebin, ZebinKernel } from '../../formats/zebin/index.ts';
import { type Unread, unreadOf } from '../../walk/damage.ts';
import { eachZebin, type Item } from '../../walk/item.ts';
import type { CodeFigures } from '../instructions/index.ts';
import { type MetricValues, metricValues } from './metrics.ts';

/** One side of a comparison: a file, or the files of a folder. */
export interface Side {
  /** As the user named it. */
  readonly path: string;
  readonly files: readonly SideFile[];
  /** Files of the folder that could not be opened, by their whole paths. */
  readonly unread?: readonly Unread[];
}

export interface SideFile {
  /** Path below the folder; empty for a single file. */
  readonly path: string;
  readonly root: Item;
}

/** The keys by which things of two sides are matched. */
export interface Identity {
  readonly path: string;
  readonly name: string;
  /** The name for people: demangled. */
  readonly label: string;
  /** The most exact name of the device that the image is for; empty when it names none. */
  readonly device: string;
  /** The product family of that device. */
  readonly family: string;
}

/** A kernel with its metrics, from a file or a baseline. */
export interface Measured extends Identity {
  /** Address of the image within the file at `path`. */
  readonly address: string;
  readonly values: MetricValues;
}

/** What was not read on a side; the address begins with the path of the file. */
export function unreadOfSide({ path, files, unread = [] }: Side): Unread[] {
  const parts = files.flatMap((file) => {
    const place = file.path === '' ? path : `${path.replace(/\/+$/, '')}/${file.path}`;
    return unreadOf(file.root).map((one) => ({ ...one, address: place + one.address }));
  });
  return [...parts, ...unread];
}

/** A kernel of a file. */
export interface SideKernel extends Measured {
  readonly image: SideImage;
  readonly kernel: ZebinKernel;
}

export interface SideImage extends Identity {
  readonly address: string;
  readonly item: Item;
  readonly zebin: Zebin;
}

/** The zebins of a side, in order: all of them are in memory. */
export const imagesOf = (side: Side): SideImage[] => [...eachImage(side)];

/** The same, one at a time. */
function* eachImage({ files }: Side): Generator<SideImage> {
  for (const { path, root } of files)
    for (const { item, zebin } of eachZebin(root))
      yield { path, address: item.address, name: '', label: '', ...deviceOf(zebin), item, zebin };
}

type FiguresOfImage = (image: SideImage) => (kernel: ZebinKernel) => CodeFigures | undefined;
const NO_FIGURES: FiguresOfImage = () => () => undefined;

/**
 * As many kernels as the budgets of the images allow.
 *
 * @param wanted is asked with the name in the file
 * @param figuresOf decodes the code of kernels, for the metrics that need it
 */
export function kernelsOf(
  images: readonly SideImage[],
  wanted: (name: string) => boolean = () => true,
  figuresOf?: FiguresOfImage,
): SideKernel[] {
  return images.flatMap((image) => taken(image, image.zebin.kernels, wanted, figuresOf));
}

/** The kernels of a side as {@link kernelsOf}, without their images: only one of these is in memory. */
export function measuredOf(side: Side, wanted: (name: string) => boolean): Measured[] {
  const found: Measured[] = [];
  for (const one of eachImage(side))
    for (const { image, kernel, ...measured } of taken(one, one.zebin.kernels, wanted)) found.push(measured);
  return found;
}

/** As {@link kernelsOf}, and the entries that only hold the code of functions. */
export function entriesOf(images: readonly SideImage[], wanted: (name: string) => boolean = () => true): SideKernel[] {
  return images.flatMap((image) => taken(image, image.zebin.kernelEntries, wanted));
}

function taken(
  image: SideImage,
  entries: readonly ZebinKernel[],
  wanted: (name: string) => boolean,
  figuresOf: FiguresOfImage = NO_FIGURES,
): SideKernel[] {
  const figures = figuresOf(image);
  return entries.flatMap((kernel): SideKernel[] => {
    if (!wanted(kernel.name)) return [];
    const label = kernelLabel(kernel.name);
    const { path, address, device, family } = image;
    return [
      {
        path,
        address,
        name: kernel.name,
        label,
        device,
        family,
        values: metricValues(kernel, image.zebin, figures(kernel)),
        image,
        kernel,
      },
    ];
  });
}

function deviceOf({ target }: Zebin): Pick<Identity, 'device' | 'family'> {
  const [first = '', second] = target.names;
  return { device: first, family: target.product_family?.name ?? (target.product_config ? second : undefined) ?? first };
}
