import { type Descriptor, type Instruction, Send } from '../model.ts';
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

/** A comment, and everything that it depends on. */
interface Known {
  readonly platform: number;
  readonly lanes: number;
  readonly discards: boolean;
  readonly send: Send;
  readonly comment: string;
}

/** Comments by the lower half of the descriptor, because a lookup by number needs no text. Few sends share it. */
const known = new Map<number, Known[]>();
const KNOWN_MOST = 10_000;
/** Searching more entries would take longer than composing the comment. */
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

/** The comment of a send; empty for other instructions. Comments are cached, because sends repeat. */
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

/** Caches a comment. When hostile input fills the cache, it is cleared. */
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
