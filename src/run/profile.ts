/** A profile: how often each instruction ran, for how many lanes, and what its messages moved. Counts, not times. */
import { GEN11 } from '../formats/eu/index.ts';
import type { Observer, Touch, Watch } from './observer.ts';
import { bitCount, type Thread } from './thread.ts';

/** An instruction that has run. */
export interface ProfileRow {
  readonly section: string;
  /** Offset in the section, in bytes. */
  readonly offset: number;
  readonly runs: number;
  /** Enabled lanes of all runs together, and the lanes that the instruction has: the quotient of `lanes` and `runs * width` is the part in use. */
  readonly lanes: number;
  readonly width: number;
  /** Bytes that its messages moved for lanes that are enabled. */
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Lines of 64 bytes that each message touched outside of local memory, all messages together. */
  readonly cacheLines: number;
  /**
   * Accesses to local memory that waited for another of the same message in the same bank; undefined for devices whose banks are not
   * documented, those after Gen11.
   */
  readonly bankConflicts: number | undefined;
}

/** An observer that counts, and what it has counted so far. */
export interface Profiler {
  readonly observer: Observer;
  /** By section and offset. */
  rows(): readonly ProfileRow[];
}

type Counted = { -readonly [name in keyof ProfileRow]: ProfileRow[name] };

/** Bytes of a line of the caches. */
const LINE = 64;
/**
 * Banks of local memory, of 4 bytes each.
 *
 * Source: "Memory Access Overview" and "Kernel Memory Access Optimization Summary" in the developer guide of the Intel SDK for OpenCL
 * Applications, 2019: 16 banks; lanes that read the same address do not conflict, those that write to one bank do.
 */
const BANKS = 16;
const BANK_BYTES = 4;

/**
 * Counts instructions, lanes, and what messages move.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * const profiler = newProfiler();
 * const out = new Uint8Array(512);
 * const observers = [profiler.observer];
 * launch(zebin, zebin.kernels[0], { global: [16], local: [16], arguments: [{ kind: 'buffer', bytes: out }], observers });
 * profiler.rows()[0].offset; // 0
 */
export function newProfiler(): Profiler {
  const rows = new Map<string, Counted>();
  let hasBanks = false;
  return {
    observer: {
      begin: ({ layout }) => {
        hasBanks = layout.platform <= GEN11;
      },
      watch: ({ instruction: { offset, execSize: width }, section, enabled, message }) => {
        const key = `${section} ${offset}`;
        const row = rows.get(key) ?? newRow(section, offset, width);
        rows.set(key, row);
        const before = (t: Thread): void => {
          row.runs++;
          row.lanes += bitCount(enabled(t));
        };
        return message === undefined ? { before } : { before, ...moved(row, message.group ?? '', hasBanks) };
      },
    },
    rows: () =>
      [...rows.values()]
        .filter(({ runs }) => runs > 0)
        .map((row) => ({ ...row, bankConflicts: hasBanks ? row.bankConflicts : undefined }))
        .sort((a, b) => (a.section === b.section ? a.offset - b.offset : a.section < b.section ? -1 : 1)),
  };
}

const newRow = (section: string, offset: number, width: number): Counted => ({
  ...{ section, offset, runs: 0, lanes: 0, width, bytesRead: 0, bytesWritten: 0, cacheLines: 0, bankConflicts: 0 },
});

/** Counts what the accesses of each message move and touch. */
function moved(row: Counted, group: string, hasBanks: boolean): Watch {
  const lines = new Set<number>();
  const banks = new Banks(group === 'load');
  return {
    memory: (_, { memory, index, size }: Touch) => {
      if (group !== 'store') row.bytesRead += size;
      if (group !== 'load') row.bytesWritten += size;
      if (memory === undefined) return false;
      if (memory.name === 'local memory') {
        if (hasBanks) banks.add(index, size);
        return false;
      }
      const start = memory.start + index;
      for (let line = Math.floor(start / LINE); line * LINE < start + size; line++) lines.add(line);
      return false;
    },
    after: () => {
      row.cacheLines += lines.size;
      lines.clear();
      row.bankConflicts = (row.bankConflicts ?? 0) + banks.conflicts();
    },
  };
}

/** The accesses of a message to the banks of local memory. */
class Banks {
  private readonly isLoad: boolean;
  private readonly words = new Set<number>();
  private readonly used = new Int32Array(BANKS);
  private total = 0;

  constructor(isLoad: boolean) {
    this.isLoad = isLoad;
  }

  add(index: number, size: number): void {
    for (let word = Math.floor(index / BANK_BYTES); word * BANK_BYTES < index + size; word++) {
      if (this.isLoad && this.words.has(word)) continue;
      this.words.add(word);
      this.used[word % BANKS] = (this.used[word % BANKS] ?? 0) + 1;
      this.total++;
    }
  }

  /** Accesses of the busiest bank, less those that all banks together need at least. Forgets the message. */
  conflicts(): number {
    if (this.total === 0) return 0;
    const conflicts = Math.max(...this.used) - Math.ceil(this.total / BANKS);
    this.words.clear();
    this.used.fill(0);
    this.total = 0;
    return conflicts;
  }
}
