import type { Bytes } from '../../core/bytes/index.ts';
import { type Diagnostic, Reporter, type Span } from '../../core/diag/index.ts';
import { applied, type Rule } from '../../core/schema/index.ts';
import { offloadString } from '../offload/index.ts';
import { decodeProps, type PropertySet, propertySets, type SyclbinPlace, setAt, setRow, validateProps } from '../props/index.ts';
import { type ImageRole, OFFLOAD_SYCL, repeated, stringKeys } from './layout.ts';
import type { Syclbin, SyclbinImage } from './model.ts';

const PAGE = 'intel/llvm sycl/doc/design/SYCLBINDesign.md';

/** The property text of a file, a module or an image. */
interface PlacedText {
  readonly text: Bytes;
  readonly sets: readonly PropertySet[];
  /** Undefined for the metadata of an abstract module, which has every set without a place. */
  readonly place: SyclbinPlace | undefined;
  /** False for a text with errors, which are reported as such. */
  readonly isReadable: boolean;
}

export const TEXT_RULES: readonly Rule<PlacedText, [span: Span]>[] = [
  {
    code: 'syclbin/set-place',
    says: 'A set is where it belongs: one of SYCLBIN in the metadata of the file, of an IR module or of a native image, others in that of an abstract module.',
    source: PAGE,
    check({ text, sets, place }, report) {
      for (const { name, span } of sets) {
        const row = setRow(name);
        if (row && row.place !== place) report(span ?? text.span(), `the set ${JSON.stringify(name)} does not belong here`);
      }
    },
  },
  {
    code: 'syclbin/missing-set',
    says: 'The metadata of the file, of an IR module and of a native image has the set that belongs there.',
    source: PAGE,
    check({ text, sets, place, isReadable }, report) {
      const expected = place && setAt(place);
      if (expected && isReadable && !sets.some(({ name }) => name === expected))
        report(text.span(), `the metadata has no set ${JSON.stringify(expected)}`, { expected });
    },
  },
];

/** An image of version 2: an entry with strings, which repeat the property text. */
interface EntryImage {
  readonly entry: NonNullable<SyclbinImage['entry']>;
  readonly metadata: Bytes;
  readonly role: ImageRole;
  /** For the faults in the text, which are reported once. */
  readonly again: Reporter;
}

export const IMAGE_RULES: readonly Rule<EntryImage, [path: string]>[] = [
  {
    code: 'syclbin/missing-string',
    says: 'An entry of version 2 has the strings of its role.',
    source: PAGE,
    check({ entry, role }, report) {
      for (const key of stringKeys(role))
        if (offloadString(entry, key) === undefined) report('', `the entry has no string ${key}`, { expected: key });
    },
  },
  {
    code: 'syclbin/strings',
    says: 'The strings of an entry of version 2 say what its property text says.',
    source: PAGE,
    check({ entry, metadata, role, again }, report) {
      for (const { key, value } of repeated(metadata.data, role, again)) {
        const text = offloadString(entry, key);
        if (text === undefined || text === value) continue;
        const message = `the string ${key} is ${JSON.stringify(text)}, and the property text says ${JSON.stringify(value)}, which takes precedence`;
        report(`/${key}`, message);
      }
    },
  },
];

export const SYCLBIN_RULES: readonly Rule<Syclbin, [span: Span, path: string]>[] = [
  {
    code: 'syclbin/offload-kind',
    says: 'The offload kind of an entry of version 2 is 8.',
    source: PAGE,
    check({ version, envelope, bytes }, report) {
      if (version !== 2) return;
      for (const [i, { header, image }] of (envelope?.blobs[0]?.entries ?? []).entries()) {
        const { offload_kind: kind } = header;
        if (kind === OFFLOAD_SYCL) continue;
        const span = image.source === bytes.source ? image.span() : bytes.span();
        report(span, `entries[${i}]`, `the offload kind is ${kind} instead of ${OFFLOAD_SYCL}`, { found: kind, expected: OFFLOAD_SYCL });
      }
    },
  },
];

/**
 * Parses and checks all property text of a file, as sets and against {@link TEXT_RULES}, images against {@link IMAGE_RULES}, and the file
 * against {@link SYCLBIN_RULES}.
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
  const again = new Reporter(syclbin.bytes.length);
  const check = (text: Bytes, place: SyclbinPlace | undefined, path: string) => {
    if (!syclbin.unread.has(text)) checkText(text, place, path, out);
  };
  check(syclbin.metadata, 'global_metadata', 'metadata');
  syclbin.modules.forEach((module, i) => {
    check(module.metadata, undefined, `modules[${i}]`);
    for (const role of ['ir', 'native'] as const) {
      module[role].forEach(({ entry, metadata }, j) => {
        const path = `modules[${i}]/${role}[${j}]`;
        check(metadata, role, path);
        const checkImage = applied(IMAGE_RULES, ({ code }, _, within, message, data) =>
          out.report(code, metadata.span(), path + within, message, data),
        );
        if (entry) checkImage({ entry, metadata, role, again });
      });
    }
  });
  applied(SYCLBIN_RULES, ({ code }, _, span, path, message, data) => out.report(code, span, path, message, data))(syclbin);
}

function checkText(text: Bytes, place: SyclbinPlace | undefined, path: string, out: Reporter): void {
  const before = out.diagnostics.length;
  const sets = propertySets(decodeProps(text, out));
  validateProps(sets, text.span(), out);
  const isReadable = !out.diagnostics.slice(before).some(({ severity }) => severity === 'error');
  applied(TEXT_RULES, ({ code }, _, span, message, data) => out.report(code, span, path, message, data))({
    text,
    sets,
    place,
    isReadable,
  });
}
