/** Findings with what the table of codes says of them. Apart from the rules, because most files that are checked have nothing to say. */
import { CODES, type CodeRow } from '../../core/diag/index.ts';
import type { Version } from '../../core/schema/index.ts';
import { diagnosticPage, pageAddress } from '../../explain/pages.ts';
import type { Completeness } from '../../walk/damage.ts';
import { type DiagnosticJson, diagnosticJson } from '../json.ts';
import { countsOf, type ItemFinding } from './validate.ts';

/** `zebin validate --json`: the broken rules in a file. */
export interface ValidateDocument extends Completeness {
  readonly schema: 'zebin/validate/1';
  /** Whether what was read of the file has no error. */
  readonly valid: boolean;
  /** The requested version; null for the version of each image. */
  readonly spec: string | null;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** The worst first; findings of one severity in the order of the file. */
  readonly findings: readonly Finding[];
}

/** A finding with its rule. */
export interface Finding extends DiagnosticJson {
  /** The meaning of the code. */
  readonly what: string;
  /** What the finding means and what to do. */
  readonly help: string;
  /** Where the rule is published; null for damage that no reader can accept. */
  readonly source_of_rule: string | null;
  /** What to write instead, if that is known. */
  readonly suggestion: string | null;
  /** Address of the page of the code; null in a copy of this package that has no site. */
  readonly page: string | null;
}

/**
 * @param read whether all of the file was read and checked: `checkedOf` says it
 * @param site base address of the site with a page for each code
 */
export function validateDocument(findings: readonly ItemFinding[], read: Completeness, version?: Version, site?: string): ValidateDocument {
  const counts = countsOf(findings);
  return {
    schema: 'zebin/validate/1',
    ...read,
    valid: counts.errors === 0,
    spec: version ?? null,
    ...counts,
    findings: findings.map((one) => findingOf(one, site)),
  };
}

/** A finding with what the table of codes says of it. */
export function findingOf({ diagnostic, line }: ItemFinding, site?: string): Finding {
  const { what, help, source }: CodeRow = CODES[diagnostic.code];
  const { data } = diagnostic;
  const rule = typeof data?.source === 'string' ? data.source : source;
  return {
    ...diagnosticJson(diagnostic, () => line),
    what,
    help,
    source_of_rule: rule ?? null,
    suggestion: typeof data?.suggestion === 'string' ? data.suggestion : null,
    page: site === undefined ? null : pageAddress(site, diagnosticPage(diagnostic.code)),
  };
}
