export type Severity = 'error' | 'warning' | 'info';

export interface CodeRow {
  readonly severity: Severity;
  /** What was found. */
  readonly what: string;
  /** What it means and what to do. */
  readonly help: string;
}
