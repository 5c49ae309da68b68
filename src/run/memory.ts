/** The memory of the device: allocations at addresses that do not depend on anything but their order and sizes. */
import { halt } from './halt.ts';

/** Memory of one purpose, by address; local and scratch memory, which messages reach in other ways, begin at 0. */
export interface Allocation {
  readonly name: string;
  /** Counts the allocations of a launch, from 0. */
  readonly id: number;
  /** Address of the first byte. Addresses are below 2^48, so they are exact as numbers. */
  readonly start: number;
  readonly end: number;
  /** The bytes, and then what follows in the last page: zeros until something is stored there. */
  readonly bytes: Uint8Array;
  readonly i32: Int32Array;
}

/** Where the first allocation is, for pointers of 64 and of 32 bits. Small numbers are no addresses. */
const FIRST = 0x1_0000_0000;
const FIRST_OF_32 = 0x4000_0000;
/** Memory is mapped in whole pages: what is behind an allocation in its last page can be read and written, as on a device. */
const PAGE = 4096;

/** The bytes of all allocations, as copies of their pages. */
export type Contents = readonly (readonly Uint8Array[])[];

/** Unmapped space after each allocation. */
const GAP = 1 << 20;

/** Addresses that are given out one after another. */
export class Addresses {
  private next: number;

  /** @param is64 whether pointers have 64 bits */
  constructor(is64: boolean) {
    this.next = is64 ? FIRST : FIRST_OF_32;
  }

  /** The address of so many bytes. */
  take(size: number): number {
    const start = this.next;
    this.next = Math.ceil((start + size + GAP) / PAGE) * PAGE;
    return start;
  }
}

export class Memory {
  /** In the order of addresses. */
  private readonly all: Allocation[] = [];
  private count = 0;
  private last: Allocation | undefined;
  private readonly addresses: Addresses;
  private left: number;

  /**
   * @param most bytes that may be allocated
   * @param is64 whether pointers have 64 bits
   */
  constructor(most: number, is64: boolean) {
    this.left = most;
    this.addresses = new Addresses(is64);
  }

  /** Counts memory that is elsewhere. Throws `Halt` if it is more than is allowed. */
  reserve(name: string, size: number): void {
    this.left -= size;
    if (!(this.left >= 0)) throw halt('memory', name);
  }

  /** All of it, in the order of addresses. */
  get allocations(): readonly Allocation[] {
    return this.all;
  }

  /** The bytes of all allocations, in their order. Pages that are as they were in an earlier copy are shared with it. */
  contents(before?: Contents): Contents {
    return this.all.map(({ bytes }, index) => pagesOf(bytes, before?.[index]));
  }

  /** Puts back what {@link contents} gave. */
  restore(contents: Contents): void {
    for (const [index, pages] of contents.entries())
      for (const [number, page] of pages.entries()) this.all[index]?.bytes.set(page, number * PAGE);
  }

  /** Memory that no address reaches. It is counted by {@link reserve}. */
  apart(name: string, size: number): Allocation {
    return { ...newBytes(size), name, id: this.count++, start: 0, end: size };
  }

  /** Reserves memory of zeros. An address below 4 GiB can be asked for. */
  allocate(name: string, size: number, at?: number): Allocation {
    const mapped = Math.ceil(size / PAGE) * PAGE;
    this.reserve(name, mapped);
    const start = at ?? this.addresses.take(size);
    const allocation = { ...newBytes(mapped), name, id: this.count++, start, end: start + size };
    let index = this.all.length;
    while (index > 0 && (this.all[index - 1] as Allocation).start > start) index--;
    this.all.splice(index, 0, allocation);
    return allocation;
  }

  /** The allocation in whose pages these bytes are. Throws `Halt` if there is none. */
  find(address: number, size: number): Allocation {
    const { last } = this;
    if (last !== undefined && address >= last.start && address + size <= last.end) return last;
    const found = this.before(address);
    if (found === undefined || address + size > found.start + found.bytes.length)
      throw halt('unmapped', size, address, this.describe(address));
    this.last = found;
    return found;
  }

  /** The allocation that contains an address. */
  at(address: number): Allocation | undefined {
    const found = this.before(address);
    return found !== undefined && address < found.end ? found : undefined;
  }

  /** The last allocation that does not begin after an address. */
  private before(address: number): Allocation | undefined {
    let [low, high] = [0, this.all.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.all[middle] as Allocation).start <= address) low = middle + 1;
      else high = middle;
    }
    return this.all[low - 1];
  }

  /** The allocation that is next to an address, and the distance in bytes: after its end, or before its start where that is negative. */
  nearest(address: number): { readonly memory: Allocation; readonly distance: number } | undefined {
    const after = this.all.findIndex(({ start }) => start > address);
    const [before, next] = [this.all.at(after < 0 ? -1 : after - 1), after < 0 ? undefined : this.all[after]];
    const isBefore = after !== 0 && before !== undefined && !(next !== undefined && next.start - address < address - before.end);
    if (isBefore) return { memory: before, distance: address - before.end };
    return next === undefined ? undefined : { memory: next, distance: address - next.start };
  }

  private describe(address: number): string {
    if (address < PAGE) return 'a null pointer';
    const before = this.before(address);
    return before === undefined ? 'not mapped' : `${(address - before.end).toLocaleString('en-US')} bytes after the end of ${before.name}`;
  }
}

function newBytes(size: number): Pick<Allocation, 'bytes' | 'i32'> {
  const buffer = new ArrayBuffer(Math.ceil(size / 8) * 8);
  return { bytes: new Uint8Array(buffer), i32: new Int32Array(buffer) };
}

/** Copies of the pages of an allocation; those that are equal to a page of an earlier copy are that page. */
function pagesOf(bytes: Uint8Array, before: readonly Uint8Array[] = []): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / PAGE) }, (_, number) => {
    const page = bytes.subarray(number * PAGE, (number + 1) * PAGE);
    const known = before[number];
    return known !== undefined && areEqual(known, page) ? known : page.slice();
  });
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** An address from two words: bits 63:48 are ignored. */
export const addressOf = (low: number, high: number): number => (high & 0xffff) * 2 ** 32 + (low >>> 0);
