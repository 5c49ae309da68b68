import { inRange, type Range, XE2 } from './platforms.ts';

/**
 * Shared functions, which receive the messages of `send`, by their number in the instruction (before Xe in the extended descriptor).
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/IR/Messages.cpp (sfidFromEncoding), Frontend/IRToString.cpp (ToSyntax) and
 * Frontend/SendDescriptorDecoding.cpp (names before Xe).
 */
export interface UnitRow {
  readonly value: number;
  readonly platforms?: Range;
  /** The platforms since Xe whose instructions can name it; absent for all. */
  readonly named?: Range;
  /** The platforms since Xe that have the number, but no name for it. */
  readonly unnamed?: Range;
  /** The name after the dot of the mnemonic, since Xe. */
  readonly name: string;
  /** The name in comments for platforms before Xe, whose mnemonics have no unit; `?` if it is unknown. */
  readonly old?: string;
  readonly note: string;
}

const ROWS = [
  { value: 0, name: 'null', old: 'null', note: 'no function' },
  { value: 1, name: 'ugml', named: '12p71-3', unnamed: '3pxpc', note: 'untyped global memory, low bandwidth' },
  { value: 2, name: 'smpl', old: 'sampler', note: 'sampler' },
  { value: 3, name: 'gtwy', old: 'gateway', note: 'message gateway: barriers, events, end of thread' },
  { value: 4, name: 'dc2', old: 'sampler', platforms: '8', note: 'sampler, older encoding' },
  { value: 4, name: 'dc2', old: 'hdc.dc2', platforms: '9-', named: '12p1-3', note: 'data cache 2' },
  { value: 5, name: 'rc', old: 'hdc.rc', note: 'render cache' },
  { value: 6, name: 'urb', old: 'hdc.urb', note: 'unified return buffer' },
  { value: 7, name: 'ts', old: 'spawner', platforms: '-12p5', note: 'thread spawner' },
  { value: 7, name: 'btd', platforms: '12p71-', note: 'bindless thread dispatcher' },
  { value: 8, name: 'vme', old: 'vme', platforms: '-12p5', note: 'video motion estimation' },
  { value: 8, name: 'rta', platforms: '12p71-', note: 'ray tracing' },
  { value: 9, name: 'dcro', old: 'hdc.ccdp', platforms: '8', named: '12p1-12p72', note: 'constant cache' },
  { value: 9, name: 'dcro', old: 'hdc.dcro', platforms: '9-', named: '12p1-12p72', unnamed: '2-3', note: 'data cache, read only' },
  { value: 10, name: 'dc0', old: 'hdc.dc0', note: 'data cache 0' },
  { value: 11, name: 'pixi', old: 'pi', named: '12p1-3', note: 'pixel interpolator' },
  { value: 12, name: 'dc1', old: 'hdc.dc1', named: '12p1-3', unnamed: '3pxpc', note: 'data cache 1' },
  { value: 13, name: 'cre', old: 'cre', platforms: '-12p5', note: 'check and refinement engine' },
  { value: 13, name: 'tgm', platforms: '12p71-', note: 'typed global memory' },
  { value: 14, name: 'slm', named: '12p71-', note: 'shared local memory' },
  { value: 15, name: 'ugm', named: '12p71-', note: 'untyped global memory' },
] as const satisfies readonly UnitRow[];

export type UnitName = (typeof ROWS)[number]['name'];
export type Unit = UnitRow & { readonly name: UnitName };
export const UNITS: readonly Unit[] = ROWS;

const byPlatform: (readonly (Unit | undefined)[])[] = [];

/** The row of a number from 0 to 15. Every number has one on every platform. */
export function unitOf(platform: number, value: number): Unit | undefined {
  const known = byPlatform[platform];
  if (known !== undefined) return known[value];
  const rows = Array.from({ length: 16 }, (_, i) => UNITS.find((row) => row.value === i && inRange(platform, row.platforms ?? '')));
  byPlatform[platform] = rows;
  return rows[value];
}

/** The text that iga64 prints for a number that it knows and has no name for. */
const UNNAMED = 'SFID::0xffffffff?';

/** Names of units by their number in instructions since Xe. */
export const unitNames = (platform: number): readonly (string | undefined)[] =>
  Array.from({ length: 16 }, (_, value) => {
    const row = unitOf(platform, value);
    if (row === undefined) return undefined;
    if (inRange(platform, row.named ?? '')) return row.name;
    return row.unnamed !== undefined && inRange(platform, row.unnamed) ? UNNAMED : undefined;
  });

const NUMBERS: ReadonlyMap<string, number> = new Map([...new Set(UNITS.map((row) => row.name))].map((name, i) => [name, i]));

/** A number below 32 that is unique for a name; -1 for a name that is not a unit. */
export const unitNumber = (name: string): number => NUMBERS.get(name) ?? -1;

export const isUnit = (name: string | undefined): name is UnitName => name !== undefined && NUMBERS.has(name);

/** Whether the messages of a unit are those of the load/store cache; since Xe2 this includes the URB. */
export function isLoadStoreUnit(platform: number, name: string | undefined): boolean {
  if (name === 'urb') return platform >= XE2;
  return name === 'ugm' || name === 'ugml' || name === 'slm' || name === 'tgm';
}
