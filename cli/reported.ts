/** What is said on standard error when a run, or its part for one file, ends with an error or at a limit. */
import { inspect } from 'node:util';
import type { FailureFacts, FormatError } from '../src/internal.ts';
import { EXIT, UsageError } from './exit.ts';
import type { Standard } from './input/standard.ts';
import type { Io } from './io.ts';
import { visible, visibleLines } from './visible.ts';

/** Prints a sentence for each limit that ended the run, except those in `said`; returns whether there is one. */
export function warnOfLimits({ standard, budgets }: Pick<Io, 'standard' | 'budgets'>, text = ''): boolean {
  const limits = budgets.endings();
  for (const { code, message, path } of limits)
    if (!text.includes(`[${code}]`)) warn(`${message}${path === '' ? '' : `, at ${path}`}; --unlimited continues [${code}]`, standard);
  return limits.length > 0;
}

/** Prints a sentence about the run, which may contain names from files and arguments. */
export function warn(text: string, standard: Standard): void {
  standard.warn(`zebin: ${visible(text)}\n`);
}

/** Prints the lines of a finding, which begins with its place, as a warning. */
export function warnLines(lines: string, standard: Standard): void {
  standard.warn(`${visibleLines(lines)}\n`);
}

/** A failure, as standard error has it. */
export interface Reported {
  readonly message: string;
  readonly facts: FailureFacts;
  readonly exitCode: 1 | 2;
}

/** Prints the message for an error. */
export function reported(error: unknown, io: Pick<Io, 'standard' | 'budgets'>): Reported {
  const { message, facts } = failureOf(error, io.standard);
  const below = error instanceof UsageError ? error.below : [];
  if (below.length > 0) warnLines([message, ...below].join('\n'), io.standard);
  else warn(message, io.standard);
  // Something may be refused only because it lies past a limit.
  const exitCode = warnOfLimits(io, message) || !(error instanceof UsageError) ? EXIT.unusable : error.exitCode;
  return { message, facts, exitCode };
}

/** The message for an error. */
function failureOf(error: unknown, standard: Standard): Pick<Reported, 'message' | 'facts'> {
  if (error instanceof UsageError) return error;
  // The operating system's refusal: a full disk, a file that vanished.
  if (error instanceof Error && 'code' in error) return { message: error.message, facts: { code: 'command/unreadable' } };
  // What the library refuses in any verb, such as more than memory holds; its class is loaded with the readers.
  if (error instanceof Error && error.name === 'FormatError') {
    const { diagnostic } = error as FormatError;
    return { message: `${diagnostic.message} [${diagnostic.code}]`, facts: { diagnostic } };
  }
  // Rethrown, it would end in exit code 1, which is an answer.
  standard.warn(`${inspect(error)}\n`);
  return { message: 'this is a defect of zebin itself: please report it, with the file if you can', facts: { code: 'command/defect' } };
}
