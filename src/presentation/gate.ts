import { didYouMean } from '../core/schema/index.ts';
import { largerGrfModes } from '../devices/index.ts';
import type { ExceededLimit, GateInfo, ResourceLimit, UnknownValue } from '../documents/gate-info.ts';
import { type InfoDocument, isZebinInfo, type KernelInfo, type TargetInfo } from '../documents/info.ts';
import { KERNEL_RESOURCES, type ResourceName, type Target, targetExecution } from '../formats/zebin/index.ts';
import { ASKED_NAMES, CODE_GROUP } from './asked-columns.ts';
import { spillMark } from './resource-table.ts';

/** The resources that are numbers, and the columns of code, which the document has if they were asked for. */
export const GATE_COLUMNS: readonly string[] = [
  ...Object.entries(KERNEL_RESOURCES).flatMap(([name, { type }]) => (type === 'integer' ? [name] : [])),
  ...ASKED_NAMES.filter((name) => name !== CODE_GROUP),
];

const SPILL: ResourceName = 'spill_size';

/**
 * Compares what kernels need with limits, as `zebin info FILE --max spill_size=0` does. A kernel that may spill (see `memory_source`)
 * counts with its upper bound, and a kernel whose code cannot be analysed fails a limit of its code, unless only certain values are requested. A file of which a part was not read fails every limit, unless
 * `allowDamaged`, and so does one in which nothing was compiled: what was not seen is not within a limit.
 *
 * Throws `TypeError` for an unknown column, for one of the code that the document does not have, and for a limit that is not a number from 0 on.
 *
 * @param max limits for columns of kernels, by their names in the document
 *
 * @example
 * resourceGate(infoDocument(inspect(bytes).value), { spill_size: 0 }).passed; // true
 */
export function resourceGate(
  document: InfoDocument,
  max: Readonly<Record<string, number>>,
  { certain = false, allowDamaged = false }: { readonly certain?: boolean; readonly allowDamaged?: boolean } = {},
): GateInfo {
  const limits = Object.entries(max).map(([column, most]) => limitOf(column, most));
  const exceeded: ExceededLimit[] = [];
  const unknown: UnknownValue[] = [];
  let kernels = 0;
  for (const { address, target, kernels: imageKernels } of document.images) {
    kernels += imageKernels.length;
    for (const kernel of imageKernels) {
      for (const limit of limits) {
        const ofCode = !(limit.column in kernel);
        const value = ofCode ? kernel.code?.[limit.column] : kernel[limit.column as ResourceName];
        if (value === undefined) throw new TypeError(`the document has no column ${limit.column}: ask for it with columns`);
        if (ofCode && value === null && kernel.unmeasured !== undefined)
          unknown.push({ ...limit, address, name: kernel.name, label: kernel.label, reason: kernel.unmeasured });
        if (typeof value !== 'number' || value <= limit.max) continue;
        const sure = limit.column !== SPILL || spillMark(kernel) !== MAYBE;
        if (!sure && certain) continue;
        const larger = limit.column === SPILL ? { larger_grf_counts: largerModes(target, kernel) } : {};
        exceeded.push({ ...limit, address, name: kernel.name, label: kernel.label, value, certain: sure, ...larger });
      }
    }
  }
  const not_compared = document.images.flatMap((image) => (isZebinInfo(image) ? [] : [image.address]));
  const passed = exceeded.length === 0 && (certain || unknown.length === 0) && kernels > 0 && (allowDamaged || document.complete);
  return { passed, certain, allow_damaged: allowDamaged, limits, kernels, exceeded, unknown, not_compared };
}

/** The mark of a kernel that may spill. */
const MAYBE = '?';

function limitOf(column: string, max: number): ResourceLimit {
  if (!GATE_COLUMNS.includes(column)) {
    const hint = didYouMean(column, GATE_COLUMNS) || `; use one of ${GATE_COLUMNS.join(', ')}`;
    throw new TypeError(`no column of numbers is named ${column}${hint}`);
  }
  if (!(max >= 0 && Number.isFinite(max))) throw new TypeError(`the limit of ${column} is not a number from 0 on`);
  return { column, max };
}

function largerModes({ product_config, product_family, gfxcore_family }: TargetInfo, { grf_count }: KernelInfo): readonly number[] | null {
  const target: Target = {
    names: [],
    ...(product_config ? { product_config } : {}),
    ...(product_family ? { product_family: { value: product_family.value, name: '' } } : {}),
    ...(gfxcore_family ? { gfxcore_family: { value: gfxcore_family.value, name: '' } } : {}),
  };
  const execution = targetExecution(target);
  return execution && grf_count !== null ? largerGrfModes(execution, grf_count) : null;
}
