export type Severity = 'error' | 'warning' | 'info';

export interface CodeRow {
  readonly severity: Severity;
  /** What was found. */
  readonly what: string;
  /** What it means and what to do. */
  readonly help: string;
  /** Where the rule is defined: a section of the specification, or a file of a public repository. */
  readonly source?: string;
}
