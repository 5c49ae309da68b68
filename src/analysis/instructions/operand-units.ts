/**
 * The units that regions cover, as runs.
 *
 * Source: visa/iga/IGALibrary/IR/RegSet.cpp of intel/intel-graphics-compiler.
 */
import type { Operand, Region } from '../../formats/eu/index.ts';
import { type Accesses, ALWAYS, type Guards, SOMETIMES } from './access.ts';
import type { RegisterFile, Space } from './registers.ts';

/** The lanes of an instruction, and the predicate of each. */
export interface Lanes {
  readonly count: number;
  /** The flag bit for lane 0, as a unit; -1 without a predicate. */
  readonly flag: number;
  /** The number of flag bits that all lanes together depend on. */
  readonly flagBits: number;
  readonly inverse: boolean;
  /** Whether every lane has a bit of its own. A predicate such as `any16h` has one bit for several lanes. */
  readonly isOwn: boolean;
}

/** The layout of an operand's elements in rows of `width`. All numbers are in elements. */
interface Rows {
  readonly vertical: number;
  readonly width: number;
  readonly stride: number;
}

const PACKED: Rows = { vertical: 1, width: 1, stride: 0 };

/** The rows of a source's region. Regions of three-source operations omit values that can be derived. */
export function rowsOf(region: Region | undefined, lanes: number): Rows | undefined {
  if (region === undefined) return PACKED;
  const { vertical, width, stride = 0 } = region;
  if (vertical === 'VxH') return undefined;
  if (width !== undefined) return { vertical: vertical ?? 0, width: Math.min(width, lanes), stride };
  if (vertical === undefined) return { vertical: stride, width: 1, stride: 0 };
  if (vertical === 0 && stride === 0) return { vertical: 0, width: 1, stride: 0 };
  return { vertical, width: Math.max(1, stride === 0 ? vertical : Math.floor(vertical / stride)), stride };
}

/** Elements from one lane to the next, if that is the same for all; 0 if all lanes have the same element. */
function stepOf({ vertical, width, stride }: Rows, lanes: number): number | undefined {
  if (width === 1) return vertical;
  if (width >= lanes || vertical === width * stride) return stride;
  return undefined;
}

/** The units of operands, on one platform. */
export class OperandUnits {
  readonly space: Space;
  /** Assigns numbers to conditions; without it, everything is accessed `ALWAYS`. */
  readonly guards: Guards | undefined;

  constructor(space: Space, guards: Guards | undefined) {
    this.space = space;
    this.guards = guards;
  }

  /** Units of an element, at least one: bits of flags, bytes of other registers. */
  private elementUnits(file: RegisterFile, bits: number): number {
    return file.name === 'f' ? bits : Math.max(1, bits >> 3);
  }

  /** The unit at which an operand starts whose elements have `bits` bits. */
  startOf(file: RegisterFile, number: number, sub: number, bits: number): number {
    return file.start + number * file.each + (file.name === 'f' ? sub * bits : (sub * bits) >> 3);
  }

  /** Adds one element per lane from a unit on, each `step` elements after the one before it. */
  lanes(out: Accesses, file: RegisterFile, start: number, step: number, bits: number, lanes: Lanes): void {
    const size = this.elementUnits(file, bits);
    const count = step === 0 ? 1 : lanes.count;
    const guard = this.guardOf(lanes, start, step * size);
    if (step === 1 || count === 1) this.add(out, file, start, start + count * size, guard);
    else for (let lane = 0; lane < count; lane++) this.add(out, file, start + lane * step * size, start + (lane * step + 1) * size, guard);
  }

  /** The guard of units that correspond to lanes. */
  guardOf(lanes: Lanes, start: number, step: number): number {
    if (lanes.flag < 0 || this.guards === undefined) return ALWAYS;
    const to = lanes.flag + lanes.flagBits;
    if (lanes.count === 1 || !lanes.isOwn) {
      // All units depend on the same bit.
      const key = `${lanes.flag} ${lanes.flagBits} ${lanes.isOwn ? 'own' : lanes.inverse}`;
      return this.guards.of(lanes.flag, to, key, lanes.isOwn && lanes.inverse);
    }
    if (step === 0) return SOMETIMES;
    const origin = start - (lanes.flag - this.space.named('f').start) * step;
    return this.guards.of(lanes.flag, to, `${origin}+${step}`, lanes.inverse);
  }

  /** Adds a run, clipped to the file: registers past its end do not exist. */
  add(out: Accesses, file: RegisterFile, from: number, to: number, guard: number): void {
    const end = Math.min(to, file.end);
    if (from >= end || from < file.start) return;
    out.push(from, end, guard);
  }

  /** Adds what a source with a region reads. */
  source(out: Accesses, operand: Operand, lanes: Lanes, isMacro: boolean): void {
    const file = this.space.fileOf(operand);
    if (file === undefined) return;
    const bits = operand.type?.bits ?? 32;
    const start = this.startOf(file, operand.number, operand.sub, bits);
    const rows = isMacro ? PACKED : rowsOf(operand.region, lanes.count);
    if (rows === undefined) return;
    const step = stepOf(rows, lanes.count);
    if (step !== undefined) {
      this.lanes(out, file, start, step, bits, lanes);
      return;
    }
    const size = this.elementUnits(file, bits);
    const { vertical, width, stride } = rows;
    for (let row = 0; row < lanes.count / width; row++) {
      const at = start + row * vertical * size;
      if (stride === 1) this.add(out, file, at, at + width * size, ALWAYS);
      else
        for (let i = 0; i < (stride === 0 ? 1 : width); i++)
          this.add(out, file, at + i * stride * size, at + (i * stride + 1) * size, ALWAYS);
    }
  }

  /** Adds what a destination with a stride writes, in elements of `bits` bits. */
  destination(out: Accesses, operand: Operand, lanes: Lanes, bits: number): void {
    const file = this.space.fileOf(operand);
    if (file === undefined) return;
    const stride = operand.kind === 'macro' ? 1 : operand.region?.stride || 1;
    this.lanes(out, file, this.startOf(file, operand.number, operand.sub, bits), stride, bits, lanes);
  }
}
