import { type Diagnostic, Reporter } from '../../core/diag/index.ts';
import type { Offload } from './model.ts';
import { imageKindName, offloadKindName, offloadString } from './strings.ts';
import { METADATA_ONLY } from './table.ts';

/** Checks entries against the tables: known kinds, and images where there must be some. */
export function validateOffload(offload: Offload, reporter?: Reporter): readonly Diagnostic[] {
  const out = reporter ?? new Reporter(offload.bytes.length);
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
  return out.diagnostics;
}
