/**
 * Divisions of integers by zero, where the device has no instruction for it. The compiler compares the divisor with zero, jumps over a
 * sequence around `math.inv`, and gives -1 to the lanes that jumped.
 *
 * Source: the code of ocloc 26.27 (IGC 2.40) for Xe-HPG and later.
 */
import { type Instruction, targetOf } from '../../formats/eu/index.ts';
import type { Observer } from '../observer.ts';
import type { Findings } from './findings.ts';

/** Instructions before the result of a division in which its beginning is looked for. */
const REACH = 400;
/** Instructions between a comparison and its jump, and between the target of the jump and what the lanes get there. */
const NEAR = 3;

export function divisionCheck(findings: Findings): Observer {
  const listings = new Map<string, readonly Instruction[]>();
  return {
    watch: (site) => {
      const { instruction, section } = site;
      if (!givesMinusOne(instruction)) return undefined;
      const all = listings.get(section) ?? findings.instructionsOf(section);
      listings.set(section, all);
      if (
        !isOfDivision(
          all,
          all.findIndex(({ offset }) => offset === instruction.offset),
        )
      )
        return undefined;
      const hit = findings.at('division-by-zero', site);
      return {
        before: (t) => {
          const lanes = site.enabled(t);
          for (let i = 0; i < instruction.execSize; i++)
            if ((lanes >> i) & 1) hit(t, i, () => ({ message: 'an integer is divided by zero, which gives -1 here' }));
        },
      };
    },
  };
}

function givesMinusOne({ operation, sources, dst, noMask }: Instruction): boolean {
  const [source] = sources;
  return operation?.mnemonic === 'mov' && !noMask && source?.kind === 'immediate' && source.low === -1 && dst?.type?.float === false;
}

/** Whether lanes come to an instruction by a jump over a division, because their divisor is zero. */
function isOfDivision(all: readonly Instruction[], index: number): boolean {
  const target = all[index];
  if (target === undefined) return false;
  const entry = all[Math.max(index - NEAR, 0)]?.offset ?? 0;
  for (let at = index - 1; at >= 0 && at > index - REACH; at--) {
    const jump = all[at] as Instruction;
    if (jump.operation?.mnemonic !== 'goto' || jump.predicate === '') continue;
    const lands = jump.sources.some((label) => {
      const to = label.kind === 'label' ? targetOf(jump, label) : -1;
      return to >= entry && to <= target.offset;
    });
    const isZero = all.slice(Math.max(at - NEAR, 0), at).some(comparesWithZero);
    if (lands && isZero && all.slice(at, index).some(({ subfunction }) => subfunction === 'inv' || subfunction === 'invm')) return true;
  }
  return false;
}

function comparesWithZero({ operation, condition, sources }: Instruction): boolean {
  const [first, second] = sources;
  const isInteger = first?.type?.float === false;
  return operation?.mnemonic === 'cmp' && condition === 'eq' && isInteger && second?.kind === 'immediate' && second.low === 0;
}
