import { statSync } from 'node:fs';
import { join } from 'node:path';
import { hasZebin, namePattern, STRIP_GROUPS, type StripDocument, type StrippedFile, stripItem } from '../../src/internal.ts';
import type { VerbModule } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { runEach } from '../input/each-file.ts';
import { fileOf, type Opened, openWhole } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { orUsageError } from '../refusal.ts';
import { filesBelow } from '../scan/walk.ts';
import { count, visible, wrap } from '../text.ts';
import { writeWhole } from '../write/index.ts';
import type { Context, OptionsOf } from './rows.ts';

/** Unchanged images that are named; the document has all of them. */
const LISTED = 20;

/** Findings of a file that is not for this verb: in a folder such files are left alone. */
const OTHERS: readonly string[] = ['detect/unknown', 'detect/not-readable', 'inspect/no-images'];

export async function run(context: Context<'strip'>): Promise<number> {
  const { arguments: files, options, io } = context;
  if (options.inPlace) {
    if (options.output !== undefined) throw new UsageError('--in-place writes over each file: it and --output exclude each other');
    return stripInPlace(context);
  }
  if (files.length > 1) throw new UsageError('several files are stripped only in place: give --in-place, which writes over each of them');
  const opened = await openWhole(files[0] ?? '', options, io);
  const { bytes, document } = strippedWhole(opened, options, io);
  if (options.json) printJson(io, document);
  else {
    io.write(bytes, fileOf(opened));
    warnOfImages(document, io);
    io.note(savedText(document));
  }
  return isWhole(document) ? EXIT.yes : EXIT.no;
}

/** Whether every image was stripped. */
const isWhole = ({ images }: StripDocument): boolean => images.every(({ kept }) => kept === null);

/** The file without what the options name. Throws `UsageError` if that is not possible for any image. */
function strippedWhole({ path, item }: Opened, options: OptionsOf<'strip'>, { inputs }: Io): StrippedFile {
  inputs.mayReplace(path);
  const result = orUsageError(
    path,
    () => stripItem(item, { ...groupsOf(options), keep: keptBy(options) }),
    ({ message, code }) => `${path}${item.address}: ${message} [${code}]`,
  );
  const { document } = result;
  const { images } = document;
  const kept = images.filter((image) => image.kept !== null);
  if (images.length === 0) {
    throw new UsageError(
      `${path}${item.address} is not a zebin and contains none; only zebins can be stripped (\`zebin ls\` lists the content)`,
    );
  }
  if (kept.length === images.length) throw new UsageError(`${path}${item.address}${kept[0]?.address}: ${kept[0]?.kept}`, { file: path });
  return result;
}

/** What is to be known about images, and which were not stripped. */
function warnOfImages({ images }: StripDocument, io: Io): void {
  for (const { diagnostics, kept } of images) if (kept === null) for (const { message } of diagnostics) io.warn(message);
  const kept = images.filter((image) => image.kept !== null);
  for (const image of kept.slice(0, LISTED)) io.warn(`${image.address} is unchanged: ${image.kept}`);
  if (kept.length > LISTED) io.warn(`and ${count(kept.length - LISTED, 'more image')}: see --json`);
}

/** What was saved: of the file, and then of its images if that is not the same. */
function savedText({ images, size_before, size }: StripDocument): string {
  const changed = images.filter(({ dropped }) => dropped.length > 0);
  if (changed.length === 0) return 'there is nothing to remove; the file is unchanged';
  const saved = size_before - size;
  const removed = images.reduce((sum, image) => sum + image.size_before - image.size, 0);
  const first = saved < 0 ? `the file is longer by ${count(-saved, 'byte')}` : `${count(saved, 'byte')} saved`;
  if (saved === removed) return `${first}${images.length === 1 ? '' : ` in ${count(images.length, 'image')}`}`;
  const from = `${count(removed, 'byte')} removed from ${count(changed.length, 'image')}`;
  if (saved < 0) return `${first}: ${from}, but what was compressed is stored uncompressed`;
  return saved === 0 ? `${first}: ${from}, but nothing in the file can move` : `${first}, and ${from}`;
}

/** The groups whose options are given; all without any. */
function groupsOf(options: OptionsOf<'strip'>): Parameters<typeof stripItem>[1] {
  const groups = STRIP_GROUPS.filter(({ name }) => options[name]).map(({ name }) => name);
  return groups.length === 0 ? {} : { groups };
}

function keptBy(options: OptionsOf<'strip'>): (name: string) => boolean {
  const patterns = options.keep.map(namePattern);
  return (name) => patterns.some((fits) => fits(name));
}

/** Strips files, and all files with zebins in folders. Nothing is written with --json. */
async function stripInPlace({ arguments: named, options, io }: Context<'strip'>): Promise<number> {
  const names = new Set<string>();
  const files = (named as readonly string[]).flatMap((path) => {
    if (path === '-' || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
    const below = [...filesBelow(path, new Set())];
    for (const { path: folder, error } of below) if (error) io.warn(`${join(path, folder)} cannot be read: ${error.message}`);
    const all = below.filter(({ error }) => !error).map((one) => join(path, one.path));
    for (const one of all) names.add(one);
    return all;
  });
  const each: VerbModule['run'] = async ({ arguments: [file = ''], io: fileIo }) => {
    const opened = await openedFor(file, options, names.has(file), fileIo);
    if (!opened) return EXIT.yes;
    const { path, item } = opened;
    if (path === '-' || item.address !== '')
      throw new UsageError(`${file} is not a whole file, which --in-place needs: give --output`, { file: path });
    const { bytes, document } = strippedWhole(opened, options, io);
    if (options.json) printJson(fileIo, document);
    else {
      if (document.images.some(({ dropped }) => dropped.length > 0)) await writeWhole(path, [bytes], io.inputs);
      warnOfImages(document, fileIo);
      fileIo.print(`${wrap(`${visible(path)}: ${savedText(document)}`, fileIo.width)}\n`);
    }
    return isWhole(document) ? EXIT.yes : EXIT.no;
  };
  const all = { arguments: files, options, io };
  return files.length === 1 ? each(all) : runEach(each, all);
}

/** @param isFound whether the file was found in a folder: then it is not for this verb if it has no zebin */
async function openedFor(file: string, options: OptionsOf<'strip'>, isFound: boolean, io: Io): Promise<Opened | undefined> {
  if (!isFound) return openWhole(file, options, io);
  try {
    const opened = await openWhole(file, options, io);
    return hasZebin(opened.item) ? opened : undefined;
  } catch (error) {
    const code = error instanceof UsageError ? error.facts.diagnostic?.code : undefined;
    if (code !== undefined && OTHERS.includes(code)) return undefined;
    throw error;
  }
}
