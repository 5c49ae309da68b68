/** Findings: each kind once at each instruction, with its first place and how often it happened. */
import { type Instruction, PLATFORMS, readCode } from '../../formats/eu/index.ts';
import type { WorkItem } from '../model.ts';
import type { GroupPlace, Observer, Places, Site } from '../observer.ts';
import type { Thread } from '../thread.ts';
import type { CheckKind } from './kinds.ts';

/** An instruction in its section. */
export interface CodePlace {
  readonly section: string;
  /** In bytes. */
  readonly offset: number;
  /** Absent for a place that is not an instruction. */
  readonly instruction?: Instruction;
}

export type AccessKind = 'read' | 'write' | 'atomic';

export const accessOf = ({ message }: Site): AccessKind =>
  message?.group === 'store' ? 'write' : message?.group === 'atomic' ? 'atomic' : 'read';

/** What is known of a finding, at its first place. */
export interface CheckDetail {
  /** In words, without the place. */
  readonly message: string;
  readonly access?: AccessKind;
  /** The memory: `argument 0`, `local memory`; and the byte there, which is outside of it for an access out of bounds. */
  readonly memory?: string;
  readonly byte?: number;
  /** Of the access, in bytes. */
  readonly size?: number;
  readonly value?: string;
  /** The other of two accesses. */
  readonly other?: CodePlace & { readonly item: WorkItem | undefined; readonly access: AccessKind };
}

export interface CheckFinding extends CodePlace, CheckDetail {
  readonly kind: CheckKind;
  readonly count: number;
  readonly item: WorkItem | undefined;
}

/** Findings that are kept; those of more instructions are only counted. */
const MOST = 1000;

/** Counts a kind of finding at an instruction. The lane is counted from the first lane of the instruction; -1 for the whole thread. */
export type Hit = (t: Thread, lane: number, detail: () => CheckDetail) => void;

export class Findings {
  private readonly found = new Map<string, { -readonly [K in keyof CheckFinding]: CheckFinding[K] }>();
  private readonly listings = new Map<string, readonly Instruction[]>();
  private readonly offset: readonly number[];
  private places: Places | undefined;
  private group: GroupPlace = { id: [0, 0, 0], local: [1, 1, 1] };
  /** The threads of the group that runs. */
  threads: readonly Thread[] = [];
  /** Local size of whole groups. */
  private readonly local: readonly number[];
  /** Findings that were not kept. */
  dropped = 0;

  constructor(offset: readonly number[], local: readonly number[]) {
    this.offset = offset;
    this.local = local;
  }

  /** Knows which work-items run. To be the first observer. */
  readonly observer: Observer = {
    begin: (places) => {
      this.places = places;
    },
    group: (threads, place) => {
      this.threads = threads;
      this.group = place;
    },
  };

  get all(): readonly CheckFinding[] {
    return [...this.found.values()];
  }

  /** The work-item of a lane of a thread. */
  itemAt(thread: number, lane: number, { id, local }: GroupPlace = this.group): WorkItem {
    const { simd = 1, order = [0, 1, 2] } = this.places ?? {};
    const index = thread * simd + (simd === 1 ? 0 : lane);
    const own = [0, 0, 0];
    let left = index;
    for (const axis of order) {
      const size = Math.max(local[axis] ?? 1, 1);
      own[axis] = axis === order.at(-1) ? left : left % size;
      left = Math.floor(left / size);
    }
    const global = own.map((one, axis) => (id[axis] ?? 0) * (this.local[axis] ?? 1) + one + (this.offset[axis] ?? 0));
    return { global, local: own, group: [0, 1, 2].map((axis) => id[axis] ?? 0), thread, lane };
  }

  /** Instructions of a section. */
  instructionsOf(name: string): readonly Instruction[] {
    const known = this.listings.get(name);
    if (known !== undefined) return known;
    const platform = PLATFORMS[this.places?.layout.platform ?? -1];
    const section = this.places?.sections.find((one) => one.name === name);
    const made = section === undefined || platform === undefined ? [] : readCode(section.bytes, platform).value.instructions;
    this.listings.set(name, made);
    return made;
  }

  /** The index of an instruction among those of its section. */
  indexOf({ section, instruction: { offset } }: Site): number {
    const all = this.instructionsOf(section);
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle] as Instruction).offset < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** What counts findings of a kind at an instruction. */
  at(kind: CheckKind, { section, instruction }: Site): Hit {
    const { offset, channelOffset, execSize } = instruction;
    // Made for the first finding: in long code, most instructions have none.
    let key: string | undefined;
    return (t, lane, detail) => {
      key ??= `${kind} ${section} ${offset}`;
      const known = this.found.get(key);
      if (known !== undefined) {
        known.count++;
        return;
      }
      // A scalar instruction is of the first lane that runs.
      const own = lane >= 0 && execSize > 1 ? channelOffset + lane : firstLane(t);
      this.keep(key, { kind, section, offset, instruction, ...detail(), count: 1, item: this.itemAt(t.index, own) });
    };
  }

  /** A finding that is not of an instruction's own watch. */
  add(kind: CheckKind, place: CodePlace, item: WorkItem | undefined, detail: CheckDetail): void {
    const key = `${kind} ${place.section} ${place.offset}`;
    const known = this.found.get(key);
    if (known === undefined) this.keep(key, { kind, ...place, ...detail, count: 1, item });
    else known.count++;
  }

  has(kind: CheckKind): boolean {
    return this.all.some((one) => one.kind === kind);
  }

  private keep(key: string, finding: CheckFinding): void {
    if (this.found.size < MOST) this.found.set(key, finding);
    else this.dropped++;
  }
}

function firstLane({ mask, lanes }: Thread): number {
  const used = mask !== 0 ? mask : lanes;
  return used === 0 ? 0 : 31 - Math.clz32(used & -used);
}
