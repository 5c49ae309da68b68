/** What `info` needs tables of drivers for; they are large, so it is loaded when that is asked for. */
import { checkDocument, type InfoDocument, type Item, infoMarkdown, lsDocument, type Tables } from '../src/internal.ts';
import { VERSION } from './commands/program.ts';

export { withDevices } from '../src/internal.ts';
export { tablesOf } from './tables.ts';

export function markdown(document: InfoDocument, item: Item, path: string, tables: Tables): string {
  const check = checkDocument(item, { release: tables.releases.at(-1) ?? '', tables });
  return infoMarkdown(document, lsDocument(item), check, { path, version: VERSION });
}
