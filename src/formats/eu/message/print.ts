import { XE, XE_HPC, XE3 } from '../table/platforms.ts';
import { unitOf } from '../table/units.ts';
import type { Message, MessageSource } from './model.ts';
import { narrowText } from './syntax.ts';

/**
 * The comment that follows a send.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Frontend/SendDescriptorDecoding.cpp.
 */

/** The comment for narrow descriptors: `wr:1h+0, rd:2; oword block read x2`. */
export function printMessage(platform: number, source: MessageSource, message: Message | undefined): string {
  const start = lengths(platform, source) + unitText(platform, source);
  if (message === undefined) return start;
  const text = message.isSyntax ? narrowText(message) : message.title || '?';
  return `${start}; ${text}${coordinates(platform, source, message)}`;
}

/** The comment for a wide descriptor, whose destination may be `null`: `rd:64 B; load.ugm.d32x16t.a32u [s0.16+src0]`. */
export function printWideMessage(platform: number, source: MessageSource, message: Message, discards: boolean): string {
  const destination = discards ? 0 : message.destinationBytes;
  const bytes = destination === undefined ? '' : `rd:${destination} B; `;
  const text = message.isSyntax && message.operation === 'fence' ? narrowText(message) : message.title || '???';
  return `${bytes}${text}${coordinates(platform, source, message)}`;
}

/** Units whose descriptors use the header bit for something else. */
const WITHOUT_HEADER: readonly (string | undefined)[] = ['ugm', 'ugml', 'slm', 'tgm'];

/** `wr:1h+2, rd:4`; for a length that is in a register, the bits of the register. */
function lengths(platform: number, { unit, desc, exDesc, src0Length, src1Length, dstLength }: MessageSource): string {
  const first = src0Length >= 0 ? src0Length : desc.isRegister ? `a0.${desc.sub}[28:25]` : '?';
  const second = src1Length >= 0 ? src1Length : exDesc.isRegister ? `a0.${exDesc.sub}[10:6]` : '?';
  const answer = desc.isRegister ? `a0.${desc.sub}[24:20]` : dstLength;
  const hasHeader = !WITHOUT_HEADER.includes(unit) && (unit !== 'urb' || platform < XE3);
  const header = hasHeader && !desc.isRegister && (desc.imm >>> 19) & 1 ? 'h' : '';
  return `wr:${first}${header}+${second}, rd:${answer}`;
}

/** The unit, which the mnemonic lacks before Xe. */
function unitText(platform: number, { exDesc }: MessageSource): string {
  if (platform >= XE) return '';
  if (exDesc.isRegister) return `; sfid a0.${exDesc.sub}[3:0]`;
  return `; ${unitOf(platform, exDesc.imm & 15)?.old ?? '?'}`;
}

const COORDINATES = ['?', 'u', 'u,v', 'u,v,r'];
/** Messages whose coordinates iga64 does not list. */
const UNLISTED = /^typed(_sgh)? atomic 32-bit integer/;

/** The coordinates, as many as the registers hold. */
function coordinates(platform: number, { src0Length }: MessageSource, message: Message): string {
  if (!message.coordinates || src0Length <= 0 || UNLISTED.test(message.title)) return '';
  const bits = platform >= XE_HPC ? 512 : 256;
  const address = message.address ?? (message.model === 'surf' ? 32 : 0);
  const each = message.block ? 1 : Math.max(1, Math.trunc((message.lanes * address) / bits));
  const count = Math.trunc(src0Length / each);
  const last = message.operation?.endsWith('_msrt') ? 'u,v,r,si' : 'u,v,r,lod';
  return `; ${count < 4 ? COORDINATES[count] : count === 4 ? last : '???'}`;
}
