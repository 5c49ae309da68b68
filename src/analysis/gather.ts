/**
 * Gathered payloads: moves before the send write the numbers of the registers to bytes of a scalar register.
 */
import { endsBlock, type Instruction, type Operand } from '../eu/index.ts';

/** How many instructions before the send are searched for the moves. Compilers place them directly before it. */
const MOST = 64;
/** The most registers of a payload: the bytes of the scalar register. */
const BYTES = 64;

/** Whether the payload of a send is gathered. */
export const isGathered = ({ send, sources }: Instruction): boolean => send !== undefined && sources[0]?.register?.name === 's';

/**
 * The numbers of registers that a send gathers, as far as moves of immediates before it in its block give them.
 *
 * @returns each number once, and the numbers of the moves; `complete` is false when some byte is not from such a move
 */
export function gatheredRegisters(
  instructions: readonly Instruction[],
  at: number,
): { numbers: number[]; moves: number[]; complete: boolean } {
  const { send, sources } = instructions[at] as Instruction;
  const first = (sources[0] as Operand).sub;
  const length = Math.min(send?.src0Length ?? 0, BYTES - first);
  const numbers = new Set<number>();
  const moves: number[] = [];
  let missing = Array.from({ length: Math.max(0, length) }, (_, i) => first + i);
  for (let index = at - 1; index >= 0 && at - index <= MOST && missing.length > 0; index--) {
    const one = instructions[index] as Instruction;
    if (endsBlock(one)) break;
    if (one.dst?.register?.name !== 's') continue;
    const bytes = immediateBytes(one);
    if (bytes === undefined) break;
    moves.push(index);
    const start = one.dst.sub * bytes.length;
    for (const byte of missing) if (byte >= start && byte < start + bytes.length) numbers.add(bytes[byte - start] as number);
    // A conditional move may leave bytes of an earlier one.
    if (one.predicate === '') missing = missing.filter((byte) => byte < start || byte >= start + bytes.length);
  }
  return { numbers: [...numbers], moves, complete: missing.length === 0 };
}

/** The bytes that a move of an immediate for one lane writes. */
function immediateBytes({ operation, execSize, dst, sources }: Instruction): number[] | undefined {
  const source = sources[0];
  const bits = dst?.type?.bits ?? 0;
  if (operation?.mnemonic !== 'mov' || execSize !== 1 || source?.kind !== 'immediate' || bits < 8) return undefined;
  return Array.from({ length: bits / 8 }, (_, i) => ((i < 4 ? source.low : source.high) >>> ((i % 4) * 8)) & 255);
}
