/** Spans, diagnostics and their codes: what every reader of this library returns beside its value. */
export * from './codes/index.ts';
export { type Diagnostic, diagnostic, type Facts, FormatError, must, type Outcome, Reporter } from './diagnostic.ts';
export { COST, LIMITS } from './limits.ts';
export { byteExcerpt, renderDiagnostic, textExcerpt } from './render.ts';
export { joinSpans, type Span } from './span.ts';
