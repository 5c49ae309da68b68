import type { OperationGroup } from './operations.ts';

/** A message descriptor: a number, or the 32-bit part of `a0` that holds it. */
export interface MessageDescriptor {
  readonly imm: number;
  readonly sub: number;
  readonly isRegister: boolean;
}

/**
 * What an instruction determines about its message, besides its size. The narrow descriptors `desc` and `exDesc`, 32 bits each, are those
 * of `send`, `sendc`, `sends` and `sendsc`. The wide descriptor, 47 bits in `low` and `high`, is that of `sendg` and its variants (Xe3P).
 */
export interface MessageSource {
  /** The unit; undefined before Xe if the extended descriptor, which contains the unit, is in a register. */
  readonly unit: string | undefined;
  readonly desc: MessageDescriptor;
  readonly exDesc: MessageDescriptor;
  /** The offset that accompanies an extended descriptor in a register (since Xe2), at its place in the descriptor; otherwise 0. */
  readonly exDescOffset: number;
  readonly low: number;
  readonly high: number;
  /** Subregisters of `s0`; -1 for none. */
  readonly indirect0: number;
  readonly indirect1: number;
  /** Numbers of registers of the response and of the payloads; negative if they are known only at run time. */
  readonly dstLength: number;
  readonly src0Length: number;
  readonly src1Length: number;
}

/** How addresses are interpreted: absolute, in a surface by index, by offset of its state, by pointer to it, or in the scratch space. */
export type AddressModel = 'flat' | 'bti' | 'bss' | 'ss' | 'surf' | 'scratch';

/**
 * Caching: default of the state, (un)cached, streaming, read and invalidate, constants, write through, write back. `?` is an undefined
 * value.
 */
export type Caching = 'df' | 'uc' | 'ca' | 'st' | 'ri' | 'cc' | 'wt' | 'wb' | '?';

/**
 * The meaning of a message, as far as its bits determine it; a fact that it does not have is `undefined`. Sizes are in bits unless a name
 * says otherwise. `messageFields` lists every bit by name.
 */
export class Message {
  unit: string | undefined;
  operation: string | undefined = undefined;
  group: OperationGroup | undefined = undefined;
  /** The message in words: its comment if it has no syntax or is not valid. Empty if nothing is known. */
  title = '';
  /** Reasons why the message is not valid. */
  readonly faults: string[] = [];
  /** Whether the text is composed from the facts, in load/store syntax, instead of the title. */
  isSyntax = false;

  /** Number of lanes of the message. */
  lanes: number;
  /** Size of an element in memory. */
  memory: number | undefined = undefined;
  /** Size of an element in a register. */
  register: number | undefined = undefined;
  /** Whether elements go to the upper half of their place in the register. */
  high: boolean | undefined = undefined;
  /** Elements, or enabled channels, per address. */
  elements: number | undefined = undefined;
  /** Enabled channels: x, y, z, w are bits 0 to 3. */
  channels: number | undefined = undefined;
  /** Whether the elements of one address are consecutive in a register; for a 2D block, whether rows and columns are exchanged. */
  transposed: boolean | undefined = undefined;
  /** Whether it is a 2D block, whose width, height and count are in the payload. */
  block: boolean | undefined = undefined;
  /** Whether a 2D block is rearranged for `dpas`. */
  vnni: boolean | undefined = undefined;

  model: AddressModel | undefined = undefined;
  /** Whether a unit that reaches other memory too reaches shared local memory. */
  shared: boolean | undefined = undefined;
  /** Size of a parameter of the sampler, if it has one of its own. */
  parameter: number | undefined = undefined;
  /** Size of the address of a lane. */
  address: number | undefined = undefined;
  /** Whether addresses of lanes are signed; undefined if they cannot be. */
  signed: boolean | undefined = undefined;
  /** Whether the address is coordinates: u, v, r, and level of detail or sample index. */
  coordinates: boolean | undefined = undefined;
  /** Index of a surface, or the offset of its state. */
  surface: number | undefined = undefined;
  /** The part of `a0` that holds it. */
  surfaceRegister: number | undefined = undefined;
  /** The part of `s0` with the base address, or with the pointer to the surface state (Xe3P). */
  base: number | undefined = undefined;
  /** The part of `s0` with the pointer to the sampler state (Xe3P). */
  samplerBase: number | undefined = undefined;
  /** Index of the state, relative to the one that the register points to (Xe3P). */
  surfaceIndex: number | undefined = undefined;
  /** Index of the sampler, or index of its state relative to the one that the register points to. */
  sampler: number | undefined = undefined;
  /** Offset in bytes that is added to every address. */
  offset: number | undefined = undefined;
  /** Offset in elements that is added to the coordinates of a block. */
  offsetX: number | undefined = undefined;
  offsetY: number | undefined = undefined;
  /** Offset that is added to the coordinates of a texture. */
  offsetU: number | undefined = undefined;
  offsetV: number | undefined = undefined;
  offsetR: number | undefined = undefined;
  /** Whether the first payload is gathered and has the content of the second too. */
  gathered: boolean | undefined = undefined;
  /** Scale of addresses in bytes; `undefined` if they are not scaled. */
  scale: number | undefined = undefined;
  /** Bytes that one count of an address stands for, in messages of the older data ports that count elements; `undefined` for bytes. */
  addressUnit: number | undefined = undefined;

  l1: Caching | undefined = undefined;
  l2: Caching | undefined = undefined;
  l3: Caching | undefined = undefined;
  /** Whether more than the requested data may be fetched. */
  overfetch: boolean | undefined = undefined;
  /** Whether the payload starts with a header. */
  header: boolean | undefined = undefined;
  /** Whether an atomic operation returns the old value. */
  returns: boolean | undefined = undefined;
  fence: string | undefined = undefined;
  scope: string | undefined = undefined;
  /** The expected kind of surface. */
  hint: string | undefined = undefined;
  watchpoint: number | undefined = undefined;
  /** What a cache control does with cache lines, and the number of bytes. */
  control: string | undefined = undefined;
  lineBytes: number | undefined = undefined;
  endOfThread: boolean | undefined = undefined;
  /** Parts of the payload of a render target besides the channels. */
  parts: number | undefined = undefined;

  /** Sizes of the payloads in bytes, if the message determines them (Xe3P). */
  destinationBytes: number | undefined = undefined;
  source0Bytes: number | undefined = undefined;
  source1Bytes: number | undefined = undefined;

  constructor(unit: string | undefined, lanes: number) {
    this.unit = unit;
    this.lanes = lanes;
  }
}

/** The facts that a row can set. */
export type Facts = { readonly [K in Exclude<keyof Message, 'faults'>]?: NonNullable<Message[K]> };

/** A named run of descriptor bits. Places from 32 on are in the extended descriptor, or in the upper half of a wide one. */
export interface MessageField {
  readonly name: string;
  readonly at: number;
  readonly bits: number;
  readonly value: number;
  readonly meaning?: string;
}
