/** The payload of a message: registers that are next to each other, in two groups, or anywhere. */
import type { Instruction } from '../../formats/eu/index.ts';
import type { Access } from '../access.ts';
import { Unsupported } from '../alu/elements.ts';
import type { Step } from '../alu/kinds.ts';
import type { Mask } from '../alu/masks.ts';
import type { RegisterLayout } from '../registers.ts';
import type { Thread } from '../thread.ts';

export interface Payload {
  /** Where a byte of the payload is in the memory of the thread. Parts that begin at a register stay together. */
  readonly at: (byte: number) => number;
  /** Bytes of both parts; `undefined` if only known at run time. */
  readonly first: number | undefined;
  /** What brings the registers together first, and where a byte of them came from. */
  readonly prepare?: Step;
  readonly origin?: (t: Thread, place: number) => number;
}

/** The payload of a send. */
export function payloadOf(layout: RegisterLayout, { sources, send, operation }: Instruction): Payload {
  const [first, second] = sources;
  if (first === undefined || send === undefined) throw new Unsupported('a message without a payload');
  const { grfBytes } = layout;
  if (first.kind === 'indirect') {
    if (first.register?.name !== 's') throw new Unsupported('an indirect payload');
    const length = send.src0Length;
    const from = layout.of('s') + first.sub;
    const to = layout.of('payload');
    const bytes = operation?.mnemonic.startsWith('sendgx') === true ? 2 : 1;
    const numberOf = (t: Thread, k: number): number => (bytes === 1 ? (t.bytes[from + k] ?? 0) : (t.u16[(from >> 1) + k] ?? 0));
    return {
      at: (byte) => to + byte,
      first: length * grfBytes,
      prepare: (t) => {
        for (let k = 0; k < length; k++) {
          const number = numberOf(t, k);
          t.bytes.copyWithin(to + k * grfBytes, number * grfBytes, (number + 1) * grfBytes);
        }
      },
      origin: (t, place) => (place < to ? place : numberOf(t, Math.floor((place - to) / grfBytes)) * grfBytes + ((place - to) % grfBytes)),
    };
  }
  const start = layout.placeOf(first) ?? 0;
  const known = send.src0Length >= 0 ? send.src0Length * grfBytes : undefined;
  const hasSecond = second !== undefined && second.register?.name === 'r';
  if (!hasSecond) return { at: (byte) => start + byte, first: known };
  const other = layout.placeOf(second) ?? 0;
  if (known === undefined) throw new Unsupported('two payloads whose lengths are in a register');
  return { at: (byte) => (byte < known ? start + byte : other + byte - known), first: known };
}

/** The first byte after the addresses, which take so many: where the second part begins, or next to them in registers anywhere. */
export const afterAddresses = ({ first, prepare }: Payload, bytes: number): number => (prepare === undefined ? (first ?? bytes) : bytes);

/** Elements of a payload, each `step` bytes after the one before it: one for each lane, or all for the whole message. */
export function inPayload(
  { at, origin }: Payload,
  role: Access['role'],
  start: number,
  step: number,
  cells: number,
  n: number,
  lanes: Mask,
  isOfLanes = true,
): Access {
  const places = Int32Array.from({ length: n }, (_, i) => at(start + i * step));
  const access = { role, writes: false, lanes, isOfLanes, cells } as const;
  if (origin === undefined) return { ...access, places };
  const found = places.slice();
  return {
    ...access,
    places: found,
    locate: (t) => {
      for (const [i, place] of places.entries()) found[i] = origin(t, place);
    },
  };
}

/** Bytes that `lanes` elements of so many bits take, in whole registers. */
export const parameterBytes = (layout: RegisterLayout, bits: number, lanes: number): number =>
  Math.ceil((bits * lanes) / 8 / layout.grfBytes) * layout.grfBytes;
