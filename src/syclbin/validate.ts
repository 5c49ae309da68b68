import type { Bytes } from '../bytes/index.ts';
import { type Diagnostic, Reporter } from '../diag/index.ts';
import { offloadString } from '../offload/index.ts';
import { parseProps, propertySets, validateProps } from '../props/index.ts';
import { type REPEATED, repeated } from './layout.ts';
import type { Syclbin, SyclbinImage } from './model.ts';

/** Parses and checks all property text of a file, and holds the strings of version 2 to what the text says. */
export function validateSyclbin(syclbin: Syclbin, reporter?: Reporter): readonly Diagnostic[] {
  const out = reporter ?? new Reporter(syclbin.bytes.length);
  // What is wrong with the text is said once.
  const again = new Reporter(syclbin.bytes.length);
  const check = (text: Bytes) => validateProps(propertySets(parseProps(text, out).value), text.span(), out);
  check(syclbin.metadata);
  syclbin.modules.forEach((module, i) => {
    check(module.metadata);
    for (const role of ['ir', 'native'] as const) {
      module[role].forEach((image, j) => {
        check(image.metadata);
        checkStrings(image, role, `modules[${i}]/${role}[${j}]`, again, out);
      });
    }
  });
  return out.diagnostics;
}

function checkStrings({ entry, metadata }: SyclbinImage, role: keyof typeof REPEATED, path: string, again: Reporter, out: Reporter): void {
  if (!entry) return;
  for (const { key, value } of repeated(metadata.data, role, again)) {
    const found = offloadString(entry, key);
    if (found === undefined || found === value) continue;
    const message = `the string ${key} is ${JSON.stringify(found)}, and the property text says ${JSON.stringify(value)}, which counts`;
    out.report('syclbin/strings', metadata.span(), `${path}/${key}`, message);
  }
}
