/**
 * What an instruction reads and writes of the registers of its thread, for each lane. Places are in cells: a byte of `Thread.bytes`, or a
 * bit of a flag register, whose cells come after all bytes.
 */
import type { Mask } from './alu/masks.ts';
import type { RegisterLayout } from './registers.ts';
import type { Thread } from './thread.ts';

/** What is read or written for which purpose. */
export type Role =
  /** A source that is computed with, and the result. */
  | 'source'
  | 'destination'
  /** Flags that decide which lanes do something, and flags that are set. */
  | 'predicate'
  | 'condition'
  /** The accumulator, where the instruction does not name it. */
  | 'accumulator'
  /** What decides where: address registers, addresses and headers of messages, targets of branches. */
  | 'address'
  /** What a message takes to memory. */
  | 'data';

/** Cells that an instruction reads or writes. */
export interface Access {
  readonly role: Role;
  readonly writes: boolean;
  /** Which source, from 0; absent for what is none. */
  readonly source?: number;
  /** The lanes for which it happens, as bits from the first lane of the instruction, before the instruction runs. */
  readonly lanes: Mask;
  /** Whether place `i` is that of lane `i`. Otherwise all places are accessed if any lane is enabled, and all results depend on them. */
  readonly isOfLanes: boolean;
  /** The first cell of each place; -1 where there is none. */
  readonly places: Int32Array;
  /** Cells of each place. */
  readonly cells: number;
  /** Finds the places that depend on address registers. To be called before each use. */
  readonly locate?: (t: Thread) => void;
}

/** Bits of a flag register. */
export const FLAG_BITS = 32;
/** Cells of the registers of a thread: bytes, then the bits of flags. */
export const cellsOf = (layout: RegisterLayout): number => layout.size + 4 * FLAG_BITS;

const areaIs = (layout: RegisterLayout, place: number, area: 'f', bytes: number): boolean =>
  place >= layout.of(area) && place < layout.of(area) + bytes;

/** Places in bytes as cells. */
export function inCells(layout: RegisterLayout, places: Int32Array, bytes: number): Pick<Access, 'places' | 'cells'> {
  const [first = 0] = places;
  if (!areaIs(layout, first, 'f', FLAG_BITS / 2)) return { places, cells: bytes };
  return { places: places.map((place) => layout.size + (place - layout.of('f')) * 8), cells: bytes * 8 };
}

/** Cells next to each other that belong to no lane. */
export function whole(layout: RegisterLayout, role: Role, writes: boolean, place: number, bytes: number, lanes: Mask): Access {
  return { role, writes, lanes, isOfLanes: false, ...inCells(layout, Int32Array.of(place), bytes) };
}

/** Elements of so many bytes at the same distance from each other, one for each lane. */
export function spread(role: Role, writes: boolean, place: number, step: number, bytes: number, n: number, lanes: Mask): Access {
  return { role, writes, lanes, isOfLanes: true, places: Int32Array.from({ length: n }, (_, i) => place + i * step), cells: bytes };
}
