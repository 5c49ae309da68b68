import { FormatError, replaceDocument, replaceItem } from '../../src/index.ts';
import type { Context } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { open, readBinary } from '../input.ts';
import { printJson } from '../json.ts';
import { mayReplace } from '../write/index.ts';

export async function run({ arguments: [file = '', by = ''], options, io }: Context): Promise<number> {
  const { path, root, item } = await open(file, options);
  mayReplace(path);
  if (item === root) throw new UsageError(`${path} has no address behind it: give FILE!ADDRESS, as \`zebin ls\` prints it`);
  try {
    const replaced = replaceItem(root, item.address, readBinary(by));
    if (options.json) printJson(io, replaceDocument(root, item.address, replaced));
    else io.write(replaced);
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) {
      throw new UsageError(`${path}: ${sentence(error)}`, {
        file: path,
        ...(error instanceof FormatError ? { diagnostic: error.diagnostic } : {}),
      });
    }
    throw error;
  }
  return EXIT.yes;
}

const sentence = (error: Error): string => (error instanceof FormatError ? error.diagnostic.message : error.message);
