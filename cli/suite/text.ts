/** What a run of many cases gave, as text. */
import { type RunCase, reasonText, reportLine, reportsOf, type TestDocument, type TestFile } from '../../src/internal.ts';
import type { Io } from '../io.ts';
import { findingsText, reportsText } from '../launch/report-text.ts';
import { resultLine, totalsLine } from '../launch/result-text.ts';
import { count, visible } from '../text.ts';

/** `12 cases: 11 equal, 1 different; 1 file was not read whole; 1 case was blessed`. */
export function headline({ totals, files, unread }: TestDocument): string {
  const damaged = new Set(unread.map(({ address }) => address)).size;
  const blessed = files.reduce((sum, { blessed: own = [] }) => sum + own.length, 0);
  const isEmpty = Object.values(totals).every((number) => number === 0);
  return [
    isEmpty ? 'no cases' : `${totalsLine(totals)}${findingsText(files.flatMap(({ cases }) => cases))}`,
    ...(damaged === 0 ? [] : [`${count(damaged, 'file was', 'files were')} not read whole`]),
    ...(blessed === 0 ? [] : [`${count(blessed, 'case was', 'cases were')} blessed`]),
  ].join('; ');
}

/** The totals, a line for each answer, and what checks found. */
export function* testLines(document: TestDocument, io: Io): Generator<string> {
  yield `${headline(document)}\n`;
  for (const { address, code, reason } of document.unread)
    yield `${visible(address)}: ${io.colors.red('not read')}: ${visible(reason)} [${code}]\n`;
  for (const file of document.files)
    for (const one of file.cases) yield `${resultLine(withPlace(file, one), io)}${findingsText([one])}\n${reportsText(reportsOf(one), io)}`;
}

/** What is wrong with an answer, in one line: its reason, and what checks found. */
export const problemText = (one: RunCase): string =>
  [reasonText(one, visible), ...reportsOf(one).map((report) => reportLine(report, visible))].filter((text) => text !== '').join('; ');

/** With the image in the file; without one it is the file of cases. */
const withPlace = ({ path }: TestFile, one: RunCase): RunCase => ({
  ...one,
  file: one.file === undefined ? path : `${one.file}${one.address}`,
});
