/** The parts of `info` that few runs need, loaded on request: other tables, and the report for a bug thread. */
import { type InfoDocument, type Item, infoMarkdown, lsDocument } from '../../src/internal.ts';
import { VERSION } from '../commands/program.ts';

export { passWithDevices } from '../../src/internal.ts';
export { tablesOf } from '../tables.ts';

export function markdown(document: InfoDocument, item: Item, path: string): string {
  return infoMarkdown(document, lsDocument(item), { path, version: VERSION });
}
