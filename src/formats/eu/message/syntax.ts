import { hex, signedHex } from '../numbers.ts';
import type { Message } from './model.ts';

/**
 * The text of messages of the load/store cache, composed from their facts, in pieces between which the load/store syntax inserts registers.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Backend/Messages/MessageDecoderLSC.cpp (decodeLscMessage and what it calls)
 * and E64/MessageDecoderLscE64.cpp (decode, symbolFromSyntax).
 */
export interface MessageSyntax {
  readonly mnemonic: string;
  /** `.ugm.d32x8t.a64.ca.ca`. */
  readonly controls: string;
  /** `bti[1]`; empty for flat addresses. */
  readonly surface: string;
  /** `0x4*`. */
  readonly scale: string;
  /** `+0x10`. */
  readonly offset: string;
}

const dataOf = ({ memory, register, high }: Message): string =>
  memory === register ? `d${memory}` : `d${memory}u${register}${high ? 'h' : ''}`;

const maskOf = (channels: number): string => [...'xyzw'].filter((_, i) => (channels >> i) & 1).join('');

/** The syntax of a message with narrow descriptors. */
export function narrowSyntax(message: Message): MessageSyntax {
  const { operation = '' } = message;
  return {
    mnemonic: operation,
    controls: `.${message.unit}${narrowControls(message)}`,
    surface: operation === 'fence' ? '' : narrowSurface(message),
    scale: '',
    offset: narrowOffset(message),
  };
}

function narrowControls(message: Message): string {
  switch (message.operation) {
    case 'read_state':
    case 'ccs_pc':
    case 'ccs_pu':
      return '';
    case 'ccs_sc':
    case 'ccs_su':
      return '.a32';
    case 'fence':
      return `.${message.fence}.${message.scope}`;
    default: {
      const { l1, l3 } = message;
      const caching = l1 === undefined || (l1 === 'df' && l3 === 'df') ? '' : `.${l1}.${l3}`;
      const data = message.memory === 0 ? '0x7' : dataOf(message);
      return `.${data}${narrowVector(message)}.a${message.address}${caching}`;
    }
  }
}

/** `x8t`, or `.xyz`. */
function narrowVector({ channels, elements = 1, transposed, block, vnni }: Message): string {
  if (channels !== undefined) return `.${maskOf(channels)}`;
  const count = elements > 1 || (transposed && !block) ? `x${elements}` : '';
  return `${count}${transposed ? 't' : ''}${vnni ? 'v' : ''}`;
}

function narrowSurface({ model, surface = 0, surfaceRegister }: Message): string {
  if (model === undefined || model === 'flat') return '';
  if (surfaceRegister !== undefined) return `${model}[a0.${surfaceRegister}]`;
  return `${model}[${model === 'bti' ? surface : hex(surface)}]`;
}

function narrowOffset({ offset = 0, offsetX = 0, offsetY = 0 }: Message): string {
  if (offsetX !== 0 || offsetY !== 0) return `+(${signedHex(offsetX)},${signedHex(offsetY)})`;
  return offset === 0 ? '' : `${offset > 0 ? '+' : ''}${signedHex(offset)}`;
}

/** The syntax of a message with a wide descriptor. */
export function wideSyntax(message: Message): MessageSyntax {
  return {
    mnemonic: message.operation ?? '',
    controls: `.${message.unit}${wideControls(message)}`,
    surface: wideSurface(message),
    scale: message.scale === undefined ? '' : `${hex(message.scale)}*`,
    offset: wideOffset(message),
  };
}

function wideControls(message: Message): string {
  if (message.operation === 'fence') return `.${message.fence}.${message.scope}`;
  const address = wideAddress(message);
  const watchpoint = message.watchpoint === undefined ? '' : `.${address}.w${message.watchpoint}`;
  const data = message.memory === undefined ? '' : `.${message.memory === 0 ? 'd??' : dataOf(message)}`;
  const control = message.control === undefined ? '' : `.${message.control}`;
  const lines = message.lineBytes === undefined ? '' : `.${message.lineBytes}B`;
  const end = `${message.overfetch ? '.ovf' : ''}${wideCaching(message)}${control}${lines}`;
  return `${message.hint ?? ''}${watchpoint}${data}${wideVector(message)}${address}${end}`;
}

const wideAddress = ({ address, signed }: Message): string =>
  address === undefined ? '' : `.a${address}${signed === undefined ? '' : signed ? 's' : 'u'}`;

function wideVector({ channels, elements = 1, transposed, block, vnni }: Message): string {
  if (channels !== undefined) return `.${maskOf(channels) || '<empty>'}`;
  return `${elements === 1 || block ? '' : `x${elements}`}${transposed ? 't' : ''}${vnni ? 'v' : ''}`;
}

function wideCaching({ l1, l2, l3 }: Message): string {
  if (l1 === undefined || l1 === 'df') return '';
  return l1 === '?' ? '.?' : `.${l1}.${l2}.${l3}`;
}

/** `surf[s0.4,1]`. */
function wideSurface({ model, base, samplerBase, surfaceIndex }: Message): string {
  if (model !== 'surf') return '';
  const surface = `surf[${base === undefined ? '?' : `s0.${base}`}${surfaceIndex ? `,${surfaceIndex}` : ''}]`;
  return samplerBase === undefined ? surface : `${surface}[,s0.${samplerBase}]`;
}

function wideOffset({ offset = 0, offsetX = 0, offsetY = 0, offsetU = 0, offsetV = 0, offsetR = 0 }: Message): string {
  if (offsetU !== 0 || offsetV !== 0 || offsetR !== 0) return `(${offsetU},${offsetV},${offsetR})`;
  if (offsetX !== 0 || offsetY !== 0) return `(${signedHex(offsetX)},${signedHex(offsetY)})`;
  return offset === 0 ? '' : signedHex(offset);
}

/** A narrow message as a comment: `load.ugm.d32.a32.bti[1][A+0x10]`. */
export function narrowText(message: Message): string {
  const { mnemonic, controls, surface, offset } = narrowSyntax(message);
  const place = surface === '' ? '' : `.${surface}`;
  return `${mnemonic}${controls}${place}${offset === '' ? '' : `${surface === '' ? '.flat' : ''}[A${offset}]`}`;
}

/** A wide message with the parts of its addresses: `load.ugm.d32.a32s [s0.16+0x4*src0+0x10]`. */
export function wideText(message: Message): string {
  const { mnemonic, controls, surface, scale, offset } = wideSyntax(message);
  if (message.operation === 'fence') return `${mnemonic}${controls} src0`;
  const base = message.base !== undefined && message.model === 'flat' ? `s0.${message.base}` : '';
  const source = (message.source0Bytes ?? 0) > 0 ? `${base === '' ? '' : '+'}${scale}src0` : '';
  const added = offset === '' || offset.startsWith('-') ? offset : `+${offset}`;
  return `${mnemonic}${controls} ${surface}[${base}${source}${added}]`;
}
