/**
 * Two builds whose code is not at the same places: the values from which each makes what it stores. The first difference is where one build
 * has a value that the other has not, though the other has all that it is made of. Values are compared as numbers, whatever made them.
 */
import { type Build, gridOf } from './build.ts';
import { type InstructionText, textOf } from './chase.ts';
import { lastWriter, touchAt } from './inputs.ts';
import type { Chain, Executed, Link } from './model.ts';
import { itemOf, laneOf } from './moment.ts';
import type { Writer } from './outputs.ts';
import { recordOf, type ThreadRecord } from './record.ts';

/** Values that are looked at in each build, and lanes of what all lanes depend on. */
const MOST_VALUES = 20_000;
const MOST_LANES = 32;

/** A value that an instruction wrote, or that a store was given. */
interface Value {
  readonly event: number;
  /** The access, and the place in it: undefined for what was there at the start. */
  readonly access: number;
  readonly i: number;
  readonly number: bigint;
  /** What it is made of. */
  readonly inputs: readonly Value[];
}

/** Where two builds that differ in their code begin to differ, as far as their values say so. */
export function chainOfValues(a: Build, b: Build, byte: number, stores: readonly [Writer | undefined, Writer | undefined]): Chain {
  const slices = [a, b].map((build, i) => {
    const store = stores[i as 0 | 1];
    return store === undefined ? undefined : sliceOf(build, store, byte);
  });
  const [one, other] = slices;
  const executed = (slice: Slice | undefined, value: Value | undefined): Executed | undefined => slice && value && slice.executed(value);
  const link = (first: Value | undefined, second: Value | undefined): Link => ({ a: executed(one, first), b: executed(other, second) });
  const store = link(one?.root, other?.root);
  if (one === undefined || other === undefined) return { links: [store], end: 'unaligned' };
  const [first, second] = origins(one, other);
  if (first === undefined && second === undefined) return { links: [{ ...store, via: 'data' }], end: 'unaligned' };
  return { links: [{ ...store, via: 'data' }, link(first, second)], end: 'result' };
}

/** In each build, the value that the other has not, but all that it is made of. Two that are made of the same belong together. */
function origins(one: Slice, other: Slice): readonly [Value | undefined, Value | undefined] {
  const [a, b] = [one.only(other), other.only(one)];
  const madeOf = ({ inputs }: Value): string => [...new Set(inputs.map(({ number }) => `${number}`))].sort().join();
  for (const value of a) {
    const same = b.find((theirs) => madeOf(theirs) === madeOf(value));
    if (same !== undefined) return [value, same];
  }
  return [a[0], b[0]];
}

/** All values that a store is made of, in one thread. */
class Slice {
  readonly root: Value | undefined;
  private readonly record: ThreadRecord;
  private readonly build: Build;
  private readonly text: InstructionText;
  private readonly known = new Map<string, Value>();
  private readonly numbers = new Set<bigint>();
  /** Values whose inputs were not looked at yet. */
  private readonly open: (Value & { readonly inputs: Value[] })[] = [];

  constructor(build: Build, record: ThreadRecord, byte: number) {
    this.build = build;
    this.record = record;
    this.text = textOf(build);
    const event = record.length - 1;
    const touch = [...record.touches(event)].reverse().find(({ index, size }) => index <= byte && byte < index + size);
    this.root = touch === undefined || touch.register < 0 ? undefined : this.dataAt(event, touch.register);
    // Chains of values are long: they are followed in a list, not by calls.
    for (let value = this.open.pop(); value !== undefined && this.known.size < MOST_VALUES; value = this.open.pop())
      value.inputs.push(...this.inputsOf(value));
  }

  /** The values that another has not, but whose inputs it has: those to which only values lead that it has not, the nearest first. */
  only(other: Slice): Value[] {
    const isCommon = ({ number }: Value): boolean => other.numbers.has(number);
    const found: Value[] = [];
    const seen = new Set<Value>();
    const open = this.root === undefined ? [] : [this.root];
    for (const value of open) {
      if (seen.has(value)) continue;
      seen.add(value);
      const foreign = value.inputs.filter((input) => !isCommon(input));
      if (foreign.length === 0) found.push(value);
      open.push(...foreign);
    }
    return found.filter(({ access }) => access >= 0);
  }

  executed({ event, i, access, number }: Value): Executed {
    const { record } = this;
    const { section, instruction, accesses } = record.spot(event);
    const lane = accesses[access]?.isOfLanes === true ? laneOf(instruction, i) : null;
    const item = itemOf(gridOf(this.build), record.group, record.index, lane);
    return {
      section,
      offset: instruction.offset,
      text: this.text(instruction),
      count: record.countOf(event),
      item,
      value: `0x${number.toString(16)}`,
    };
  }

  /** What a store takes from a byte of the registers. */
  private dataAt(event: number, register: number): Value | undefined {
    for (const [access, { role, places, cells }] of this.record.spot(event).accesses.entries()) {
      if (role !== 'data') continue;
      for (let i = 0; i < places.length; i++) {
        const place = this.record.placeAt(event, access, i);
        if (register >= place && register < place + cells) return this.valueOf(event, access, i);
      }
    }
    return undefined;
  }

  private valueOf(event: number, access: number, i: number): Value {
    const key = `${event} ${access} ${i}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const number = numberOf(this.record.values(event, access, i));
    const value = { event, access, i, number, inputs: [] };
    this.known.set(key, value);
    this.open.push(value);
    this.numbers.add(number);
    return value;
  }

  /** What an instruction reads for a place of its result; what a store is given is made by another instruction. */
  private inputsOf({ event, access, i }: Value): Value[] {
    const { record } = this;
    const { accesses, message } = record.spot(event);
    const result = accesses[access];
    if (result === undefined) return [];
    // Builds find their data at other addresses: what counts is what the thread has stored there.
    if (result.writes && message?.group === 'load') return this.storedFor(event, record.placeAt(event, access, i));
    if (!result.writes) return this.writerOf(event, access, i);
    return accesses.flatMap((one, k) => {
      if (one.writes || one.role === 'predicate') return [];
      const lanes = record.lanes(event, k);
      const isSingle = one.isOfLanes && result.isOfLanes;
      const places = isSingle ? [i] : Array.from({ length: Math.min(one.places.length, MOST_LANES) }, (_, lane) => lane);
      return places.filter((lane) => !one.isOfLanes || ((lanes >> lane) & 1) === 1).flatMap((lane) => this.writerOf(event, k, lane));
    });
  }

  /** What the thread stored where a load reads; nothing if it was stored before, or by another thread. */
  private storedFor(event: number, register: number): Value[] {
    const { record } = this;
    const read = touchAt(record, event, register);
    for (let before = event - 1; before >= 0 && read?.memory !== undefined; before--) {
      if (record.spot(before).message?.group !== 'store') continue;
      const held = record
        .touches(before)
        .find((one) => one.memory === read.memory && one.index <= read.index && read.index < one.index + one.size);
      if (held === undefined) continue;
      const value = this.dataAt(before, held.register);
      return value === undefined ? [] : [value];
    }
    return [];
  }

  /** The value that was written where an instruction reads, or what was there at the start. */
  private writerOf(event: number, access: number, i: number): Value[] {
    const { record } = this;
    const cell = record.placeAt(event, access, i);
    if (cell < 0) return [];
    const writer = lastWriter(record, cell, event);
    if (writer >= 0)
      for (const [k, one] of record.spot(writer).accesses.entries()) {
        if (!one.writes) continue;
        for (let place = 0; place < one.places.length; place++) {
          const at = record.placeAt(writer, k, place);
          const isEnabled = !one.isOfLanes || ((record.lanes(writer, k) >> place) & 1) === 1;
          if (isEnabled && cell >= at && cell < at + one.cells) return [this.valueOf(writer, k, place)];
        }
      }
    const number = numberOf(record.values(event, access, i));
    this.numbers.add(number);
    return [{ event, access: -1, i, number, inputs: [] }];
  }
}

function sliceOf(build: Build, { moment }: Writer, byte: number): Slice | undefined {
  const record = recordOf(build, moment.thread, moment);
  return record.reached ? new Slice(build, record, byte) : undefined;
}

function numberOf(bytes: Uint8Array): bigint {
  let number = 0n;
  for (let k = bytes.length - 1; k >= 0; k--) number = (number << 8n) | BigInt(bytes[k] ?? 0);
  return number;
}
