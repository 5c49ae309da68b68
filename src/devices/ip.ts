/**
 * The IP version of a GPU: one 32-bit number that identifies a device with its stepping. It is in note 6 of a zebin, in the names of an
 * ocloc archive, and in the option `-device` of ocloc.
 *
 * Source: intel/compute-runtime shared/source/helpers/hw_ip_version.h.
 */
export interface IpVersion {
  /** Bits 22 to 31: 20 for Xe2. */
  readonly architecture: number;
  /** Bits 14 to 21. */
  readonly release: number;
  /** Bits 0 to 5: the stepping. */
  readonly revision: number;
  /** Bits 6 to 13: zero in every known value, and not part of the text. */
  readonly reserved: number;
  /** `architecture.release.revision`, such as `20.1.0`. */
  readonly text: string;
}

/**
 * The parts of an IP value. Only the low 32 bits are used.
 *
 * @example
 * ipVersion(0x05004000).architecture; // 20
 */
export function ipVersion(value: number): IpVersion {
  const architecture = value >>> 22;
  const release = (value >>> 14) & 0xff;
  const revision = value & 0x3f;
  return { architecture, release, revision, reserved: (value >>> 6) & 0xff, text: `${architecture}.${release}.${revision}` };
}

const IP_TEXT = /^(\d{1,4})\.(\d{1,3})\.(\d{1,2})$/;

/** The IP value of a text such as `20.1.0`; undefined if it is not an IP version or a part is too large for its bits. */
export function ipValue(text: string): number | undefined {
  const match = IP_TEXT.exec(text);
  if (!match) return undefined;
  const [architecture, release, revision] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (architecture > 0x3ff || release > 0xff || revision > 0x3f) return undefined;
  return ((architecture << 22) | (release << 14) | revision) >>> 0;
}
