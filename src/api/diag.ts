/** `zebin/diag`: the diagnostics of readers and checks, by their codes, and as text. */
import {
  type Diagnostic,
  type Code as DiagnosticCode,
  type Facts,
  type Outcome,
  renderDiagnostic as render,
  type Severity,
  type Span,
} from '../core/diag/index.ts';

export { CODES, FAILURES } from '../core/diag/index.ts';
export type { Diagnostic, DiagnosticCode, Facts, Outcome, Severity, Span };

/**
 * A diagnostic as text: severity, place and message, with the line or the bytes that it is about.
 *
 * @param content of the file; bytes are shown as a hex dump @param name of the file
 *
 * @example
 * const [finding] = readZebin(damaged).diagnostics;
 * renderDiagnostic(finding, damaged, 'k.zebin').includes(finding.code); // true
 */
export function renderDiagnostic(diagnostic: Diagnostic, content: string | Uint8Array, name?: string): string {
  return render(diagnostic, content, name);
}
