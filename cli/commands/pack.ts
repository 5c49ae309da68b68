import { join } from 'node:path';
import {
  type Budget,
  CODES,
  type Diagnostic,
  diagnosticRenderer,
  type Outcome,
  packDocument,
  packFolder,
  type Zebin,
} from '../../src/internal.ts';
import { EXIT, textFault, UsageError } from '../exit.ts';
import { type FolderContent, readFolder } from '../input/folders.ts';
import { fileOf, open } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { orUsageError } from '../refusal.ts';
import type { Context, OptionsOf } from './rows.ts';

export async function run({ arguments: [folder = ''], options, io }: Context<'pack'>): Promise<number> {
  const original = await originalOf(options, io);
  const budget = original?.budget ?? io.budgets.open(0);
  const files = readFolder(folder, budget, io);
  const packed = pack(files, folder, original ? { original: original.zebin } : {}, budget);
  if (options.json) {
    printJson(io, packDocument(packed));
    return EXIT.yes;
  }
  io.write(packed.value, original?.path);
  for (const diagnostic of packed.diagnostics) {
    const text = inText(diagnostic, files, folder);
    if (text === undefined) io.warn(`${placeOf(diagnostic, files, folder)}${diagnostic.message}`);
    else io.finding(text);
  }
  return EXIT.yes;
}

function pack(files: FolderContent, folder: string, original: PackOptions, budget: Budget): Outcome<Uint8Array> {
  return orUsageError(
    folder,
    () => packFolder(files, { ...original, budget }),
    (diagnostic) => {
      const { help } = CODES[diagnostic.code];
      const text = inText(diagnostic, files, folder);
      if (text !== undefined) return textFault(text, help, { file: folder, diagnostic });
      return `${placeOf(diagnostic, files, folder)}${diagnostic.message}. ${help}`;
    },
  );
}

type PackOptions = Parameters<typeof packFolder>[1];

/** The zebin of --original. */
async function originalOf(
  options: OptionsOf<'pack'>,
  io: Io,
): Promise<{ zebin: Zebin; path: string | undefined; budget: Budget } | undefined> {
  if (options.original === undefined) return undefined;
  const { path, item, budget } = await open(options.original, {}, io);
  io.inputs.mayReplace(path);
  if (item.content.kind === 'zebin') return { zebin: item.content.zebin, path: fileOf({ path, item }), budget };
  throw new UsageError(`${path}${item.address} is not a zebin, so the folder was not made from it`, { file: path });
}

/** The file that a finding is about. */
function placeOf({ span }: Diagnostic, files: FolderContent, folder: string): string {
  const file = files.find(({ path }) => path === span.source);
  return `${file ? join(folder, file.path) : folder}: `;
}

/** A finding with its line, as compilers print it; undefined for one that is about no line of a file. */
function inText(diagnostic: Diagnostic, files: FolderContent, folder: string): string | undefined {
  const file = diagnostic.span.end === 0 ? undefined : files.find(({ path }) => path === diagnostic.span.source);
  return file && diagnosticRenderer(file.data, join(folder, file.path))(diagnostic);
}
