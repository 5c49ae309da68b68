/** What the two sides of a comparison are, and why kernels of one have no counterpart on the other. */

import { type Measured, type Side, type SideFile, type Unmatched, unreadOfSide } from '../../analysis/comparison/index.ts';
import { kernelNamesOf } from '../../analysis/coverage/coverage.ts';
import { sameBytes } from '../../core/bytes/index.ts';
import { type Unread, unreadOf } from '../../walk/damage.ts';
import { formatRow } from '../../walk/formats.ts';
import { eachFile, hasZebin } from '../../walk/item.ts';
import type { CompareSide } from './model.ts';

/** The kernels of one side, and what is known of where they come from. */
export interface MeasuredSide {
  readonly path: string;
  readonly kernels: readonly Measured[];
  /** Its name for people; what distinguishes the two paths if left out. */
  readonly title?: string;
  /** Absent for a baseline. */
  readonly files?: readonly SideFile[];
  /** What was not read. */
  readonly unread?: readonly Unread[];
}

/** A side whose kernels were measured. */
export function measuredSide(side: Side, kernels: readonly Measured[]): MeasuredSide {
  return { path: side.path, kernels, files: side.files, unread: unreadOfSide(side) };
}

/** Whether a side has code for a device. What is in other forms than zebins is not compared. */
function isCompiled({ files, kernels }: MeasuredSide): boolean {
  return kernels.length > 0 || (files?.some(({ root }) => hasZebin(root)) ?? false);
}

export function describeSide(side: MeasuredSide, other: MeasuredSide): CompareSide {
  return {
    path: side.path,
    title: side.title ?? distinctPart(side.path, other.path),
    kernels: side.kernels.length,
    compiled: isCompiled(side),
    devices: [...new Set(side.kernels.flatMap(({ device }) => (device === '' ? [] : [device])))],
  };
}

/** A path from the first folder in which it differs from another one; the whole path if it does not differ, or at once. */
function distinctPart(path: string, other: string): string {
  const [parts, others] = [path.split('/'), other.split('/')];
  const first = parts.findIndex((part, i) => part !== others[i]);
  return first <= 0 ? path : `…/${parts.slice(first).join('/')}`;
}

type Kernels = Pick<MeasuredSide, 'kernels'>;

/** Whether the sides have no device in common. An older compiler names only the family of a device, which is not another device. */
export function isForOtherDevices({ kernels: base }: Kernels, { kernels: next }: Kernels): boolean {
  const [devices, families] = [new Set(next.map(({ device }) => device)), new Set(next.map(({ family }) => family))];
  if (base.length === 0 || next.length === 0 || devices.has('')) return false;
  return base.every(({ device, family }) => device !== '' && !devices.has(device) && !families.has(device) && !devices.has(family));
}

/** Whether kernels for different devices are counterparts: all of each side are for one device, and those are not the same. */
export const isAcrossDevices = (base: Kernels, next: Kernels): boolean =>
  isForOtherDevices(base, next) && [base, next].every(({ kernels }) => new Set(kernels.map(({ device }) => device)).size === 1);

/** Whether both sides have the same files. */
export function areIdentical({ files: base }: Pick<MeasuredSide, 'files'>, { files: next }: Pick<MeasuredSide, 'files'>): boolean {
  if (!base || !next || base.length !== next.length) return false;
  const contents = new Map(next.map(({ path, root }) => [path, root.bytes]));
  return base.every(({ path, root }) => {
    const other = contents.get(path);
    return other !== undefined && sameBytes(root.bytes, other);
  });
}

/** Why kernels that only one side has are not compared. */
export class Reasons {
  private readonly names: ReadonlySet<string>;
  private readonly onDevice: ReadonlySet<string>;
  private readonly damaged: ReadonlySet<string>;
  private readonly compiledLater: ReadonlySet<string>;
  private readonly otherwise: Unmatched;

  /** @param other the side that does not have the kernels */
  constructor(other: MeasuredSide, otherwise: Unmatched) {
    this.names = new Set(other.kernels.map((kernel) => keyOf(kernel, '')));
    this.onDevice = new Set(other.kernels.flatMap((kernel) => [keyOf(kernel, kernel.device), keyOf(kernel, kernel.family)]));
    this.damaged = damagedFiles(other);
    this.compiledLater = new Set(other.files?.flatMap(irNames) ?? []);
    this.otherwise = otherwise;
  }

  of(kernel: Measured): Unmatched {
    if (this.damaged.has(kernel.path) || this.damaged.has('')) return 'unread';
    if (this.onDevice.has(keyOf(kernel, kernel.device)) || this.onDevice.has(keyOf(kernel, kernel.family))) return 'duplicate name';
    if (this.names.has(keyOf(kernel, ''))) return 'other device';
    return this.compiledLater.has(kernel.name) ? 'no native code' : this.otherwise;
  }
}

/** What identifies a kernel in the same file of the other side. */
const keyOf = ({ path, label }: Measured, device: string): string => `${path.length}:${path}${device.length}:${device}${label}`;

/** Paths of the files that were not read whole, as kernels have them. */
function damagedFiles({ path, files = [], unread = [] }: MeasuredSide): ReadonlySet<string> {
  const folder = `${path.replace(/\/+$/, '')}/`;
  const cut = files.filter(({ root }) => unreadOf(root).length > 0).map((file) => file.path);
  return new Set([...cut, ...unread.map(({ address }) => (address.startsWith(folder) ? address.slice(folder.length) : address))]);
}

/** The kernels that a file has as intermediate code. */
function irNames({ root }: SideFile): readonly string[] {
  return Array.from(eachFile(root)).flatMap((item) => (formatRow(item.kind)?.code === 'ir' ? kernelNamesOf(item) : []));
}
