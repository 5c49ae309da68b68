import { CODES, type Code, type CodeRow } from '../core/diag/index.ts';
import type { ValidateDocument } from '../documents/validate/document.ts';
import { diagnosticPage, pageAddress } from '../explain/pages.ts';

/**
 * A log in the Static Analysis Results Interchange Format, with the members that findings need.
 *
 * Source: OASIS SARIF 2.1.0, sections 3.13 to 3.30.
 */
export interface SarifLog {
  readonly $schema: string;
  readonly version: '2.1.0';
  readonly runs: readonly SarifRun[];
}

export interface SarifRun {
  readonly tool: { readonly driver: { readonly name: string; readonly version: string; readonly rules: readonly SarifRule[] } };
  readonly artifacts: readonly { readonly location: { readonly uri: string }; readonly roles: readonly ['analysisTarget'] }[];
  readonly columnKind: 'utf16CodeUnits';
  readonly results: readonly SarifResult[];
}

export interface SarifRule {
  readonly id: string;
  readonly shortDescription: { readonly text: string };
  readonly help: { readonly text: string };
  /** The page of the code on the site. */
  readonly helpUri?: string;
  readonly defaultConfiguration: { readonly level: SarifLevel };
  readonly properties?: { readonly source: string };
}

export type SarifLevel = 'error' | 'warning' | 'note';

export interface SarifResult {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: SarifLevel;
  readonly message: { readonly text: string };
  readonly locations: readonly SarifLocation[];
}

export interface SarifLocation {
  /** Absent for a finding of which no file is known. */
  readonly physicalLocation?: {
    readonly artifactLocation: { readonly uri: string; readonly index: number };
    /** Absent for a finding in compressed data, whose offsets are not those of the file. */
    readonly region?: { readonly byteOffset: number; readonly byteLength: number } | { readonly startLine: number };
  };
  readonly logicalLocations?: readonly { readonly fullyQualifiedName: string }[];
}

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/**
 * A `validate` document in the format of code scanning tools: SARIF 2.1.0.
 *
 * @param path of the file, relative to the folder where the log is read; a name that the program chooses for standard input.
 * @param version of the program that made the findings.
 * @param site base address of the site with a page for each code; without it, rules have no `helpUri`.
 *
 * @example
 * sarifLog(validateDocument(inspect(bytes).value), 'k.zebin', '1.0').version; // '2.1.0'
 */
export function sarifLog({ findings }: ValidateDocument, path: string, version: string, site?: string): SarifLog {
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  const uri = uriOf(path);
  return sarifOf(
    version,
    codes.map((code) => ruleOf(code, site)),
    [uri],
    findings.map(({ code, severity, message, offset, end, source, path: place, suggestion, line }) => ({
      ruleId: code,
      ruleIndex: codes.indexOf(code),
      level: LEVELS[severity],
      message: {
        text: [
          message,
          ...(line === undefined ? [] : [`line ${line} of .ze_info`]),
          ...(suggestion === null ? [] : [`try ${suggestion}`]),
        ].join('; '),
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri, index: 0 },
            ...(source === undefined ? { region: { byteOffset: offset, byteLength: end - offset } } : {}),
          },
          ...(place === '' ? {} : { logicalLocations: [{ fullyQualifiedName: place }] }),
        },
      ],
    })),
  );
}

/** A log of findings. */
export function sarifOf(version: string, rules: readonly SarifRule[], uris: readonly string[], results: readonly SarifResult[]): SarifLog {
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'zebin', version, rules } },
        artifacts: uris.map((uri) => ({ location: { uri }, roles: ['analysisTarget'] })),
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}

/** A reference relative to the folder where the log is read; for an absolute path a `file:` URI. */
export function uriOf(path: string): string {
  // A lone surrogate cannot be written in a URI.
  const parts = path.replace(/\p{Cs}/gu, '\ufffd').split(/[\\/]/);
  const uri = parts.map((part, i) => (i === 0 && /^[A-Za-z]:$/.test(part) ? part : encodeURIComponent(part))).join('/');
  if (/^[A-Za-z]:\//.test(uri)) return `file:///${uri}`;
  return uri.startsWith('//') ? `file:${uri}` : uri.startsWith('/') ? `file://${uri}` : uri;
}

function ruleOf(id: string, site: string | undefined): SarifRule {
  const { what, help, severity, source }: CodeRow = CODES[id as Code];
  return {
    id,
    shortDescription: { text: what },
    help: { text: help },
    ...(site === undefined ? {} : { helpUri: pageAddress(site, diagnosticPage(id)) }),
    defaultConfiguration: { level: LEVELS[severity] },
    ...(source === undefined ? {} : { properties: { source } }),
  };
}
