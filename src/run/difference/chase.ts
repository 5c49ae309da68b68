/** From a difference of two runs back to where it comes from. The code of both is at the same places. */
import { type Instruction, InstructionPrinter, PLATFORMS } from '../../formats/eu/index.ts';
import { type Build, gridOf, type Paused, platformOf } from './build.ts';
import { differingWrites, historyOf, type MemoryByte } from './history.ts';
import { allAt, differingRead, inputsOf, lastWriter, type Place, storedAt, touchAt, writtenAt } from './inputs.ts';
import type { Chain, ChainEnd, ChainLink, ChainVia, Executed } from './model.ts';
import { type Grid, itemOf, laneOf, type Moment } from './moment.ts';
import type { Writer } from './outputs.ts';
import { recordOf, type ThreadRecord } from './record.ts';

/** Records that are made, and links of a chain. */
const MOST_RECORDS = 48;
const MOST_LINKS = 10_000;

/** Of the first run, and of the second. */
type Two<T> = readonly [T, T];

/** A thread in both runs. */
interface Pair {
  readonly records: Two<ThreadRecord>;
  /** The first instruction of the thread, counted from its start, that is not the same, or that runs for other lanes. */
  readonly parting: number;
}

/** One step of it. */
interface At extends Pair {
  readonly events: Two<number>;
}

/** What is asked of a step: why a cell or a byte of memory that it writes differs, or where the thread goes on. */
type Wanted =
  | { readonly kind: 'cell'; readonly cell: number }
  | { readonly kind: 'byte'; readonly byte: MemoryByte }
  | { readonly kind: 'flow' };

interface Step {
  readonly at: At;
  readonly wanted: Wanted;
}

/** An instruction in one line. */
export type InstructionText = (instruction: Instruction) => string;

export function textOf(build: Build): InstructionText {
  const printer = new InstructionPrinter(PLATFORMS.indexOf(platformOf(build)));
  return (instruction) => printer.print(instruction).replace(/\s+/g, ' ').trim();
}

export class Chase {
  private readonly builds: Two<Build>;
  private readonly grids: Two<Grid>;
  private readonly texts: Two<InstructionText>;
  private readonly links: ChainLink[] = [];
  private recorded = 0;

  constructor(a: Build, b: Build) {
    this.builds = [a, b];
    this.grids = [gridOf(a), gridOf(b)];
    this.texts = [textOf(a), textOf(b)];
  }

  /** Why a byte of memory differs at the end. */
  *ofByte(byte: MemoryByte): Paused<Chain> {
    return yield* this.follow(yield* this.storesOf(byte, undefined, undefined));
  }

  /** Why a thread of one run stops where the other goes on. */
  *ofStop(thread: number, stopped: 0 | 1): Paused<Chain> {
    const other = yield* recordOf(this.builds[1 - stopped] as Build, thread, undefined);
    const one = yield* recordOf(this.builds[stopped] as Build, thread, undefined, longer(other));
    const pair = pairOf(stopped === 0 ? [one, other] : [other, one]);
    const last = one.length - 1;
    const moment = last < 0 ? undefined : momentOf(one, last);
    const event = moment === undefined ? -1 : other.eventOf(moment.section, moment.offset, moment.count);
    // What the device could not do is in the last instruction, unless the threads have parted before.
    const isFault = last >= 0 && one.touches(last).some((touch) => touch.isFault);
    if (event >= 0 && (isFault || pair.parting === Number.POSITIVE_INFINITY))
      return yield* this.follow({ at: { ...pair, events: stopped === 0 ? [last, event] : [event, last] }, wanted: { kind: 'flow' } });
    return yield* this.follow(control(pair));
  }

  /** The stores of a byte, in builds that cannot be aligned any further. */
  *ofStores(byte: MemoryByte, [a, b]: Two<Writer | undefined>): Paused<Chain> {
    return { links: [{ a: yield* this.ofStore(byte, a, 0), b: yield* this.ofStore(byte, b, 1) }], end: 'unaligned' };
  }

  private *ofStore(byte: MemoryByte, store: Writer | undefined, side: 0 | 1): Paused<Executed | undefined> {
    if (store === undefined) return undefined;
    const record = yield* recordOf(this.builds[side], store.moment.thread, store.moment);
    const at: At = { records: [record, record], events: [record.length - 1, record.length - 1], parting: Number.POSITIVE_INFINITY };
    return this.executed(side, at, this.placeOf({ at, wanted: { kind: 'byte', byte } }));
  }

  private *follow(first: Step | ChainEnd): Paused<Chain> {
    let next = first;
    while (typeof next !== 'string') next = this.links.length < MOST_LINKS ? yield* this.step(next) : 'cut';
    return { links: this.links, end: next };
  }

  /** Adds a link, and finds the next step. */
  private *step({ at, wanted }: Step): Paused<Step | ChainEnd> {
    const { records, events } = at;
    const [a, b] = records;
    const [ea, eb] = events;
    const what = this.placeOf({ at, wanted });
    const add = (via?: ChainVia): void => {
      this.links.push({ a: this.executed(0, at, what), b: this.executed(1, at, what), ...(via === undefined ? {} : { via }) });
    };
    const isSame = this.isSame(at);
    const inputs = inputsOf(records, events, what.lane, wanted.kind === 'byte' ? what.register : -1, isSame);
    const isPart = what.isEnabled[0] !== what.isEnabled[1];
    const isMasked = isPart && a.mask(ea) !== b.mask(eb);
    // What another instruction reads at other places says nothing of the first difference.
    const found = differingRead(inputs, isPart) ?? (isPart && !isMasked ? differingRead(inputs, false) : undefined);
    if (!isSame) {
      if (found === undefined || found.role === 'predicate' || !found.isAligned) return this.end(add, 'instruction');
    }
    if (found !== undefined) {
      const next = this.writersOf(at, found.cells);
      add(found.role === 'condition' || found.role === 'destination' ? 'source' : found.role);
      return next;
    }
    if (isMasked) {
      const next = control(at);
      add('control');
      return next;
    }
    if (wanted.kind === 'byte' && a.spot(ea).message?.group === 'atomic') return this.end(add, 'result');
    const read = wanted.kind === 'cell' ? yield* this.memoryOf(at, wanted.cell) : undefined;
    if (read === undefined) return this.end(add, 'result');
    add('memory');
    return read;
  }

  private end(add: () => void, end: ChainEnd): ChainEnd {
    add();
    return end;
  }

  private isSame({ records: [a, b], events: [ea, eb] }: At): boolean {
    const [one, other] = [a.spot(ea).instruction, b.spot(eb).instruction];
    if (one.w0 === other.w0 && one.w1 === other.w1 && one.w2 === other.w2 && one.w3 === other.w3) return true;
    return this.texts[0]({ ...one, scoreboard: undefined }) === this.texts[1]({ ...other, scoreboard: undefined });
  }

  /** The step that wrote cells that a step reads: a place in each run. */
  private writersOf(at: At, cells: Two<number>): Step | ChainEnd {
    const { records, events, parting } = at;
    const wrote = cells.map((cell, i) => lastWriter(records[i] as ThreadRecord, cell, events[i] ?? 0)) as unknown as Two<number>;
    const [one, other] = wrote;
    if (one < 0 && other < 0) return records.some(({ first }) => first > 0) ? 'cut' : 'start';
    if (one >= 0 && other >= 0 && areAligned(records, wrote))
      return { at: { ...at, events: wrote }, wanted: { kind: 'cell', cell: cells[0] } };
    // One of them is not the last in the other run: the later one is only in one run, or does something else in the other.
    const [a, b] = records;
    const i = one + a.first >= other + b.first ? 0 : 1;
    const [own, theirs] = i === 0 ? [a, b] : [b, a];
    const later = own.first + (wrote[i] ?? 0);
    const counterpart = later - theirs.first;
    // Where the threads have parted, nothing says what belongs together.
    if (later >= parting || counterpart < 0) return control(at);
    return {
      at: { ...at, events: i === 0 ? [one, counterpart] : [counterpart, other] },
      wanted: { kind: 'cell', cell: cells[i] ?? 0 },
    };
  }

  /** The store of the byte that a load reads, and that differs. */
  private *memoryOf({ records, events }: At, cell: number): Paused<Step | ChainEnd | undefined> {
    const touches = records.map((record, i) => touchAt(record, events[i] ?? 0, cell));
    const [one, other] = touches;
    if (one?.memory === undefined || other?.memory === undefined) return undefined;
    const index = one.index + cell - one.register;
    if (one.memory !== other.memory || index !== other.index + cell - other.register) return undefined;
    const moments = records.map((record, i) => momentOf(record, events[i] ?? 0));
    const byte = { memory: one.memory, index, ...(one.isOwn ? { own: records[0].thread } : {}) };
    return yield* this.storesOf(byte, moments[0], moments[1]);
  }

  /** The stores of a byte before moments, or at the end. */
  private *storesOf(byte: MemoryByte, untilA: Moment | undefined, untilB: Moment | undefined): Paused<Step | ChainEnd> {
    const [a, b] = this.builds;
    const found = differingWrites(yield* historyOf(a, byte, untilA), yield* historyOf(b, byte, untilB));
    if (found.every((one) => one === undefined)) return 'memory';
    let rest: Step | ChainEnd = 'unaligned';
    for (const [i, moment] of found.entries()) {
      if (moment === undefined) continue;
      if (++this.recorded > MOST_RECORDS) return 'cut';
      const own = yield* recordOf(this.builds[i] as Build, moment.thread, moment);
      const other = yield* recordOf(this.builds[1 - i] as Build, moment.thread, moment, longer(own));
      const pair = pairOf(i === 0 ? [own, other] : [other, own]);
      const event = other.eventOf(moment.section, moment.offset, moment.count);
      const ownEvent = own.eventOf(moment.section, moment.offset, moment.count);
      const events: Two<number> = i === 0 ? [ownEvent, event] : [event, ownEvent];
      if (event < 0) {
        const next = control(pair);
        if (typeof next !== 'string') return next;
        rest = next;
        continue;
      }
      const step: Step = { at: { ...pair, events }, wanted: { kind: 'byte', byte } };
      if (!this.isSame(step.at) || this.differs(step.at, this.placeOf(step))) return step;
    }
    return rest;
  }

  /** What a step is asked about. A byte that two lanes store, as it may be in one run only, is that of the lane that does something else. */
  private placeOf({ at, wanted }: Step): Place {
    if (wanted.kind === 'flow') return allAt(at.records, at.events);
    if (wanted.kind === 'cell') return writtenAt(at.records, at.events, wanted.cell);
    const places = storedAt(at.records, at.events, wanted.byte);
    return places.find((place) => this.differs(at, place)) ?? places[0] ?? allAt(at.records, at.events);
  }

  /** Whether a store says why a byte differs. */
  private differs({ records, events }: At, { lane, register, isEnabled }: Place): boolean {
    return isEnabled[0] !== isEnabled[1] || differingRead(inputsOf(records, events, lane, register, true), false) !== undefined;
  }

  private executed(i: 0 | 1, { records, events }: At, what: Place): Executed {
    const record = records[i];
    const event = events[i];
    const { section, instruction } = record.spot(event);
    const { lane } = what;
    const value = what.values[i];
    return {
      section,
      offset: instruction.offset,
      text: this.texts[i](instruction),
      count: record.countOf(event),
      item: itemOf(this.grids[i], record.group, record.index, lane < 0 ? null : laneOf(instruction, lane)),
      ...(value === undefined ? {} : { value }),
    };
  }
}

/** The branch after which a thread goes on differently in the other run. */
function control({ records, parting }: Pair): Step | ChainEnd {
  const [a, b] = records;
  if (parting === Number.POSITIVE_INFINITY) return 'unaligned';
  const branch: Two<number> = [parting - 1 - a.first, parting - 1 - b.first];
  if (branch.some((event) => event < 0)) return parting === 0 ? 'start' : 'cut';
  return { at: { records, parting, events: branch }, wanted: { kind: 'flow' } };
}

function pairOf(records: Two<ThreadRecord>): Pair {
  const [a, b] = records;
  const end = Math.min(a.first + a.length, b.first + b.length);
  for (let n = Math.max(a.first, b.first); n < end; n++) {
    const [ea, eb] = [n - a.first, n - b.first];
    if (!isAt(a, ea, b, eb) || a.mask(ea) !== b.mask(eb)) return { records, parting: n };
  }
  return { records, parting: Number.POSITIVE_INFINITY };
}

/** Instructions after which the other run is not looked at: it may be in a loop without an end. */
const longer = ({ first, length }: ThreadRecord): number => 4 * (first + length) + 4096;

const momentOf = (record: ThreadRecord, event: number): Moment => {
  const { section, instruction } = record.spot(event);
  return { thread: record.thread, section, offset: instruction.offset, count: record.countOf(event) };
};

function isAt(a: ThreadRecord, ea: number, b: ThreadRecord, eb: number): boolean {
  const [one, other] = [a.spot(ea), b.spot(eb)];
  return one.instruction.offset === other.instruction.offset && one.section === other.section;
}

const areAligned = ([a, b]: Two<ThreadRecord>, [ea, eb]: Two<number>): boolean => isAt(a, ea, b, eb) && a.countOf(ea) === b.countOf(eb);
