import type { Instruction } from '../model.ts';
import type { Message, MessageField } from './model.ts';
import { printMessage, printWideMessage } from './print.ts';
import { messageFields, readMessage, readWideMessage, wideMessageFields } from './read.ts';

/** Messages of instructions. */

/** Whether the send has one wide descriptor (Xe3P). */
const isWide = ({ operation }: Instruction): boolean => operation?.mnemonic.startsWith('sendg') ?? false;

/** The message of a send; undefined for other instructions, and if the descriptor is in a register. */
export function messageOf(instruction: Instruction, platform: number): Message | undefined {
  const { send, execSize } = instruction;
  if (send === undefined) return undefined;
  return isWide(instruction) ? readWideMessage(platform, execSize, send) : readMessage(platform, execSize, send);
}

/** Every bit of the descriptors in a send instruction, by name; `packFields` is the inverse. Empty for other instructions. */
export function messageFieldsOf(instruction: Instruction, platform: number): readonly MessageField[] {
  const { send, execSize } = instruction;
  if (send === undefined) return [];
  return (isWide(instruction) ? wideMessageFields : messageFields)(platform, execSize, send);
}

/** The comment of a send; empty for other instructions. */
export function messageComment(instruction: Instruction, platform: number): string {
  const { send, execSize, dst } = instruction;
  if (send === undefined) return '';
  if (!isWide(instruction)) return printMessage(platform, send, readMessage(platform, execSize, send));
  return printWideMessage(platform, send, readWideMessage(platform, execSize, send), dst?.register?.name === 'null');
}
