/**
 * Gathered payloads: moves before the send write register numbers to the bytes of a scalar register.
 */
import { endsBlock, type Instruction, type Operand } from '../../formats/eu/index.ts';

/** The number of instructions before the send that are searched for the moves. Compilers place them directly before it. */
const MOST = 64;
/** The most registers of a gathered payload: the size of the scalar register in bytes. */
const BYTES = 64;

/** Whether the payload of a send is gathered. */
export const isGathered = ({ send, sources }: Instruction): boolean => send !== undefined && sources[0]?.register?.name === 's';

/**
 * The register numbers that a send gathers, as far as moves of immediates before it in its block determine them.
 *
 * @returns each number once, and the indices of the moves; `complete` is false if a byte does not come from such a move
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
    for (const byte of missing) if (byte >= start && byte < start + bytes.length) numbers.add(bytes[byte - start] ?? 0);
    // A predicated move may leave bytes of an earlier one.
    if (one.predicate === '') missing = missing.filter((byte) => byte < start || byte >= start + bytes.length);
  }
  return { numbers: [...numbers], moves, complete: missing.length === 0 };
}

/** The bytes that a single-lane move of an immediate writes. */
function immediateBytes({ operation, execSize, dst, sources }: Instruction): number[] | undefined {
  const source = sources[0];
  const bits = dst?.type?.bits ?? 0;
  if (operation?.mnemonic !== 'mov' || execSize !== 1 || source?.kind !== 'immediate' || bits < 8) return undefined;
  return Array.from({ length: bits / 8 }, (_, i) => ((i < 4 ? source.low : source.high) >>> ((i % 4) * 8)) & 255);
}
