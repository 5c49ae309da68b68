import { type Descriptor, type Instruction, Send } from '../model.ts';
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

/** A comment with all that it is made of. */
interface Known {
  readonly platform: number;
  readonly lanes: number;
  readonly discards: boolean;
  readonly send: Send;
  readonly comment: string;
}

/** Comments by the lower half of the descriptor: to find one by a number takes no text. Sends that share it are few. */
const known = new Map<number, Known[]>();
const KNOWN_MOST = 10_000;
/** A search through more would take longer than to make the comment. */
const ALIKE_MOST = 64;
let knownCount = 0;

const isSame = (a: Descriptor, b: Descriptor): boolean => a.imm === b.imm && a.sub === b.sub && a.isRegister === b.isRegister;

const isSameSend = (a: Send, b: Send): boolean =>
  a.unit === b.unit &&
  isSame(a.desc, b.desc) &&
  isSame(a.exDesc, b.exDesc) &&
  a.exDescOffset === b.exDescOffset &&
  a.dstLength === b.dstLength &&
  a.src0Length === b.src0Length &&
  a.src1Length === b.src1Length &&
  a.low === b.low &&
  a.high === b.high &&
  a.indirect0 === b.indirect0 &&
  a.indirect1 === b.indirect1;

/** The comment of a send; empty for other instructions. Sends repeat, so comments are kept. */
export function messageComment(instruction: Instruction, platform: number): string {
  const { send, execSize, dst } = instruction;
  if (send === undefined) return '';
  const wide = isWide(instruction);
  const discards = dst?.register?.name === 'null';
  const key = send.desc.imm ^ send.low;
  const alike = known.get(key);
  if (alike !== undefined) {
    for (const one of alike) {
      if (one.platform === platform && one.lanes === execSize && one.discards === discards && isSameSend(one.send, send))
        return one.comment;
    }
  }
  const comment = wide
    ? printWideMessage(platform, send, readWideMessage(platform, execSize, send), discards)
    : printMessage(platform, send, readMessage(platform, execSize, send));
  keep(key, { platform, lanes: execSize, discards, send: Object.assign(new Send(), send), comment });
  return comment;
}

/** Keeps a comment; what a hostile input could make long starts over. */
function keep(key: number, comment: Known): void {
  if (knownCount >= KNOWN_MOST) {
    known.clear();
    knownCount = 0;
  }
  const alike = known.get(key);
  if (alike === undefined) known.set(key, [comment]);
  else if (alike.length < ALIKE_MOST) alike.push(comment);
  else return;
  knownCount++;
}
