/** The functions that a thread is in. */
import type { Listing } from './listing.ts';
import type { Frame } from './model.ts';

/**
 * Innermost first: calls, and calls that are inlined.
 *
 * @param sites the address of the thread, and those of its calls, the last one first
 */
export function framesOf(listing: Listing, sites: readonly number[]): readonly Frame[] {
  return sites.flatMap((address) => {
    const at = listing.at(address);
    if (at === undefined) return [];
    const { places } = at;
    if (places.length === 0) return [{ name: listing.functionOf(at), at, place: undefined, isInlined: false }];
    return places.map((place, i) => ({
      name: place.function ?? listing.functionOf(at),
      at,
      place: place.line === 0 ? undefined : place,
      isInlined: i + 1 < places.length,
    }));
  });
}
