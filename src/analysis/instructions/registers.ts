/**
 * The registers that an analysis tracks, as one sequence of units: bytes, but bits for flags, because an instruction may set a single one.
 *
 * Source: REGISTER_SPECIFICATIONS of visa/iga/IGALibrary/Models/Models.cpp of intel/intel-graphics-compiler.
 */
import { inRange, type Operand, type Platform, platformNumber, REGISTERS, registerBytes } from '../../formats/eu/index.ts';

/** General registers, flags, address registers, accumulators, and the scalar register that gathers. */
export const FILES = ['r', 'acc', 'f', 'a', 's'] as const;
export type FileName = (typeof FILES)[number];

export interface RegisterFile {
  readonly name: FileName;
  /** Its first unit. */
  readonly start: number;
  /** The unit after its last. */
  readonly end: number;
  /** Units per register. */
  readonly each: number;
}

const TRACKED = REGISTERS.filter(({ name }) => FILES.some((file) => file === name));

const FLAG_BITS = 32;

/** Bytes of a register of each file except `f`. */
const BYTES: Readonly<Record<Exclude<FileName, 'f'>, (platform: number) => number>> = {
  r: registerBytes,
  acc: registerBytes,
  a: (platform) => (inRange(platform, '3pxpc-') ? 64 : 32),
  s: (platform) => (inRange(platform, '3pxpc-') ? 64 : 32),
};

/** The position of each register of a platform in the sequence. */
export class Space {
  readonly files: readonly RegisterFile[];
  /** The number of units. */
  readonly size: number;
  readonly grfBytes: number;
  private readonly byName: ReadonlyMap<string, RegisterFile>;

  constructor(platform: Platform) {
    const number = platformNumber(platform);
    const files: RegisterFile[] = [];
    let start = 0;
    for (const name of FILES) {
      const row = TRACKED.find((register) => register.name === name && inRange(number, register.platforms));
      const each = name === 'f' ? FLAG_BITS : BYTES[name](number);
      const end = start + (row?.count ?? 0) * each;
      files.push({ name, start, end, each });
      start = end;
    }
    this.files = files;
    this.size = start;
    this.grfBytes = registerBytes(number);
    this.byName = new Map(files.map((file) => [file.name, file]));
  }

  /** The file of an operand's register; `undefined` if it is not tracked. */
  fileOf(operand: Operand): RegisterFile | undefined {
    return operand.register === undefined ? undefined : this.byName.get(operand.register.name);
  }

  named(name: FileName): RegisterFile {
    return this.byName.get(name) as RegisterFile;
  }

  /** The file that a unit is in. */
  fileAt(unit: number): RegisterFile {
    return this.files.find((file) => unit < file.end) as RegisterFile;
  }

  /** The name of a unit: `r12.4` (byte 4), `f0.16` (bit 16). */
  nameOf(unit: number): string {
    const file = this.fileAt(unit);
    return `${file.name}${Math.floor((unit - file.start) / file.each)}.${(unit - file.start) % file.each}`;
  }
}
