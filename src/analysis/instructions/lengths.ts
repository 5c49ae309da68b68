/** Lengths of messages whose descriptor is in an address register: an instruction before the send writes it there. */
import { endsBlock, type Instruction } from '../../formats/eu/index.ts';

/** The number of instructions before the send that are searched. Compilers write the register directly before it. */
const MOST = 64;

/** In registers. */
export interface MessageLengths {
  readonly answer: number;
  /** Of the first payload. */
  readonly payload: number;
}

/**
 * The lengths that the code before a send determines: as a number, or as one to which it adds the index of a surface, which is in lower bits.
 * Undefined for a send whose descriptor is a number, and if the lengths come from elsewhere.
 *
 * Source: bits 24:20 and 28:25 of message descriptors in volume 2 of the Programmer's Reference Manuals of Intel's graphics.
 */
export function lengthsBefore(instructions: readonly Instruction[], at: number): MessageLengths | undefined {
  const { send } = instructions[at] as Instruction;
  if (send?.desc.isRegister !== true) return undefined;
  for (let index = at - 1; index >= 0 && at - index <= MOST; index--) {
    const one = instructions[index] as Instruction;
    if (endsBlock(one)) return undefined;
    if (!writesAddress(one, 4 * send.desc.sub)) continue;
    const word = numberOf(one);
    return word === undefined ? undefined : { answer: (word >>> 20) & 31, payload: (word >>> 25) & 15 };
  }
  return undefined;
}

/** Whether an instruction writes some of four bytes of address registers. */
function writesAddress({ dst, execSize }: Instruction, byte: number): boolean {
  if (dst?.register?.name !== 'a' || dst.type === undefined) return false;
  const bytes = dst.type.bits / 8;
  return dst.sub * bytes < byte + 4 && (dst.sub + execSize * (dst.region?.stride || 1)) * bytes > byte;
}

/** What an instruction moves there, or adds to something else. */
function numberOf({ operation, predicate, dst, sources }: Instruction): number | undefined {
  const isAdded = operation?.mnemonic === 'or' || operation?.mnemonic === 'add';
  if (predicate !== '' || dst?.type?.bits !== 32 || !(isAdded || operation?.mnemonic === 'mov')) return undefined;
  const number = sources[isAdded ? 1 : 0];
  return number?.kind === 'immediate' && number.type?.bits === 32 ? number.low : undefined;
}
