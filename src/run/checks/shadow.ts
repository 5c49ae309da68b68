/** Which cells of registers, and which bytes of memory, have a value: shadows, in units of which most are all defined. */
import type { Allocation } from '../memory.ts';

/** Cells of a unit. */
const SHIFT = 5;
const UNIT = 1 << SHIFT;

/** All cells of a unit have a value; some have none, as `cells` says; none has one. */
const DEFINED = 0;
const MIXED = 1;
const UNDEFINED = 2;

/** Cells with a value or without one. */
export class Shadow {
  /** 1 for a cell without a value; only of mixed units. */
  private readonly cells: Uint8Array;
  private readonly units: Uint8Array;
  /** Changes when a cell loses its value. */
  version = 0;

  constructor(size: number) {
    this.units = new Uint8Array((size >> SHIFT) + 1);
    this.cells = new Uint8Array(this.units.length << SHIFT);
  }

  /** Nothing has a value. */
  clear(): void {
    this.units.fill(UNDEFINED);
  }

  /** As another one was when `mixed` was asked of it. */
  copy(other: Shadow, mixed: readonly number[]): void {
    this.version++;
    this.units.set(other.units);
    for (const unit of mixed) this.cells.set(other.cells.subarray(unit << SHIFT, (unit + 1) << SHIFT), unit << SHIFT);
  }

  /** The units of which some cells have a value. */
  mixed(): readonly number[] {
    return [...this.units.keys()].filter((unit) => this.units[unit] === MIXED);
  }

  /** Whether all cells of units have values. */
  areDefined(units: Uint16Array): boolean {
    const all = this.units;
    for (let i = 0; i < units.length; i++) if (all[units[i] ?? 0] !== DEFINED) return false;
    return true;
  }

  /** Gives values to all cells of units. */
  defineUnits(units: Uint16Array): void {
    const all = this.units;
    for (let i = 0; i < units.length; i++) all[units[i] ?? 0] = DEFINED;
  }

  /** Whether cells have no value, as bits from the first: up to 32. */
  undefinedBits(start: number, count: number): number {
    const { units, cells } = this;
    const first = units[start >> SHIFT];
    if (first === DEFINED && units[(start + count - 1) >> SHIFT] === DEFINED) return 0;
    let bits = 0;
    for (let i = 0; i < count; i++) {
      const unit = units[(start + i) >> SHIFT];
      if (unit === UNDEFINED || (unit === MIXED && cells[start + i] === 1)) bits |= 1 << i;
    }
    return bits;
  }

  /** Whether any of many cells has no value. */
  isAnyUndefined(start: number, count: number): boolean {
    for (let i = 0; i < count; i += 32) if (this.undefinedBits(start + i, Math.min(count - i, 32)) !== 0) return true;
    return false;
  }

  /** Sets cells from bits: up to 32. */
  setBits(start: number, count: number, bits: number): void {
    const { units, cells } = this;
    if (bits === 0 && units[start >> SHIFT] === DEFINED && units[(start + count - 1) >> SHIFT] === DEFINED) return;
    if (bits !== 0) this.version++;
    for (let i = 0; i < count; i++) {
      const at = start + i;
      if (units[at >> SHIFT] !== MIXED) this.mix(at >> SHIFT);
      cells[at] = (bits >>> i) & 1;
    }
    this.settle(start >> SHIFT);
    if ((start + count - 1) >> SHIFT !== start >> SHIFT) this.settle((start + count - 1) >> SHIFT);
  }

  /** Sets many cells alike. */
  set(start: number, count: number, isUndefined: boolean): void {
    for (let i = 0; i < count; i += 32) this.setBits(start + i, Math.min(count - i, 32), isUndefined ? -1 : 0);
  }

  private mix(unit: number): void {
    this.cells.fill(this.units[unit] === UNDEFINED ? 1 : 0, unit << SHIFT, (unit + 1) << SHIFT);
    this.units[unit] = MIXED;
  }

  /** A unit whose cells all have values is defined again. */
  private settle(unit: number): void {
    if (this.units[unit] !== MIXED) return;
    const start = unit << SHIFT;
    for (let i = 0; i < UNIT; i++) if (this.cells[start + i] === 1) return;
    this.units[unit] = DEFINED;
  }
}

/** The units of places, each once; `whole`: those that the places cover. */
export function unitsOf(places: Iterable<readonly [start: number, count: number]>): {
  readonly touched: Uint16Array;
  readonly whole: Uint16Array;
} {
  const counts = new Map<number, Set<number>>();
  for (const [start, count] of places)
    for (let at = start; at < start + count; at++) {
      const unit = at >> SHIFT;
      const cells = counts.get(unit) ?? new Set();
      counts.set(unit, cells.add(at));
    }
  return {
    touched: Uint16Array.from(counts.keys()),
    whole: Uint16Array.from([...counts].flatMap(([unit, cells]) => (cells.size === UNIT ? [unit] : []))),
  };
}

/** Memory that has no contents at the start of a group: each group, and each thread, finds what another one left. */
const FRESH: ReadonlySet<string> = new Set(['local memory', 'scratch memory', 'private memory']);

/** The shadows of memory, by allocation; the memory that is not here has contents. */
export class MemoryShadows {
  private readonly shadows: (Shadow | null)[] = [];
  private readonly fresh: Shadow[] = [];

  /** The bytes of a buffer without contents. */
  add({ id, start, end }: Allocation): void {
    const shadow = new Shadow(end - start);
    shadow.clear();
    this.shadows[id] = shadow;
  }

  /** A group begins. */
  group(): void {
    for (const one of this.fresh) one.clear();
  }

  /** The shadow of memory that may have no contents. */
  of(memory: Allocation): Shadow | null {
    const known = this.shadows[memory.id];
    if (known !== undefined) return known;
    if (!FRESH.has(memory.name)) {
      this.shadows[memory.id] = null;
      return null;
    }
    this.add(memory);
    const made = this.shadows[memory.id] as Shadow;
    this.fresh.push(made);
    return made;
  }
}

/** Whether what is written is only moved: it is the thread's own, or the group's. */
export const isMoved = ({ name }: Allocation): boolean => FRESH.has(name);
