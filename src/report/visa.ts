import type { Bytes } from '../bytes/index.ts';
import { Reporter } from '../diag/index.ts';
import { openVisa, type RoutineInfo, VISA_MAGIC, validateVisa, versionOf, visaInfo } from '../visa/index.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** `zebin visa info --json`: the content of a vISA object or text. */
export interface VisaInfoDocument {
  readonly schema: 'zebin/visa-info/1';
  readonly format: 'visa-object' | 'visa-text';
  /** vISA version: `4.0`. */
  readonly version: string;
  /** Size in bytes. */
  readonly size: number;
  /** Kernels, then functions. */
  readonly routines: readonly RoutineInfo[];
  /** Findings from reading and checking it. */
  readonly diagnostics: readonly DiagnosticJson[];
}

/** The content of an object or text. Throws `FormatError` when the bytes are neither. */
export function visaInfoDocument(bytes: Bytes): VisaInfoDocument {
  const out = new Reporter(bytes.length);
  const object = openVisa(bytes, out).value;
  const binary = bytes.startsWith(VISA_MAGIC);
  validateVisa(object, out);
  return {
    schema: 'zebin/visa-info/1',
    format: binary ? 'visa-object' : 'visa-text',
    version: versionOf(object),
    size: bytes.length,
    routines: visaInfo(object),
    diagnostics: out.diagnostics.map((d) => diagnosticJson(d)),
  };
}
