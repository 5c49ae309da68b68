import {
  allEntries,
  documentEntries,
  type Entry,
  type ExplainDocument,
  entryFacts,
  explainDocument,
  pageAddress,
  suggestNames,
} from '../../src/internal.ts';
import { EXIT } from '../exit.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { commas, fill, visible, wrap } from '../text.ts';
import type { Packaged } from './packaged.ts';
import { programSite } from './program.ts';
import type { Context } from './rows.ts';

export function run({ arguments: words, options, io }: Context<'explain'>): number {
  const query = words.filter((word) => word !== undefined).join(' ');
  const document: ExplainDocument =
    query === ''
      ? { schema: 'zebin/explain/1', query: null, entries: allEntries() }
      : explainDocument(query, () => documentNames(io.packaged));
  if (options.json) printJson(io, document);
  else if (query === '') io.print(namesText(document.entries, io));
  else io.print(document.entries.map((entry) => entryText(entry, io)).join('\n'));
  if (document.entries.length > 0) return EXIT.yes;
  const near = suggestNames(query);
  const hint = near.length === 0 ? '`zebin explain` lists all names' : `did you mean ${near.join(', ')}?`;
  io.warn(`nothing is named ${visible(query)}; ${hint}`);
  return EXIT.no;
}

/** The members of all documents, from the schemas of the package. */
function documentNames(packaged: Packaged): Entry[] {
  const files = packaged.names('schemas/').filter((name) => name.endsWith('.json'));
  return files.flatMap((name) => documentEntries(JSON.parse(packaged.text(`schemas/${name}`))));
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
  const site = programSite(io.packaged);
  const page: [string, string][] = site === undefined ? [] : [['page', pageAddress(site, entry.page)]];
  const lines = [...entryFacts(entry), ...page].map(
    ([name, text]) => `  ${name.padEnd(10)}${wrap(text, width - 12).replaceAll('\n', `\n${' '.repeat(12)}`)}\n`,
  );
  const head = wrap(`${entry.name}: ${entry.kind}${entry.path === entry.name ? '' : `, ${entry.path}`}`, width);
  return `${head.replace(entry.name, colors.bold)}\n${wrap(entry.doc, width, '  ')}\n${lines.join('')}`;
}
