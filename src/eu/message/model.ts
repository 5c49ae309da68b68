/** What a message is, and the descriptors that say it. */
import type { Descriptor, Send } from '../model.ts';
import { XE2 } from '../table/platforms.ts';

/** A message, as far as its descriptors say what it is. */
export class Message {
  /** The unit that gets it; `undefined` when a register says it. */
  unit: string | undefined;
  /** The operation, where it has a name. */
  operation: string | undefined = undefined;
  /** As the load/store syntax would begin it: `load.ugm.d32x16t.a32.ca.cc.bti[255]`. */
  symbol: string | undefined = undefined;
  /** In words. */
  description = '';
  addressBits = 0;
  /** Bits of an element, in memory and in registers. */
  dataBits = 0;
  registerBits = 0;
  /** Elements for each address. */
  elements = 1;
  /** The channels that are enabled, where there is a mask. */
  channels: number | undefined = undefined;
  /** The elements of an address lie in one register. */
  transposed = false;
  caching = '';
  /** Where addresses count from. */
  surface = '';
  offset = 0;
  /** Channels that work on it. */
  width: number;
  /** The address payload holds coordinates. */
  hasCoordinates = false;
  /** Bytes of the answer (Xe3P). */
  answerBytes: number | undefined = undefined;
  /** Why the descriptors make no sense. */
  problems: string[] = [];

  constructor(unit: string | undefined, width: number) {
    this.unit = unit;
    this.width = width;
  }
}

/** The descriptors of a send, as their decoders read them. */
export class DescriptorReader {
  readonly platform: number;
  readonly execSize: number;
  readonly desc: number;
  readonly exDesc: Descriptor;
  readonly exDescOffset: number;

  constructor(platform: number, execSize: number, { desc, exDesc, exDescOffset }: Send) {
    this.platform = platform;
    this.execSize = execSize;
    this.desc = desc.imm;
    this.exDesc = exDesc;
    this.exDescOffset = exDescOffset;
  }

  /** Bits of the descriptor; from 32 on, of the extended one. */
  bits(low: number, width: number): number {
    const word = low >= 32 ? this.exDesc.imm : this.desc;
    return (word >>> (low & 31)) & (width === 32 ? -1 : (1 << width) - 1);
  }

  bit(low: number): boolean {
    return this.bits(low, 1) === 1;
  }
}

/** The units whose messages have no header. */
export const LSC_UNITS = ['ugm', 'ugml', 'slm', 'tgm'];

export const isLoadStoreUnit = (unit: string | undefined, platform: number): boolean =>
  unit !== undefined && (LSC_UNITS.includes(unit) || (unit === 'urb' && platform >= XE2));
