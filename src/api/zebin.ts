/** `zebin/zebin`: the parts of zebins in detail: edits of kernels and notes, resources, payload, occupancy. */
export { type AddArgumentOptions, addArgument } from '../change/build/index.ts';
export { packWithCode as packZebin, unpackWithCode as unpackZebin } from '../change/code/index.ts';
export {
  addFunction,
  addSymbol,
  buildParts,
  type DriverNeeds,
  driverNeeds,
  dropSections,
  dumpZebin,
  kernelResources,
  type NewFunction,
  type Occupancy,
  type OccupancyLimit,
  occupancy,
  type PayloadMap,
  type PayloadPlacement,
  type PayloadRegion,
  payloadMap,
  type RegisterPlace,
  renameKernel,
  STRIP_GROUPS,
  setNote,
} from '../formats/zebin/index.ts';
export type * from '../formats/zebin/types.ts';
export type * from './shared.ts';
