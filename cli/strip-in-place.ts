/** `zebin strip --in-place`: files and folders, each file written over itself. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { zebinsOf } from '../src/internal.ts';
import type { Context, Options, Run } from './command.ts';
import { isWhole, savedText, strippedWhole, warnOfImages } from './commands/strip.ts';
import { runEach } from './each-file.ts';
import { EXIT, UsageError } from './exit.ts';
import { type Opened, openWhole } from './input.ts';
import { printJson } from './json.ts';
import { filesBelow } from './scan/walk.ts';
import { visible, wrap } from './text.ts';
import { writeWhole } from './write/index.ts';

/** Findings of a file that is not for this verb: in a folder such files are left alone. */
const OTHERS: readonly string[] = ['detect/unknown', 'detect/not-readable', 'inspect/no-images'];

/** Strips files, and all files with zebins in folders. Nothing is written with --json. */
export async function stripInPlace({ arguments: named, options, io }: Context): Promise<number> {
  const found = new Set<string>();
  const files = (named as readonly string[]).flatMap((path) => {
    if (path === '-' || !statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [path];
    const below = [...filesBelow(path, new Set())];
    for (const { path: folder, error } of below) if (error) io.warn(`${join(path, folder)} cannot be read: ${error.message}`);
    const all = below.filter(({ error }) => !error).map((one) => join(path, one.path));
    for (const one of all) found.add(one);
    return all;
  });
  const each: Run = async ({ arguments: [file = ''], options: given, io: own }) => {
    const opened = await openedFor(file, given, found.has(file));
    if (!opened) return EXIT.yes;
    const { path, item } = opened;
    if (path === '-' || item.address !== '')
      throw new UsageError(`${file} is not a whole file, which --in-place needs: give --output`, { file: path });
    const { bytes, document } = strippedWhole(opened, given);
    if (given.json) printJson(own, document);
    else {
      if (document.images.some(({ dropped }) => dropped.length > 0)) await writeWhole(path, [bytes]);
      warnOfImages(document, own);
      own.print(`${wrap(`${visible(path)}: ${savedText(document)}`, own.width)}\n`);
    }
    return isWhole(document) ? EXIT.yes : EXIT.no;
  };
  return runEach(each, { arguments: files, options, io });
}

/** @param isFound whether the file was found in a folder: then it is not for this verb if it has no zebin */
async function openedFor(file: string, options: Options, isFound: boolean): Promise<Opened | undefined> {
  if (!isFound) return openWhole(file, options);
  try {
    const opened = await openWhole(file, options);
    return zebinsOf(opened.item).length === 0 ? undefined : opened;
  } catch (error) {
    const code = error instanceof UsageError ? error.facts.diagnostic?.code : undefined;
    if (code !== undefined && OTHERS.includes(code)) return undefined;
    throw error;
  }
}
