/** Which bytes of a result have no value, by those of the sources: compilers read registers of which only a part has one. */
import type { DataType, Instruction, Operand } from '../../formats/eu/index.ts';
import type { Access } from '../access.ts';
import type { Thread } from '../thread.ts';
import type { Shadow } from './shadow.ts';

/** The cells of a lane of a result that have no value, as bits. */
export type Transfer = (t: Thread, shadow: Shadow, lane: number, result: Access) => number;

/** Each byte depends on the same byte of the sources; or on it and those below. */
const BYTES: ReadonlySet<string> = new Set(['mov', 'and', 'or', 'xor', 'not', 'bfn', 'sel', 'csel', 'smov', 'movi']);
const CARRIES: ReadonlySet<string> = new Set(['add', 'add3', 'mul', 'mad']);
const OF_ITSELF: ReadonlySet<string> = new Set(['xor', 'add', 'cmp']);
const SHIFTS: ReadonlySet<string> = new Set(['shl', 'shr', 'asr']);

export function transferOf(instruction: Instruction, reads: readonly Access[]): Transfer {
  const { operation, dst, sources, condition } = instruction;
  const name = operation?.mnemonic ?? '';
  // Flags as numbers have bits of lanes that do not run, which the code masks: a byte of them has a value if one of its bits has.
  const isOfFlags = ({ role, cells, source }: Access): boolean =>
    role === 'source' && source !== undefined && sources[source]?.register?.name === 'f' && cells > 1;
  const lanes = reads.filter((one) => one.isOfLanes && one.role !== 'address' && one.role !== 'data' && !isOfFlags(one));
  const any: Transfer = (t, shadow, lane) => (lanes.some((one) => bitsOf(t, shadow, one, lane) !== 0) ? -1 : 0);
  // What comes of a register and itself does not depend on it: compilers find the lanes that run by comparing any register with itself.
  const [first, second] = sources;
  if (OF_ITSELF.has(name) && first && second && isSame(first, second, name === 'add')) return () => 0;
  const size = bytesOf(dst?.type);
  const isWhole = [dst, ...sources].every((one) => one?.type === undefined || (!one.type.float && one.type.bits >= 8));
  const isRaw = name === 'mov' && dst?.type?.bits === first?.type?.bits && dst?.type?.float === first?.type?.float;
  const isSaturated = dst?.modifier === 1;
  if (condition !== '' && name !== 'sel' && name !== 'csel') return any;
  if (!(isWhole || isRaw) || isSaturated || size === 0) return any;
  const sourceOf = ({ source }: Access): Operand | undefined => (source === undefined ? undefined : sources[source]);
  const immediate = second?.kind === 'immediate' ? second : undefined;
  const shift = SHIFTS.has(name) && immediate !== undefined ? immediate.low & (size * 8 - 1) : -1;
  if (!BYTES.has(name) && !CARRIES.has(name) && shift < 0) return any;
  return (t, shadow, lane, result) => {
    if (result.role !== 'destination') return any(t, shadow, lane, result);
    let bits = 0;
    for (const one of lanes) {
      const own = bitsOf(t, shadow, one, lane);
      if (own === 0) continue;
      if (one.role !== 'source') return -1;
      bits |= extended(own, one.cells, result.cells, sourceOf(one)?.type);
    }
    if (bits === 0) return 0;
    if (CARRIES.has(name)) return -(bits & -bits);
    if (name === 'and' && immediate !== undefined) return bits & nonZeroBytes(immediate);
    if (name === 'or' && immediate !== undefined) return bits & ~onesBytes(immediate);
    if (shift >= 0) return shifted(bits, shift, size, name);
    return bits;
  };
}

function bitsOf(t: Thread, shadow: Shadow, { places, cells, lanes }: Access, lane: number): number {
  const place = places[lane] ?? -1;
  if (place < 0 || ((lanes(t) >> lane) & 1) === 0) return 0;
  return shadow.undefinedBits(place, Math.min(cells, 32));
}

const bytesOf = (type: DataType | undefined): number => (type === undefined || type.bits < 8 ? 0 : type.bits / 8);

/** Bits of a source in those of a result: cut, or with the sign in all bytes above. Flags have a cell for each bit. */
function extended(bits: number, from: number, to: number, type: DataType | undefined): number {
  const bytes = bytesOf(type);
  let own = bits;
  let size = from;
  if (bytes > 0 && from === bytes * 8 && to !== from) {
    own = 0;
    for (let k = 0; k < bytes; k++) if ((bits >>> (8 * k)) & 0xff) own |= 1 << k;
    size = bytes;
  } else if (bytes > 0 && from === bytes && to === bytes * 8) {
    own = 0;
    for (let k = 0; k < bytes; k++) if ((bits >> k) & 1) own |= 0xff << (8 * k);
    return own;
  }
  const top = (own >> (size - 1)) & 1;
  return to > size && top === 1 && type?.signed === true ? own | (-1 << size) : own;
}

function nonZeroBytes({ low, high }: Operand): number {
  let bits = 0;
  for (let k = 0; k < 8; k++) if (((k < 4 ? low : high) >>> (8 * (k & 3))) & 0xff) bits |= 1 << k;
  return bits;
}

function onesBytes({ low, high }: Operand): number {
  let bits = 0;
  for (let k = 0; k < 8; k++) if ((((k < 4 ? low : high) >>> (8 * (k & 3))) & 0xff) === 0xff) bits |= 1 << k;
  return bits;
}

function shifted(bits: number, distance: number, size: number, name: string): number {
  const whole = distance >> 3;
  const all = (1 << size) - 1;
  const isSplit = (distance & 7) !== 0;
  if (name === 'shl') return ((bits << whole) | (isSplit ? bits << (whole + 1) : 0)) & all;
  const down = (bits >> whole) | (isSplit ? bits >> (whole + 1) : 0);
  const top = name === 'asr' && (bits >> (size - 1)) & 1 ? (all << Math.max(size - whole - 1, 0)) & all : 0;
  return (down | top) & all;
}

/** Whether both are the same register, the second negated if asked. */
function isSame(a: Operand, b: Operand, negated: boolean): boolean {
  const own = (one: Operand): string =>
    `${one.kind} ${one.register?.name} ${one.number} ${one.sub} ${one.type?.name} ${JSON.stringify(one.region)}`;
  return a.kind === 'direct' && own(a) === own(b) && (!negated || a.modifier !== b.modifier);
}
