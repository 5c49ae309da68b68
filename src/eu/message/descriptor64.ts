/** The descriptor of 47 bits that the sends of Xe3P have, and the parts that several units share. */
import type { Send } from '../model.ts';
import type { Message } from './model.ts';

/** Bytes of a register. */
export const REGISTER = 64;

/** The descriptor of 47 bits. */
export class Descriptor64 {
  readonly low: number;
  readonly high: number;
  readonly execSize: number;
  readonly send: Send;

  constructor(send: Send, execSize: number) {
    this.low = send.low;
    this.high = send.high;
    this.execSize = execSize;
    this.send = send;
  }

  bits(low: number, width: number): number {
    const shifted = low >= 32 ? this.high >>> (low - 32) : (this.low >>> low) | (low === 0 ? 0 : this.high << (32 - low));
    return shifted & ((1 << width) - 1);
  }

  bit(low: number): boolean {
    return this.bits(low, 1) === 1;
  }

  signed(low: number, width: number): number {
    return (this.bits(low, width) << (32 - width)) >> (32 - width);
  }
}

/** Names of channels that a mask enables, after a point. */
export function maskText(message: Message, reader: Descriptor64, names: string): string {
  const mask = reader.bits(7, 4);
  const enabled = [...names].filter((_, i) => (mask >> i) & 1);
  message.channels = mask;
  message.elements = enabled.length;
  return `.${mask === 0 ? '<empty>' : enabled.join('')}`;
}

/** Offsets of coordinates, as `(u,v,r)`; `` when all are 0. */
export function coordinateOffsets(reader: Descriptor64): string {
  const offsets = [38, 34, 30].map((low) => reader.signed(low, 4));
  return offsets.some((offset) => offset !== 0) ? `(${offsets.join(',')})` : '';
}

/** The kind of surface that a hint names. */
export function surfaceHint(reader: Descriptor64): string {
  const hint = reader.bits(11, 3);
  return ['', '.buf', '.t1d', '.t2d', '.3d', '.cube', '.cubea'][hint] ?? `.0x${hint}?`;
}
