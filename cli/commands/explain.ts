import { allEntries, type Entry, type ExplainDocument, explainDocument, suggestNames } from '../../src/index.ts';
import type { Context } from '../command.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { commas, fill, visible, wrap } from '../text.ts';

export function run({ arguments: words, options, io }: Context): number {
  const query = words.filter((word) => word !== undefined).join(' ');
  const document: ExplainDocument =
    query === '' ? { schema: 'zebin/explain/1', query: null, entries: allEntries() } : explainDocument(query);
  if (options.json) printJson(io, document);
  else if (query === '') io.print(namesText(document.entries, io));
  else io.print(document.entries.map((entry) => entryText(entry, io)).join('\n'));
  if (document.entries.length > 0) return EXIT.yes;
  const near = suggestNames(query);
  const hint = near.length === 0 ? '`zebin explain` lists all names' : `did you mean ${near.join(', ')}?`;
  io.warn(`nothing is named ${visible(query)}; ${hint}`);
  return EXIT.no;
}

function namesText(entries: readonly Entry[], io: Io): string {
  const kinds = [...new Set(entries.map((entry) => entry.kind))];
  return kinds
    .map((kind) => {
      const names = [...new Set(entries.filter((entry) => entry.kind === kind).map((entry) => entry.name))];
      return `${io.colors.bold(kind)}\n${fill(commas(names), Math.min(io.width, 120), '  ')}\n`;
    })
    .join('\n');
}

function entryText(entry: Entry, io: Io): string {
  const { colors } = io;
  const width = Math.min(io.width, 100);
  const facts: [string, string | undefined][] = [
    ['value', entry.value === undefined ? undefined : `${entry.value} (0x${entry.value.toString(16)})`],
    ['type', entry.type],
    ['unit', entry.unit],
    ['severity', entry.severity],
    ['required', entry.required === undefined ? undefined : entry.required ? 'yes' : 'no'],
    [
      'default',
      entry.default === undefined ? undefined : Array.isArray(entry.default) ? `[ ${entry.default.join(', ')} ]` : String(entry.default),
    ],
    ['present', entry.when === undefined ? undefined : `when ${entry.when}`],
    ['versions', versionsText(entry)],
    ['drivers', entry.driverData ? `in code: ${driverText(entry.driver)}` : driverText(entry.driver)],
    ['drivers', entry.driverData && `in data: ${driverText(entry.driverData)}`],
    ['help', entry.help],
  ];
  const lines = facts.flatMap(([name, text]) =>
    text === undefined ? [] : [`  ${name.padEnd(10)}${wrap(text, width - 12).replaceAll('\n', `\n${' '.repeat(12)}`)}\n`],
  );
  const head = wrap(`${entry.name}: ${entry.kind}${entry.path === entry.name ? '' : `, ${entry.path}`}`, width);
  return `${head.replace(entry.name, colors.bold)}\n${wrap(entry.doc, width, '  ')}\n${lines.join('')}`;
}

/** Which versions have it; only for what is versioned at all. */
function versionsText(entry: Entry): string | undefined {
  if (entry.driver === undefined) return undefined;
  if (entry.specified === false) return 'not in the specification';
  const since = entry.since === undefined ? 'in the first version' : `since ${entry.since}`;
  const until = entry.until === undefined ? '' : `, removed in ${entry.until}`;
  const deprecated = entry.deprecated === undefined ? '' : `, deprecated since ${entry.deprecated}`;
  return since + until + deprecated;
}

function driverText(driver: Entry['driver']): string | undefined {
  if (driver === undefined) return undefined;
  const read = driver.since === undefined ? 'read by no public release' : `read from ${driver.since} on`;
  const until = driver.until === undefined ? '' : `, no longer from ${driver.until} on`;
  return `${read}${until}${driver.note === undefined ? '' : `. ${driver.note}`}`;
}
