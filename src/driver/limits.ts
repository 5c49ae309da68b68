import { type Diagnostic, type DriverCode, diagnostic } from '../core/diag/index.ts';
import { applied } from '../core/schema/index.ts';
import type { Execution } from '../devices/index.ts';
import { DEVICE_RULES, type Zebin } from '../formats/zebin/index.ts';
import { NEWEST, spanAt } from '../formats/zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import { moduleFindings } from './module.ts';

/** A limit that drivers compare themselves, from some release on. */
interface Compared {
  readonly code: DriverCode;
  isIn(release: Behaviour): boolean;
}

/** Limits that drivers compare, by the code of their rule. The others show when a kernel is created or launched, in one runtime or never. */
const COMPARED: ReadonlyMap<string, Compared> = new Map<string, Compared>([
  ['rule/slm-size', { code: 'driver/slm-size', isIn: () => true }],
  ['rule/scratch-size', { code: 'driver/scratch-size', isIn: (release) => release.does('scratchLimit') }],
]);

export interface LimitFindings {
  /** Why the file is not loaded, or a kernel of it not created. */
  readonly refused: readonly Diagnostic[];
  /** Needs that do not keep a driver from that, and their consequences. */
  readonly remarks: readonly Diagnostic[];
}

/** What the kernels of a file need, as reasons against it and as remarks. */
export function needsOf(zebin: Zebin, execution: Execution | undefined, behaviour: Behaviour): LimitFindings {
  const { refused, remarks } = deviceLimits(zebin, execution, behaviour);
  const moduleNeeds = moduleFindings(zebin, execution, behaviour);
  return {
    refused: [...refused, ...moduleNeeds.filter(({ severity }) => severity === 'error')],
    remarks: [...remarks, ...moduleNeeds.filter(({ severity }) => severity !== 'error')],
  };
}

/**
 * What the kernels of a file need and a device does not have.
 *
 * Source: intel/compute-runtime opencl/source/program/process_device_binary.cpp, processProgramInfo, and
 * level_zero/core/source/module/module_imp.cpp: after decoding and before linking, the largest slm_size is compared.
 * shared/source/helpers/kernel_helpers.cpp, checkIfThereIsSpaceForScratchOrPrivate: the scratch buffers, when a kernel is created.
 */
function deviceLimits({ zeInfo, version = NEWEST }: Zebin, execution: Execution | undefined, behaviour: Behaviour): LimitFindings {
  const refused: Diagnostic[] = [];
  const remarks: Diagnostic[] = [];
  if (!zeInfo) return { refused, remarks };
  const { container } = zeInfo;
  const context = { container, version, grfBytes: 0, ...(execution ? { execution } : {}) };
  applied(DEVICE_RULES, (rule, _, path, message) => {
    const compared = COMPARED.get(rule.code);
    const index = Number(/^kernels\[(\d+)\]/.exec(path)?.[1]);
    const data = { kernel: container.kernels?.[index]?.name ?? '', attribute: path.slice(path.lastIndexOf('/') + 1) };
    const refuses = compared?.isIn(behaviour) === true;
    const code = refuses ? compared.code : 'driver/limit';
    const text = refuses ? `kernel ${data.kernel}: ${message}` : message;
    (refuses ? refused : remarks).push(diagnostic(code, text, spanAt(zeInfo, path), `.ze_info/${path}`, data));
  })(context);
  return { refused, remarks };
}
