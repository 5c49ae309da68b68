/**
 * The cycles for which an instruction occupies its pipe: an estimate that compilers use, not a measurement. Nothing is known before Xe.
 *
 * Source: visa/LocalScheduler/LatencyTable.cpp (LatencyTableXe::getOccupancy) and LatencyTable.h of intel/intel-graphics-compiler.
 */
import { type Instruction, inRange } from '../../formats/eu/index.ts';

/** Cycles of an instruction with as many lanes as its pipe is wide. */
const CYCLES = { math: 4, other: 1 } as const;

/** Width of a pipe, in lanes of 32 bits. */
const widthOf = (platform: number): number => (inRange(platform, '12p72-') ? 16 : 8);

/** Cycles that an instruction needs to issue; `undefined` where no public source has a figure. */
export function issueCycles({ operation, execSize, dst }: Instruction, platform: number): number | undefined {
  if (!inRange(platform, '12p1-') || operation === undefined) return undefined;
  const width = widthOf(platform);
  const passes = execSize <= width ? 1 : execSize === 2 * width ? 2 : 4;
  if (operation.mnemonic === 'math') return CYCLES.math * passes;
  if (dst?.type?.bits === 64) return execSize <= width / 2 ? CYCLES.other : 2 * CYCLES.other;
  return CYCLES.other * passes;
}
