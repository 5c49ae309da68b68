/**
 * Checks of iga64 for what an instruction's encoding cannot express: regions that are implied by others, and the scalar register.
 *
 * Source: visa/iga/IGALibrary/IR/Checker/IRChecker.cpp of intel/intel-graphics-compiler.
 */
import type { Instruction, Operand } from '../model.ts';
import { GEN10, GEN11, XE3, XE3P } from '../table/platforms.ts';
import type { Shape } from '../table/shapes.ts';
import { TYPES } from '../table/types.ts';

/** Why the instruction has no encoding with its meaning; `undefined` if it has one. */
export function objectionTo(instruction: Instruction, shape: Shape, platform: number): string | undefined {
  const { dst, sources } = instruction;
  if (platform >= XE3P && dst !== undefined && !shape.isSend && !shape.isDpas && !shape.isBranch) {
    const second = sources[1];
    if (second !== undefined && !followsDestination(instruction, dst, second))
      return 'the region of the second source must follow the destination';
  }
  if (shape.isTernary && (platform === GEN10 || platform === GEN11)) return ternaryObjection(instruction);
  return platform >= XE3 ? scalarObjection(instruction, shape) : undefined;
}

/** Register file of accumulators and math macro registers. */
const ACCUMULATOR = 2;

/** On Gen10 and Gen11, three-source operations use general registers; the destination and second source may be accumulators. */
function ternaryObjection({ dst, sources }: Instruction): string | undefined {
  const all: readonly (Operand | undefined)[] = [dst, ...sources];
  const wrong = all.find((operand, index) => {
    if (operand === undefined || operand.kind === 'immediate' || operand.register?.file === -1) return false;
    const canBeAccumulator = index === 0 || index === 2 || (index === 1 && operand.type === TYPES.nf);
    return !canBeAccumulator || operand.register?.file !== ACCUMULATOR;
  });
  return wrong && `${wrong.register?.name} cannot be an operand here on this platform`;
}

/** Whether a second source on Xe3P is a scalar, or has the byte stride of the destination. */
function followsDestination({ execSize }: Instruction, dst: Operand, source: Operand): boolean {
  const { region, register, kind, type } = source;
  if (kind === 'immediate' || (kind === 'direct' && register?.file !== -1)) return true;
  if (region === undefined) return true;
  const { vertical, stride } = region;
  if (vertical === 0 && stride === 0) return true;
  if (vertical === undefined || vertical === 'VxH' || stride === undefined) return false;
  const width = region.width ?? (stride === 0 ? vertical : vertical / stride);
  const step = stepOf(vertical, width, stride, execSize);
  return step !== undefined && (type?.bits ?? 0) * step === (dst.type?.bits ?? 0) * (dst.region?.stride ?? 1);
}

/** Elements from one channel to the next, if that is constant. */
function stepOf(vertical: number, width: number, stride: number, execSize: number): number | undefined {
  const isPacked = (vertical === 1 && width === 1) || (vertical === width && stride === 1) || execSize === 1;
  if (isPacked || (execSize <= width && stride === 1)) return 1;
  if (vertical === width * stride || (width === execSize && stride !== 0)) return stride;
  return width === 1 && stride === 0 ? vertical : undefined;
}

/** The scalar register can only be moved, or gather the payload of a send. */
function scalarObjection({ dst, sources, execSize }: Instruction, shape: Shape): string | undefined {
  const isScalar = (operand: Operand | undefined): boolean => operand?.register?.name === 's';
  const [source] = sources;
  const isMove = shape.mnemonic === 'mov';
  if (isScalar(dst) && !shape.isSend) {
    if (!isMove) return 's0 is written by mov alone';
    const type = dst?.type;
    if (type !== source?.type || type?.float === true || (type?.bits ?? 0) < 16)
      return 's0 is moved as an integer of 16 bits or more, as its source is';
    if (source?.kind === 'immediate' && execSize !== 1) return 'an immediate is moved to s0 in one channel';
  }
  for (const one of sources) {
    if (one.kind === 'immediate' || one.kind === 'label' || !isScalar(one)) continue;
    if (one.kind === 'direct' && !isMove) return 's0 is read by mov, and by sends that gather';
    if (one.kind === 'direct' && one.region?.text !== '<0;1,0>') return 's0 has the region <0;1,0>';
    if (isScalar(dst)) return 's0 is not moved to itself';
  }
  return undefined;
}
