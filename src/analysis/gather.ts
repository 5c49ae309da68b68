/**
 * Payloads that are gathered: the numbers of their registers are in bytes of a scalar register, which moves before the send put there.
 */
import { endsBlock, type Instruction, type Operand } from '../eu/index.ts';

/** How far back the moves are looked for. Compilers put them right before the send. */
const MOST = 64;
/** A payload has at most so many registers, because the scalar register has so many bytes. */
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
    // On a condition others may give the bytes, too.
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
