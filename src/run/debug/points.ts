/** Where a run stops: breakpoints on instructions and on lines, and watched bytes. */
import type { Thread } from '../thread.ts';
import type { Expression } from './expression.ts';
import type { Listed, Listing } from './listing.ts';
import { DebugError } from './registers.ts';
import type { Bytes } from './watch.ts';

/** A place that a person names: a line, a function, an instruction. */
export interface Location {
  readonly text: string;
  readonly at: readonly Listed[];
  /** The line that is used instead of one without code. */
  readonly line?: number;
}

export interface Breakpoint {
  readonly kind: 'breakpoint';
  readonly id: number;
  readonly location: Location;
  readonly condition?: Expression;
  /** Removed when it is reached. */
  readonly isTemporary: boolean;
  readonly isEnabled: boolean;
  readonly hits: number;
}

export interface Watchpoint {
  readonly kind: 'watchpoint';
  readonly id: number;
  readonly expression: Expression;
  readonly ranges: readonly Bytes[];
  readonly isEnabled: boolean;
  readonly hits: number;
}

export type Point = Breakpoint | Watchpoint;

/** What a location may leave out: where the thread is. */
export interface Here {
  readonly file?: string;
  readonly section: string;
}

/**
 * The instructions that a location names: `11` and `kernel.cl:11` a line, `sum` a function, `*0x1d0` and `*.text.sum+0x1d0` an instruction by
 * its offset in a section. Throws {@link DebugError}.
 */
export function locationOf(text: string, listing: Listing, here: Here): Location {
  const [, section = here.section, offset] = /^\*(?:(\S+)\+)?(0x[0-9a-f]+|\d+)$/i.exec(text) ?? [];
  if (offset !== undefined) {
    const one = listing.in(section, Number(offset));
    if (one === undefined) throw new DebugError(`no instruction begins at ${section}+${offset}`);
    return { text, at: [one] };
  }
  const [, file, line] = /^(?:(.+):)?(\d+)$/.exec(text) ?? [];
  if (line !== undefined) return lineOf(text, file, Number(line), listing, here);
  const starts = [...listing.functionStarts()].filter(({ name }) => name === text).map(({ at }) => at);
  if (starts.length === 0) throw new DebugError(`there is no function ${text}: give a line, a function, or *OFFSET of an instruction`);
  return { text, at: starts };
}

function lineOf(text: string, name: string | undefined, line: number, listing: Listing, here: Here): Location {
  const { files } = listing;
  if (files.length === 0)
    throw new DebugError('the file has no debug information (option -g of the compiler): give *OFFSET of an instruction');
  const file = name === undefined ? (here.file ?? files[0]) : files.find((one) => one === name || one.endsWith(`/${name}`));
  if (file === undefined) throw new DebugError(`there is no code of ${name}; the files are ${files.join(', ')}`);
  const used = listing.lineFrom(file, line);
  if (used === undefined) throw new DebugError(`${file} has no code at line ${line} or after it`);
  return { text, at: listing.startsOf(file, used), ...(used === line ? {} : { line: used }) };
}

/** The points of a session. */
export class Points {
  /** By their numbers, in the order in which they were made. */
  private readonly byId = new Map<number, Point>();
  private next = 1;
  /** The numbers of enabled breakpoints by their addresses; found again after a change. */
  private byAddress: ReadonlyMap<number, readonly number[]> | undefined;

  get all(): readonly Point[] {
    return [...this.byId.values()];
  }

  /** Bytes that are watched. */
  get ranges(): readonly Bytes[] {
    return this.all.flatMap((one) => (one.kind === 'watchpoint' && one.isEnabled ? one.ranges : []));
  }

  add(point: Omit<Breakpoint, 'id' | 'hits' | 'isEnabled'> | Omit<Watchpoint, 'id' | 'hits' | 'isEnabled'>): Point {
    const one = { ...point, id: this.next++, hits: 0, isEnabled: true } as Point;
    this.byId.set(one.id, one);
    this.byAddress = undefined;
    return one;
  }

  /** Throws {@link DebugError}. */
  get(id: number): Point {
    const found = this.byId.get(id);
    if (found === undefined) throw new DebugError(`there is no breakpoint ${id}`);
    return found;
  }

  remove(id: number): void {
    this.get(id);
    this.byId.delete(id);
    this.byAddress = undefined;
  }

  replace(point: Point): void {
    if (this.byId.has(point.id)) this.byId.set(point.id, point);
    this.byAddress = undefined;
  }

  /** The breakpoint at which a thread stops before its next instruction, with why its condition has no value if it has none. */
  reached(t: Thread): { readonly point: Breakpoint; readonly problem?: string } | undefined {
    this.byAddress ??= this.addresses();
    for (const id of this.byAddress.get(t.ip) ?? []) {
      const point = this.byId.get(id) as Breakpoint;
      try {
        if (point.condition === undefined || holds(point.condition, t)) return { point };
      } catch (error) {
        if (!(error instanceof DebugError)) throw error;
        return { point, problem: error.message };
      }
    }
    return undefined;
  }

  /** Counts a stop at a point, and removes one that is for a single stop. */
  hit({ id }: Point): void {
    const point = this.byId.get(id);
    if (point === undefined) return;
    if (point.kind === 'breakpoint' && point.isTemporary) this.remove(id);
    else this.byId.set(id, { ...point, hits: point.hits + 1 });
  }

  private addresses(): ReadonlyMap<number, readonly number[]> {
    const found = new Map<number, number[]>();
    for (const point of this.byId.values()) {
      if (point.kind !== 'breakpoint' || !point.isEnabled) continue;
      for (const address of new Set(point.location.at.map((one) => one.address))) {
        const others = found.get(address);
        if (others) others.push(point.id);
        else found.set(address, [point.id]);
      }
    }
    return found;
  }
}

/** Whether a condition is not zero for any of the lanes that run. */
export function holds(condition: Expression, t: Thread): boolean {
  if (!condition.isOfLanes) return Number(condition.of(t, 0).value) !== 0;
  for (let left = t.mask; left !== 0; left &= left - 1) if (Number(condition.of(t, 31 - Math.clz32(left & -left)).value) !== 0) return true;
  return false;
}
