import type { OperationGroup } from './operations.ts';

/** A descriptor of a message: a number, or the 32-bit part of `a0` that holds it. */
export interface MessageDescriptor {
  readonly imm: number;
  readonly sub: number;
  readonly isRegister: boolean;
}

/**
 * What an instruction says of its message besides its size. The narrow descriptors, `desc` and `exDesc` of 32 bits each, are those of
 * `send`, `sendc`, `sends` and `sendsc`; the wide one, `low` and `high` of 47 bits together, is that of `sendg` and its like (Xe3P).
 */
export interface MessageSource {
  /** The unit; without one before Xe, when the extended descriptor is in a register: it says the unit, too. */
  readonly unit: string | undefined;
  readonly desc: MessageDescriptor;
  readonly exDesc: MessageDescriptor;
  /** The bits next to an extended descriptor that is in a register (since Xe2), at the places they have in it; else 0. */
  readonly exDescOffset: number;
  readonly low: number;
  readonly high: number;
  /** Subregisters of `s0`, -1 where there is none. */
  readonly indirect0: number;
  readonly indirect1: number;
  /** Registers of the answer and of the payloads; negative where only the machine knows. */
  readonly dstLength: number;
  readonly src0Length: number;
  readonly src1Length: number;
}

/** How addresses are meant: absolute, in a surface by its index, by the offset of its state, by a pointer to it, or in the scratch space. */
export type AddressModel = 'flat' | 'bti' | 'bss' | 'ss' | 'surf' | 'scratch';

/**
 * What a cache does: default of the state, (un)cached, streaming, read and invalidate, constants, write through, write back; `?` is a
 * value without a meaning.
 */
export type Caching = 'df' | 'uc' | 'ca' | 'st' | 'ri' | 'cc' | 'wt' | 'wb' | '?';

/**
 * What a message means, as far as its bits say it; what it does not have is `undefined`. Sizes are in bits where a name does not say
 * otherwise. Every bit by name is what `messageFields` gives.
 */
export class Message {
  unit: string | undefined;
  operation: string | undefined = undefined;
  group: OperationGroup | undefined = undefined;
  /** What the message is, in words: the comment of a message that has no other, or is not valid. Empty where nothing is known. */
  title = '';
  /** Why it is not a valid message, for each reason. */
  readonly faults: string[] = [];
  /** The text is made of the facts, in the order of the load/store syntax, not of the title. */
  isSyntax = false;

  /** Lanes that the message is for. */
  lanes: number;
  /** Size of an element in memory. */
  memory: number | undefined = undefined;
  /** Size of an element in a register. */
  register: number | undefined = undefined;
  /** Elements go to the upper half of their place in the register. */
  high: boolean | undefined = undefined;
  /** Elements, or enabled channels, for each address. */
  elements: number | undefined = undefined;
  /** Enabled channels: x, y, z, w are bits 0 to 3. */
  channels: number | undefined = undefined;
  /** Elements of one address lie one after the other in a register; of a 2D block: rows and columns are exchanged. */
  transposed: boolean | undefined = undefined;
  /** A 2D block, whose width, height and number are in the payload. */
  block: boolean | undefined = undefined;
  /** A 2D block is rearranged for `dpas`. */
  vnni: boolean | undefined = undefined;

  model: AddressModel | undefined = undefined;
  /** Size of an address of a lane. */
  address: number | undefined = undefined;
  /** Addresses of lanes are signed; false where they are not and could be. */
  signed: boolean | undefined = undefined;
  /** The address is coordinates: u, v, r, and level of detail or sample index. */
  coordinates: boolean | undefined = undefined;
  /** Index of a surface, or the offset of its state. */
  surface: number | undefined = undefined;
  /** The part of `a0` that has it. */
  surfaceRegister: number | undefined = undefined;
  /** The part of `s0` with the base of addresses, or with the pointer to the state of the surface (Xe3P). */
  base: number | undefined = undefined;
  /** The part of `s0` with the pointer to the state of the sampler (Xe3P). */
  samplerBase: number | undefined = undefined;
  /** Number of the state, counted from the one that the register points to (Xe3P). */
  surfaceIndex: number | undefined = undefined;
  /** Index of the sampler, or number of its state, counted from the one that the register points to. */
  sampler: number | undefined = undefined;
  /** Bytes that are added to every address. */
  offset: number | undefined = undefined;
  /** Elements that are added to the coordinates of a block. */
  offsetX: number | undefined = undefined;
  offsetY: number | undefined = undefined;
  /** What is added to the coordinates of a texture. */
  offsetU: number | undefined = undefined;
  offsetV: number | undefined = undefined;
  offsetR: number | undefined = undefined;
  /** Bytes by which addresses are multiplied; `undefined` where they are not. */
  scale: number | undefined = undefined;

  l1: Caching | undefined = undefined;
  l2: Caching | undefined = undefined;
  l3: Caching | undefined = undefined;
  /** More than what is asked for may be fetched. */
  overfetch: boolean | undefined = undefined;
  /** The payload starts with a header. */
  header: boolean | undefined = undefined;
  /** An atomic operation gives the old value. */
  returns: boolean | undefined = undefined;
  fence: string | undefined = undefined;
  scope: string | undefined = undefined;
  /** What kind of surface is expected. */
  hint: string | undefined = undefined;
  watchpoint: number | undefined = undefined;
  /** What is done with lines of the cache, and to how many bytes. */
  control: string | undefined = undefined;
  lineBytes: number | undefined = undefined;
  endOfThread: boolean | undefined = undefined;
  /** Parts of the payload besides the channels, of a render target. */
  parts: number | undefined = undefined;

  /** Bytes of the payloads, where the message says them (Xe3P). */
  destinationBytes: number | undefined = undefined;
  source0Bytes: number | undefined = undefined;
  source1Bytes: number | undefined = undefined;

  constructor(unit: string | undefined, lanes: number) {
    this.unit = unit;
    this.lanes = lanes;
  }
}

/** What a row may say of a message. */
export type Facts = { readonly [K in Exclude<keyof Message, 'faults'>]?: NonNullable<Message[K]> };

/** A named run of bits of the descriptors. Places from 32 on are in the extended one, or in the upper half of a wide one. */
export interface MessageField {
  readonly name: string;
  readonly at: number;
  readonly bits: number;
  readonly value: number;
  readonly meaning?: string;
}
