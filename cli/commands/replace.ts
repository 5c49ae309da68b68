import { statSync } from 'node:fs';
import { join } from 'node:path';
import { damageOfContainers, damageOutside, eachFile, extractItems, type Item, replaceDocument, replaceItems } from '../../src/internal.ts';
import { damagedInput, EXIT, UsageError } from '../exit.ts';
import { folderPaths } from '../input/folders.ts';
import { contentOf, fileOf, open, readBinary } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { orUsageError } from '../refusal.ts';
import { listNames } from '../text.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [file = '', by = ''], options, io }: Context<'replace'>): Promise<number> {
  const { path, root, item, budget } = await open(file, options, io);
  io.inputs.mayReplace(path);
  const folder = by !== '-' && statSync(by, { throwIfNoEntry: false })?.isDirectory() === true;
  if (item === root && !folder) {
    throw new UsageError(
      `${path} has no address after it: give FILE!ADDRESS, as \`zebin ls\` prints it, or a folder of \`zebin extract --all\``,
    );
  }
  const changes = folder ? changesOf(item, by, folderPaths(by, budget, io), io) : new Map([[item.address, readBinary(by, io)]]);
  const [fault] = options.damaged ? [] : [...damageOutside(eachFile(root), [...changes.keys()]), ...damageOfContainers(eachFile(root))];
  if (fault) throw damagedInput(path, fault.path === '' ? '' : `!${fault.path}`, 'written', fault);
  const replaced = orUsageError(
    path,
    () => replaceItems(root, changes),
    (diagnostic) => `${path}!${diagnostic.path}: ${diagnostic.message}`,
    (error) => (error instanceof RangeError ? `${path}: ${error.message}` : undefined),
  );
  if (options.json) printJson(io, replaceDocument(root, [...changes.keys()], replaced));
  else io.write(replaced, fileOf({ path, item: root }));
  return EXIT.yes;
}

/** Puts the files of a folder where `extract --all` took them from; unchanged content is left alone. */
function changesOf(item: Item, folder: string, files: readonly string[], { standard }: Io): Map<string, Uint8Array> {
  const places = new Map(extractItems(item).map((one) => [one.name, one] as const));
  const strange = files.filter((path) => !places.has(path));
  if (strange.length > 0 || files.length === 0) {
    const what =
      files.length === 0 ? 'is empty' : `has ${listNames(strange)}, which \`zebin extract --all\` does not extract from the file`;
    throw new UsageError(`${folder} ${what}; it extracts ${listNames([...places.keys()])}`);
  }
  const changes = new Map<string, Uint8Array>();
  for (const path of files) {
    const data = contentOf(join(folder, path), standard);
    const place = places.get(path);
    if (place && Buffer.compare(place.bytes.data, data) !== 0) changes.set(place.address, data);
  }
  return changes;
}
