/** Findings of checks that are known: those of a document that `--json` printed, or rows with some of its members. */
import { FormatError, parseJson, type RunReport } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { readText } from '../input/input.ts';
import type { Io } from '../io.ts';
import { inputName } from '../refusal.ts';

type Known = Partial<Pick<RunReport, 'kind' | 'case' | 'kernel' | 'address' | 'source'>>;

/** Whether a report is in a file. Where a row has a line of the source, its address does not count: it changes with each build. */
export async function knownReports(path: string, io: Io): Promise<(report: RunReport) => boolean> {
  const rows = rowsOf(readText(path, io), path);
  return (report) => rows.some((row) => isOf(row, report));
}

function isOf({ kind, kernel, address, source, case: name }: Known, report: RunReport): boolean {
  const same = <T>(own: T | undefined, other: T): boolean => own === undefined || own === other;
  if (!same(kind, report.kind) || !same(kernel, report.kernel) || !same(name, report.case)) return false;
  if (!source) return same(address, report.address);
  return source.path === report.source?.path && source.line === report.source.line;
}

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
