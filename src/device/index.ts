/** Intel GPUs as binaries number them: families, devices, which of them run each other's binaries, and the names of ocloc. */
export { coreNumber, EXECUTION, EXECUTION_DATE, type Execution, executionOf, largerGrfModes, threadsPerEu } from './execution.ts';
export { type IpVersion, ipValue, ipVersion } from './ip.ts';
export {
  compatibleWith,
  coreFamily,
  coreOfNotes,
  DEVICES,
  Devices,
  deviceNamed,
  fallbacksOf,
  findDevice,
  productConfig,
  productFamily,
  TARGET_GROUPS,
} from './lookup.ts';
export * from './table.ts';
