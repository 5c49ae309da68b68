/**
 * Divisions of integers by zero, where the device has no instruction for it. With 32 bits, the compiler jumps over a sequence around
 * `math.inv` for lanes whose divisor is zero, and gives them a number of ones. With 64 bits it makes a double of the divisor, or on devices
 * without doubles a float of three parts of it, and zero has no inverse. The sequences have constants that nothing else has.
 *
 * Source: the code of ocloc 26.27 (IGC 2.40) for Xe-HPG and later.
 */
import { type Instruction, type Operand, targetOf } from '../../formats/eu/index.ts';
import { isInverted } from '../flow.ts';
import type { Observer, Site, Watch } from '../observer.ts';
import type { Findings } from './findings.ts';

/** Instructions of a sequence, at most. */
const REACH = 400;
/** Instructions between the target of a jump and what the lanes get there. */
const NEAR = 6;
/** Instructions between an inverse and what it is made of, or what becomes of it: others are scheduled in between. */
const AROUND = 40;
/** What the inverse is corrected by: a float, and the upper half of a double. */
const CORRECTION = 0xb4c0_0000 | 0;
const CORRECTION_OF_DOUBLE = 0xbcf0_0000 | 0;
/** 2^40, by which the upper part of a divisor is multiplied. */
const UPPER_PART = 0x5380_0000;
/** Numbers of ones, of 32, 16 and 8 bits. */
const ONES: ReadonlySet<number> = new Set([-1, 0xffff, 0xff]);

export function divisionCheck(findings: Findings): Observer {
  /** By section, and constant that sequences have. */
  const constants = new Map<string, boolean>();
  const hasConstant = (section: string, type: 'f' | 'df'): boolean => {
    const key = `${type} ${section}`;
    const known = constants.get(key) ?? findings.instructionsOf(section).some((one) => isCorrected(one, type));
    constants.set(key, known);
    return known;
  };
  let isOpposite = false;
  return {
    begin: ({ layout }) => {
      isOpposite = isInverted(layout);
    },
    watch: (site) => {
      const { section, instruction } = site;
      const name = instruction.operation?.mnemonic ?? '';
      const isJump = (name === 'goto' || name === 'jmpi') && instruction.predicate !== '';
      if (!isJump && instruction.subfunction !== 'inv') return undefined;
      const all = findings.instructionsOf(section);
      const index = findings.indexOf(site);
      if (!isJump)
        return (hasConstant(section, 'df') && isOfDouble(all, index)) || isOfParts(all, index) ? inverseWatch(findings, site) : undefined;
      // Constants are loaded before loops.
      if (!hasConstant(section, 'f')) return undefined;
      return isAround(all, index) ? jumpWatch(findings, site, isOpposite && name === 'goto') : undefined;
    },
  };
}

const MESSAGE = 'an integer is divided by zero';

/** @param isOpposite whether the lanes jump for which the predicate does not hold */
function jumpWatch(findings: Findings, site: Site, isOpposite: boolean): Watch {
  const hit = findings.at('division-by-zero', site);
  const { execSize, channelOffset } = site.instruction;
  return {
    before: (t) => {
      const all = execSize === 1 ? 1 : t.mask >>> channelOffset;
      const lanes = isOpposite ? all & ~site.enabled(t) : site.enabled(t);
      for (let i = 0; i < execSize; i++) if ((lanes >> i) & 1) hit(t, execSize === 1 ? -1 : i, () => ({ message: MESSAGE }));
    },
  };
}

function inverseWatch(findings: Findings, site: Site): Watch | undefined {
  const divisor = site.accesses().find(({ role, locate }) => role === 'source' && locate === undefined);
  if (divisor === undefined) return undefined;
  const hit = findings.at('division-by-zero', site);
  return {
    before: (t) => {
      const lanes = site.enabled(t);
      for (const [i, place] of divisor.places.entries())
        if ((lanes >> i) & 1 && ((t.i32[place >> 2] ?? 0) & 0x7fff_ffff) === 0) hit(t, i, () => ({ message: MESSAGE }));
    },
  };
}

/** Whether a jump goes over a division, to where lanes get ones. */
function isAround(all: readonly Instruction[], index: number): boolean {
  const jump = all[index];
  const label = jump?.sources.find(({ kind }) => kind === 'label');
  if (jump === undefined || label === undefined) return false;
  const test = all
    .slice(Math.max(index - REACH, 0), index)
    .filter(({ condition, flag }) => condition !== '' && flag === jump.flag)
    .at(-1);
  // One that joins several tests is also true of lanes whose dividend is less than the divisor.
  if ((test?.condition !== 'eq' && test?.condition !== 'ne') || test.operation?.mnemonic === 'or') return false;
  const target = targetOf(jump, label);
  let to = index + 1;
  while (to < all.length && to < index + REACH && (all[to] as Instruction).offset < target) to++;
  if (all[to]?.offset !== target) return false;
  const over = all.slice(index, to);
  return over.some(({ subfunction }) => subfunction === 'inv') && all.slice(to, to + NEAR).some(givesOnes);
}

/** Whether an inverse becomes a double, as it is or after it was copied. */
function isOfDouble(all: readonly Instruction[], index: number): boolean {
  const copies = new Set([all[index]?.dst?.number]);
  for (const { operation, dst, sources } of all.slice(index + 1, index + AROUND)) {
    const [source] = sources;
    if (operation?.mnemonic !== 'mov' || source?.register?.name !== 'r' || !copies.has(source.number)) continue;
    if (dst?.type?.name === 'df' && source.type?.name === 'f') return true;
    if (dst?.type?.bits === 32) copies.add(dst.number);
  }
  return false;
}

/** Whether the inverse is that of a float that was added up from parts of an integer of 64 bits. */
function isOfParts(all: readonly Instruction[], index: number): boolean {
  const divisor = all[index]?.sources[0];
  const before = all.slice(Math.max(index - AROUND, 0), index);
  const sum = before.filter(({ dst }) => isSame(dst, divisor)).at(-1);
  if (sum?.operation?.mnemonic !== 'mad') return false;
  return sum.sources.some((part) => {
    const [value] = before.filter(({ dst }) => isSame(dst, part)).at(-1)?.sources ?? [];
    return value?.kind === 'immediate' && value.type?.bits === 32 && value.low === UPPER_PART;
  });
}

const isSame = (a: Operand | undefined, b: Operand | undefined): boolean =>
  a?.register?.name === 'r' && b?.register?.name === 'r' && a.number === b.number && a.sub === b.sub;

const isCorrected = ({ sources }: Instruction, type: 'f' | 'df'): boolean =>
  sources.some(
    (one) =>
      one.kind === 'immediate' &&
      one.type?.name === type &&
      (type === 'df' ? (one.high | 0) === CORRECTION_OF_DOUBLE : (one.low | 0) === CORRECTION),
  );

function givesOnes({ operation, sources, dst }: Instruction): boolean {
  const [source] = sources;
  if (operation?.mnemonic !== 'mov' || source?.kind !== 'immediate' || dst?.type?.float !== false) return false;
  // Words are there twice.
  return ONES.has(source.type?.bits === 16 ? source.low & 0xffff : source.low);
}
