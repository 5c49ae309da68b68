/** The walk through a file that is one zebin, as most files are: it needs no readers of other formats. */
import { Bytes, leadingZeros } from '../core/bytes/index.ts';
import { type Budget, caughtFinding, type Outcome, Reporter } from '../core/diag/index.ts';
import { decodeElf, type Elf } from '../formats/elf/index.ts';
import { zebinOfElf } from '../formats/zebin/index.ts';
import { elfExtent } from './elf-extent.ts';
import { elfKind, isHostElf } from './elf-kind.ts';
import { allDiagnostics, childAddresses, closedItem, type Item, leafItem } from './item.ts';
import { type Part, sectionParts } from './part.ts';

/**
 * As `inspect`, for a file that is one zebin; undefined for any other, and for one that is truncated within its header.
 *
 * @param budget of the run; by default one for a file of this size
 */
export function inspectZebin(input: Uint8Array | Bytes, budget?: Budget): Outcome<Item> | undefined {
  const bytes = Bytes.from(input);
  if (!bytes.startsWith('\x7fELF') || isHostElf(bytes)) return undefined;
  const out = new Reporter(bytes.length, budget);
  // More than one, or something after it.
  const end = Math.min(elfExtent(bytes, out) ?? bytes.length, bytes.length);
  if (leadingZeros(bytes.sub(end, bytes.length)) < bytes.length - end) return undefined;
  const elf = elfOf(bytes, out);
  if (!elf || elfKind(elf) !== 'zebin') return undefined;
  const zebin = zebinOfElf(elf, out);
  const content = { kind: 'zebin', zebin } as const;
  const parts = sectionParts(elf, false, out);
  const children = childAddresses('', parts, bytes, out).map((address, i) => {
    const part = parts[i] as Part;
    return closedItem(part, address, () => leafItem(part, address));
  });
  const value: Item = {
    ...leafItem({ name: '', bytes }, ''),
    kind: 'zebin',
    content,
    children,
    diagnostics: out.diagnostics,
    unreadBelow: [],
    open: () => value,
  };
  return { value, diagnostics: allDiagnostics(value) };
}

function elfOf(bytes: Bytes, out: Reporter): Elf | undefined {
  try {
    return decodeElf(bytes, out);
  } catch (error) {
    caughtFinding(error);
    return undefined;
  }
}
