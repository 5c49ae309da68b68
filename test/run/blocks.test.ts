/** Blocks of memory: compilers load more than they need, and devices give it, because memory is mapped in pages. */
import { expect, test } from 'vitest';
import { PLATFORMS, type Platform, registerBytes } from '../../src/formats/eu/index.ts';
import { Halt } from '../../src/run/halt.ts';
import { translateSend } from '../../src/run/message/index.ts';
import { Thread } from '../../src/run/thread.ts';
import { instructionsOf, surroundingsOf } from './assembled.ts';

/** Loads and stores of 16 bytes: r10 has the address, r20 the data. */
const LOADS: readonly (readonly [Platform, string])[] = [
  ['9', '(W) send (4|M0) r20:d r10 0xC 0x021D08FF'],
  ['12p71', '(W) send.dc1 (4|M0) r20 r10 null:0 0x0 0x021D08FF'],
  ['2', '(W) send.ugm (1|M0) r20 r10 null:0 0x0 0x0210B580'],
];
const STORES: readonly (readonly [Platform, string])[] = [
  ['9', '(W) sends (4|M0) null:d r10 r20 0x4C 0x020D48FF'],
  ['12p71', '(W) send.dc1 (4|M0) null r10 r20:1 0x0 0x020D48FF'],
  ['2', '(W) send.ugm (1|M0) null r10 r20:1 0x0 0x0200B584'],
];
const SIZE = 12;
const PAGE = 4096;

function prepared(platform: Platform, text: string) {
  const around = surroundingsOf(platform);
  const { start, bytes } = around.memory.allocate('argument 0', SIZE);
  bytes.set(Array.from({ length: SIZE }, (_, i) => i + 1));
  const [instruction] = instructionsOf(text, platform);
  if (instruction === undefined) throw new Error('no instruction');
  const grf = registerBytes(PLATFORMS.indexOf(platform));
  const send = (address: number): Uint8Array => {
    const t = new Thread(around.layout, around);
    t.mask = -1;
    t.u32[(10 * grf) / 4] = address % 2 ** 32;
    t.u32[(10 * grf) / 4 + 1] = Math.floor(address / 2 ** 32);
    t.bytes.fill(0xa5, 20 * grf, 20 * grf + 16);
    translateSend(around, instruction)(t);
    return t.bytes.slice(20 * grf, 20 * grf + 16);
  };
  return { start, bytes, send };
}

test.each(LOADS)('a block that begins in an allocation reads zeros past its end (%s)', (platform, text) => {
  const { start, send } = prepared(platform, text);
  expect([...send(start)]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 0, 0, 0]);
  expect([...send(start + 8)]).toEqual([9, 10, 11, 12, ...Array(12).fill(0)]);
});

test.each(LOADS)('a block may begin anywhere in the pages of an allocation (%s)', (platform, text) => {
  const { start, bytes, send } = prepared(platform, text);
  bytes[SIZE] = 13;
  expect([...send(start + SIZE)]).toEqual([13, ...Array(15).fill(0)]);
  expect([...send(start + PAGE - 16)]).toEqual(Array(16).fill(0));
  expect(() => send(start + PAGE)).toThrow(Halt);
  expect(() => send(start - 4)).toThrow(Halt);
});

test.each(STORES)('a block is stored to the end of the page, and no further (%s)', (platform, text) => {
  const { start, bytes, send } = prepared(platform, text);
  send(start);
  expect([...bytes.subarray(0, 20)]).toEqual([...Array(16).fill(0xa5), 0, 0, 0, 0]);
  expect(() => send(start + PAGE - 8)).toThrow(Halt);
});
