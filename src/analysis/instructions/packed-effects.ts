/** The effects of all instructions of a piece of code, as numbers: as records they would be as much memory as the code itself. */
import { type Accesses, ALWAYS, type Effects } from './access.ts';
import { NumberLists, type OfEach } from './lists.ts';

/** Effects are added in the order of the instructions. */
export class PackedEffects implements OfEach<Effects> {
  readonly length: number;
  private readonly reads: NumberLists;
  private readonly writes: NumberLists;
  /** Bits of what is not known. */
  private readonly unknown: Uint8Array;
  private count = 0;

  constructor(length: number) {
    this.length = length;
    this.reads = new NumberLists(length);
    this.writes = new NumberLists(length);
    this.unknown = new Uint8Array(length);
  }

  add({ reads, writes, readsUnknown, writesUnknown }: Effects): void {
    this.reads.add(packed(reads));
    this.writes.add(packed(writes));
    this.unknown[this.count++] = (readsUnknown ? 1 : 0) | (writesUnknown ? 2 : 0);
  }

  /** Whether an instruction uses an address register: what it reads or writes is not known. */
  usesAddress(index: number): boolean {
    return this.unknown[index] !== 0;
  }

  at(index: number): Effects | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const unknown = this.unknown[index] ?? 0;
    return {
      reads: unpacked(this.reads, index),
      writes: unpacked(this.writes, index),
      readsUnknown: (unknown & 1) !== 0,
      writesUnknown: (unknown & 2) !== 0,
    };
  }
}

/** Runs that follow each other at one distance, as those of a region with a stride, are the first one, then minus the distance and how many more. */
function packed(accesses: Accesses): Accesses {
  if (accesses.length <= 6) return accesses;
  const out: Accesses = [];
  for (let i = 0; i < accesses.length; ) {
    const from = accesses[i] ?? 0;
    const to = accesses[i + 1] ?? 0;
    const guard = accesses[i + 2] ?? 0;
    const step = (accesses[i + 3] ?? from) - from;
    let more = 0;
    const isNext = (at: number): boolean =>
      accesses[at] === from + step * (more + 1) && accesses[at + 1] === to + step * (more + 1) && accesses[at + 2] === guard;
    if (step > 0) while (isNext(i + 3 * (more + 1))) more++;
    out.push(from, to, guard);
    if (more > 0) out.push(-step, more);
    i += 3 * (more + 1);
  }
  return out;
}

function unpacked(lists: NumberLists, index: number): Accesses {
  const start = lists.startOf(index);
  const end = lists.endOf(index);
  // Most operands are one run. A list that grows would take twice the memory.
  if (end - start === 3) return [lists.number(start), lists.number(start + 1), lists.number(start + 2)];
  const out: Accesses = [];
  let from = 0;
  let to = 0;
  let guard = ALWAYS;
  for (let i = start; i < end; ) {
    const first = lists.number(i);
    if (first < 0) {
      for (let more = lists.number(i + 1); more > 0; more--) {
        from -= first;
        to -= first;
        out.push(from, to, guard);
      }
      i += 2;
      continue;
    }
    from = first;
    to = lists.number(i + 1);
    guard = lists.number(i + 2);
    out.push(from, to, guard);
    i += 3;
  }
  return out;
}
