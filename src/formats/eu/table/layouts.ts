/** The layouts of native instructions, and the form of the rows of their fields. */
import type { Range } from './platforms.ts';

/** The layouts of native instructions. `ternary16` is Align16 of Gen8 to Gen10. */
export const LAYOUTS = [
  'none',
  'unary',
  'binary',
  'math',
  'sync',
  'branch',
  'send',
  'sends',
  'sendg',
  'sendgx',
  'ternary',
  'ternary16',
  'dpas',
  'bdpas',
] as const;

export type Layout = (typeof LAYOUTS)[number];

/** A name of the field, the layouts that have it (`*`: all), and its places by platform range. */
export type PlacesRow = readonly [name: string, layouts: string, places: Readonly<Record<Range, string>>];

/** Lists of layouts that many rows use: all with operands; three sources; one or two sources and no send; those and old sends. */
export const ALL = 'unary binary math sync branch send sends sendg sendgx ternary ternary16 dpas bdpas';
export const TERNARY = 'ternary dpas bdpas';
export const DIRECT = 'unary binary math sync branch';
export const OLD = `${DIRECT} send`;
