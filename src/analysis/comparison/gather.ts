import { kernelLabel } from '../../formats/demangle/index.ts';
import type { Zebin, ZebinKernel } from '../../formats/zebin/index.ts';
import { type Unread, unreadOf } from '../../walk/damage.ts';
import { eachFile, type Item } from '../../walk/item.ts';
import type { CodeFigures } from '../instructions/index.ts';
import { CodeEnds, type MetricValues, metricValues } from './metrics.ts';

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
  /** Its number among the entries of `kernels` of its side, from 0; absent in a baseline. */
  readonly number?: number;
}

/** What was not read on a side; the address begins with the path of the file. */
export function unreadOfSide({ path, files, unread = [] }: Side): Unread[] {
  const parts = files.flatMap((file) => {
    const place = file.path === '' ? path : `${path.replace(/\/+$/, '')}/${file.path}`;
    return unreadOf(file.root).map((one) => ({ ...one, address: place + one.address }));
  });
  return [...parts, ...unread];
}

/** An image while it is held: a side has only one in memory. */
export interface SideImage extends Identity {
  readonly address: string;
  /** Its number among the images of its side, from 0, and that of its first entry of `kernels` among the entries. */
  readonly number: number;
  readonly firstEntry: number;
  readonly item: Item;
  readonly zebin: Zebin;
}

/**
 * The zebins of a side, one at a time, the same each time.
 *
 * @param other is called with the files and containers that are not zebins
 */
export function* eachImage({ files }: Pick<Side, 'files'>, other?: (item: Item) => void): Generator<SideImage> {
  let [number, firstEntry] = [0, 0];
  for (const { path, root } of files) {
    for (const item of eachFile(root)) {
      if (item.content.kind !== 'zebin') {
        other?.(item);
        continue;
      }
      const { zebin } = item.content;
      yield { path, address: item.address, name: '', label: '', ...deviceOf(zebin), number, firstEntry, item, zebin };
      number++;
      firstEntry += zebin.kernelEntries.length;
    }
  }
}

/**
 * The kernels of a side.
 *
 * @param isChosen is asked with the name in the file
 * @param figuresOf decodes the code of kernels, for the metrics that need it
 */
export function measuredOf(
  side: Side,
  isChosen: (name: string) => boolean = () => true,
  figuresOf?: (image: SideImage) => (kernel: ZebinKernel) => CodeFigures | undefined,
): Measured[] {
  const kernels: Measured[] = [];
  for (const image of eachImage(side)) {
    const figures = figuresOf?.(image);
    const ends = new CodeEnds(image.zebin.elf);
    for (const kernel of image.zebin.kernels) if (isChosen(kernel.name)) kernels.push(measured(image, kernel, ends, figures?.(kernel)));
  }
  return kernels;
}

/** An entry of `kernels` of an image, with its metrics. */
export function measured(
  image: SideImage,
  kernel: ZebinKernel,
  ends: CodeEnds,
  figures?: CodeFigures,
): Measured & { readonly number: number } {
  const { path, address, device, family, firstEntry, zebin } = image;
  const name = ownText(kernel.name);
  return {
    path,
    address,
    name,
    label: kernelLabel(name),
    device,
    family,
    values: metricValues(kernel, zebin, ends, figures),
    number: firstEntry + kernel.index,
  };
}

/** A copy of a text, which does not keep the text in memory that it is a part of. */
const ownText = (part: string): string => JSON.parse(JSON.stringify(part));

function deviceOf({ target }: Zebin): Pick<Identity, 'device' | 'family'> {
  const [first = '', second] = target.names;
  return { device: first, family: target.product_family?.name ?? (target.product_config ? second : undefined) ?? first };
}
