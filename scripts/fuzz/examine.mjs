// @ts-check
/**
 * The checks of one case: a value with known diagnostics whose places are in the file, or a `FormatError`; documents can be created from
 * the value, and a dump has every byte once.
 */

/**
 * @typedef {{ code: string, severity: string, span: { source?: string | undefined, start: number, end: number } }} Finding
 * @typedef {{ offset: number, end: number, path: string }} Span
 */

/**
 * What the checks need of the library, which tests take from its sources and this script from dist/.
 * @typedef {object} Library
 * @property {(bytes: Uint8Array) => { value: any, diagnostics: readonly Finding[] }} inspect
 * @property {(item: any) => unknown} infoDocument
 * @property {(item: any) => unknown} lsDocument
 * @property {(item: any) => unknown} kernelDocument
 * @property {(item: any) => { offset: number, size: number, spans: readonly Span[], diagnostics: readonly (Span & Omit<Finding, 'span'> & {
 * source?: string })[] }} dumpDocument
 * @property {abstract new (...args: never[]) => { diagnostic: Finding }} FormatError
 * @property {Readonly<Record<string, { severity: string }>>} CODES
 */

/**
 * Reads the bytes and, unless asked otherwise, makes every document of them.
 * @param {Library} library
 * @param {Uint8Array} bytes
 * @param {boolean} [documents]
 * @returns {string[]} the codes that were reported. Throws for anything that must not happen.
 */
export function examine(library, bytes, documents = true) {
  let outcome;
  try {
    outcome = library.inspect(bytes);
  } catch (error) {
    if (!(error instanceof library.FormatError)) throw error;
    const { diagnostic } = /** @type {{ diagnostic: Finding }} */ (/** @type {unknown} */ (error));
    checkDiagnostic(library, diagnostic, bytes);
    return [diagnostic.code];
  }
  for (const d of outcome.diagnostics) checkDiagnostic(library, d, bytes);
  const codes = outcome.diagnostics.map((d) => d.code);
  if (!documents) return codes;
  const { value } = outcome;
  JSON.stringify(library.infoDocument(value));
  JSON.stringify(library.lsDocument(value));
  JSON.stringify(library.kernelDocument(value));
  const dump = library.dumpDocument(value);
  JSON.stringify(dump);
  let end = 0;
  for (const span of dump.spans) {
    if (span.offset !== end || span.end <= span.offset) throw new Error(`the dump has ${span.offset} to ${span.end} after ${end}`);
    end = span.end;
  }
  if (end !== bytes.length || dump.offset !== 0 || dump.size !== bytes.length) {
    throw new Error(`the dump ends at ${end} of ${bytes.length} bytes`);
  }
  for (const d of dump.diagnostics) checkDiagnostic(library, { ...d, span: { source: d.source, start: d.offset, end: d.end } }, bytes);
  return [...codes, ...dump.diagnostics.map((d) => d.code)];
}

/**
 * @param {Pick<Library, 'CODES'>} library
 * @param {Finding} d
 * @param {Uint8Array} bytes
 */
export function checkDiagnostic(library, d, bytes) {
  const row = Object.hasOwn(library.CODES, d.code) ? library.CODES[d.code] : undefined;
  if (!row) throw new Error(`${d.code} is not a code of the table`);
  if (row.severity !== d.severity) throw new Error(`${d.code} has the severity ${d.severity}`);
  const { start, end, source } = d.span;
  // Offsets in inflated data count there.
  const most = source ? Number.POSITIVE_INFINITY : bytes.length;
  if (!(start >= 0 && start <= end && end <= most)) throw new Error(`${d.code} is at ${start} to ${end} of ${bytes.length} bytes`);
}
