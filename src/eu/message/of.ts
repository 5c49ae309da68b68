import type { Instruction } from '../model.ts';
import type { Message, MessageField } from './model.ts';
import { printMessage, printWideMessage } from './print.ts';
import { messageFields, readMessage, readWideMessage, wideMessageFields } from './read.ts';

/** Messages of instructions. */

/** The sends of Xe3P, which have one wide descriptor. */
const isWide = ({ operation }: Instruction): boolean => operation?.mnemonic.startsWith('sendg') ?? false;

/** The message of a send; without one for other instructions, and where the descriptor is in a register. */
export function messageOf(instruction: Instruction, platform: number): Message | undefined {
  const { send, execSize } = instruction;
  if (send === undefined) return undefined;
  return isWide(instruction) ? readWideMessage(platform, execSize, send) : readMessage(platform, execSize, send);
}

/** Every bit of the descriptors of a send that are in the instruction, by name; `packFields` is the inverse. Empty for others. */
export function messageFieldsOf(instruction: Instruction, platform: number): readonly MessageField[] {
  const { send, execSize } = instruction;
  if (send === undefined) return [];
  return (isWide(instruction) ? wideMessageFields : messageFields)(platform, execSize, send);
}

/** Comments by all that they are made of. */
const known = new Map<string, string>();
const KNOWN_MOST = 10_000;

/** The comment of a send; empty for other instructions. Sends repeat, so comments are kept. */
export function messageComment(instruction: Instruction, platform: number): string {
  const { send, execSize, dst } = instruction;
  if (send === undefined) return '';
  const { desc, exDesc, dstLength, src0Length, src1Length } = send;
  const wide = isWide(instruction);
  const discards = dst?.register?.name === 'null';
  const descriptors = wide
    ? `${send.low} ${send.high} ${send.indirect0} ${send.indirect1} ${discards}`
    : `${desc.isRegister}${desc.imm} ${exDesc.isRegister ? `a${exDesc.sub}` : exDesc.imm} ${send.exDescOffset}`;
  const key = `${platform} ${execSize} ${send.unit} ${dstLength} ${src0Length} ${src1Length} ${descriptors}`;
  let comment = known.get(key);
  if (comment !== undefined) return comment;
  if (known.size >= KNOWN_MOST) known.clear();
  comment = wide
    ? printWideMessage(platform, send, readWideMessage(platform, execSize, send), discards)
    : printMessage(platform, send, readMessage(platform, execSize, send));
  known.set(key, comment);
  return comment;
}
