/** NaN and infinity: made of finite numbers, or given as constants by functions to lanes whose arguments they are not defined for. */
import type { DataType, Instruction, Operand } from '../../formats/eu/index.ts';
import type { Mask } from '../alu/masks.ts';
import type { Site, Watch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import type { Findings } from './findings.ts';
import { LANES, operandsOf, type Pending } from './pending.ts';

export const FLOATS: ReadonlySet<string> = new Set(['f', 'hf', 'df', 'bf']);

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

export function loadWatch({ instruction: { channelOffset } }: Site, given: Set<number>): Watch {
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

/** The upper word of the NaN that functions of libraries give to lanes whose arguments they are not defined for, by bytes of the float. */
const NAN_WORDS: Readonly<Record<number, number>> = { 4: 0x7fc0_0000, 8: 0x7ff8_0000 };
/** The one that `fmod` gives: an integer may have these bits too. */
const ONES = 0x7fff_ffff;
/** Instructions between the comparisons of a divisor, and the move of the answer. */
const NEAR = 10;

/** Instructions that may give a NaN which the code has: by their offsets. */
export function nanConstants(all: readonly Instruction[]): ReadonlySet<number> {
  const hasWord = all.some(isNanMove);
  const found = all.filter((one, index) => (hasWord && (isNanMove(one) || isChoice(one))) || isOnes(all, index));
  return new Set(found.filter(({ noMask }) => !noMask).map(({ offset }) => offset));
}

const isNanMove = ({ operation, sources: [source], dst }: Instruction): boolean =>
  operation?.mnemonic === 'mov' && dst?.type?.bits === source?.type?.bits && isNanImmediate(source);

function isNanImmediate(source: Operand | undefined): boolean {
  if (source?.kind !== 'immediate' || source.type === undefined) return false;
  const { bits } = source.type;
  return bits === 64 ? source.high === NAN_WORDS[8] && source.low === 0 : bits === 32 && source.low === NAN_WORDS[4];
}

/** Whether lanes take a value that is one for all of them. */
function isChoice({ operation, dst, sources, condition }: Instruction): boolean {
  const takes = operation?.mnemonic === 'mov' || (operation?.mnemonic === 'sel' && condition === '');
  return (
    takes && dst?.type?.float === true && sources.some((one) => isNanImmediate(one) || (isScalar(one) && one.type?.name === dst.type?.name))
  );
}

const isScalar = ({ kind, region, type }: Operand): boolean =>
  kind === 'direct' && region?.vertical === 0 && region.stride === 0 && NAN_WORDS[(type?.bits ?? 0) / 8] !== undefined;

const isOnesImmediate = ({ kind, type, low, high }: Operand): boolean =>
  kind === 'immediate' && (type?.bits === 64 ? high === ONES && low === -1 : type?.bits === 32 && low === ONES);

/** Lanes whose divisor is zero, or is not itself, get ones. */
function isOnes(all: readonly Instruction[], index: number): boolean {
  const { operation, sources, dst, predicate } = all[index] as Instruction;
  const [source] = sources;
  if (operation?.mnemonic !== 'mov' || predicate !== '' || source === undefined || source.type?.bits !== dst?.type?.bits) return false;
  if (!isOnesImmediate(source)) return false;
  const tests = all
    .slice(Math.max(index - NEAR, 0), index)
    .filter((one) => one.operation?.mnemonic === 'cmp' && one.sources[0]?.type?.float === true && one.sources[0].kind === 'direct');
  const isSelf = ({ sources: [a, b] }: Instruction): boolean => b?.kind === 'direct' && a?.number === b.number && a.sub === b.sub;
  return tests.some(
    (one) =>
      isSelf(one) &&
      tests.some((other) => other.condition === 'eq' && !isSelf(other) && other.sources[0]?.number === one.sources[0]?.number),
  );
}

/** @see nanConstants */
export function constantWatch(findings: Findings, site: Site, pending: (Pending | undefined)[]): Watch {
  const { execSize, channelOffset, dst, sources } = site.instruction;
  const hit = findings.at('nan', site);
  const size = (dst?.type?.bits ?? 32) / 8;
  const [top, low] = sources[0] !== undefined && isOnesImmediate(sources[0]) ? [ONES, -1] : [NAN_WORDS[size], 0];
  const isIn = ({ i32 }: Thread, place: number, stored: number): boolean =>
    stored === size && i32[(place + size - 4) >> 2] === top && (size === 4 || i32[place >> 2] === low);
  const lanesOf = chosenLanes(site, isIn, size);
  const message = 'a function gives NaN, which is stored';
  return {
    before: (t) => {
      const lanes = lanesOf(t);
      if (lanes === 0) return;
      for (let i = 0; i < execSize; i++)
        if ((lanes >> i) & 1)
          pending[t.index * LANES + channelOffset + i] = { hit, lane: i, isIn, parts: [], isConstant: true, message, value: 'NaN' };
    },
  };
}

/** The lanes that take the NaN. */
function chosenLanes({ instruction, enabled, accesses }: Site, isNanAt: Pending['isIn'], size: number): Mask {
  const { sources } = instruction;
  if (sources.every(({ kind }) => kind === 'immediate')) return enabled;
  const reads = accesses().filter(({ role }) => role === 'source');
  const hasImmediate = sources.some(isNanImmediate);
  const scalars = reads.filter(({ source = -1 }) => sources[source] !== undefined && isScalar(sources[source]));
  return (t) => {
    // What no register has is the immediate.
    let lanes = hasImmediate ? reads.reduce((left, one) => left & ~one.lanes(t), enabled(t)) : 0;
    for (const one of scalars) if (isNanAt(t, one.places[0] ?? 0, size)) lanes |= one.lanes(t);
    return lanes;
  };
}

export function specialWatch(findings: Findings, site: Site, pending: (Pending | undefined)[]): Watch | undefined {
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
            // Functions of doubles begin with floats.
            if (size === 4 && stored === 8) return isSpecial(one.bytes, from, 'df');
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
