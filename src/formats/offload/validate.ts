import { type Diagnostic, Reporter } from '../../core/diag/index.ts';
import type { Offload } from './model.ts';
import { imageKindName, offloadKindName, offloadString } from './strings.ts';
import { METADATA_ONLY } from './table.ts';

/**
 * Checks entries against the tables: known kinds, and images where there must be some.
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
      const { image_kind, offload_kind, flags } = entry.header;
      const path = `${b === 0 ? '' : `blobs[${b}]/`}entries[${i}]`;
      const span = entry.image.source === offload.bytes.source ? entry.image.span() : offload.bytes.span();
      if (imageKindName(image_kind) === undefined) out.report('offload/unknown-kind', span, path, `image kind ${image_kind} is not known`);
      if (offloadKindName(offload_kind, offloadString(entry, 'triple'), image_kind) === undefined) {
        out.report('offload/unknown-kind', span, path, `offload kind ${offload_kind} is not known`);
      }
      if ((flags & METADATA_ONLY) !== 0 && entry.image.length > 0) {
        out.report(
          'offload/metadata-only',
          span,
          path,
          `the entry is marked as without an image and has one of ${entry.image.length} bytes`,
        );
      }
    });
  });
}
