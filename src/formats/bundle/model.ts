import type { Bytes, Compressed } from '../../core/bytes/index.ts';
import type { TextComment } from './table.ts';

/** Code for the host or a device. */
export interface BundleEntry {
  readonly index: number;
  /** `sycl-spir64_gen-unknown-unknown`, as it is in the file; display text. */
  readonly id: string;
  /** The content. The host's is empty, or a single zero byte in an object file. */
  readonly bytes: Bytes;
}

/**
 * A bundle in its binary form.
 *
 * The offsets of its entries are kept, so `writeBundle` returns the same bytes if gaps are zeros.
 */
export interface Bundle {
  readonly kind: 'bundle';
  /** From its magic to the magic of the next bundle, or to the end. */
  readonly bytes: Bytes;
  readonly entries: readonly PlacedEntry[];
  /** Where the list of entries ends; counted from the magic. */
  readonly headerSize: number;
}

export interface PlacedEntry extends BundleEntry {
  /** As the header has them: bytes from the magic of the bundle, and bytes. */
  readonly offset: number;
  readonly size: number;
}

/** One bundle after another: what a file holds. */
export interface Bundles {
  readonly kind: 'bundles';
  readonly bytes: Bytes;
  readonly bundles: readonly Bundle[];
}

/** A bundle as text: entries between comment lines. */
export interface TextBundle {
  readonly kind: 'text-bundle';
  readonly bytes: Bytes;
  readonly comment: TextComment;
  readonly entries: readonly BundleEntry[];
}

/** A compressed bundle: header, then one stream. */
export interface Ccob {
  readonly kind: 'ccob';
  /** Header and stream. */
  readonly bytes: Bytes;
  readonly version: number;
  readonly method: number;
  readonly headerSize: number;
  readonly stream: Bytes;
  /** Absent for an unknown method; the stream then stays compressed. */
  readonly compressed?: Compressed;
}

/** Compressed bundles, one after another. */
export interface Ccobs {
  readonly kind: 'ccobs';
  readonly bytes: Bytes;
  readonly bundles: readonly Ccob[];
}

/**
 * What an id says. Where the triple ends and a device begins cannot be determined in general: some writers leave parts of the triple out.
 */
export interface BundleId {
  /** `host`, `openmp`, `hip`, `hipv4`, `sycl`. */
  readonly kind: string;
  /** Triple and device, without the hyphen that ends an id without a device. */
  readonly target: string;
}

export function bundleId(id: string): BundleId {
  const at = id.indexOf('-');
  return at < 0 ? { kind: id, target: '' } : { kind: id.slice(0, at), target: id.slice(at + 1).replace(/-$/, '') };
}
