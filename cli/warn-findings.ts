/** Findings on standard error, for verbs whose output is something else. */
import type { Diagnostic, DiagnosticJson } from '../src/internal.ts';
import type { Io } from './io.ts';
import { count } from './text.ts';

/** Findings that are said. */
const SAID = 20;

/** Says what was found, each with its place. At most {@link SAID}. */
export function warnOfFindings(diagnostics: readonly (Diagnostic | DiagnosticJson)[], path: string, io: Io): void {
  for (const found of diagnostics.slice(0, SAID)) {
    const { message, code, path: place } = found;
    const offset = 'span' in found ? found.span.start : found.offset;
    const at = `at 0x${offset.toString(16)}${place === '' ? '' : `, ${place}`}`;
    io.warn(`${path}: ${at}: ${message} [${code}]`);
  }
  if (diagnostics.length > SAID) io.warn(`${path}: and ${count(diagnostics.length - SAID, 'more finding')}`);
}
