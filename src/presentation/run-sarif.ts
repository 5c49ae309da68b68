import type { RunDocument, RunReport } from '../documents/run-model.ts';
import { CHECKS, type CheckRow } from '../run/checks/kinds.ts';
import type { SarifLog, SarifResult } from './sarif.ts';
import { sarifOf, uriOf } from './sarif.ts';

/**
 * What checks found in a `run` document in the format of code scanning tools: SARIF 2.1.0. A finding is at its line of the source.
 *
 * @param version of the program that made the findings.
 *
 * @example
 * runSarif({ schema: 'zebin/run/1', cases: [], totals, reports: [] }, '1.0').runs[0].results; // []
 */
export function runSarif({ reports = [] }: RunDocument, version: string): SarifLog {
  const kinds = [...new Set(reports.map(({ kind }) => kind))].sort();
  const paths = [...new Set(reports.flatMap(({ source }) => (source === null ? [] : [source.path])))];
  const rules = kinds.map((id) => {
    const { doc, right } = CHECKS.find(({ name }) => name === id) as CheckRow;
    return { id, shortDescription: { text: doc }, help: { text: right }, defaultConfiguration: { level: 'error' as const } };
  });
  return sarifOf(
    version,
    rules,
    paths.map((path) => uriOf(path)),
    reports.map((report) => resultOf(report, kinds.indexOf(report.kind), paths)),
  );
}

function resultOf(
  { kind, message, source, section, address, item, kernel }: RunReport,
  ruleIndex: number,
  paths: readonly string[],
): SarifResult {
  const who =
    item === null
      ? ''
      : `; global id (${item.global.join(',')}), group (${item.group.join(',')}), thread ${item.thread}${item.lane === null ? '' : `, lane ${item.lane}`}`;
  const place = section === null ? kernel : `${section}+${address}`;
  return {
    ...{ ruleId: kind, ruleIndex, level: 'error', message: { text: `${message}, at ${place}${who}` } },
    locations: [
      {
        ...(source === null
          ? {}
          : {
              physicalLocation: {
                artifactLocation: { uri: uriOf(source.path), index: paths.indexOf(source.path) },
                ...(source.line > 0 ? { region: { startLine: source.line } } : {}),
              },
            }),
        logicalLocations: [{ fullyQualifiedName: place }],
      },
    ],
  };
}
