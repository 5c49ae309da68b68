/** Findings of checks that are known: those of a document that `--json` printed, or rows with some of its members. */
import { FormatError, parseJson, type RunReport } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { readText } from '../input/input.ts';
import type { Io } from '../io.ts';
import { inputName } from '../refusal.ts';

type Known = { readonly [K in 'kind' | 'case' | 'kernel' | 'address' | 'source']?: RunReport[K] | undefined };

/**
 * Whether a report is in a file. Where a row has a line of the source, its address does not count: it changes with each build. What a row
 * leaves out is any: a report is looked for with and without each member.
 */
export async function knownReports(path: string, io: Io): Promise<(report: RunReport) => boolean> {
  const known = new Set(rowsOf(readText(path, io), path).map((row) => keyOf(row, placeOf(row))));
  return (report) => {
    const { kind, kernel, address, source, case: name } = report;
    const places = [undefined, placeOf({ address }), ...(source === null ? [] : [placeOf({ source })])];
    return places.some((place) =>
      [kernel, undefined].some((one) => [name, undefined].some((other) => known.has(keyOf({ kind, kernel: one, case: other }, place)))),
    );
  };
}

const keyOf = ({ kind, kernel, case: name }: Known, place: unknown): string =>
  JSON.stringify([kind, ...[kernel, name, place].map((one) => (one === undefined ? 'any' : [one]))]);
const placeOf = ({ address, source }: Known): unknown => (source ? [source.path, source.line] : address);

function rowsOf(text: string, path: string): readonly Known[] {
  const fail = (why: string): never => {
    throw new UsageError(`${inputName(path)}: ${why}`, { file: path });
  };
  try {
    const value = parseJson(text, (why) => new UsageError(`${inputName(path)}: ${why}`, { file: path })) as {
      readonly reports?: unknown;
    } | null;
    const rows = Array.isArray(value) ? value : value?.reports;
    if (!Array.isArray(rows) || !rows.every((row) => typeof row === 'object' && row !== null && typeof (row as Known).kind === 'string'))
      return fail('it has no list of reports with their kind, as --checks --json prints it');
    return rows as readonly Known[];
  } catch (error) {
    if (error instanceof FormatError) return fail(error.message);
    throw error;
  }
}
