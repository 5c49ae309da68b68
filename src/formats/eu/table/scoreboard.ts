/**
 * The software scoreboard (SWSB) since Xe: what an instruction waits for before it starts, and the token that it sets.
 *
 * Source: visa/iga/IGALibrary/api/iga_types_swsb.cpp of intel/intel-graphics-compiler.
 */
import { XE, XE_HPC, XE3, XE3P } from './platforms.ts';

/**
 * The pipe whose instructions are counted: empty for the instruction's own, `A` all, `F` float, `I` integer, `L` long, `M` math, `S`
 * scalar.
 */
export type Pipe = '' | 'A' | 'F' | 'I' | 'L' | 'M' | 'S';

/** The use of a token. */
export type TokenUse = 'set' | 'src' | 'dst' | 'inc';

export interface Scoreboard {
  /** Number of instructions back in the pipe that must be done; 0 for none. */
  readonly distance: number;
  /** Whether the text has a distance: together with a token it does, even if it is 0. */
  readonly isCounted: boolean;
  readonly pipe: Pipe;
  readonly token: number;
  readonly use: TokenUse | undefined;
  /** Whether the accumulator's scoreboard is not set (`NoAccSBSet`). */
  readonly special: boolean;
  /** The text between braces. */
  readonly text: string;
}

/** Kinds of instructions that differ in the encoding of the scoreboard. */
export const SWSB_OTHER = 0;
export const SWSB_SEND = 1;
export const SWSB_MATH = 2;
export const SWSB_DPAS = 3;
export type ScoreboardKind = typeof SWSB_OTHER | typeof SWSB_SEND | typeof SWSB_MATH | typeof SWSB_DPAS;

/** Result for an invalid encoding. */
export const INVALID_SCOREBOARD = 'invalid';

export type ScoreboardEntry = Scoreboard | undefined | typeof INVALID_SCOREBOARD;

/** The scoreboard with these parts; `undefined` if it waits for nothing. */
function scoreboardOf(distance: number, pipe: Pipe, token: number, use: TokenUse | undefined, special = false): Scoreboard | undefined {
  const text = scoreboardText({ distance, pipe, token, use, special });
  return text === '' ? undefined : Object.freeze({ distance, isCounted: distance > 0, pipe, token, use, special, text });
}

/** The text of a scoreboard that has no distance if that is 0. */
export function scoreboardText({ distance, pipe, token, use, special }: Omit<Scoreboard, 'isCounted' | 'text'>): string {
  const counted = distance > 0 ? `${pipe}@${distance}` : '';
  const used = use === undefined ? '' : `$${token}${use === 'set' ? '' : `.${use}`}`;
  const both = counted !== '' && used !== '' ? `${counted},${used}` : counted + used;
  return special ? `NoAccSBSet${both === '' ? '' : `,${both}`}` : both;
}

/** Eight bits; with one pipe (Xe), or three. */
function eightBits(bits: number, kind: ScoreboardKind, pipes: boolean): ScoreboardEntry {
  const outOfOrder = kind !== SWSB_OTHER;
  if ((bits & 0x80) !== 0) {
    const pipe: Pipe = pipes && kind === SWSB_SEND ? 'A' : '';
    return both((bits >> 4) & 7, pipe, bits & 15, !pipes && kind === SWSB_DPAS ? 'dst' : outOfOrder ? 'set' : 'dst');
  }
  if (!pipes && (bits & 0xf0) === 0) return scoreboardOf(bits & 15, '', 0, undefined);
  if (pipes) {
    const pipe = ({ 0: '', 8: 'A', 16: 'F', 24: 'I', 80: 'L' } as const)[bits & 0xf8];
    if (pipe !== undefined) return scoreboardOf(bits & 7, pipe, 0, undefined);
  }
  const use = ({ 32: 'dst', 48: 'src', 64: 'set' } as const)[bits & 0xf0];
  return use === undefined ? INVALID_SCOREBOARD : scoreboardOf(0, '', bits & 15, use);
}

/** A distance with a token: the distance is printed even if it is 0. */
function both(distance: number, pipe: Pipe, token: number, use: TokenUse): Scoreboard {
  const text = `${pipe}@${distance},$${token}${use === 'set' ? '' : `.${use}`}`;
  return Object.freeze({ distance, isCounted: true, pipe, token, use, special: false, text });
}

const PIPES: Readonly<Record<number, Pipe>> = { 0: '', 8: 'A', 16: 'F', 24: 'I', 32: 'L', 40: 'M' };

/** Ten bits, since Xe-HPC; with a scalar pipe since Xe3, and counting tokens since Xe3P. */
function tenBits(bits: number, kind: ScoreboardKind, platform: number): ScoreboardEntry {
  if (platform >= XE3P && (bits & ~31) === 0x40) return scoreboardOf(0, '', bits & 31, 'inc');
  if (bits === 0xf0) return scoreboardOf(0, '', 0, undefined, true);
  const pipe = platform >= XE3 && (bits & ~7) === 0x30 ? 'S' : PIPES[bits & ~7];
  if (pipe !== undefined) return scoreboardOf(bits & 7, pipe, 0, undefined);
  const mode = bits >> 8;
  if (mode !== 0) {
    const distance = (bits >> 5) & 7;
    const token = bits & 31;
    if (kind === SWSB_SEND) return both(distance, (['', 'A', 'F', 'I'] as const)[mode] ?? '', token, 'set');
    if (kind === SWSB_DPAS) return both(distance, '', token, (['set', 'set', 'src', 'dst'] as const)[mode] ?? 'set');
    return both(distance, mode === 3 ? 'A' : '', token, mode === 2 ? 'src' : 'dst');
  }
  const use = ({ 128: 'dst', 160: 'src', 192: 'set' } as const)[bits & ~31];
  return use === undefined ? INVALID_SCOREBOARD : scoreboardOf(0, '', bits & 31, use);
}

/** The number of tokens. */
export const tokensOf = (platform: number): number => (platform >= XE_HPC ? 32 : 16);

/** The scoreboards of a platform, each made when code or text has it. */
export class Scoreboards {
  private readonly platform: number;
  /** By kind and encoding. */
  private readonly entries: ScoreboardEntry[][] = [[], [], [], []];
  /** Encodings by kind and text. */
  private readonly numbers: ReadonlyMap<string, number>[] = [];

  constructor(platform: number) {
    this.platform = platform;
  }

  /** The meaning of an encoding: `undefined` if it has no wait and no token. */
  read(bits: number, kind: ScoreboardKind): ScoreboardEntry {
    if (bits === 0 || this.platform < XE) return undefined;
    const entries = this.entries[kind] as ScoreboardEntry[];
    const entry = entries[bits] ?? this.meaningOf(bits, kind);
    entries[bits] = entry;
    return entry;
  }

  /** The encoding of a meaning, the inverse of `read`; `undefined` if the platform has none. */
  encode(value: Scoreboard | undefined, kind: ScoreboardKind): number | undefined {
    if (value === undefined) return 0;
    return this.platform < XE ? undefined : this.byText(kind).get(value.text);
  }

  /** The meaning of a text between braces, without spaces, for a kind of instruction; `undefined` if it cannot have it. */
  named(text: string, kind: ScoreboardKind): Scoreboard | undefined {
    const bits = this.platform < XE ? undefined : this.byText(kind).get(text);
    const entry = bits === undefined ? undefined : this.read(bits, kind);
    return entry === INVALID_SCOREBOARD ? undefined : entry;
  }

  private meaningOf(bits: number, kind: ScoreboardKind): ScoreboardEntry {
    return this.platform >= XE_HPC ? tenBits(bits, kind, this.platform) : eightBits(bits, kind, this.platform > XE);
  }

  /** Of several encodings of a meaning, the first. */
  private byText(kind: ScoreboardKind): ReadonlyMap<string, number> {
    const known = this.numbers[kind];
    if (known !== undefined) return known;
    const numbers = new Map<string, number>();
    for (let bits = 1; bits < (this.platform >= XE_HPC ? 1024 : 256); bits++) {
      const entry = this.read(bits, kind);
      if (entry !== undefined && entry !== INVALID_SCOREBOARD && !numbers.has(entry.text)) numbers.set(entry.text, bits);
    }
    this.numbers[kind] = numbers;
    return numbers;
  }
}
