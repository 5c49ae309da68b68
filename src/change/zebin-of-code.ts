/** Code as a file of its own. */
import { coreFamily, PRODUCT_CONFIGS, productConfig, productFamily } from '../devices/index.ts';
import { type Target, targetCore, zebinOfBuild } from '../formats/zebin/index.ts';

/**
 * A zebin with this code alone, in a section `.text.k`, for tools that read files; `undefined` if the device is not known. Tools name files
 * after sections, so the section's name is safe as a file name.
 */
export function zebinOfCode(code: Uint8Array, target: Target): Uint8Array | undefined {
  const core = coreFamily(targetCore(target) ?? -1);
  const exact = target.product_config && productConfig(target.product_config.value);
  const device =
    exact ??
    PRODUCT_CONFIGS.find((row) => row.family === target.product_family?.value && row.acronyms.length > 0) ??
    PRODUCT_CONFIGS.find((row) => core && productFamily(row.family)?.core === core.value && row.acronyms.length > 0);
  if (!device) return undefined;
  return zebinOfBuild({ device: device.ip, kernels: [{ name: 'k', code, env: { simd_size: 16 } }] }).value;
}
