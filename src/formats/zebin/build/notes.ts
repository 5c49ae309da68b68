import { ByteWriter, byteTextToBytes } from '../../../core/bytes/index.ts';
import { compareVersions } from '../../../core/schema/index.ts';
import { type CoreFamily, coreNumber, type ProductConfig } from '../../../devices/index.ts';
import type { NotePart } from '../../elf/index.ts';
import { NOTE_OWNER, NOTE_TYPES, type NoteType } from '../table.ts';
import type { ZebinBuild } from './model.ts';

/** Version of the calling convention on devices before Xe3P, and since then. */
const VISA_ABI = { before: 2, since: 3 } as const;

/** Version of the calling convention of a device. */
export function visaAbi(core: CoreFamily): number {
  return core.value >= coreNumber('Xe3P') ? VISA_ABI.since : VISA_ABI.before;
}

/**
 * The notes of a file for a device, as far as the version has them. Note 3 says that drivers need not check steppings and that the
 * generator has no registered number.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/elf.md, "ELF note type for INTELGT".
 */
export function deviceNotes(spec: ZebinBuild, version: string, device: ProductConfig, core: CoreFamily): NotePart[] {
  const stackCalls = spec.kernels.some((kernel) => kernel.env.has_stack_calls);
  // A note without a value is not written.
  const values: { readonly [N in (typeof NOTE_TYPES)[number]['name']]?: number | string | undefined } = {
    NT_INTELGT_PRODUCT_FAMILY: device.family,
    NT_INTELGT_GFXCORE_FAMILY: core.value,
    NT_INTELGT_TARGET_METADATA: 0,
    NT_INTELGT_ZEBIN_VERSION: version,
    NT_INTELGT_VISA_ABI_VERSION: spec.visaAbiVersion ?? (stackCalls ? visaAbi(core) : undefined),
    NT_INTELGT_PRODUCT_CONFIG: device.value,
    NT_INTELGT_INDIRECT_ACCESS_DETECTION_VERSION: spec.indirectAccessDetectionVersion,
    NT_INTELGT_INDIRECT_ACCESS_BUFFER_MAJOR_VERSION: spec.indirectAccessBufferVersion,
  };
  const rows: readonly (NoteType & { readonly name: keyof typeof values })[] = NOTE_TYPES;
  return rows.flatMap(({ value, name, since }): NotePart[] => {
    const noteValue = values[name];
    if (noteValue === undefined || (since !== undefined && compareVersions(version, since) < 0)) return [];
    const desc = typeof noteValue === 'string' ? byteTextToBytes(`${noteValue}\0`) : new ByteWriter(4).u32(noteValue).finish();
    return [{ owner: byteTextToBytes(`${NOTE_OWNER}\0`), n_type: value, desc }];
  });
}
