import { Reporter } from '../core/diag/index.ts';
import { openVisa, type RoutineInfo, reportVisa, VISA_MAGIC, versionOf, visaInfo } from '../formats/visa/index.ts';
import type { Item } from '../walk/inspect.ts';
import { modelOf } from '../walk/model-of.ts';
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

/** The content of an item that is an object or text. Throws `FormatError` when its bytes are neither. */
export function visaInfoDocument({ bytes, content, diagnostics }: Item): VisaInfoDocument {
  const read = modelOf(content, 'visa-object', 'visa-text');
  const { value: object, diagnostics: findings } = read ? { value: read, diagnostics } : openVisa(bytes);
  const out = new Reporter(bytes.length);
  reportVisa(object, out);
  return {
    schema: 'zebin/visa-info/1',
    format: bytes.startsWith(VISA_MAGIC) ? 'visa-object' : 'visa-text',
    version: versionOf(object),
    size: bytes.length,
    routines: visaInfo(object),
    diagnostics: [...findings, ...out.diagnostics].map((d) => diagnosticJson(d)),
  };
}
