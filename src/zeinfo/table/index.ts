import type { EnumRows, RecordRows } from '../../schema/index.ts';
import { argumentType } from './argument-type.ts';
import { debugEnv, experimentalProperties, inlineSampler, perThreadMemoryBuffer } from './buffers.ts';
import { container } from './container.ts';
import {
  accessType,
  addressSpace,
  allocationType,
  l1CachePolicy,
  memoryAddressingMode,
  memoryUsage,
  threadSchedulingMode,
} from './enums.ts';
import { executionEnv } from './execution-env.ts';
import { imageType, samplerDescAddrmode, samplerDescFiltermode, samplerType } from './image-sampler.ts';
import { externalFunction, kernel, userAttributes } from './kernel.ts';
import { argInfo, globalHostAccess, kcmArgSym, kcmLoopCost, kcmLoopCountExp, kernelCostInfo, kernelMiscInfo } from './misc.ts';
import { bindingTableIndex, payloadArgument, perThreadPayloadArgument } from './payload.ts';

/**
 * The rows of ze_info: every attribute and every word of an enumeration in the versions 1.0 to 1.73, and what only the driver
 * knows. The order of attributes is the order in which the compiler writes them, which printing relies on.
 *
 * Facts come from intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec (zeinfo.md, version.md, and their history) and
 * intel/compute-runtime shared/source/device_binary_format/zebin (and its tags). Nothing here judges a file: see validation.
 */

/** The root, from which all other records are reached. */
export const CONTAINER = container;

/** Every record once, from the root down. */
export const RECORDS: readonly RecordRows[] = [
  container,
  kernel,
  userAttributes,
  executionEnv,
  payloadArgument,
  perThreadPayloadArgument,
  bindingTableIndex,
  perThreadMemoryBuffer,
  inlineSampler,
  experimentalProperties,
  debugEnv,
  externalFunction,
  globalHostAccess,
  kernelMiscInfo,
  argInfo,
  kernelCostInfo,
  kcmArgSym,
  kcmLoopCountExp,
  kcmLoopCost,
];

/** Every enumeration once. */
export const ENUMS: readonly EnumRows[] = [
  threadSchedulingMode,
  argumentType,
  memoryAddressingMode,
  addressSpace,
  accessType,
  imageType,
  samplerType,
  allocationType,
  memoryUsage,
  samplerDescAddrmode,
  samplerDescFiltermode,
  l1CachePolicy,
];

export { argumentType } from './argument-type.ts';
export { debugEnv, experimentalProperties, inlineSampler, perThreadMemoryBuffer } from './buffers.ts';
export { container } from './container.ts';
export {
  accessType,
  addressSpace,
  allocationType,
  l1CachePolicy,
  memoryAddressingMode,
  memoryUsage,
  threadSchedulingMode,
} from './enums.ts';
export { executionEnv } from './execution-env.ts';
export { imageType, samplerDescAddrmode, samplerDescFiltermode, samplerType } from './image-sampler.ts';
export { externalFunction, kernel, userAttributes } from './kernel.ts';
export { argInfo, globalHostAccess, kcmArgSym, kcmLoopCost, kcmLoopCountExp, kernelCostInfo, kernelMiscInfo } from './misc.ts';
export { bindingTableIndex, payloadArgument, perThreadPayloadArgument } from './payload.ts';
