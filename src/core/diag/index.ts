/** Spans, diagnostics and their codes, which every reader of this library returns with its value. */
export { Budget, type Budgeted, type BudgetOptions } from './budget.ts';
export * from './codes/index.ts';
export {
  caughtFinding,
  type Diagnostic,
  diagnostic,
  type Facts,
  FormatError,
  must,
  type Outcome,
  refusal,
  saysUnread,
} from './diagnostic.ts';
export { FAILURES, type FailureCode } from './failures.ts';
export { Fault } from './fault.ts';
export { ALLOWANCES, COST, LIMITS, type Resource } from './limits.ts';
export { counted, grouped, numberText } from './number.ts';
export { byteExcerpt, diagnosticRenderer, renderDiagnostic, textExcerpt } from './render.ts';
export { Reporter } from './reporter.ts';
export { NOWHERE, type Span } from './span.ts';
