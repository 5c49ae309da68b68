/** `zebin/unstable/host`: the device images in host programs, libraries and objects, and what their descriptors say. */
export type { Input, Source } from '../../core/bytes/index.ts';
export type { Outcome } from '../../core/diag/index.ts';
export {
  FORMATS as HOST_IMAGE_FORMATS,
  type Host,
  type HostImage,
  type HostSection,
  KINDS as HOST_IMAGE_KINDS,
  readHost,
  writeHost,
} from '../../formats/host/index.ts';
