/** `zebin/diag`: the diagnostics of readers and checks, by their codes, and as text. */
export {
  CODES,
  type Code as DiagnosticCode,
  type CodeRow,
  type Diagnostic,
  FAILURES,
  type Facts,
  type Outcome,
  renderDiagnostic,
  type Severity,
  type Span,
} from '../core/diag/index.ts';
