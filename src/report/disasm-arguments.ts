/** Which entries of a kernel's payload instructions read in the registers where the kernel gets them. */
import { type Analysis, type ArgumentPlace, argumentUses } from '../analysis/index.ts';
import { payloadMap, type Zebin, type ZebinKernel } from '../zebin/index.ts';

/** An entry of the payload, by its index in `payload.entries` of the kernel's document. */
export interface PlacedEntry extends ArgumentPlace {
  readonly entry: number;
}

/** Entries in registers, in the order of registers; of those that overlap, the first. */
export function placedEntries(zebin: Zebin, kernel: ZebinKernel): PlacedEntry[] {
  const { placements, grfBytes = 0 } = payloadMap(zebin, kernel);
  const placed = placements.flatMap(({ place, size }, entry) => (place ? [{ ...place, size, entry }] : []));
  let end = 0;
  return placed
    .sort((a, b) => a.register - b.register || a.byte - b.byte)
    .filter(({ register, byte, size }) => {
      const start = register * grfBytes + byte;
      if (start < end) return false;
      end = start + size;
      return true;
    });
}

/** Work for an entry that an instruction reads, in bytes of the budget. */
const READ = 16;

/** The entries that each instruction reads, by its number; empty when the budget is used up. */
export function entriesRead(
  analysis: Analysis,
  places: readonly PlacedEntry[],
  tryCharge: (bytes: number) => boolean,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  const uses = places.length === 0 ? undefined : argumentUses(analysis, places, tryCharge);
  for (const [index, readers] of (uses?.readers ?? []).entries()) {
    if (!tryCharge(readers.length * READ)) break;
    for (const at of readers) {
      const entries = found.get(at);
      const { entry } = places[index] as PlacedEntry;
      if (entries === undefined) found.set(at, [entry]);
      else entries.push(entry);
    }
  }
  return found;
}
