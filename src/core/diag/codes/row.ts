export type Severity = 'error' | 'warning' | 'info';

export interface CodeRow {
  readonly severity: Severity;
  /**
   * Whether something in the file was not read, if a reader or the walk reports it: the answer to a question about the file may then lack a
   * part. By default, errors say so, and milder findings do not.
   */
  readonly unread?: boolean;
  /** What was found. */
  readonly what: string;
  /** What it means and what to do. */
  readonly help: string;
  /** Where the rule is defined: a section of the specification, or a file of a public repository. */
  readonly source?: string;
}
