/**
 * Divisions of integers by zero, where the device has no instruction for it. With 32 bits, the compiler jumps over a sequence around
 * `math.inv` for lanes whose divisor is zero, and gives them a number of ones. With 64 bits it makes a double of the divisor, and zero has no
 * inverse. Both sequences have constants that nothing else has.
 *
 * Source: the code of ocloc 26.27 (IGC 2.40) for Xe-HPG and later.
 */
import { type Instruction, targetOf } from '../../formats/eu/index.ts';
import { isInverted } from '../flow.ts';
import type { Observer, Site, Watch } from '../observer.ts';
import type { Findings } from './findings.ts';

/** Instructions of a sequence, at most. */
const REACH = 400;
/** Instructions between the target of a jump and what the lanes get there, and between an inverse and the double that it becomes. */
const NEAR = 6;
/** What the inverse is corrected by: a float, and the upper half of a double. */
const CORRECTION = 0xb4c0_0000 | 0;
const CORRECTION_OF_DOUBLE = 0xbcf0_0000 | 0;
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
      // Constants are loaded before loops.
      if (!hasConstant(section, isJump ? 'f' : 'df')) return undefined;
      const all = findings.instructionsOf(section);
      const index = findings.indexOf(site);
      if (!isJump) return isOfDouble(all, index) ? inverseWatch(findings, site) : undefined;
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

const isOfDouble = (all: readonly Instruction[], index: number): boolean =>
  all.slice(index, index + NEAR).some(({ dst, sources }) => dst?.type?.name === 'df' && sources[0]?.type?.name === 'f');

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
