import {
  FormatError,
  type Item,
  namePattern,
  STRIP_GROUPS,
  type StripDocument,
  type StripOptions,
  type StrippedFile,
  stripItem,
} from '../../src/internal.ts';
import type { Context, Options } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { openWhole } from '../input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { count } from '../text.ts';
import { mayReplace } from '../write/index.ts';

/** Unchanged images that are named; the document has all of them. */
const LISTED = 20;

export async function run({ arguments: [file = ''], options, io }: Context): Promise<number> {
  const { path, item } = await openWhole(file, options);
  mayReplace(path);
  const { bytes, document } = stripped(path, item, { ...groupsOf(options), keep: keptBy(options) });
  const { images } = document;
  const kept = images.filter((image) => image.kept !== null);
  if (images.length === 0) {
    throw new UsageError(
      `${path}${item.address} is not a zebin and contains none; only zebins can be stripped (\`zebin ls\` lists the content)`,
    );
  }
  if (kept.length === images.length) throw new UsageError(`${path}${item.address}${kept[0]?.address}: ${kept[0]?.kept}`, { file: path });
  if (options.json) printJson(io, document);
  else {
    io.write(bytes);
    report(document, io);
  }
  return kept.length > 0 ? EXIT.no : EXIT.yes;
}

function stripped(path: string, item: Item, options: StripOptions): StrippedFile {
  try {
    return stripItem(item, options);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { diagnostic } = error;
    throw new UsageError(`${path}${item.address}: ${diagnostic.message} [${diagnostic.code}]`, { file: path, diagnostic });
  }
}

/** What was saved, and what was not. */
function report({ images, size_before, size }: StripDocument, io: Io): void {
  for (const { diagnostics, kept } of images) if (kept === null) for (const { message } of diagnostics) io.warn(message);
  const kept = images.filter((image) => image.kept !== null);
  for (const image of kept.slice(0, LISTED)) io.warn(`${image.address} is unchanged: ${image.kept}`);
  if (kept.length > LISTED) io.warn(`and ${count(kept.length - LISTED, 'more image')}: see --json`);
  if (images.every(({ dropped }) => dropped.length === 0)) {
    io.note('there is nothing to remove; the file is written unchanged');
    return;
  }
  const less = images.reduce((sum, image) => sum + image.size_before - image.size, 0);
  const of = images.length === 1 ? '' : ` in ${count(images.length, 'image')}`;
  const change = size_before - size;
  const whole =
    change === 0
      ? 'has the same size as before: nothing in it can move'
      : `is ${change > 0 ? 'shorter' : 'longer'} by ${count(Math.abs(change), 'byte')}`;
  const file = change === less ? '' : `; the file ${whole}`;
  io.note(`${count(less, 'byte')} saved${of}${file}`);
}

/** The groups whose options are given; all without any. */
function groupsOf(options: Options): Parameters<typeof stripItem>[1] {
  const groups = STRIP_GROUPS.filter(({ name }) => options[name] === true).map(({ name }) => name);
  return groups.length === 0 ? {} : { groups };
}

function keptBy(options: Options): (name: string) => boolean {
  const patterns = Array.isArray(options.keep) ? options.keep.map((pattern) => namePattern(String(pattern))) : [];
  return (name) => patterns.some((fits) => fits(name));
}
