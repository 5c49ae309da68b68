import type { Bytes } from '../../core/bytes/index.ts';
import { type Diagnostic, Reporter, type Span } from '../../core/diag/index.ts';
import { offloadString } from '../offload/index.ts';
import { decodeProps, propertySets, type SyclbinPlace, setAt, setRow, validateProps } from '../props/index.ts';
import { type ImageRole, OFFLOAD_SYCL, repeated, stringKeys } from './layout.ts';
import type { Syclbin, SyclbinImage } from './model.ts';

/**
 * Parses and checks all property text of a file: each set in its place, with the required properties. In version 2 the offload kinds and
 * the strings of the entries are checked too.
 *
 * Source: intel/llvm sycl/doc/design/SYCLBINDesign.md and PropertySets.md.
 *
 * @example
 * validateSyclbin(readSyclbin(syclbin).value).length; // 0
 */
export function validateSyclbin(syclbin: Syclbin): readonly Diagnostic[] {
  const out = new Reporter(syclbin.bytes.length);
  reportSyclbin(syclbin, out);
  return out.diagnostics;
}

/** As {@link validateSyclbin}, to a reporter. */
export function reportSyclbin(syclbin: Syclbin, out: Reporter): void {
  // A fault in the text is reported once.
  const again = new Reporter(syclbin.bytes.length);
  const check = (text: Bytes, place: SyclbinPlace | undefined, path: string) => {
    if (!syclbin.unread.has(text)) checkText(text, place, path, out);
  };
  check(syclbin.metadata, 'global_metadata', 'metadata');
  syclbin.modules.forEach((module, i) => {
    check(module.metadata, undefined, `modules[${i}]`);
    for (const role of ['ir', 'native'] as const) {
      module[role].forEach((image, j) => {
        const path = `modules[${i}]/${role}[${j}]`;
        check(image.metadata, role, path);
        checkStrings(image, role, path, again, out);
      });
    }
  });
  if (syclbin.version === 2) checkKinds(syclbin, out);
}

/** @param place undefined for the metadata of an abstract module, which has every set without a place */
function checkText(text: Bytes, place: SyclbinPlace | undefined, path: string, out: Reporter): void {
  const before = out.diagnostics.length;
  const value = decodeProps(text, out);
  const sets = propertySets(value);
  validateProps(sets, text.span(), out);
  for (const set of sets) {
    const row = setRow(set.name);
    if (row && row.place !== place)
      out.report('syclbin/set-place', set.span ?? text.span(), path, `the set ${JSON.stringify(set.name)} does not belong here`);
  }
  // Text that cannot be read is reported as such.
  const readable = !out.diagnostics.slice(before).some((d) => d.severity === 'error');
  const needed = place && setAt(place);
  if (needed && readable && !sets.some(({ name }) => name === needed))
    out.report('syclbin/missing-set', text.span(), path, `the metadata has no set ${JSON.stringify(needed)}`, { expected: needed });
}

/** Checks the strings of an entry against the property text. */
function checkStrings({ entry, metadata }: SyclbinImage, role: ImageRole, path: string, again: Reporter, out: Reporter): void {
  if (!entry) return;
  for (const key of stringKeys(role)) {
    if (offloadString(entry, key) === undefined)
      out.report('syclbin/missing-string', metadata.span(), path, `the entry has no string ${key}`, { expected: key });
  }
  for (const { key, value } of repeated(metadata.data, role, again)) {
    const found = offloadString(entry, key);
    if (found === undefined || found === value) continue;
    const message = `the string ${key} is ${JSON.stringify(found)}, and the property text says ${JSON.stringify(value)}, which takes precedence`;
    out.report('syclbin/strings', metadata.span(), `${path}/${key}`, message);
  }
}

function checkKinds({ envelope, bytes }: Syclbin, out: Reporter): void {
  envelope?.blobs[0]?.entries.forEach(({ header, image }, i) => {
    if (header.offload_kind === OFFLOAD_SYCL) return;
    const span: Span = image.source === bytes.source ? image.span() : bytes.span();
    const message = `the offload kind is ${header.offload_kind} instead of ${OFFLOAD_SYCL}`;
    out.report('syclbin/offload-kind', span, `entries[${i}]`, message, { found: header.offload_kind, expected: OFFLOAD_SYCL });
  });
}
