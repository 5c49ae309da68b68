/** Values that are computed and that no one wants: NaN and infinity, conversions out of range, divisions by zero, shifts, denormals. */
import type { DataType, Instruction, Operand } from '../../formats/eu/index.ts';
import type { Access } from '../access.ts';
import { halfOf } from '../alu/elements.ts';
import { FORMATS } from '../numbers.ts';
import type { Observer, Site, Watch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import type { Findings, Hit } from './findings.ts';
import type { CheckKind } from './kinds.ts';

/** Lanes of a thread, at most. */
const LANES = 32;

/** A value that was made and may be thrown away: it is a finding when its lane stores it. */
interface Pending {
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

/** Compilers compute what they then do not select, in divisions and in functions: so only what is stored counts. */
export function valueCheck(findings: Findings, kinds: ReadonlySet<CheckKind>): Observer {
  const pending: (Pending | undefined)[] = [];
  /** Lanes that loaded a NaN or an infinity: what functions give them need not come of finite numbers. */
  const given = new Set<number>();
  /** By section: whether its code has what is followed. */
  const sections = new Map<string, { readonly hasNan: boolean; readonly hasConversion: boolean }>();
  /** That of the kernel: what functions that it calls are given is not followed. */
  let entry: string | undefined;
  const factsOf = (section: string) => {
    const known = sections.get(section);
    if (known !== undefined) return known;
    entry ??= section;
    const all = findings.instructionsOf(section);
    const made = {
      hasNan: section === entry && kinds.has('nan') && all.some(isNanConstant),
      hasConversion: kinds.has('conversion') && all.some(isConversion),
    };
    sections.set(section, made);
    return made;
  };
  return {
    group: () => {
      pending.length = 0;
      given.clear();
    },
    watch: (site) => {
      if (site.message?.group === 'store') return storeWatch(site, pending, given);
      const { hasNan, hasConversion } = factsOf(site.section);
      if (site.message !== undefined) return hasNan && site.message.group === 'load' ? loadWatch(site, given) : undefined;
      if (hasNan && isNanConstant(site.instruction)) return constantWatch(findings, site, pending);
      if (hasConversion && isConversion(site.instruction)) return conversionWatch(findings, site, pending);
      if (hasConversion && isCopy(site.instruction)) return moveWatch(site, pending);
      return valueWatch(findings, kinds, site, pending);
    },
  };
}

function loadWatch({ instruction: { channelOffset } }: Site, given: Set<number>): Watch {
  return {
    memory: (t, { lane, memory, index, size }) => {
      if (memory === undefined || lane < 0 || size < 2) return false;
      for (let at = index; at + 4 <= index + size; at += 4)
        if (isSpecial(memory.bytes, at, 'f')) given.add(t.index * LANES + channelOffset + lane);
      if (isSpecial(memory.bytes, index, size === 8 ? 'df' : 'hf') && size !== 4) given.add(t.index * LANES + channelOffset + lane);
      return false;
    },
  };
}

/** The NaN that functions of libraries give as a constant to lanes whose arguments they are not defined for. */
const NAN_BITS = 0x7fc0_0000;

function isNanConstant({ operation, sources, dst, noMask }: Instruction): boolean {
  const [source] = sources;
  if (operation?.mnemonic !== 'mov' || noMask || source?.kind !== 'immediate') return false;
  return dst?.type?.bits === 32 && source.type?.bits === 32 && source.low === NAN_BITS;
}

function constantWatch(findings: Findings, site: Site, pending: (Pending | undefined)[]): Watch {
  const { instruction, enabled } = site;
  const { execSize, channelOffset } = instruction;
  const hit = findings.at('nan', site);
  const isIn = ({ i32 }: Thread, place: number, size: number): boolean => size === 4 && (i32[place >> 2] ?? 0) === NAN_BITS;
  const message = 'a function gives NaN, which is stored';
  return {
    before: (t) => {
      const lanes = enabled(t);
      for (let i = 0; i < execSize; i++)
        if ((lanes >> i) & 1)
          pending[t.index * LANES + channelOffset + i] = { hit, lane: i, isIn, parts: [], isConstant: true, message, value: 'NaN' };
    },
  };
}

function storeWatch(
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

/** A float becomes an integer that it may not fit. */
function isConversion({ operation, sources, dst }: Instruction): boolean {
  if (operation?.mnemonic !== 'mov' || sources[0]?.type?.float !== true || dst?.type === undefined) return false;
  return !dst.type.float && dst.modifier !== 1 && dst.type.bits >= 8;
}

function isCopy({ operation, sources, dst }: Instruction): boolean {
  const [from, to] = [sources[0]?.type, dst?.type];
  return operation?.mnemonic === 'mov' && (from?.name === to?.name || (from?.float === false && to?.float === false));
}

function valueWatch(findings: Findings, kinds: ReadonlySet<CheckKind>, site: Site, pending: (Pending | undefined)[]): Watch | undefined {
  const { instruction } = site;
  const { dst, sources, operation, subfunction } = instruction;
  const name = operation?.mnemonic ?? '';
  if (kinds.has('shift') && (name === 'shl' || name === 'shr' || name === 'asr')) return shiftWatch(findings, site);
  if (kinds.has('division-by-zero') && name === 'math' && (subfunction === 'iqot' || subfunction === 'irem'))
    return divisionWatch(findings, site);
  const [first] = sources;
  if (dst?.type?.float !== true || !FLOATS.has(dst.type.name)) return undefined;
  const isMove = MOVES.has(name) && !(name === 'mov' && first?.type?.float === true && first.type.name !== dst.type.name);
  const denormals = kinds.has('denormal') && !MOVES.has(name) ? denormalWatch(findings, site) : undefined;
  const specials = kinds.has('nan') && !isMove ? specialWatch(findings, site, pending) : undefined;
  if (denormals === undefined || specials === undefined) return denormals ?? specials;
  return {
    ...specials,
    before: (t) => {
      denormals.before?.(t);
      specials.before?.(t);
    },
  };
}

const FLOATS: ReadonlySet<string> = new Set(['f', 'hf', 'df', 'bf']);
/** What takes a float as it is, or gives a mask. */
const MOVES: ReadonlySet<string> = new Set(['sel', 'csel', 'mov', 'cmp', 'cmpn']);

/** Whether the float in some bytes is a NaN or an infinity. */
function isSpecial(bytes: Uint8Array, place: number, name: string): boolean {
  const size = SIZES[name] ?? 4;
  const top = bytes[place + size - 1] ?? 0;
  const next = bytes[place + size - 2] ?? 0;
  if (name === 'hf') return (top & 0x7c) === 0x7c;
  if (name === 'df') return (top & 0x7f) === 0x7f && (next & 0xf0) === 0xf0;
  return (top & 0x7f) === 0x7f && (next & 0x80) === 0x80;
}

const SIZES: Readonly<Record<string, number>> = { f: 4, hf: 2, df: 8, bf: 2 };

function isNan(bytes: Uint8Array, place: number, name: string): boolean {
  const size = SIZES[name] ?? 4;
  const fraction = name === 'hf' ? 0x3 : name === 'df' ? 0xf : 0x7f;
  if (((bytes[place + size - 2] ?? 0) & (name === 'hf' ? 0 : fraction)) !== 0) return true;
  if (name === 'hf' && ((bytes[place + 1] ?? 0) & fraction) !== 0) return true;
  for (let k = 0; k < size - (name === 'hf' ? 1 : 2); k++) if (bytes[place + k] !== 0) return true;
  return false;
}

const operandsOf = (site: Site, role: Access['role']): readonly Access[] =>
  site.accesses().filter((one) => one.role === role && one.isOfLanes);

function specialWatch(findings: Findings, site: Site, pending: (Pending | undefined)[]): Watch | undefined {
  const { instruction, enabled } = site;
  const { dst, sources, channelOffset, operation, subfunction } = instruction;
  const type = dst?.type?.name ?? 'f';
  const [result] = operandsOf(site, 'destination');
  const inputs = operandsOf(site, 'source').map((access) => ({ access, type: sources[access.source ?? 0]?.type }));
  if (result === undefined || result.locate !== undefined || inputs.some(({ access }) => access.locate !== undefined)) return undefined;
  if (sources.some((one) => one.kind === 'immediate' && isSpecialImmediate(one.low, one.high, one.type))) return undefined;
  const floats = inputs
    .filter((one) => one.type?.float === true && FLOATS.has(one.type.name))
    .map(({ access, type: own }) => ({ places: access.places, name: own?.name ?? 'f', saved: savedOf(access.places, result.places) }));
  const saved = floats.flatMap((one) => one.saved ?? []);
  const hit = findings.at('nan', site);
  const { places } = result;
  const size = SIZES[type] ?? 4;
  const areFinite = (t: Thread, lane: number): boolean => {
    for (const { places: own, name, saved: copy } of floats) {
      const place = own[lane] ?? 0;
      if (copy === undefined ? isSpecial(t.bytes, place, name) : isSpecial(copy.bytes, place - copy.from, name)) return false;
    }
    return true;
  };
  let lanes = 0;
  const what = `${operation?.mnemonic ?? ''}${subfunction === '' ? '' : `.${subfunction}`}`;
  const words = type === 'f' ? places.map((place) => place >> 2) : undefined;
  return {
    before: (t) => {
      lanes = enabled(t);
      for (const { bytes, from } of saved) bytes.set(t.bytes.subarray(from, from + bytes.length));
    },
    after: (t) => {
      const { bytes, u32 } = t;
      for (let i = 0; i < places.length; i++) {
        if (words !== undefined && ((u32[words[i] ?? 0] ?? 0) & 0x7f80_0000) !== 0x7f80_0000) continue;
        const place = places[i] ?? 0;
        if (((lanes >> i) & 1) === 0 || !isSpecial(bytes, place, type) || !areFinite(t, i)) continue;
        const value = isNan(bytes, place, type) ? 'NaN' : 'infinity';
        pending[t.index * LANES + channelOffset + i] = {
          ...{ hit, lane: i, value, parts: [], message: `${what} of finite numbers gives ${value}, which is stored` },
          isIn: (one, from, stored) => {
            if (size > 2 && stored !== size) return false;
            for (let k = 0; k + size <= stored; k += size) if (isSpecial(one.bytes, from + k, type)) return true;
            return false;
          },
        };
      }
    },
  };
}

/** A copy of a source that the result may overwrite. */
function savedOf(source: Int32Array, result: Int32Array): { readonly bytes: Uint8Array; readonly from: number } | undefined {
  const [low, high] = [Math.min(...source), Math.max(...source) + 8];
  const isApart = high <= Math.min(...result) || low >= Math.max(...result) + 8;
  return isApart ? undefined : { bytes: new Uint8Array(high - low), from: low };
}

function isSpecialImmediate(low: number, high: number, type: DataType | undefined): boolean {
  if (type?.float !== true) return false;
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, low, true);
  view.setInt32(4, high, true);
  return isSpecial(new Uint8Array(view.buffer), 0, type.name);
}

function conversionWatch(findings: Findings, site: Site, pending: (Pending | undefined)[]): Watch | undefined {
  const { instruction, enabled } = site;
  const { dst, sources, channelOffset } = instruction;
  const [source] = operandsOf(site, 'source');
  const [result] = operandsOf(site, 'destination');
  const type = sources[0]?.type?.name ?? '';
  const { bits = 32, signed = true, name = '' } = dst?.type ?? {};
  if (source === undefined || result === undefined || source.locate !== undefined || result.locate !== undefined) return undefined;
  if (type !== 'f' && type !== 'df' && type !== 'hf') return undefined;
  const modifier = sources[0]?.modifier ?? 0;
  const hit = findings.at('conversion', site);
  const [low, high] = signed ? [-(2 ** (bits - 1)), 2 ** (bits - 1)] : [0, 2 ** bits];
  const found: { lane: number; value: number }[] = [];
  return {
    before: (t) => {
      found.length = 0;
      const lanes = enabled(t);
      for (let i = 0; i < source.places.length; i++) {
        if (((lanes >> i) & 1) === 0) continue;
        const place = source.places[i] ?? 0;
        const raw = type === 'f' ? (t.f32[place >> 2] ?? 0) : type === 'df' ? (t.f64[place >> 3] ?? 0) : halfOf(t.u16[place >> 1] ?? 0);
        const size = (modifier & 1) !== 0 ? Math.abs(raw) : raw;
        const value = Math.trunc((modifier & 2) !== 0 ? -size : size);
        // The upper end as a float is one more than the largest integer: code that limits the value first comes to it.
        if (!(value >= low && value <= high)) found.push({ lane: i, value });
      }
    },
    after: (t) => {
      for (const { lane, value } of found) {
        const place = result.places[lane] ?? 0;
        const bytes = t.bytes.slice(place, place + bits / 8);
        const parts = [{ place, from: 0, size: bytes.length }];
        pending[t.index * LANES + channelOffset + lane] = {
          ...{ hit, lane, value: `${value}`, parts, message: `${value} is converted to ${name}, which cannot hold it` },
          isIn: (one, at, size) => {
            const part = parts.find(({ place: own }) => own === at);
            if (part === undefined || size > part.size) return false;
            for (let k = 0; k < size; k++) if (one.bytes[at + k] !== bytes[part.from + k]) return false;
            return true;
          },
        };
      }
    },
  };
}

/** Places that a value is followed to: one that is moved about without end is only known where it was at first. */
const MOST_PARTS = 16;

/** Follows values that are moved, whole, cut or in parts. */
function moveWatch(site: Site, pending: readonly (Pending | undefined)[]): Watch | undefined {
  const { instruction, enabled } = site;
  const [source] = operandsOf(site, 'source');
  const [result] = operandsOf(site, 'destination');
  if (source === undefined || result === undefined || source.locate !== undefined || result.locate !== undefined) return undefined;
  const size = Math.min(source.cells, result.cells);
  return {
    before: (t) => {
      if (pending.length === 0) return;
      const lanes = enabled(t);
      const first = t.index * LANES + instruction.channelOffset;
      for (let i = 0; i < source.places.length; i++) {
        const parts = pending[first + i]?.parts;
        if (parts === undefined || parts.length === 0 || parts.length >= MOST_PARTS || ((lanes >> i) & 1) === 0) continue;
        const at = source.places[i] ?? 0;
        const part = parts.find(({ place, size: own }) => place <= at && at < place + own);
        if (part === undefined) continue;
        const from = part.from + at - part.place;
        parts.push({ place: result.places[i] ?? 0, from, size: Math.min(size, part.from + part.size - from) });
      }
    },
  };
}

function divisionWatch(findings: Findings, site: Site): Watch {
  const hit = findings.at('division-by-zero', site);
  const divisor = operandsOf(site, 'source').find(({ source }) => source === 1);
  return {
    before: (t) => {
      if (divisor === undefined) return;
      divisor.locate?.(t);
      const lanes = divisor.lanes(t);
      for (const [i, place] of divisor.places.entries())
        if ((lanes >> i) & 1 && t.bytes.subarray(place, place + divisor.cells).every((byte) => byte === 0))
          hit(t, i, () => ({ message: 'an integer is divided by zero' }));
    },
  };
}

function shiftWatch(findings: Findings, site: Site): Watch | undefined {
  const { dst, sources } = site.instruction;
  const distance = operandsOf(site, 'source').find(({ source }) => source === 1);
  const bits = Math.max(dst?.type?.bits ?? 32, sources[0]?.type?.bits ?? 32);
  if (distance === undefined) return undefined;
  const hit = findings.at('shift', site);
  return {
    before: (t) => {
      distance.locate?.(t);
      const lanes = distance.lanes(t);
      for (const [i, place] of distance.places.entries()) {
        if (((lanes >> i) & 1) === 0) continue;
        let value = 0;
        for (let k = distance.cells - 1; k >= 0; k--) value = value * 256 + (t.bytes[place + k] ?? 0);
        if (value >= bits) hit(t, i, () => ({ message: `a value of ${bits} bits is shifted by ${value}`, value: `${value}` }));
      }
    },
  };
}

/** Floats of 32 bits, where cr0.0 says that denormals are not kept: what is read, and the products that are not given. */
function denormalWatch(findings: Findings, site: Site): Watch | undefined {
  const { instruction, enabled } = site;
  const { sources, operation, dst } = instruction;
  const inputs = operandsOf(site, 'source').filter(({ source, locate }) => locate === undefined && isSingle(sources[source ?? -1]));
  if (inputs.length === 0) return undefined;
  const hit = findings.at('denormal', site);
  const factors = operation?.mnemonic === 'mul' && dst?.type?.name === 'f' ? sources.map((_, at) => factorOf(sources[at], inputs, at)) : [];
  const [left, right] = factors;
  return {
    before: (t) => {
      if (((t.i32[t.layout.of('cr') >> 2] ?? 0) & FORMATS.f.keep) !== 0) return;
      const lanes = enabled(t);
      for (let i = 0; i < instruction.execSize; i++) {
        if (((lanes >> i) & 1) === 0) continue;
        for (const { places } of inputs) {
          const value = t.f32[(places[i] ?? 0) >> 2] ?? 0;
          if (isDenormal(value)) hit(t, i, () => ({ message: `${value} is taken as zero`, value: `${value}` }));
        }
        const [a, b] = [left?.(t, i) ?? 0, right?.(t, i) ?? 0];
        if (isDenormal(a * b) && !isDenormal(a) && !isDenormal(b))
          hit(t, i, () => ({ message: `${a * b} is given as zero`, value: `${a * b}` }));
      }
    },
  };
}

const isDenormal = (value: number): boolean => value !== 0 && Math.abs(value) < 2 ** -126;

const isSingle = (operand: Operand | undefined): boolean =>
  operand?.type?.name === 'f' && (operand.register?.name === 'r' || operand.register?.name === 'acc');

/** What reads a factor of a product for a lane; undefined if it is not a float of 32 bits. */
function factorOf(
  operand: Operand | undefined,
  inputs: readonly Access[],
  source: number,
): ((t: Thread, lane: number) => number) | undefined {
  const [value = 0] = new Float32Array(Int32Array.of(operand?.low ?? 0).buffer);
  if (operand?.kind === 'immediate' && operand.type?.name === 'f') return () => value;
  const places = inputs.find((one) => one.source === source)?.places;
  return places && ((t, lane) => t.f32[(places[lane] ?? 0) >> 2] ?? 0);
}
