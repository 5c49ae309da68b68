/**
 * Regions by the encodings of their fields.
 *
 * Source: visa/iga/IGALibrary/IR/Types.hpp and Backend/GED/GEDToIGATranslation.hpp of intel/intel-graphics-compiler.
 */
import type { Region } from '../model.ts';
import { XE, XE_HPC } from './platforms.ts';

const VERTICALS: readonly Region['vertical'][] = [undefined, 'VxH', 0, 1, 2, 4, 8, 16, 32];
const WIDTHS = [undefined, 1, 2, 4, 8, 16] as const;
const STRIDES = [0, 1, 2, 4] as const;

/** All regions. Equal regions are the same object, so that they can be compared. */
const REGIONS: readonly Region[] = VERTICALS.flatMap((vertical) =>
  WIDTHS.flatMap((width) => STRIDES.map((stride) => Object.freeze({ vertical, width, stride, text: textOf(vertical, width, stride) }))),
);

function textOf(vertical: Region['vertical'], width: number | undefined, stride: number): string {
  if (vertical === undefined) return `<${stride}>`;
  if (width === undefined) return `<${vertical};${stride}>`;
  return vertical === 'VxH' ? `<${width},${stride}>` : `<${vertical};${width},${stride}>`;
}

/** The region with three values, each of which is one that a region can have. */
export function region(vertical: Region['vertical'], width: number | undefined, stride: number): Region {
  const row = VERTICALS.indexOf(vertical) * WIDTHS.length + WIDTHS.indexOf(width as (typeof WIDTHS)[number]);
  return REGIONS[row * STRIDES.length + STRIDES.indexOf(stride as (typeof STRIDES)[number])] as Region;
}

/** The region of a second source on Xe3P that cannot follow the destination. */
export const NO_REGION: Region = Object.freeze({ vertical: undefined, width: undefined, stride: undefined, text: 'Region::INVALID' });

/** Strides of destinations and of third sources, by encoding. */
export const STRIDE_REGIONS: readonly Region[] = STRIDES.map((stride) => region(undefined, undefined, stride));

/** Regions of basic sources: vertical stride in bits 8:5, width in bits 4:2, horizontal stride in bits 1:0. */
const basic = (verticals: readonly (Region['vertical'] | undefined)[]): readonly (Region | undefined)[] =>
  Array.from({ length: 512 }, (_, bits) => {
    const vertical = verticals[bits >> 5];
    const width = WIDTHS[((bits >> 2) & 7) + 1];
    return vertical === undefined || width === undefined ? undefined : region(vertical, width, STRIDES[bits & 3] ?? 0);
  });

const FOUR_BITS = basic([0, 1, 2, 4, 8, 16, 32, ...new Array<undefined>(8).fill(undefined), 'VxH']);
const THREE_BITS = basic([0, 1, 2, 4, 8, 16, 32, 'VxH']);

export const basicRegions = (platform: number): readonly (Region | undefined)[] => (platform >= XE_HPC ? THREE_BITS : FOUR_BITS);

/** Regions of the first two sources of a three-source operation: vertical stride in bits 3:2, horizontal stride in bits 1:0. */
export const ternaryRegions = (platform: number): readonly Region[] =>
  Array.from({ length: 16 }, (_, bits) =>
    region((platform >= XE ? [0, 1, 4, 8] : [0, 2, 4, 8])[bits >> 2], undefined, STRIDES[bits & 3] ?? 0),
  );
