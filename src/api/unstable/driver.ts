/** `zebin/unstable/driver`: the releases of the driver, and what each says of a zebin. */
export type { Input } from '../../core/bytes/index.ts';
export type { Outcome } from '../../core/diag/index.ts';
export {
  type OclocAnswer,
  oclocValidate,
  RELEASES as DRIVER_RELEASES,
  type ReleaseRange,
  readTables,
  releaseNamed,
  releaseRanges,
  type Tables,
} from '../../driver/index.ts';
