import type { Devices } from '../device/index.ts';
import type { Reporter } from '../diag/index.ts';
import { compareVersions, existsIn, type Version } from '../schema/index.ts';
import type { Zebin } from './model.ts';
import { EM_INTELGT, NOTE_SECTION, NOTE_TYPES } from './table.ts';

/**
 * Judges the notes about the target: enough of them, each once, known to the version, and in agreement.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/elf.md; intel/compute-runtime
 * shared/source/device_binary_format/zebin/zebin_decoder.cpp, validateTargetDevice.
 */
export function validateNotes(zebin: Zebin, version: Version, devices: Devices, out: Reporter): void {
  const { elf, notes, target } = zebin;
  const seen = new Set<number>();
  for (const { type, name, value, note } of notes) {
    const path = `${NOTE_SECTION}/notes[${note.index}]`;
    const row = NOTE_TYPES.find((one) => one.value === type);
    if (seen.has(type)) out.report('rule/note-twice', note.span, path, `there is a second ${name}`);
    seen.add(type);
    // The version note is in files of all versions, since it tells the version.
    if (row && !existsIn(row, version)) {
      out.report('rule/section-version', note.span, path, `${version} does not have ${name}: it came with ${row.since}`, { name, version });
    }
    if (value.kind !== 'targetMetadata') continue;
    const { reserved, reservedBit, minHwRevisionId, maxHwRevisionId, validateRevisionId } = value.fields;
    if (reserved !== 0 || reservedBit !== 0)
      out.report('rule/note-reserved', note.desc.span(), path, 'reserved bits of the target metadata are set');
    if (!target.product_config && validateRevisionId === 0 && minHwRevisionId + maxHwRevisionId > 0) {
      const message = `steppings ${minHwRevisionId} to ${maxHwRevisionId} are named, and validateRevisionId is not set`;
      out.report('rule/stepping-unchecked', note.desc.span(), path, message);
    }
  }
  const { product_config: config, product_family: family, gfxcore_family: core } = target;
  const at = elf.sections.find(({ name }) => name === NOTE_SECTION)?.bytes.span() ?? elf.bytes.span(0, 0);
  if (elf.sections.length > 0 && elf.header.e_machine === EM_INTELGT && !config && !family && !core)
    out.report('rule/no-target', at, NOTE_SECTION, 'none of the notes 1, 2 and 6 names a device');
  const conflict = (message: string) => out.report('rule/note-conflict', at, NOTE_SECTION, message);
  const device = devices.config(config?.value ?? -1);
  const product = devices.family(device?.family ?? family?.value ?? -1);
  if (device && family && device.family !== family.value) conflict(`note 6 says ${device.name}, and note 1 says ${family.name}`);
  if (product?.core !== undefined && core && product.core !== core.value)
    conflict(`the device has the core ${devices.core(product.core)?.name ?? product.core}, and note 2 says ${core.name}`);
  const written = zebin.zeInfo?.container.version;
  const noted = target.zebin_version;
  if (written !== undefined && noted !== undefined && compareVersions(written, noted) !== 0)
    conflict(`note 4 says version ${noted}, and .ze_info says ${written}`);
}
