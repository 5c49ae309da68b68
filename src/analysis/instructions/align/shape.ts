/**
 * What two builds have in common of an instruction: everything but register numbers, branch distances, the scoreboard, and whether it is
 * compacted.
 */
import { type Instruction, type Operand, optionBit } from '../../../formats/eu/index.ts';
import { FILES } from '../registers.ts';

const COMPACTED = optionBit('Compacted');
/** Operations that only wait or take up space. */
const NOISE = ['nop', 'illegal'];
const WAITS = ['nop', 'allrd', 'allwr'];
const FOLLOWED: readonly string[] = FILES;

/** Whether an instruction does nothing but wait. */
export function isNoise({ operation, subfunction, dst, condition, send, sources }: Instruction): boolean {
  const name = operation?.mnemonic ?? 'illegal';
  if (name === 'sync') return WAITS.includes(subfunction);
  if (NOISE.includes(name)) return true;
  // A number moved to the null register: hashes, and instructions that keep a unit busy.
  return name === 'mov' && dst?.register?.name === 'null' && condition === '' && send === undefined && sources[0]?.kind === 'immediate';
}

/**
 * The shape of an instruction as text. It is equal for two instructions that differ only in the registers that they use and what they wait
 * for.
 *
 * @param hasNumbers whether the immediate is register numbers that a later send gathers
 */
export function shapeOf(instruction: Instruction, hasNumbers: boolean): string {
  const { operation, subfunction, noMask, execSize, channelOffset, predicate, predicateInverse, condition, dst, sources, send } =
    instruction;
  const parts: (string | number)[] = [operation?.mnemonic ?? '', subfunction, noMask ? 'W' : '', execSize, channelOffset];
  parts.push(predicateInverse ? `~${predicate}` : predicate, condition, instruction.options & ~COMPACTED);
  parts.push(operandShape(dst, false), ...sources.map((source) => operandShape(source, hasNumbers)));
  if (send !== undefined) {
    const { desc, exDesc, exDescOffset, dstLength, src0Length, src1Length, low, high, indirect0, indirect1 } = send;
    parts.push(desc.isRegister ? 'a' : desc.imm, exDesc.isRegister ? 'a' : exDesc.imm, exDescOffset, dstLength, src0Length, src1Length);
    parts.push(low, high, indirect0 >= 0 ? 's' : '', indirect1 >= 0 ? 's' : '');
  }
  return parts.join(' ');
}

function operandShape(operand: Operand | undefined, hasNumbers: boolean): string {
  if (operand === undefined) return '-';
  const { kind, register, type, region, modifier, offset, macro, low, high, number, sub } = operand;
  if (kind === 'label') return 'label';
  if (kind === 'immediate') return hasNumbers ? `registers${type?.text}` : `${low},${high}${type?.text}`;
  const name = register?.name ?? '';
  // Registers whose values are not tracked are identified by their numbers.
  const which = FOLLOWED.includes(name) ? name : `${name}${number}.${sub}`;
  return `${kind} ${which} ${region?.text ?? ''}${type?.text ?? ''} ${modifier} ${offset} ${macro}`;
}
