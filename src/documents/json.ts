import { hex } from '../core/bytes/index.ts';
import type { Diagnostic } from '../core/diag/index.ts';

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A number that may have a fraction. All other numbers of a document are integers. */
export type Real = number;

/** A value as JSON. 64-bit integers become hexadecimal strings; absent members are left out. */
export function toJson(value: unknown): Json {
  switch (typeof value) {
    case 'bigint':
      return hex(value);
    case 'number':
      return Number.isFinite(value) ? value : null;
    case 'string':
    case 'boolean':
      return value;
    case 'object': {
      if (value === null) return null;
      if (Array.isArray(value)) return value.map(toJson);
      const json: { [key: string]: Json } = {};
      for (const key of Object.keys(value)) {
        const member = (value as Record<string, unknown>)[key];
        if (member === undefined || typeof member === 'function') continue;
        // An assignment to this key would set the prototype.
        if (key === '__proto__')
          Object.defineProperty(json, key, { value: toJson(member), enumerable: true, writable: true, configurable: true });
        else json[key] = toJson(member);
      }
      return json;
    }
    default:
      return null;
  }
}

/** A finding in a document. */
export interface DiagnosticJson {
  readonly severity: 'error' | 'warning' | 'info';
  readonly code: string;
  readonly message: string;
  /** First byte, counted from the start of the input, or of {@link source}. */
  readonly offset: number;
  /** Address of the item in whose inflated data the offsets count; absent when they count in the input itself. */
  readonly source?: string;
  /** Byte after the last. */
  readonly end: number;
  /** Place in the structure. */
  readonly path: string;
  /** Line of the .ze_info text, counted from 1, if the finding is in that text. */
  readonly line?: number;
  /** Facts for machines: expected and found values, suggestions. */
  readonly data?: { readonly [key: string]: Json };
}

/** @param line returns the line of an offset, if it is in the text. */
export function diagnosticJson(d: Diagnostic, line?: (offset: number) => number | undefined): DiagnosticJson {
  const { severity, code, message, span, path } = d;
  const at = line?.(span.start);
  return {
    severity,
    code,
    message,
    offset: span.start,
    end: span.end,
    ...(span.source === '' ? {} : { source: span.source }),
    path,
    ...(at === undefined ? {} : { line: at }),
    ...(d.data === undefined ? {} : { data: toJson(d.data) as { [key: string]: Json } }),
  };
}
