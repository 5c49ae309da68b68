/** What a debugger knows of a run besides its state: the group, calls that have not returned, and who writes to memory. */
import type { Observer, Places, Site, Touch } from '../observer.ts';
import type { CodeSection } from '../section.ts';
import { bitCount, type Thread } from '../thread.ts';
import type { Notes } from './history.ts';

/** A call that has not returned. */
export interface Call {
  /** Addresses in the code window: of the call, and of the instruction after it. */
  readonly site: number;
  readonly returns: number;
  /** The call that it was made in, which copies of the state share. */
  readonly outer: Call | undefined;
  /** How many calls it and those around it are. */
  readonly depth: number;
}

/** Calls that are kept of a thread: of recursion without end, the outermost, and how many they are. */
const MOST_CALLS = 65_536;
/** Calls that one return leaves at most. */
const MOST_LEFT = 64;

/** How often an instruction ran until now, and for how many lanes. */
export interface RunCount {
  readonly section: string;
  /** In bytes, in its section. */
  readonly offset: number;
  readonly width: number;
  readonly runs: number;
  /** Of all runs together. */
  readonly lanes: number;
}

/** The state of a tracker. */
export interface Tracked {
  readonly group: readonly number[];
  /** The moment at which the group began. */
  readonly began: number;
  /** The innermost call, by index of the thread. */
  readonly calls: ReadonlyMap<number, Call | undefined>;
  /** Runs of each instruction that was reached, and their lanes. */
  readonly counts: readonly number[];
}

/** What is told to a debugger while a run goes on. */
export interface Listener {
  /** Bytes of memory are about to be written. */
  readonly write?: (t: Thread, site: Site, touch: Touch) => void;
  /** Threads go on after a barrier. */
  readonly released?: () => void;
}

/** What of a machine a tracker needs: it is made before the machine is. */
export interface Tracking {
  readonly now: () => number;
  readonly sections: () => readonly CodeSection[];
}

export class Tracker implements Notes<Tracked> {
  readonly observer: Observer;
  private state: Omit<Tracked, 'counts' | 'calls'> = { group: [0, 0, 0], began: 0 };
  private calls = new Map<number, Call | undefined>();
  /** In the order in which instructions were reached first. */
  private readonly sites = new Map<string, Pick<RunCount, 'section' | 'offset' | 'width'> & { readonly at: number }>();
  /** Two for each of them: runs, and their lanes. */
  private counts: number[] = [];
  private listener: Listener = {};
  private found: Places | undefined;

  constructor({ now, sections }: Tracking) {
    const addressOf = ({ section, instruction }: Site): number =>
      (sections().find(({ name }) => name === section)?.start ?? 0) + instruction.offset;
    this.observer = {
      begin: (places) => {
        this.found = places;
      },
      group: ([first]) => {
        const { u32 = [] } = first ?? {};
        this.state = { group: [u32[1] ?? 0, u32[6] ?? 0, u32[7] ?? 0], began: now() };
        this.calls = new Map();
      },
      released: () => this.listener.released?.(),
      watch: (site) => {
        const { message, instruction } = site;
        const name = instruction.operation?.mnemonic;
        const before = this.counting(site);
        if (message?.group === 'store' || message?.group === 'atomic')
          return {
            before,
            memory: (t, touch) => {
              this.listener.write?.(t, site, touch);
              return false;
            },
          };
        if (name === 'call' || name === 'calla') return { before, after: (t) => this.called(t, addressOf(site), instruction.size) };
        if (name === 'ret') return { before, after: (t) => this.returned(t) };
        return { before };
      },
    };
  }

  get group(): readonly number[] {
    return this.state.group;
  }

  get began(): number {
    return this.state.began;
  }

  get places(): Places {
    if (this.found === undefined) throw new TypeError('the machine has not begun');
    return this.found;
  }

  /** The innermost first. */
  callsOf({ index }: Thread): readonly Call[] {
    const calls: Call[] = [];
    for (let call = this.calls.get(index); call !== undefined; call = call.outer) calls.push(call);
    return calls;
  }

  /** How many they are. */
  depthOf({ index }: Thread): number {
    return this.calls.get(index)?.depth ?? 0;
  }

  /** How often each instruction has run until now. */
  runs(): readonly RunCount[] {
    return [...this.sites.values()].flatMap(({ at, ...site }) => {
      const [runs = 0, lanes = 0] = this.counts.slice(at, at + 2);
      return runs === 0 ? [] : [{ ...site, runs, lanes }];
    });
  }

  /** Does something while somebody listens. */
  *listening<T>(listener: Listener, what: Generator<undefined, T>): Generator<undefined, T> {
    this.listener = listener;
    try {
      return yield* what;
    } finally {
      this.listener = {};
    }
  }

  copy(): Tracked {
    return { ...this.state, calls: new Map(this.calls), counts: this.counts.slice() };
  }

  restore({ counts, calls, ...state }: Tracked): void {
    this.state = state;
    this.calls = new Map(calls);
    this.counts = counts.slice();
  }

  /** Counts the runs of an instruction: those of replays too, from the copy on. */
  private counting({ section, instruction: { offset, execSize: width }, enabled }: Site): (t: Thread) => void {
    const key = `${section} ${offset}`;
    const { at } = this.sites.get(key) ?? { at: 2 * this.sites.size };
    this.sites.set(key, { section, offset, width, at });
    return (t) => {
      const { counts } = this;
      counts[at] = (counts[at] ?? 0) + 1;
      counts[at + 1] = (counts[at + 1] ?? 0) + bitCount(enabled(t));
    };
  }

  private called(t: Thread, site: number, size: number): void {
    // Without lanes the thread does not go there.
    if (t.ip === site + size) return;
    const outer = this.calls.get(t.index);
    const depth = (outer?.depth ?? 0) + 1;
    this.calls.set(t.index, outer !== undefined && depth > MOST_CALLS ? { ...outer, depth } : { site, returns: site + size, outer, depth });
  }

  private returned(t: Thread): void {
    let call = this.calls.get(t.index);
    if (call !== undefined && call.depth > MOST_CALLS) {
      this.calls.set(t.index, { ...call, depth: call.depth - 1 });
      return;
    }
    for (let left = MOST_LEFT; call !== undefined && call.returns !== t.ip; call = call.outer) if (--left === 0) return;
    if (call !== undefined) this.calls.set(t.index, call.outer);
  }
}
