import type { Kind } from './kind.ts';
import { cache, cacheLevel, middleCache, space } from './lsc.ts';
import { field } from './ops-arithmetic.ts';
import { plainRaw, plainVector } from './references.ts';
import { type Field, type Piece, since } from './row.ts';
import { exec, int, noText, pred, signed } from './scalars.ts';
import { LSC_ADDRESS_SIZES, LSC_ADDRESS_TYPES, TEXT_ONLY } from './types.ts';

/** From which version on there are a surface index, three levels of caching and coordinate offsets. */
export const LATER = TEXT_ONLY;

/** One channel that always takes part: of messages whose text does not name the channels. */
export const UNMASKED = 0x80;

export const addressType = (): Field => field(int(1, `Kind of address: ${LSC_ADDRESS_TYPES.slice(1).join(', ')} from 1 on.`));
export const addressSize = (): Field => field(int(1, `Width of addresses: ${LSC_ADDRESS_SIZES.slice(1).join(', ')} from 1 on.`));
export const data = field(plainRaw);
export const operand = field(plainVector);
export const head = { exec: field(exec), pred: field(pred) };
export const caching = {
  l1: field(cacheLevel('Caching in the first level.')),
  l2: since(LATER, field(middleCache)),
  l3: field(cacheLevel('Caching in the third level.')),
};
export const surface = {
  surface: field(plainVector),
  surface_index: since(LATER, field(int(4, 'Index of the surface, in addition to its address.'))),
};
/** A piece that takes the first fields of those that exist: the later versions have more. */
export function byVersion(older: Piece, newer: Piece): Piece {
  return {
    of: newer.of,
    ...(older.of.length < newer.of.length && { older: older.of }),
    print: (values, at, context) => (at.length === newer.of.length ? newer : older).print(values, at, context),
    parse: (from, values, at) => (at.length === newer.of.length ? newer : older).parse(from, values, at),
  };
}

export const cachePiece = byVersion(cache(false), cache(true));
export const spacePiece = byVersion(space(false), space(true));

export type Role = 'load' | 'store' | 'atomic';

/** An optional suffix. */
export function flag(suffix: string): Kind<number> {
  return {
    ...int(1, `1 for ${suffix}.`),
    print: (value, context) => (value === 0 ? '' : value === 1 ? suffix : noText(context)),
    parse: (from) => (from.take(suffix) ? 1 : 0),
  };
}

/** What is added to a coordinate. */
export const step = signed(2, 'Constant that is added to the coordinate.');
