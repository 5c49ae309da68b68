/**
 * Messages of the sends of Xe3P, whose descriptor has 47 bits.
 *
 * Source: visa/iga/IGALibrary/Backend/Messages/E64 of intel/intel-graphics-compiler.
 */

import type { Instruction, Send } from '../model.ts';
import { SAMPLER_XE2, samplerParameters } from '../table/messages.ts';
import { coordinateOffsets, Descriptor64, maskText, REGISTER, surfaceHint } from './descriptor64.ts';
import type { Message } from './model.ts';
import { decodeLoadStore64 } from './wide-lsc.ts';

export function decodeMessage64(message: Message, instruction: Instruction, send: Send): void {
  const reader = new Descriptor64(send, instruction.execSize);
  switch (send.unit) {
    case 'ugm':
    case 'tgm':
    case 'slm':
    case 'urb':
      decodeLoadStore64(message, reader);
      break;
    case 'smpl':
      decodeSampler(message, reader);
      break;
    case 'gtwy':
      decodeGateway(message, reader);
      break;
    case 'rta':
      if (reader.bits(4, 2) === 0) {
        message.description = 'trace ray';
        message.answerBytes = REGISTER;
      }
      break;
    case 'btd':
      message.description = ['?', 'spawn thread', 'spawn thread (with overdispatch)'][reader.bits(0, 6)] ?? '?';
      message.answerBytes = 0;
      break;
    case 'rc':
      decodeRenderTarget(message, reader);
      break;
    default:
  }
}

const GATEWAY64: Readonly<Record<number, string>> = {
  0: 'end of thread',
  4: 'signal barrier',
  5: 'signal named barrier',
  8: 'save barrier',
  9: 'restore barrier',
  10: 'end of thread replay',
  11: 'restore stack',
  12: 'system routine barrier',
};
const EOT_KINDS = ['', ' (replay saved)', ' (replay not run)', ' (empty state)'];
const BARRIERS = [4, 5, 12];

function decodeGateway(message: Message, reader: Descriptor64): void {
  const operation = reader.bits(0, 6);
  message.answerBytes = operation === 12 ? 4 : operation === 8 ? REGISTER : 0;
  message.description = GATEWAY64[operation] ?? '';
  if (operation === 0) message.description += EOT_KINDS[reader.bits(7, 2)];
  if (BARRIERS.includes(operation) && !reader.bit(7)) message.description += ' (include exited)';
}

const RENDER_PARAMETERS = ['output mask', 'depth', 'stencil', 'alpha'];

function decodeRenderTarget(message: Message, reader: Descriptor64): void {
  const operation = reader.bits(0, 6);
  const isRead = operation === 2;
  let text = isRead ? 'render read' : operation === 5 || operation === 6 ? 'render write' : '?';
  if (operation === 5) text += ' (dual source write)';
  text += ` of ${maskText(message, reader, 'xyzw')}`;
  if (reader.bit(14)) text += ' with last render target select';
  if (reader.bit(21)) text += ' with null target';
  const extra = RENDER_PARAMETERS.filter((_, i) => reader.bit(34 + i));
  if (extra.length > 0) text += ` with ${extra.join(', ')}`;
  message.description = text;
  if (isRead) message.answerBytes = REGISTER * (reader.execSize === 32 ? 2 : 1) * (message.elements + extra.length);
  else if (operation === 5 || operation === 6) message.answerBytes = 0;
}

const GATHERED = ['.r', '.g', '.b', '.a'];

function decodeSampler(message: Message, reader: Descriptor64): void {
  const row = SAMPLER_XE2[reader.bits(0, 6)];
  if (row === undefined) return;
  const [name, parameters, name64 = name] = row;
  const isGather = name64.startsWith('gather4');
  let text = name64 + (isGather ? GATHERED[reader.bits(9, 2)] : maskText(message, reader, 'rgba'));
  if (isGather) message.elements = 4;
  text += surfaceHint(reader);
  const is16 = reader.bit(15);
  if (reader.bit(14)) text += '.a16';
  if (is16) text += '.d16';
  const hasStatus = reader.bit(20);
  if (hasStatus) text += '.trtt';
  const hasFeedback = reader.bit(21);
  if (hasFeedback) text += '.feedback';
  const samplerState = reader.bits(27, 3);
  if (samplerState > 0 && samplerState <= 6) text += `.smsidx=${samplerState}`;
  if (reader.bits(22, 5) !== 0) text += `.ssidx=${reader.bits(22, 5)}`;
  const offsets = coordinateOffsets(reader);
  if (offsets !== '') text += `.uvroff${offsets}`;
  const { src0Length, src1Length } = reader.send;
  const count = Math.trunc((src0Length + src1Length - (hasFeedback ? 1 : 0)) / 2);
  const listed = samplerParameters(parameters, false).slice(0, Math.max(1, count));
  message.description = `${text}: ${listed.join(',')}`;
  const bytes = Math.max((reader.execSize * (is16 ? 16 : 32)) / 8, REGISTER) * message.elements;
  message.answerBytes = bytes + (hasStatus ? REGISTER * (reader.execSize === 32 ? 2 : 1) : 0);
}
