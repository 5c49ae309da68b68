/** What is said of a pull request: totals, and a table with what is wrong first. */
import { markdownCode, type RunCase, reportMarkdown, type TestDocument, tableHead, tableRow } from '../../src/internal.ts';
import { isGood } from '../commands/run.ts';
import { headline, problemText } from './text.ts';

/** Characters of a difference in a table. */
const REASON = 400;

export function testMarkdown(document: TestDocument): string {
  const { files, unread } = document;
  const cases = files.flatMap(({ path, cases: own }) => own.map((one) => ({ path, one })));
  const row = ({ path, one }: (typeof cases)[number]): string =>
    tableRow([one.result, ...[placeOf(path, one), one.label, one.name ?? ''].map((text) => markdownCode(text)), reason(problemText(one))]);
  const table = (title: string, rows: readonly string[], folded: boolean) =>
    rows.length === 0
      ? []
      : [{ of: '', title, folded, head: tableHead('Result', 'File', 'Kernel', 'Case', 'First difference'), rows, what: 'cases' }];
  const bad = cases.filter(({ one }) => !isGood(one)).map(row);
  const good = cases.filter(({ one }) => isGood(one)).map(row);
  const damaged = unread.map(({ address, reason: why }) => tableRow([markdownCode(address), markdownCode(why, REASON)]));
  return reportMarkdown(`zebin test: ${headline(document)}`, [
    ...(damaged.length === 0 ? [] : [{ of: '', title: 'Not read', head: tableHead('File', 'Reason'), rows: damaged, what: 'files' }]),
    ...table('', bad, false),
    ...table('As expected', good, true),
  ]);
}

const reason = (text: string): string => (text === '' ? '' : markdownCode(text, REASON));

/** The binary; the file of cases of a case that has none. */
const placeOf = (path: string, { file, address }: RunCase): string => (file === undefined ? path : `${file}${address}`);
