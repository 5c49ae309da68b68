/** The parts of `info` that need the tables of drivers; these are large, so they are loaded on request. */
import { checkDocument, type InfoDocument, type Item, infoMarkdown, lsDocument, type Tables } from '../src/internal.ts';
import { VERSION } from './commands/program.ts';

export { withDevices } from '../src/internal.ts';
export { tablesOf } from './tables.ts';

export function markdown(document: InfoDocument, item: Item, path: string, tables: Tables): string {
  const check = checkDocument(item, { release: tables.releases.at(-1) ?? '', tables });
  return infoMarkdown(document, lsDocument(item), check, { path, version: VERSION });
}
