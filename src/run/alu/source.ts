/** Sources: regions, types and modifiers become lanes in the form of a kind. */
import type { DataType, Operand } from '../../formats/eu/index.ts';
import { FORMATS, mirrored, roundToDf } from '../numbers.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';
import { indexed, isDenormal, keepBit, type Name, readerOf, toPairs, toWords, Unsupported, WIDTHS } from './elements.ts';
import { roundingOf } from './floats.ts';
import { immediate } from './immediate.ts';
import { elementBytes, type Kind, type Lanes, type Step, sequence, unitBytes } from './kinds.ts';
import { ABSOLUTE, modify, NEGATED, type SourceOptions } from './modifiers.ts';

const AREAS = [
  ['first', 'raw0'],
  ['second', 'raw1'],
  ['third', 'raw2'],
] as const;

/** The byte offset of each lane of a region, from its first element. */
export function regionOffsets({ region }: Operand, bytes: number, n: number): Int32Array {
  const offsets = new Int32Array(n);
  if (region === undefined) return offsets;
  const { vertical, width, stride } = region;
  if (stride === undefined) throw new Unsupported('a source whose region is not valid');
  for (let i = 0; i < n; i++) {
    if (vertical === undefined) offsets[i] = i * stride * bytes;
    else if (vertical === 'VxH') offsets[i] = (i % (width ?? 1)) * stride * bytes;
    else {
      const row = width ?? (stride === 0 ? 1 : vertical === 0 ? n : vertical / stride);
      offsets[i] = (Math.floor(i / row) * vertical + (i % row) * stride) * bytes;
    }
  }
  return offsets;
}

/** The distance from lane to lane in bytes; `undefined` if it differs. */
function strideOf(offsets: Int32Array): number | undefined {
  const stride = offsets[1] ?? 0;
  for (let i = 2; i < offsets.length; i++) if (offsets[i] !== i * stride) return undefined;
  return stride;
}

/**
 * The lanes of a source.
 *
 * @param index 0 to 2: which source, for the place of what is converted
 */
export function sourceOf(
  layout: RegisterLayout,
  operand: Operand,
  index: number,
  kind: Kind,
  n: number,
  options: SourceOptions = {},
): Lanes {
  const [area, raw] = AREAS[index] ?? AREAS[2];
  const to = layout.of(area);
  const isWide = operand.kind === 'immediate' && operand.type?.bits === 64 && !operand.type.float && kind !== 'i32' && kind !== 'i64';
  if (operand.kind === 'immediate' && !isWide) return immediate(layout, operand, to, kind, n, options);
  const name = operand.type?.name as Name | undefined;
  if (name === undefined || WIDTHS[name] === undefined)
    throw new Unsupported(`sources of the type ${operand.type?.name ?? 'that is missing'}`);
  const bytes = WIDTHS[name];
  const offsets = regionOffsets(operand, bytes, n);
  let base: number;
  let before: Step | undefined;
  let places = offsets;
  if (isWide) {
    // More bits than a double has: converted when the instruction runs, as those of a register.
    base = layout.of(raw);
    const { low, high } = operand;
    before = ({ i32 }) => {
      i32[base >> 2] = low;
      i32[(base >> 2) + 1] = high;
    };
    places = new Int32Array(n);
  } else if (operand.kind === 'indirect') {
    base = layout.of(raw);
    before = gatherIndirect(layout, operand, offsets, bytes, base);
    places = Int32Array.from(offsets, (_, i) => i * bytes);
  } else {
    const place = layout.placeOf(operand);
    if (place === undefined) throw new Unsupported(`the register ${operand.register?.name ?? 'of a source'}`);
    base = place;
    before = beforeReading(layout, operand);
    if (base + (offsets.at(-1) ?? 0) + bytes > layout.size) throw new Unsupported('a source beyond the last register');
  }
  const stride = strideOf(places);
  if (stride !== undefined && options.flushes !== true && isDirect(name, kind, options.raw === true) && operand.modifier === 0) {
    const unit = unitBytes(kind);
    if (base % unit === 0 && stride % unit === 0)
      return { at: base / unit, stride: stride / unit, ...(before === undefined ? {} : { prepare: before }) };
  }
  const gather = gatherOf(name, kind, base, places, to, layout, options, operand.modifier);
  const change = modify(operand.modifier, operand.type as DataType, kind, to, n, options);
  return { at: to / unitBytes(kind), stride: elementBytes(kind) / unitBytes(kind), prepare: sequence(before, gather, change) };
}

/** Whether elements of a type are in the form of a kind already. Denormal floats of 32 bits are kept in that kind. */
function isDirect(name: Name, kind: Kind, raw: boolean): boolean {
  switch (kind) {
    case 'i32':
      return name === 'd' || name === 'ud' || (raw && WIDTHS[name] === 4);
    case 'i64':
      return name === 'q' || name === 'uq' || (raw && name === 'df');
    case 'f32':
      return name === 'f';
    case 'f64':
      return name === 'df';
    default:
      return false;
  }
}

/** Registers whose value is known when they are read. */
function beforeReading(layout: RegisterLayout, { register }: Operand): Step | undefined {
  if (register?.name === 'ce') {
    const at = layout.of('ce') >> 2;
    return (t) => {
      t.i32[at] = t.mask;
    };
  }
  if (register?.name === 'tm') {
    const at = layout.of('tm') >> 2;
    return (t) => {
      t.i32[at] = (t.i32[at] ?? 0) + 16;
    };
  }
  if (register?.name === 'n') {
    const at = layout.of('n') >> 2;
    return (t) => {
      t.i32[at] = t.notifications > 0 ? 1 : 0;
    };
  }
  return undefined;
}

/** Copies the elements of an indirect source next to each other. What is outside of the registers reads as zero. */
function gatherIndirect(layout: RegisterLayout, operand: Operand, offsets: Int32Array, bytes: number, to: number): Step {
  const places = new Int32Array(offsets.length);
  const find = indirectPlaces(layout, operand, offsets, bytes);
  return (t) => {
    find(t, places);
    const memory = t.bytes;
    for (let i = 0; i < places.length; i++) {
      const from = places[i] ?? -1;
      for (let k = 0; k < bytes; k++) memory[to + i * bytes + k] = from < 0 ? 0 : (memory[from + k] ?? 0);
    }
  };
}

/** Finds the elements of an indirect operand; -1 for those outside of the registers. */
export function indirectPlaces(
  layout: RegisterLayout,
  { region, sub, offset }: Operand,
  offsets: Int32Array,
  bytes: number,
): (t: Thread, places: Int32Array) => void {
  const address = (layout.of('a') >> 1) + sub;
  const perRow = region?.vertical === 'VxH' ? (region.width ?? 1) : offsets.length;
  const limit = layout.generalBytes;
  return ({ u16 }, places) => {
    for (let i = 0; i < offsets.length; i++) {
      const from = (u16[address + Math.floor(i / perRow)] ?? 0) + offset + (offsets[i] ?? 0);
      places[i] = from >= 0 && from + bytes <= limit ? from : -1;
    }
  };
}

/** Converts each element to the form of a kind. */
function gatherOf(
  name: Name,
  kind: Kind,
  base: number,
  places: Int32Array,
  to: number,
  layout: RegisterLayout,
  options: SourceOptions,
  modifier: number,
): Step {
  const bytes = WIDTHS[name];
  const [abs, negates] = [(modifier & ABSOLUTE) !== 0, (modifier & NEGATED) !== 0];
  if (kind === 'i32') return toWords(name, indexed(base, places, bytes), to >> 2);
  if (kind === 'i64') return toPairs(name, base, places, to >> 2);
  const at = indexed(base, places, bytes);
  const n = at.length;
  if (kind === 'f32') {
    const into = to >> 2;
    if (name === 'f' || name === 'tf32')
      return ({ f32 }) => {
        for (let i = 0; i < n; i++) f32[into + i] = f32[at[i] ?? 0] ?? 0;
      };
    const read = readerOf(name, false);
    return (t) => {
      for (let i = 0; i < n; i++) t.f32[into + i] = read(t, at[i] ?? 0);
    };
  }
  const into = to >> 3;
  if (kind === 'f64' && (name === 'q' || name === 'uq'))
    return (t) => {
      const mode = roundingOf(t);
      for (let i = 0; i < n; i++) {
        const place = at[i] ?? 0;
        const high = ((name === 'q' ? t.i32 : t.u32)[place * 2 + 1] ?? 0) * 2 ** 32;
        const low = t.u32[place * 2] ?? 0;
        // Modifiers come after it, and may turn the direction around.
        const turns = (abs && high < 0) !== negates;
        t.f64[into + i] = roundToDf(high + low, low - (high + low - high), turns ? mirrored(mode) : mode);
      }
    };
  const read = readerOf(name, options.narrows === true);
  const keep = kind === 'exact' ? 0 : keepBit(name);
  if (keep === 0)
    return (t) => {
      for (let i = 0; i < n; i++) t.f64[into + i] = read(t, at[i] ?? 0);
    };
  const control = layout.of('cr') >> 2;
  const { least } = FORMATS[name as keyof typeof FORMATS];
  return (t) => {
    const flushes = ((t.i32[control] ?? 0) & keep) === 0;
    for (let i = 0; i < n; i++) {
      const value = read(t, at[i] ?? 0);
      t.f64[into + i] = flushes && isDenormal(value, least) ? (value < 0 ? -0 : 0) : value;
    }
  };
}
