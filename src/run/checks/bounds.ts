/** Accesses outside of memory, by null pointers, and to addresses that a message does not allow. */
import { grouped } from '../../core/diag/index.ts';
import type { Instruction } from '../../formats/eu/index.ts';
import type { RegisterArray } from '../arrays.ts';
import type { Allocation, Memory } from '../memory.ts';
import type { Observer, Places, Site, Touch, Watch } from '../observer.ts';
import type { Thread } from '../thread.ts';
import { type AccessKind, accessOf, type CheckDetail, type Findings, type Hit } from './findings.ts';
import type { CheckKind } from './kinds.ts';
import { isOfThreads } from './own.ts';

/** Addresses that are null with an offset, to either side: no allocation is there. */
const isNull = (address: number): boolean => address < NULL_REACH || address >= 2 ** 48 - NULL_REACH;
const NULL_REACH = 1 << 20;
/** What a kernel may not write. */
const CONSTANT: ReadonlySet<string> = new Set(['.data.const', '.data.const.string', 'the payload', 'the implicit arguments']);

export function boundsCheck(findings: Findings, kinds: ReadonlySet<CheckKind>): Observer {
  let places: Places | undefined;
  const facts: (Facts | undefined)[] = [];
  let arrays: readonly RegisterArray[] | undefined;
  const arraysOf = (section: string): readonly RegisterArray[] => {
    arrays ??= places?.arrays() ?? [];
    return arrays.filter((one) => one.section === section);
  };
  const factsOf = (memory: Allocation): Facts => {
    const { id, name, start, end } = memory;
    const known = facts[id];
    if (known !== undefined) return known;
    const made = {
      size: memory === places?.local ? places.localSize : isOfThreads(memory) ? Number.POSITIVE_INFINITY : end - start,
      isOwn: name.startsWith('argument ') || name === 'local memory',
      isConstant: CONSTANT.has(name),
    };
    facts[id] = made;
    return made;
  };
  return {
    begin: (given) => {
      places = given;
    },
    watch: (site) => {
      if (site.message === undefined) return registersWatch(findings, site, arraysOf);
      if (site.message.unit === 'smpl') return undefined;
      const access = accessOf(site);
      const outside = findings.at('out-of-bounds', site);
      const overflow = findings.at('stack', site);
      const byNull = findings.at('null', site);
      const misaligned = kinds.has('misaligned') ? findings.at('misaligned', site) : undefined;
      const alignment = alignmentOf(site);
      /** What no memory has. */
      const missed = (t: Thread, { fault, target, lane, address, size }: Touch): boolean => {
        if (isOfThreads(target)) return true;
        if (fault === undefined)
          outside(t, lane, () => ({
            ...(target === undefined
              ? { message: `${access} outside of its surface` }
              : beyond(target, address, size, target.end - target.start, access)),
            access,
          }));
        else if (isNull(address))
          byNull(t, lane, () => ({
            message: `${access} of ${bytes(size)} at the address 0x${address.toString(16)}`,
            access,
            size,
            byte: address,
          }));
        else {
          const near = places?.memory.nearest(address);
          const isStack = places?.own.hasStack === true && isOfThreads(near?.memory);
          (isStack ? overflow : outside)(t, lane, () => unmapped(near, address, size, access));
        }
        return true;
      };
      return {
        // It has no functions within: each call would allocate what they share.
        memory: (t, touch) => {
          const { memory, index, size } = touch;
          if (memory === undefined) return missed(t, touch);
          const facts = factsOf(memory);
          if (index + size > facts.size) {
            if (access !== 'read' || facts.isOwn || index >= facts.size) tellBeyond(outside, t, touch, memory, facts.size, access);
          } else if (facts.isConstant && access !== 'read') tellConstant(outside, t, touch, memory, access);
          if (alignment > 1 && touch.address % alignment !== 0) tellMisaligned(misaligned, t, touch, memory, alignment, access);
          return false;
        },
      };
    },
  };
}

function tellBeyond(hit: Hit, t: Thread, { index, size, lane }: Touch, memory: Allocation, end: number, access: AccessKind): void {
  hit(t, lane, () => beyond(memory, index, size, end, access));
}

function tellConstant(hit: Hit, t: Thread, { index, size, lane }: Touch, { name }: Allocation, access: AccessKind): void {
  hit(t, lane, () => ({ message: `write to ${name}`, access, memory: name, byte: index, size }));
}

function tellMisaligned(
  hit: Hit | undefined,
  t: Thread,
  { address, index, size, lane }: Touch,
  { name }: Allocation,
  alignment: number,
  access: AccessKind,
): void {
  hit?.(t, lane, () => ({
    message: `address 0x${address.toString(16)}, which is not a multiple of ${alignment}`,
    ...{ access, memory: name, byte: index, size },
  }));
}

/**
 * Registers that address registers name: those that a thread does not have, and those outside of the array that is indexed. Where it ends is
 * not in the code, but in debug information.
 */
function registersWatch(findings: Findings, site: Site, arraysOf: (section: string) => readonly RegisterArray[]): Watch | undefined {
  if (![site.instruction.dst, ...site.instruction.sources].some((one) => one?.kind === 'indirect')) return undefined;
  const located = site.accesses().filter(({ locate }) => locate !== undefined);
  const hit = findings.at('out-of-bounds', site);
  const arrays = arraysOf(site.section);
  const array = arrays.length === 0 ? undefined : indexedArray(findings, site, arrays);
  const { name, start, end } = array ?? { name: '', start: 0, end: Number.POSITIVE_INFINITY };
  return {
    before: (t) => {
      for (const { locate, places, lanes, writes, cells } of located) {
        locate?.(t);
        const enabled = lanes(t);
        for (let lane = 0; lane < places.length; lane++) {
          const place = places[lane] ?? 0;
          if (((enabled >> lane) & 1) === 0 || (place >= start && place + cells <= end)) continue;
          const what =
            place < 0 ? 'a register after the last one' : `a register ${place < start ? 'before' : 'after'} those of the array ${name}`;
          hit(t, lane, () => ({ message: `${writes ? 'write to' : 'read of'} ${what}`, access: writes ? 'write' : 'read' }));
        }
      }
    },
  };
}

/** Instructions before an access that are searched for where its array begins. */
const NEAR = 64;

/** The array that an instruction indexes: its address is a sum with the place of the array, in bytes of registers. */
function indexedArray(findings: Findings, site: Site, arrays: readonly RegisterArray[]): RegisterArray | undefined {
  const all = findings.instructionsOf(site.section);
  const index = findings.indexOf(site);
  for (let at = index - 1; at >= 0 && at >= index - NEAR; at--) {
    const { operation, dst, sources } = all[at] as Instruction;
    if (dst?.register?.name !== 'a') continue;
    const [, number] = sources;
    if (operation?.mnemonic !== 'add' || number?.kind !== 'immediate') return undefined;
    const place = number.low & 0xffff;
    const found = arrays.filter(({ start, end }) => start <= place && place < end);
    return found.length === 1 ? found[0] : undefined;
  }
  return undefined;
}

/** What is known of an allocation: asked at each access. */
interface Facts {
  readonly size: number;
  /** Whether it is the user's: of other memory, more is loaded than what is needed. */
  readonly isOwn: boolean;
  readonly isConstant: boolean;
}

const bytes = (count: number): string => `${grouped(count)} ${count === 1 ? 'byte' : 'bytes'}`;

function beyond({ name, end, start }: Allocation, offset: number, size: number, length: number, access: AccessKind): CheckDetail {
  const past = offset < 0 || offset >= length ? '' : ', which begins inside of it';
  const by =
    offset < 0
      ? `${bytes(-offset)} before ${name}`
      : `at byte ${grouped(offset)} of ${name}, which has ${bytes(Math.min(length, end - start))}`;
  return { message: `${access} of ${bytes(size)} ${by}${past}`, access, memory: name, byte: offset, size };
}

function unmapped(near: ReturnType<Memory['nearest']>, address: number, size: number, access: AccessKind): CheckDetail {
  const head = `${access} of ${bytes(size)} at 0x${address.toString(16)}`;
  if (near === undefined) return { message: `${head}, where no memory is`, access, size };
  const { memory: next, distance } = near;
  const where = distance < 0 ? `${bytes(-distance)} before the start of ${next.name}` : `${bytes(distance)} after the end of ${next.name}`;
  return { message: `${head}, ${where}`, access, memory: next.name, byte: address - next.start, size };
}

/** What the address of a message has to be a multiple of; 1 where any byte will do, as for loads and stores of elements since Xe-HPG. */
function alignmentOf({ message }: Site): number {
  if (message === undefined) return 1;
  const { memory = 8, unit = '', title, block, group, transposed, coordinates } = message;
  if (block === true || coordinates === true) return 1;
  if (group === 'atomic') return memory / 8;
  if (unit.startsWith('dc')) return /untyped|dword|block/.test(title) && memory >= 32 ? 4 : 1;
  return transposed === true ? Math.min(memory / 8, 4) : 1;
}
