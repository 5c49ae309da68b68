import type { Execution } from '../device/index.ts';
import { type Diagnostic, diagnostic } from '../diag/index.ts';
import { DEVICE_RULES, type Zebin } from '../zebin/index.ts';
import { NEWEST, spanAt } from '../zeinfo/index.ts';

/** The only limit that a driver compares when it loads a file. The others show when a kernel is created or launched, or never. */
const COMPARED = 'slm-size';

export interface LimitFindings {
  /** Why the file is not loaded. */
  readonly refused: readonly Diagnostic[];
  /** Needs that do not keep a driver from loading the file, and their consequences. */
  readonly remarks: readonly Diagnostic[];
}

/**
 * What the kernels of a file need and a device does not have.
 *
 * Source: intel/compute-runtime opencl/source/program/process_device_binary.cpp, processProgramInfo, and
 * level_zero/core/source/module/module_imp.cpp: after decoding and before linking, the largest slm_size is compared.
 */
export function deviceLimits({ zeInfo, version = NEWEST }: Zebin, execution: Execution): LimitFindings {
  const refused: Diagnostic[] = [];
  const remarks: Diagnostic[] = [];
  if (!zeInfo) return { refused, remarks };
  const { container } = zeInfo;
  for (const { name, find } of DEVICE_RULES) {
    const compared = name === COMPARED;
    find({ container, version, grfBytes: 0, execution }, (path, message) => {
      const index = Number(/^kernels\[(\d+)\]/.exec(path)?.[1]);
      const data = { kernel: container.kernels?.[index]?.name ?? '', attribute: path.slice(path.lastIndexOf('/') + 1) };
      const code = compared ? 'driver/slm-size' : 'driver/limit';
      (compared ? refused : remarks).push(diagnostic(code, message, spanAt(zeInfo, path), `.ze_info/${path}`, data));
    });
  }
  return { refused, remarks };
}
