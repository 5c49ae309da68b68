/** Where each register is in the memory of a thread: one array of bytes, so that every operand is an offset in it. */
import { GEN11, type Operand, PLATFORMS, type Platform, registerBytes, XE, XE3P } from '../formats/eu/index.ts';

/** Bytes of the architecture registers, and of what a thread has besides. */
const SIZES = {
  acc: 24 * 64,
  f: 16,
  a: 256,
  s: 256,
  sr: 32,
  cr: 32,
  ce: 8,
  n: 16,
  ip: 8,
  tm: 32,
  tdr: 64,
  msg: 64,
  dbg: 32,
  sp: 32,
  fc: 256,
  /** Reads as zero, and nothing writes to it. */
  null: 512,
  /** The upper 32 bits of the integers in accumulators, which have more than the 32 bits that an operand sees. */
  accHigh: 24 * 64,
  /** Operands that were converted, and results before they are stored: 32 elements of up to 64 bits each. */
  first: 256,
  second: 256,
  third: 256,
  result: 256,
  /** Elements of indirect operands, as they are in registers. */
  raw0: 256,
  raw1: 256,
  raw2: 256,
  /** A payload whose registers are not next to each other. */
  payload: 4096,
} as const;

export type Area = keyof typeof SIZES;

/** Names of registers whose operands are offsets by number and subregister, and how many bytes one of a number has. */
const STRIDES: Readonly<Record<string, number>> = { f: 4, a: 0, s: 0, sr: 16, cr: 16, n: 4, tm: 0, tdr: 0, msg: 8, dbg: 0, sp: 0, fc: 32 };

/** The memory of a thread of a platform. */
export class RegisterLayout {
  readonly platform: number;
  readonly grfBytes: number;
  /** Bytes of the general registers, which come first. */
  readonly generalBytes: number;
  readonly size: number;
  private readonly starts: Readonly<Record<Area, number>>;

  constructor(platform: Platform) {
    this.platform = PLATFORMS.indexOf(platform);
    this.grfBytes = registerBytes(this.platform);
    this.generalBytes = this.grfBytes * (this.platform >= XE3P ? 512 : this.platform > XE ? 256 : 128);
    let at = this.generalBytes;
    const starts: Partial<Record<Area, number>> = {};
    for (const [name, size] of Object.entries(SIZES) as [Area, number][]) {
      starts[name] = at;
      at += size;
    }
    this.starts = starts as Record<Area, number>;
    this.size = at;
  }

  /** The first byte of a part of the memory. */
  of(name: Area): number {
    return this.starts[name];
  }

  /** How far the upper bits of an accumulator are from what an operand sees of it, in words. */
  get highOffset(): number {
    return (this.starts.accHigh - this.starts.acc) >> 2;
  }

  /** The first byte of an operand that names a register; `undefined` for one that execution does not have. */
  placeOf({ register, number, sub, type, kind }: Operand): number | undefined {
    const bytes = kind === 'macro' ? 0 : sub * Math.max((type?.bits ?? 8) / 8, 1);
    if (register === undefined) return undefined;
    switch (register.name) {
      case 'r':
        return number * this.grfBytes + bytes;
      case 'acc':
        return this.starts.acc + number * this.grfBytes + bytes;
      case 'mme':
        return this.starts.acc + (number + (this.platform > GEN11 ? 8 : 2)) * this.grfBytes + bytes;
      case 'null':
        return this.starts.null;
      case 'ce':
      case 'ip':
        return this.starts[register.name];
      default: {
        const stride = STRIDES[register.name];
        return stride === undefined ? undefined : this.starts[register.name as Area] + number * stride + bytes;
      }
    }
  }
}
