import type { Code, Facts } from '../diag/index.ts';
import type { DriverRange } from './record.ts';
import type { VersionRange } from './version.ts';

/** What a rule of validation says. The versions are those of the specification that have it; the list of rules derives from these rows. */
export interface RuleRow extends VersionRange {
  /** The code of its findings, which several rules may have. */
  readonly code: Code;
  /** Its name among the rules of its code, where there are several. */
  readonly name?: string;
  /** What must hold, as one sentence. */
  readonly says: string;
  /** Document and section, or file and function of a public repository. */
  readonly source: string;
  /** The releases that have a rule of the driver; absent for all releases. */
  readonly driver?: DriverRange;
  /** How compilers deviate, and so what is not reported. */
  readonly differs?: string;
  /**
   * Where it is looked for in .ze_info: attributes and words, as `rowNamed` finds them. A text that uses none of them cannot violate the
   * rule. The reader counts uses, so that validation does not have to look for them in each kernel.
   */
  readonly about?: readonly string[];
}

/** A rule of what `Subject` is. `Place` is what says where a finding is, such as a span and a path. */
export interface Rule<Subject, Place extends readonly unknown[]> extends RuleRow {
  /**
   * Reports everything that is wrong. Absent where compilers break the rule so often that it is not reported, and where something else
   * reports it: the reader, or the rows of attributes.
   */
  readonly check?: (subject: Subject, report: RuleReport<Place>) => void;
}

/** What violates a rule: where, a message, and facts. A function for the facts is called only if the finding is kept. */
type Violation<Place extends readonly unknown[]> = [...Place, message: string, data?: Facts | (() => Facts) | undefined];

/** Reports what violates a rule. */
export type RuleReport<Place extends readonly unknown[]> = (...violation: Violation<Place>) => void;

/**
 * A function that applies rules in their order. One function serves all of them, because most subjects violate none.
 *
 * @param report called with the rule, the subject, and what violates the rule
 * @param most `first` to end with the first rule that is violated
 */
export function applied<Subject, Place extends readonly unknown[]>(
  rules: readonly Rule<Subject, Place>[],
  report: (rule: RuleRow, subject: Subject, ...violation: Violation<Place>) => void,
  most: 'all' | 'first' = 'all',
): (subject: Subject) => void {
  let rule: Rule<Subject, Place>;
  let subject: Subject;
  let isViolated = false;
  // One for all subjects: a routine has thousands of operands.
  const reportOf: RuleReport<Place> = (...violation) => {
    isViolated = true;
    report(rule, subject, ...violation);
  };
  return (next) => {
    subject = next;
    isViolated = false;
    for (rule of rules) {
      rule.check?.(subject, reportOf);
      if (isViolated && most === 'first') return;
    }
  };
}
