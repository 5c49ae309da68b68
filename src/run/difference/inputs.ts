/** What a step of two runs reads and writes, side by side. */
import type { Access, Role } from '../access.ts';
import type { MemoryByte } from './history.ts';
import type { RecordedTouch, ThreadRecord } from './record.ts';

type Two<T> = readonly [T, T];

/** What of a step differs. */
export interface Place {
  /** The lane of the instruction; -1 if it is all of them. */
  readonly lane: number;
  /** The byte of the registers from which a store has its byte; -1 if it is not known. */
  readonly register: number;
  readonly isEnabled: Two<boolean>;
  /** The element that was written, as digits. */
  readonly values: Two<string | undefined>;
}

/** Bytes in memory, or bits, as a number. */
function digits(bytes: Uint8Array, isFlag: boolean): string {
  let text = '';
  if (isFlag) return bytes.length > 1 ? `0b${[...bytes].reverse().join('')}` : `${bytes[0] ?? 0}`;
  for (const byte of bytes) text = byte.toString(16).padStart(2, '0') + text;
  return `0x${text}`;
}

/** Whether a place is one of an enabled lane. */
const isOn = (record: ThreadRecord, event: number, access: number, i: number): boolean => {
  const lanes = record.lanes(event, access);
  return record.spot(event).accesses[access]?.isOfLanes === true ? ((lanes >> i) & 1) === 1 : lanes !== 0;
};

/** The element of a message that goes to a byte of the registers. */
export function touchAt(record: ThreadRecord, event: number, cell: number): RecordedTouch | undefined {
  return record.touches(event).find(({ register, size }) => register >= 0 && cell >= register && cell < register + size);
}

const holds = (touch: RecordedTouch, { memory, index }: MemoryByte): boolean =>
  touch.memory === memory && touch.index <= index && index < touch.index + touch.size;

/** All that a step does. */
export function allAt([a, b]: Two<ThreadRecord>, [ea, eb]: Two<number>): Place {
  const isSame = a.spot(ea).accesses.every((_, access) => a.lanes(ea, access) === b.lanes(eb, access));
  return { lane: -1, register: -1, isEnabled: [true, isSame], values: [undefined, undefined] };
}

/** What a step writes to a byte of memory: the elements that have it last in each run. */
export function storedAt(records: Two<ThreadRecord>, events: Two<number>, byte: MemoryByte): Place[] {
  const touches = records.map((record, i) => record.touches(events[i] ?? 0));
  return touches.flatMap((all) => {
    const holder = [...all].reverse().find((one) => holds(one, byte));
    if (holder === undefined) return [];
    const { lane, register, index } = holder;
    // The same element of the message in each run, where it is enabled.
    const own = touches.map((others) => others.find((one) => one.lane === lane && one.register === register));
    const values = own.map((touch, i) => touch && dataOf(records[i] as ThreadRecord, events[i] ?? 0, touch));
    return {
      lane,
      register: register < 0 ? -1 : register + byte.index - index,
      isEnabled: own.map((one) => one !== undefined) as unknown as Two<boolean>,
      values: values as unknown as Two<string | undefined>,
    };
  });
}

/** What a message stores for an element. */
function dataOf(record: ThreadRecord, event: number, { register, lane }: RecordedTouch): string | undefined {
  for (const [k, access] of record.spot(event).accesses.entries()) {
    if (access.role !== 'data') continue;
    for (let i = 0; i < access.places.length; i++) {
      const place = record.placeAt(event, k, i);
      const isIt = register >= 0 ? register >= place && register < place + access.cells : i === lane;
      if (isIt && place >= 0) return digits(record.values(event, k, i), false);
    }
  }
  return undefined;
}

/** What a step writes to a cell. */
export function writtenAt(records: Two<ThreadRecord>, events: Two<number>, cell: number): Place {
  const sides = records.map((record, i) => placeOf(record, events[i] ?? 0, cell));
  const known = sides.find((side) => side?.isOn) ?? sides.find((side) => side !== undefined);
  if (known === undefined) {
    const touch = touchAt(records[0], events[0], cell) ?? touchAt(records[1], events[1], cell);
    return { lane: touch?.lane ?? -1, register: -1, isEnabled: [true, true], values: [undefined, undefined] };
  }
  const { access, i } = known;
  const isEnabled = records.map((record, k) => isOn(record, events[k] ?? 0, access, i)) as unknown as Two<boolean>;
  const values = records.map((record, k) => {
    const event = events[k] ?? 0;
    const one = record.spot(event).accesses[access];
    if (one === undefined || !isEnabled[k]) return undefined;
    return digits(record.values(event, access, i), record.placeAt(event, access, i) >= record.layoutSize);
  });
  return {
    lane: records[0].spot(events[0]).accesses[access]?.isOfLanes === true ? i : -1,
    register: -1,
    isEnabled,
    values: values as unknown as Two<string | undefined>,
  };
}

interface Found {
  readonly access: number;
  readonly i: number;
  readonly isOn: boolean;
}

/** Which access of an event writes a cell, whether or not its lane is enabled. */
function placeOf(record: ThreadRecord, event: number, cell: number): Found | undefined {
  let found: Found | undefined;
  for (const [k, access] of record.spot(event).accesses.entries()) {
    if (!access.writes) continue;
    for (let i = 0; i < access.places.length; i++) {
      const place = record.placeAt(event, k, i);
      if (place < 0 || cell < place || cell >= place + access.cells) continue;
      const one = { access: k, i, isOn: isOn(record, event, k, i) };
      if (one.isOn) return one;
      found ??= one;
    }
  }
  return found;
}

/** The last event before another that wrote a cell; -1 if the record has none. */
export function lastWriter(record: ThreadRecord, cell: number, before: number): number {
  for (let event = Math.min(before, record.length) - 1; event >= 0; event--) {
    const { accesses, message } = record.spot(event);
    if (!accesses.some((access) => access.writes && mayWrite(access, cell)) && message?.group !== 'load') continue;
    if (placeOf(record, event, cell)?.isOn === true) return event;
    if (message?.group === 'load' && touchAt(record, event, cell) !== undefined) return event;
  }
  return -1;
}

function mayWrite({ places, cells, locate, isOfLanes }: Access, cell: number): boolean {
  if (locate !== undefined || !isOfLanes) return true;
  const [first = 0] = places;
  const last = places[places.length - 1] ?? 0;
  return cell >= Math.min(first, last) && cell < Math.max(first, last) + cells;
}

/** Something that both runs read. */
export interface Input {
  readonly role: Role;
  /** Whether both read it at the same place, and for the same lanes. */
  readonly isAligned: boolean;
  readonly isDifferent: boolean;
  /** The first cell that differs, in each run. */
  readonly cells: Two<number>;
}

/**
 * What a step reads for a lane of its result, or for all.
 *
 * @param register the only byte of data that counts, if it is not -1
 */
export function inputsOf(records: Two<ThreadRecord>, events: Two<number>, lane: number, register: number, isSame: boolean): Input[] {
  const [a, b] = records;
  const [ea, eb] = events;
  const inputs: Input[] = [];
  const others = b.spot(eb).accesses;
  for (const [k, access] of a.spot(ea).accesses.entries()) {
    if (access.writes) continue;
    const other = isSame ? k : counterpart(access, others);
    const theirs = others[other];
    if (theirs === undefined) continue;
    const n = Math.min(access.places.length, theirs.places.length);
    for (let i = 0; i < n; i++) {
      if (access.isOfLanes && lane >= 0 && i !== lane) continue;
      const [placeA, placeB] = [a.placeAt(ea, k, i), b.placeAt(eb, other, i)];
      if (placeA < 0 || placeB < 0) continue;
      if (register >= 0 && access.role === 'data' && (register < placeA || register >= placeA + access.cells)) continue;
      const [onA, onB] = [isOn(a, ea, k, i), isOn(b, eb, other, i)];
      if (!onA || !onB) continue;
      const [valuesA, valuesB] = [a.values(ea, k, i), b.values(eb, other, i)];
      let at = 0;
      while (at < valuesA.length && valuesA[at] === valuesB[at]) at++;
      const isDifferent = at < valuesA.length;
      const isAligned = placeA === placeB && access.cells === theirs.cells;
      if (isDifferent) inputs.push({ role: access.role, isAligned, isDifferent, cells: [placeA + at, placeB + at] });
    }
  }
  return inputs;
}

/** The access of another instruction that has the same purpose. */
const counterpart = (access: Access, others: readonly Access[]): number =>
  others.findIndex(({ role, source, writes }) => !writes && role === access.role && source === access.source);

/** What of the inputs leads on: what decides whether something is done, if that differs; else a value. */
export function differingRead(inputs: readonly Input[], isEnablingDifferent: boolean): Input | undefined {
  const predicate = inputs.find(({ role }) => role === 'predicate');
  if (isEnablingDifferent) return predicate;
  return (
    inputs.find(({ role, isAligned }) => role !== 'predicate' && isAligned) ?? inputs.find(({ role }) => role !== 'predicate') ?? predicate
  );
}
