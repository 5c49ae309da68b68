/** The types that all entries share: what readers take and return. */
export type { Bytes, ByteText, FolderFile, Input, Source } from '../core/bytes/index.ts';
export type {
  Budget,
  Budgeted,
  BudgetOptions,
  Code as DiagnosticCode,
  Diagnostic,
  Facts,
  Outcome,
  Resource,
  Severity,
  Span,
} from '../core/diag/index.ts';
export type { Annotation, BitField, DriverRange, Row, Version, VersionRange } from '../core/schema/index.ts';
