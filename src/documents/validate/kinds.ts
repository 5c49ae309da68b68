/** The rules of all formats but zebins. Apart from those, so that the command does not load them for a zebin. */

import { isOclocArchive } from '../../analysis/coverage/coverage.ts';
import { archiveFaults } from '../../analysis/coverage/faults.ts';
import { type Diagnostic, Reporter } from '../../core/diag/index.ts';
import type { Version } from '../../core/schema/index.ts';
import { validateOffload } from '../../formats/offload/index.ts';
import { propertySets, validateProps } from '../../formats/props/index.ts';
import { validateSyclbin } from '../../formats/syclbin/index.ts';
import { validateVisa } from '../../formats/visa/index.ts';
import { type Item, passOver } from '../../walk/item.ts';
import { modelOf } from '../../walk/model-of.ts';
import { findingsBy, type ItemFinding, type ItemRules, zebinRules } from './validate.ts';

/** The rules of other items; nothing for a zebin. */
export const otherRules: ItemRules = (item, _version, { devices }) => {
  const { content } = item;
  const archive = modelOf(content, 'ar');
  if (archive) {
    const out = new Reporter(item.bytes.length);
    if (isOclocArchive(archive)) archiveFaults(item, out, devices);
    return out.diagnostics;
  }
  const offload = modelOf(content, 'offload-binary');
  if (offload) return [...validateOffload(offload), ...imageProperties(item)];
  const syclbin = modelOf(content, 'syclbin');
  // Its property texts are separate items.
  if (syclbin) return validateSyclbin(syclbin).filter(({ code }) => code.startsWith('syclbin/'));
  if (modelOf(content, 'elf', 'pe', 'coff', 'openmp-wrapper')) return imageProperties(item);
  const props = modelOf(content, 'property-sets');
  if (props) return validateProps(propertySets(props), item.bytes.span());
  const visa = modelOf(content, 'visa-object', 'visa-text');
  return visa ? validateVisa(visa) : [];
};

/** All findings about a file of any kind, except for those that need its code. */
export function findingsOf(root: Item, version?: Version): readonly ItemFinding[] {
  return findingsBy([zebinRules, otherRules], passOver(root), version);
}

/** Findings in the property sets that a container has for its images. Their address is that of the image. */
function imageProperties({ address, bytes, children }: Item): readonly Diagnostic[] {
  const out = new Reporter(bytes.length);
  for (const child of children) {
    if (out.full) break;
    const { address: image, stored, properties } = child.open();
    const sets = properties.map(({ name, properties: pairs }) => ({ name, properties: pairs.map(({ key, value }) => ({ key, value })) }));
    for (const { code, span, path, message, data } of validateProps(sets, stored.span()))
      out.report(code, span, `${image.slice(address.length + 1)}!${path}`, message, data);
  }
  return out.diagnostics;
}
