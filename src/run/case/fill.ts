/** The bytes of buffers and images before a launch. */
import type { Budget } from '../../core/diag/index.ts';
import { type ElementType, isFloat, putElement, sizeOf } from './elements.ts';
import type { Fill } from './model.ts';
import { unpack } from './packed.ts';
import { MOST_BELOW, RandomStream } from './random.ts';
import { caseError } from './shape.ts';

/** A short case can ask for many elements: the clock is looked at again after so many elements, or bytes of them. */
const STRETCH = 1 << 16;

/**
 * `count` elements as bytes. Throws `FormatError`: `run/case` for data that is damaged, or more than the elements are, and `limit/time` as
 * {@link Budget.check}.
 */
export function filled(type: ElementType, count: number, fill: Fill, budget?: Budget): Uint8Array {
  const bytes = new Uint8Array(count * sizeOf(type));
  switch (fill.kind) {
    case 'zero':
      break;
    case 'data': {
      const isPacked = !(fill.data instanceof Uint8Array);
      const data = isPacked ? unpack(fill.data, budget) : fill.data;
      if (data.length > bytes.length)
        throw caseError(isPacked ? fill.data.path : '', `${data.length} bytes are more than the ${bytes.length} of the argument`);
      bytes.set(data);
      break;
    }
    case 'values':
      fillValues(bytes, sizeOf(type), fill, budget);
      break;
    case 'iota':
      if (isFloat(type)) fillFloats(bytes, type, (i) => Number(fill.start) + i * Number(fill.step), budget);
      else fillSteps(bytes, sizeOf(type), BigInt(fill.start), BigInt(fill.step), budget);
      break;
    case 'bits':
      fillBits(bytes, sizeOf(type), fill.seed, budget);
      break;
    case 'integers':
      fillIntegers(bytes, sizeOf(type), fill, budget);
      break;
    case 'floats':
      fillRandomFloats(bytes, type, fill, budget);
      break;
  }
  return bytes;
}

type FillOf<K extends Fill['kind']> = Extract<Fill, { readonly kind: K }>;

function fillValues(bytes: Uint8Array, size: number, { elements, repeat, pick }: FillOf<'values'>, budget?: Budget): void {
  const to = wordsOf(bytes, size);
  const from = wordsOf(elements, size);
  const words = size === 8 ? 2 : 1;
  const values = from.length / words;
  const count = to.length / words;
  const stream = pick === undefined ? undefined : new RandomStream(pick);
  const period = stream ? count : Math.min(count, values * repeat);
  for (let i = 0; i < period; i++) {
    if (i % STRETCH === 0) budget?.check();
    stream?.next();
    const value = stream ? stream.below(values) : Math.floor(i / repeat);
    for (let k = 0; k < words; k++) to[i * words + k] = from[value * words + k] ?? 0;
  }
  // What is there is copied after itself, twice as much each time.
  for (let done = period; done < count && done > 0; done *= 2) to.copyWithin(done * words, 0, Math.min(done, count - done) * words);
}

/** Bytes as integers of 32 bits, or of as many as elements have. They are not parts of other arrays, so they are aligned. */
function wordsOf({ buffer }: Uint8Array, size: number): Uint8Array | Uint16Array | Uint32Array {
  return size === 1 ? new Uint8Array(buffer) : size === 2 ? new Uint16Array(buffer) : new Uint32Array(buffer);
}

function fillFloats(bytes: Uint8Array, type: ElementType, value: (i: number) => number, budget?: Budget): void {
  const view = new DataView(bytes.buffer);
  const size = sizeOf(type);
  for (let at = 0, i = 0; at < bytes.length; at += size, i++) {
    if (i % STRETCH === 0) budget?.check();
    putElement(view, at, type, value(i));
  }
}

/** Stores `start`, `start + step`, … in arithmetic of 64 bits. */
function fillSteps(bytes: Uint8Array, size: number, start: bigint, step: bigint, budget?: Budget): void {
  const view = new DataView(bytes.buffer);
  const stepLow = lowOf(step);
  const stepHigh = highOf(step);
  let low = lowOf(start);
  let high = highOf(start);
  for (let at = 0; at < bytes.length; at += size) {
    if (at % STRETCH === 0) budget?.check();
    putHalves(view, at, size, low, high);
    const sum = low + stepLow;
    high = (high + stepHigh + (sum > 0xffff_ffff ? 1 : 0)) >>> 0;
    low = sum >>> 0;
  }
}

const lowOf = (value: bigint): number => Number(BigInt.asUintN(32, value));
const highOf = (value: bigint): number => Number(BigInt.asUintN(32, value >> 32n));

function fillBits(bytes: Uint8Array, size: number, seed: bigint, budget?: Budget): void {
  const view = new DataView(bytes.buffer);
  const stream = new RandomStream(seed);
  for (let at = 0; at < bytes.length; at += size) {
    if (at % STRETCH === 0) budget?.check();
    stream.next();
    putHalves(view, at, size, stream.low, stream.high);
  }
}

function fillIntegers(bytes: Uint8Array, size: number, { seed, low, count }: FillOf<'integers'>, budget?: Budget): void {
  const view = new DataView(bytes.buffer);
  const stream = new RandomStream(seed);
  const below = count <= BigInt(MOST_BELOW) ? Number(count) : 0;
  const lowLow = lowOf(low);
  const lowHigh = highOf(low);
  for (let at = 0; at < bytes.length; at += size) {
    if (at % STRETCH === 0) budget?.check();
    stream.next();
    if (below === 0) {
      const sum = low + (stream.bits() % count);
      putHalves(view, at, size, lowOf(sum), highOf(sum));
    } else {
      const sum = lowLow + stream.below(below);
      putHalves(view, at, size, sum >>> 0, size === 8 ? (lowHigh + Math.floor(sum / 0x1_0000_0000)) >>> 0 : 0);
    }
  }
}

function fillRandomFloats(bytes: Uint8Array, type: ElementType, { seed, low, high, step }: FillOf<'floats'>, budget?: Budget): void {
  const stream = new RandomStream(seed);
  // More steps than 2³⁷ cannot be told from the numbers between them.
  const steps = step === undefined ? 0 : Math.trunc((high - low) / step) + 1;
  const next = (): number => {
    stream.next();
    return step === undefined ? low + stream.fraction() * (high - low) : low + stream.below(steps) * step;
  };
  fillFloats(bytes, type, next, budget);
}

/** Stores the lowest bytes of a 64-bit number. */
function putHalves(view: DataView, at: number, size: number, low: number, high: number): void {
  if (size === 8) {
    view.setUint32(at, low, true);
    view.setUint32(at + 4, high, true);
  } else if (size === 4) view.setUint32(at, low, true);
  else if (size === 2) view.setUint16(at, low, true);
  else view.setUint8(at, low);
}
