/**
 * Messages of the gateway, the render cache, ray tracing, thread spawning, the sampler and the URB, until Xe3.
 *
 * Source: visa/iga/IGALibrary/Backend/Messages/MessageDecoderOther.cpp of intel/intel-graphics-compiler.
 */

import { GATEWAY, SAMPLER, SAMPLER_MEDIA, SAMPLER_XE2, samplerParameters } from '../table/messages.ts';
import { XE_HPC, XE_HPG, XE2 } from '../table/platforms.ts';
import type { DescriptorReader, Message } from './model.ts';

export function decodeOther(message: Message, reader: DescriptorReader): void {
  switch (message.unit) {
    case 'gtwy':
      message.description = GATEWAY[reader.bits(0, 4)] ?? '';
      break;
    case 'rc':
      message.description = reader.platform >= XE2 ? renderTargetXe2(reader) : renderTarget(reader);
      break;
    case 'rta':
      if (reader.bits(14, 4) === 0) message.description = `simd${simd(reader)} trace ray`;
      break;
    case 'btd':
      message.description = spawn(reader);
      break;
    case 'smpl':
      message.description = sampler(reader);
      break;
    case 'ts':
      if (reader.bits(0, 3) === 0) message.description = 'end of thread';
      break;
    case 'urb':
      message.description = returnBuffer(reader);
      break;
    default:
  }
}

const simd = (reader: DescriptorReader): number => (reader.bit(8) ? 16 : 8);

const SPAWNS = ['', ' spawn thread', ' spawn thread overdispatched'] as const;

function spawn(reader: DescriptorReader): string {
  const words = SPAWNS[reader.bits(14, 4) as 0 | 1 | 2] ?? '';
  return words === '' ? '' : `bindless simd${simd(reader)}${words}`;
}

const RT_WRITE = 0xc;
const RT_READ = 0xd;

function renderTarget(reader: DescriptorReader): string {
  const type = reader.bits(14, 4);
  const half = (reader.platform >= XE_HPC ? 32 : 16) / 2;
  const words = type === RT_WRITE ? 'render target write' : type === RT_READ ? 'render target read' : 'unknown render target op';
  let text = `${reader.bit(30) ? 'half' : 'full'}-precision ${words}`;
  const writes = [` SIMD${2 * half}`, ` replicated SIMD${2 * half}`, ` of low SIMD${half}`, ` of high SIMD${half}`, ` SIMD${half}`];
  if (type === RT_WRITE) text += writes[reader.bits(8, 3)] ?? 'unknown write subop';
  if (type === RT_READ) text += [` SIMD${2 * half}`, ` SIMD${half}`][reader.bits(8, 3)] ?? 'unknown read subop';
  if (type === RT_WRITE && reader.bit(18)) text += ' with Per-Coarse Pixel PS outputs enable';
  if (reader.bit(13)) text += ' with Per-Sample Pixel PS outputs enable';
  if (type === RT_WRITE && reader.bit(12)) text += '; last render target';
  if (reader.bit(11)) text += ' slot group high';
  return `${text} to surface ${reader.bits(0, 8)}`;
}

/** Parameters of a render target beside the colours, by bit of the extended descriptor. */
const RENDER_PARAMETERS = [
  [15, '.s0a'],
  [14, '.stncl'],
  [13, '.sz'],
  [12, '.om'],
] as const;

function renderTargetXe2(reader: DescriptorReader): string {
  const type = reader.bits(14, 4);
  const subType = reader.bits(8, 2);
  let text = type === RT_READ ? 'render read' : type === RT_WRITE ? '' : 'unknown render target op';
  if (type === RT_WRITE) text = subType === 2 ? 'render write dual' : subType === 0 ? 'render write' : '';
  if (type !== RT_READ && reader.bit(29)) text += '  multirate coarse pixel shading';
  if (type !== RT_READ && reader.bit(18)) text += '  per-sample outputs coarse pixel shading';
  if (reader.bit(13)) text += '  per-sample pixel shading';
  if (reader.bit(12)) text += '  last render target select';
  if (reader.execSize !== 32 && reader.bit(11)) text += ' slot group high16';
  text += ` to bti[${reader.bits(0, 8)}]`;
  if (type !== RT_READ) text += `.rti[${reader.bits(53, 3)}]`;
  if (reader.exDesc.isRegister) return text;
  if (reader.bits(44, 4) !== 0) text += ' with ex params ';
  for (const [bit, name] of RENDER_PARAMETERS) if (reader.bit(32 + bit)) text += name;
  return text;
}

const MODES = [
  'unknown simd mode',
  'simd8',
  'simd16',
  'simd32/64',
  'unknown simd mode',
  'simd8 half with precision parameters',
  'simd16 with half precision parameters',
  '',
];
const MODES_XE_HPG: Readonly<Record<number, string>> = {
  0: 'simd8 with integer return',
  3: 'unknown simd mode',
  4: 'simd16 with integer return',
};
const MODES_XE2: Readonly<Record<number, string>> = {
  0: 'simd16 with integer return',
  1: 'simd16',
  2: 'simd32',
  3: 'unknown simd mode',
  4: 'simd32 with integer return',
  5: 'simd16 with half precision parameters',
  6: 'simd32 with half precision parameters',
};

function sampler(reader: DescriptorReader): string {
  const { platform } = reader;
  const mode = reader.bits(17, 2) | (reader.bits(29, 1) << 2);
  const modeText = (platform >= XE2 ? MODES_XE2[mode] : undefined) ?? (platform >= XE_HPG ? MODES_XE_HPG[mode] : undefined) ?? MODES[mode];
  const operation = reader.bits(12, 5) | (reader.bits(31, 1) << 5);
  let words: string;
  if (platform >= XE2) {
    const [name, parameters] = SAMPLER_XE2[operation] ?? ['<<invalid>>', '_'];
    words = `${name}:${samplerParameters(parameters, mode === 5 || mode === 6).join(',')}`;
  } else words = (mode === 3 && platform < XE_HPG ? SAMPLER_MEDIA : SAMPLER)[operation] ?? '?';
  return `${modeText}${reader.bit(30) ? ' 16b' : ''} ${words} using sampler index ${reader.bits(8, 4)}`;
}

/** The unified return buffer, until Xe-HPC. */
function returnBuffer(reader: DescriptorReader): string {
  const slots = reader.bit(17) ? ' with per-slot offset enabled' : '';
  switch (reader.bits(0, 4)) {
    case 7:
      return `urb dword ${reader.bit(15) ? 'masked ' : ''}write${slots}`;
    case 8:
      return `urb dword read${slots}`;
    case 9:
      return 'urb fence';
    default:
      return '';
  }
}
