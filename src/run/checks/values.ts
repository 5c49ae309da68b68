/** Values that are computed and that no one wants: NaN and infinity, conversions out of range, divisions by zero, shifts, denormals. */
import type { Instruction, Operand } from '../../formats/eu/index.ts';
import type { Access } from '../access.ts';
import { FORMATS, halfOf } from '../numbers.ts';
import type { Observer, Site, Watch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import type { Findings } from './findings.ts';
import type { CheckKind } from './kinds.ts';
import { constantWatch, FLOATS, loadWatch, nanConstants, specialWatch } from './nan.ts';
import { LANES, moveWatch, operandsOf, type Pending, storeWatch } from './pending.ts';

/** Compilers compute what they then do not select, in divisions and in functions: so only what is stored counts. */
export function valueCheck(findings: Findings, kinds: ReadonlySet<CheckKind>): Observer {
  const pending: (Pending | undefined)[] = [];
  /** Lanes that loaded a NaN or an infinity: what functions give them need not come of finite numbers. */
  const given = new Set<number>();
  /** By section: whether its code has what is followed. */
  const sections = new Map<string, { readonly nans: ReadonlySet<number>; readonly hasConversion: boolean }>();
  /** That of the kernel: what functions that it calls are given is not followed. */
  let entry: string | undefined;
  const factsOf = (section: string) => {
    const known = sections.get(section);
    if (known !== undefined) return known;
    entry ??= section;
    const all = findings.instructionsOf(section);
    const made = {
      nans: section === entry && kinds.has('nan') ? nanConstants(all) : NO_OFFSETS,
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
      const { nans, hasConversion } = factsOf(site.section);
      if (site.message !== undefined) return nans.size > 0 && site.message.group === 'load' ? loadWatch(site, given) : undefined;
      if (nans.has(site.instruction.offset)) return constantWatch(findings, site, pending);
      if (hasConversion && isConversion(site.instruction)) return conversionWatch(findings, site, pending);
      if (hasConversion && isCopy(site.instruction)) return moveWatch(site, pending);
      return valueWatch(findings, kinds, site, pending);
    },
  };
}

const NO_OFFSETS: ReadonlySet<number> = new Set();

/** A float becomes an integer that it may not fit. */
function isConversion({ operation, sources, dst }: Instruction): boolean {
  if (operation?.mnemonic !== 'mov' || sources[0]?.type?.float !== true || dst?.type === undefined) return false;
  return !dst.type.float && dst.modifier !== 1 && dst.type.bits >= 8;
}

function isCopy({ operation, sources, dst, condition }: Instruction): boolean {
  const [from, to] = [sources[0]?.type, dst?.type];
  const copies = operation?.mnemonic === 'mov' || (operation?.mnemonic === 'sel' && condition === '');
  return copies && (from?.name === to?.name || (from?.float === false && to?.float === false));
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

/** What takes a float as it is, or gives a mask. */
const MOVES: ReadonlySet<string> = new Set(['sel', 'csel', 'mov', 'cmp', 'cmpn']);

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
