import { FormatError } from '../../core/diag/index.ts';
import { coreFamily, executionOf, type ProductConfig, productFamily } from '../../devices/index.ts';
import type { ElfParts } from '../../formats/elf/index.ts';
import { type ArgumentBuild, appendArgument, readZebin, violations, writeZebin } from '../../formats/zebin/index.ts';
import { NEWEST, type PayloadArgument } from '../../formats/zeinfo/index.ts';
import { namedDevice, namedRelease, refused } from './names.ts';

/** The device and driver for which an argument is added, by the names that `checkZebin` accepts. */
export interface AddArgumentOptions {
  /** By default, the device that the notes name. */
  readonly device?: string | number;
  /** The release that will read the file; by default the newest. */
  readonly driver?: string;
}

/**
 * Adds an argument to a kernel, described as for `buildZebin` or as an entry of .ze_info: after the others, where the builder would place
 * it, with its size, index and binding-table entry if these can be computed. Existing code does not read it.
 *
 * Throws `TypeError` for a missing kernel, and `FormatError` for an argument without a size or with an offset that overlaps another
 * (`build/layout`), an unknown key (`build/key`), an unknown device or driver (`build/device`, `build/driver`), and a rule of the driver
 * that the file newly breaks (`build/refused`).
 *
 * @example
 * const parts = addArgument(partsOfZebin(readZebin(bytes).value), 'clock', { kind: 'value', bytes: 4 });
 * readZebin(writeZebin(parts)).value.kernels[0].zeInfo.payload_arguments?.at(-1)?.arg_type; // 'arg_byvalue'
 */
export function addArgument(
  parts: ElfParts,
  kernel: string,
  argument: ArgumentBuild | PayloadArgument,
  { device, driver }: AddArgumentOptions = {},
): ElfParts {
  const config = device === undefined ? undefined : namedDevice(device);
  const release = driver === undefined ? undefined : namedRelease(driver);
  const edited = appendArgument(parts, kernel, argument, ...(config ? [productFamily(config.family)?.core] : []));
  const before = new Set(broken(parts, config, release).map(({ path, message }) => path + message));
  const violation = broken(edited, config, release).find(({ path, message }) => !before.has(path + message));
  if (violation) throw new FormatError(refused(violation.message, violation.path, violation.rule.code, violation.rule.source, release));
  return edited;
}

function broken(parts: ElfParts, config: ProductConfig | undefined, driver: string | undefined): ReturnType<typeof violations> {
  const { zeInfo, target, version = NEWEST } = readZebin(writeZebin(parts)).value;
  if (!zeInfo) return [];
  const core = coreFamily(productFamily(config?.family ?? -1)?.core ?? -1);
  const grfBytes = core?.grfBytes ?? target.grfBytes;
  const execution = executionOf(core?.value, config?.family);
  return violations({
    container: zeInfo.container,
    version,
    grfBytes: grfBytes ?? COMMON_GRF_BYTES,
    ...(driver === undefined ? {} : { driver }),
    ...(execution ? { execution } : {}),
  });
}

const COMMON_GRF_BYTES = 32;
