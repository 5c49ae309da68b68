/** Intel GPUs and the numbers that binaries use for them: families, devices, compatibility between devices, and the names of ocloc. */
export {
  coreNumber,
  EXECUTION,
  EXECUTION_DATE,
  type Execution,
  executionOf,
  largerGrfModes,
  MOST_WORK_ITEMS,
  threadsPerEu,
} from './execution.ts';
export { type IpVersion, ipValue, ipVersion } from './ip.ts';
export {
  compatibleWith,
  coreFamily,
  coreOfNotes,
  DEVICES,
  type DeviceRows,
  Devices,
  fallbacksOf,
  productConfig,
  productFamily,
} from './lookup.ts';
export { deviceNamed, deviceNames, findDevice, pciDevicesOf, type TargetGroup, targetGroups, unknownDevice } from './names.ts';
export { PCI_DEVICES, type PciDevice } from './pci.ts';
export * from './table.ts';
