import { CODES, type Diagnostic, FormatError, LineStarts, type Outcome, packDocument, packFolder } from '../../src/internal.ts';
import type { Context, Options } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { type FolderContent, readFolder } from '../folder-input.ts';
import { open } from '../input.ts';
import { printJson } from '../json.ts';
import { mayReplace } from '../write/index.ts';

export async function run({ arguments: [folder = ''], options, io }: Context): Promise<number> {
  const files = readFolder(folder);
  const packed = pack(files, folder, await originalOf(options));
  if (options.json) {
    printJson(io, packDocument(packed));
    return EXIT.yes;
  }
  io.write(packed.value);
  for (const found of packed.diagnostics) io.warn(`${placeOf(found, files, folder)}${found.message}`);
  return EXIT.yes;
}

function pack(files: FolderContent, folder: string, original: PackOptions): Outcome<Uint8Array> {
  try {
    return packFolder(files, original);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { diagnostic } = error;
    throw new UsageError(`${placeOf(diagnostic, files, folder)}${diagnostic.message}. ${CODES[diagnostic.code].help}`, {
      file: folder,
      diagnostic,
    });
  }
}

type PackOptions = Parameters<typeof packFolder>[1];

async function originalOf(options: Options): Promise<PackOptions> {
  if (typeof options.original !== 'string') return {};
  const { path, item } = await open(options.original);
  mayReplace(path);
  if (item.content.kind === 'zebin') return { original: item.content.zebin };
  throw new UsageError(`${path}${item.address} is not a zebin, so the folder was not made from it`, { file: path });
}

/** File, line and column of a finding, as compilers print them. */
function placeOf({ span }: Diagnostic, files: FolderContent, folder: string): string {
  const file = files.find(({ path }) => path === span.source);
  if (!file) return `${folder}: `;
  if (span.end === 0) return `${folder}/${file.path}: `;
  const { line, column } = new LineStarts(file.data).placeOf(span.start);
  return `${folder}/${file.path}:${line}:${column}: `;
}
