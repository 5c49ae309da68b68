/** Values that are made and may be thrown away: they are findings when their lane stores them. */
import type { Access } from '../access.ts';
import type { Site, Watch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import type { Hit } from './findings.ts';

/** Lanes of a thread, at most. */
export const LANES = 32;

/** A value that was made and may be thrown away: it is a finding when its lane stores it. */
export interface Pending {
  readonly hit: Hit;
  readonly lane: number;
  /** Whether bytes of registers are that value. */
  readonly isIn: (t: Thread, place: number, size: number) => boolean;
  /** Where its bytes are, of a value that is followed: moves add places. */
  readonly parts: Part[];
  /** Whether the code has the value, instead of computing it. */
  readonly isConstant?: boolean;
  readonly message: string;
  readonly value: string;
}

/** Bytes of a value in registers: the first byte of them, and which of the value they are. */
interface Part {
  readonly place: number;
  readonly from: number;
  readonly size: number;
}

export const operandsOf = (site: Site, role: Access['role']): readonly Access[] =>
  site.accesses().filter((one) => one.role === role && one.isOfLanes);

export function storeWatch(
  { instruction: { channelOffset } }: Site,
  pending: readonly (Pending | undefined)[],
  given: ReadonlySet<number>,
): Watch {
  const left = pending as (Pending | undefined)[];
  return {
    memory: (t, { lane, register, size, memory }) => {
      if (pending.length === 0 || lane < 0 || register < 0) return false;
      const at = t.index * LANES + channelOffset + lane;
      const one = pending[at];
      if (one === undefined || memory === undefined || /^(scratch|private)/.test(memory.name) || !one.isIn(t, register, size)) return false;
      if (one.isConstant === true && given.has(at)) return false;
      one.hit(t, one.lane, () => ({ message: one.message, value: one.value }));
      left[at] = undefined;
      return false;
    },
  };
}

/** Places that a value is followed to: one that is moved about without end is only known where it was at first. */
const MOST_PARTS = 16;

/** Follows values that are moved or selected, whole, cut or in parts; what is moved over them takes their place. */
export function moveWatch(site: Site, pending: readonly (Pending | undefined)[]): Watch | undefined {
  const { instruction, enabled } = site;
  const sources = operandsOf(site, 'source');
  const [result] = operandsOf(site, 'destination');
  if (result === undefined || [result, ...sources].some(({ locate }) => locate !== undefined)) return undefined;
  return {
    before: (t) => {
      if (pending.length === 0) return;
      const lanes = enabled(t);
      const first = t.index * LANES + instruction.channelOffset;
      for (let i = 0; i < result.places.length; i++) {
        const parts = pending[first + i]?.parts;
        if (parts === undefined || parts.length === 0 || ((lanes >> i) & 1) === 0) continue;
        // What no register has is an immediate.
        const source = sources.find((one) => (one.lanes(t) >> i) & 1);
        const [at, to] = [source?.places[i] ?? -1, result.places[i] ?? 0];
        const part = parts.find(({ place, size: own }) => place <= at && at < place + own);
        const over = parts.findIndex(({ place }) => place === to);
        if (over >= 0 && at !== to) parts.splice(over, 1);
        if (part === undefined || parts.length >= MOST_PARTS) continue;
        const from = part.from + at - part.place;
        const size = Math.min(source?.cells ?? 0, result.cells);
        parts.push({ place: to, from, size: Math.min(size, part.from + part.size - from) });
      }
    },
  };
}
