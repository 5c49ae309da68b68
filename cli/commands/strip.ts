import { CODES, FormatError, namePattern, partsOfZebin, STRIP_GROUPS, stripDocument, stripZebin, writeZebin } from '../../src/index.ts';
import type { Context, Options } from '../command.ts';
import { EXIT, UsageError } from '../exit.ts';
import { openWhole } from '../input.ts';
import { printJson } from '../json.ts';
import { mayReplace } from '../write/index.ts';

export async function run({ arguments: [file = ''], options, io }: Context): Promise<number> {
  const { path, item } = await openWhole(file, options);
  mayReplace(path);
  if (item.content.kind !== 'zebin') {
    throw new UsageError(`${path}${item.address} is no zebin; only a zebin is stripped (\`zebin ls\` lists the zebins of a container)`, {
      file: path,
    });
  }
  const { zebin } = item.content;
  try {
    const before = partsOfZebin(zebin);
    const stripped = stripZebin(before, { ...groupsOf(options), keep: keptBy(options) });
    const written = writeZebin(stripped.parts);
    if (options.json) printJson(io, stripDocument(before, zebin.bytes.length, stripped, written));
    else {
      io.write(written.value);
      if (stripped.dropped.length === 0) io.warn('there is nothing to leave out; the file is written as it is');
      for (const { message } of written.diagnostics) io.warn(message);
    }
    return EXIT.yes;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new UsageError(`${path}${item.address}: ${error.diagnostic.message}. ${CODES[error.diagnostic.code].help}`, {
      file: path,
      diagnostic: error.diagnostic,
    });
  }
}

/** The groups whose options are given; all without any. */
function groupsOf(options: Options): Parameters<typeof stripZebin>[1] {
  const groups = STRIP_GROUPS.filter(({ name }) => options[name] === true).map(({ name }) => name);
  return groups.length === 0 ? {} : { groups };
}

function keptBy(options: Options): (name: string) => boolean {
  const patterns = Array.isArray(options.keep) ? options.keep.map((pattern) => namePattern(String(pattern))) : [];
  return (name) => patterns.some((fits) => fits(name));
}
