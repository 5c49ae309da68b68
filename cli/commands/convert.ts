import { type Change, CODES, convertDocument, convertZebin, knownVersion, NEWEST, OLDEST } from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { fileOf, openWhole } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { orUsageError } from '../refusal.ts';
import { count } from '../text.ts';
import type { Context } from './rows.ts';

/** Sorts of changes that are listed; the document has all of them. */
const LISTED = 40;
const SAYS = { lost: 'lost', given: 'given', renamed: 'renamed', kept: 'kept' } as const;

export async function run({ arguments: [file = ''], options, io }: Context<'convert'>): Promise<number> {
  if (options.to === undefined) throw new UsageError('give the version to convert to, such as --to 1.14');
  const to = knownVersion(options.to);
  if (!to) throw new UsageError(`${options.to} is not a known version; known are ${OLDEST} to ${NEWEST}`);
  const { path, item } = await openWhole(file, options, io);
  io.inputs.mayReplace(path);
  if (item.content.kind !== 'zebin') {
    throw new UsageError(
      `${path}${item.address} is not a zebin; only a zebin can be converted (\`zebin ls\` lists the zebins of a container)`,
      {
        file: path,
      },
    );
  }
  const { zebin } = item.content;
  const outcome = orUsageError(
    path,
    () => convertZebin(zebin, to),
    ({ message, code }) => `${path}${item.address}: ${message}. ${CODES[code].help}`,
  );
  const { bytes, changes } = outcome.value;
  if (options.json) printJson(io, convertDocument(zebin, to, outcome));
  else {
    io.write(bytes, fileOf({ path, item }));
    list(changes, io);
    for (const { message } of outcome.diagnostics) io.warn(message);
  }
  return changes.some((change) => change.kind === 'lost') ? EXIT.no : EXIT.yes;
}

/** One line for each sort of change, with the place of the first and how many there are. */
function list(changes: readonly Change[], io: Io): void {
  const sorts = new Map<string, Change[]>();
  for (const change of changes) {
    const sort = `${change.kind} ${change.reason} ${nameIn(change.path)}`;
    const there = sorts.get(sort);
    if (there) there.push(change);
    else sorts.set(sort, [change]);
  }
  for (const [first, ...others] of [...sorts.values()].slice(0, LISTED) as [Change, ...Change[]][]) {
    const more = others.length > 0 ? `, and ${count(others.length, 'more like it', 'more like it')}` : '';
    io.warn(`${SAYS[first.kind]}: ${first.path} (${first.value}): ${first.reason}${more}`);
  }
  if (sorts.size > LISTED) io.warn(`and ${count(sorts.size - LISTED, 'more kind of change', 'more kinds of changes')}: see --json`);
}

/** The last part of a path, without its index. */
function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\[\d+\]$/, '');
}
