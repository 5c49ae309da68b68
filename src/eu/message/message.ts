/**
 * What a send asks for: the message that its descriptors encode.
 *
 * Source: visa/iga/IGALibrary/IR/Messages.cpp and Frontend/SendDescriptorDecoding.cpp of intel/intel-graphics-compiler.
 */
import type { Instruction, Send } from '../model.ts';
import { OLD_UNITS } from '../table/messages.ts';
import { GEN8, XE, XE_HPC, XE2, XE3P } from '../table/platforms.ts';
import { decodeDataPort } from './hdc.ts';
import { decodeLoadStore } from './lsc.ts';
import { DescriptorReader, isLoadStoreUnit, LSC_UNITS, Message } from './model.ts';
import { decodeOther } from './other.ts';
import { decodeMessage64 } from './wide.ts';

const HDC_UNITS = ['dcro', 'dc0', 'dc1', 'dc2'];

/** The message of a send. */
export function readMessage(instruction: Instruction, platform: number): Message {
  const send = instruction.send as Send;
  const isOld = platform < XE;
  const unit = isOld ? (send.exDesc.isRegister ? undefined : OLD_UNITS[send.exDesc.imm & 15]?.[0]) : send.unit;
  const message = new Message(unit, instruction.execSize);
  if (instruction.operation?.mnemonic.startsWith('sendg')) {
    decodeMessage64(message, instruction, send);
    return message;
  }
  if (send.desc.isRegister) return message;
  const reader = new DescriptorReader(platform, instruction.execSize, send);
  if (unit !== undefined && HDC_UNITS.includes(unit)) decodeDataPort(message, reader);
  else if (isLoadStoreUnit(unit, platform)) decodeLoadStore(message, reader);
  else decodeOther(message, reader);
  return message;
}

const known = new Map<string, string>();

/** The comment that says what a send does. Sends repeat, so the texts are kept. */
export function messageComment(instruction: Instruction, platform: number): string {
  const send = instruction.send as Send;
  if (instruction.operation?.mnemonic.startsWith('sendg')) return comment64(instruction, send);
  const { desc, exDesc } = send;
  let text = `wr:${send.src0Length >= 0 ? send.src0Length : desc.isRegister ? `a0.${desc.sub}[28:25]` : '?'}`;
  const hasHeader = !LSC_UNITS.includes(send.unit ?? '') && (platform <= XE2 || send.unit !== 'urb');
  if (hasHeader && !desc.isRegister && ((desc.imm >>> 19) & 1) === 1) text += 'h';
  text += `+${send.src1Length >= 0 ? send.src1Length : exDesc.isRegister ? `a0.${exDesc.sub}[10:6]` : '?'}`;
  text += `, rd:${desc.isRegister ? `a0.${desc.sub}[24:20]` : send.dstLength}`;
  if (platform < XE) {
    const row = OLD_UNITS[exDesc.imm & 15];
    const name = (platform === GEN8 ? row?.[2] : undefined) ?? row?.[1] ?? '?';
    text += exDesc.isRegister ? `; sfid a0.${exDesc.sub}[3:0]` : `; ${name}`;
  }
  if (desc.isRegister) return text;
  const key = `${platform} ${instruction.execSize} ${send.unit} ${desc.imm} ${exDesc.isRegister ? `a${exDesc.sub}` : exDesc.imm} ${send.exDescOffset} ${send.src0Length}`;
  let words = known.get(key);
  if (words === undefined) {
    const message = readMessage(instruction, platform);
    words = `${message.symbol ?? (message.description === '' ? '?' : message.description)}${coordinates(message, send.src0Length, platform)}`;
    if (known.size > 10000) known.clear();
    known.set(key, words);
  }
  return `${text}; ${words}`;
}

const COORDINATES = ['?', 'u', 'u,v', 'u,v,r'];

/** The coordinates that the address payload has room for. */
function coordinates(message: Message, src0Length: number, platform: number): string {
  if (!message.hasCoordinates || src0Length <= 0) return '';
  const bitsPerRegister = platform >= XE_HPC ? 512 : 256;
  const each = Math.max(1, Math.trunc((message.width * message.addressBits) / bitsPerRegister));
  const count = Math.trunc(src0Length / each);
  const last = message.operation?.endsWith('_msrt') ? 'u,v,r,si' : 'u,v,r,lod';
  return `; ${count === 4 ? last : (COORDINATES[count] ?? '???')}`;
}

function comment64(instruction: Instruction, send: Send): string {
  const message = readMessage(instruction, XE3P);
  const bytes = instruction.dst?.register?.name === 'null' ? 0 : message.answerBytes;
  const answer = bytes === undefined || bytes < 0 ? '' : `rd:${bytes} B; `;
  const words = message.symbol ?? (message.description === '' ? '???' : message.description);
  return `${answer}${words}${coordinates(message, send.src0Length, XE3P)}`;
}
