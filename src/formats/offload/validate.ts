import { type Diagnostic, Reporter } from '../../core/diag/index.ts';
import { applied, type Rule } from '../../core/schema/index.ts';
import type { Offload, OffloadEntry } from './model.ts';
import { imageKindName, offloadKindName, offloadString } from './strings.ts';
import { METADATA_ONLY } from './table.ts';

const SOURCE = 'llvm/llvm-project llvm/include/llvm/Object/OffloadBinary.h';

/** The rules of an entry that reading does not report. */
export const OFFLOAD_RULES: readonly Rule<OffloadEntry, []>[] = [
  {
    code: 'offload/unknown-kind',
    name: 'image',
    says: 'The image kind is one of those in the table.',
    source: SOURCE,
    check({ header: { image_kind } }, report) {
      if (imageKindName(image_kind) === undefined) report(`image kind ${image_kind} is not known`);
    },
  },
  {
    code: 'offload/unknown-kind',
    name: 'offload',
    says: 'The offload kind is one of those in the table.',
    source: SOURCE,
    check(entry, report) {
      const { image_kind, offload_kind } = entry.header;
      if (offloadKindName(offload_kind, offloadString(entry, 'triple'), image_kind) === undefined)
        report(`offload kind ${offload_kind} is not known`);
    },
  },
  {
    code: 'offload/metadata-only',
    says: 'An entry that is marked as one without an image has none.',
    source: SOURCE,
    check({ header: { flags }, image }, report) {
      if ((flags & METADATA_ONLY) !== 0 && image.length > 0)
        report(`the entry is marked as without an image and has one of ${image.length} bytes`);
    },
  },
];

/**
 * Checks entries against {@link OFFLOAD_RULES}.
 *
 * @example
 * validateOffload(readOffload(offloading).value).length; // 0
 */
export function validateOffload(offload: Offload): readonly Diagnostic[] {
  const out = new Reporter(offload.bytes.length);
  reportOffload(offload, out);
  return out.diagnostics;
}

/** As {@link validateOffload}, to a reporter. */
export function reportOffload(offload: Offload, out: Reporter): void {
  offload.blobs.forEach(({ entries }, b) => {
    entries.forEach((entry, i) => {
      const path = `${b === 0 ? '' : `blobs[${b}]/`}entries[${i}]`;
      const span = entry.image.source === offload.bytes.source ? entry.image.span() : offload.bytes.span();
      applied(OFFLOAD_RULES, ({ code }, _, message, data) => out.report(code, span, path, message, data))(entry);
    });
  });
}
