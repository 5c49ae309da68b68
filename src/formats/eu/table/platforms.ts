import type { CoreFamily } from '../../../devices/index.ts';

/**
 * The platforms whose instructions are known, oldest first, by the names that `iga64 -p` accepts.
 *
 * Source: visa/iga/IGALibrary/Models/Models.cpp of intel/intel-graphics-compiler.
 */
export const PLATFORMS = ['8', '9', '10', '11', '12p1', '12p5', '12p71', '12p72', '2', '3', '3pxpc'] as const;

export type Platform = (typeof PLATFORMS)[number];

/**
 * The platforms as numbers that can be compared, as rows and readers use them. The names are those of the architecture: Gen8 to Gen11,
 * then Xe.
 */
export const GEN8 = 0;
export const GEN9 = 1;
export const GEN10 = 2;
export const GEN11 = 3;
export const XE = 4;
export const XE_HP = 5;
export const XE_HPG = 6;
export const XE_HPC = 7;
export const XE2 = 8;
export const XE3 = 9;
export const XE3P = 10;

/** The number of a platform; -1 when it is not known. */
export const platformNumber = (name: string): number => (PLATFORMS as readonly string[]).indexOf(name);

/** The number of a platform. Throws `TypeError` for an unknown one. */
export function checkedNumber(platform: Platform): number {
  const number = platformNumber(platform);
  if (number < 0) throw new TypeError(`${platform} is not a platform`);
  return number;
}

/** The architecture of each platform, and the other names that `iga64 -p` accepts for it; its JSON documents use the first of these. */
export const PLATFORM_NAMES: Readonly<Record<Platform, { readonly title: string; readonly also: readonly string[] }>> = {
  '8': { title: 'Gen8', also: ['bdw', 'gen8'] },
  '9': { title: 'Gen9', also: ['skl', 'gen9'] },
  '10': { title: 'Gen10', also: ['cnl', 'gen10'] },
  '11': { title: 'Gen11', also: ['icl', 'gen11'] },
  '12p1': { title: 'Xe', also: ['xe', 'xelp', 'tgl', 'tgllp', 'dg1'] },
  '12p5': { title: 'Xe-HP', also: ['xehp'] },
  '12p71': { title: 'Xe-HPG', also: ['xehpg'] },
  '12p72': { title: 'Xe-HPC', also: ['xehpc'] },
  '2': { title: 'Xe2', also: ['xe2', 'lnl'] },
  '3': { title: 'Xe3', also: ['xe3', 'ptl'] },
  '3pxpc': { title: 'Xe3P', also: ['xe3pxpc'] },
};

/**
 * The platform of a name of iga64 or of the architecture; undefined when there is none.
 *
 * @example
 * platformNamed('xe2'); // '2'
 */
export function platformNamed(name: string): Platform | undefined {
  const key = name.toLowerCase();
  return PLATFORMS.find((platform) => platform === key || PLATFORM_NAMES[platform].also.includes(key));
}

/** The instruction set of a core family. */
export function platformOfCore(core: CoreFamily | undefined): Platform | undefined {
  return core?.iga === undefined ? undefined : platformNamed(core.iga);
}

/** Bytes of a general register. */
export const registerBytes = (platform: number): number => (platform >= XE_HPC ? 64 : 32);

/**
 * A range of platforms as text: `8-11`, `12p1-` (until the newest), `-9` (from the oldest), `3` (one), empty (all). Rows of the tables here
 * have one.
 */
export type Range = string;

/** Whether a platform is in a range. Thousands of rows ask when code is first read. */
export function inRange(platform: number, range: Range): boolean {
  const dash = range.indexOf('-');
  if (dash < 0) return range === '' || PLATFORMS[platform] === range;
  const isFrom = dash === 0 || platformNumber(range.slice(0, dash)) <= platform;
  return isFrom && (dash === range.length - 1 || platform <= platformNumber(range.slice(dash + 1)));
}
