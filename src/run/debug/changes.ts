/** What of registers and memory is not as it was when it was looked at last. */
import type { Session } from './session.ts';
import { sizeOfType, type Value } from './values.ts';

/** Bytes of memory that are kept for the comparison. */
const MOST = 64 << 20;

export class Changes {
  /** By the array that the run works with. */
  private before: ReadonlyMap<Uint8Array, Uint8Array> = new Map();

  /** Keeps what registers and memory are now. Of more memory than 64 MB, the rest is not kept. */
  keep({ machine, places }: Session): void {
    const threads = machine.current.flatMap(({ bytes, scratch }) => [bytes, ...scratch.map((one) => one.bytes)]);
    let left = MOST;
    const memory = [places.local, ...places.memory.allocations].flatMap(({ bytes }) => {
      left -= bytes.length;
      return left < 0 ? [] : [bytes];
    });
    this.before = new Map([...threads, ...memory].map((bytes) => [bytes, bytes.slice()]));
  }

  /** Whether a value has other bytes than those that were kept. */
  has({ type, place }: Value): boolean {
    return place !== undefined && this.at(place.bytes, place.at, sizeOfType(type));
  }

  /** The same of bytes. */
  at(bytes: Uint8Array, at: number, size: number): boolean {
    const before = this.before.get(bytes);
    if (before === undefined) return false;
    for (let i = at; i < at + size; i++) if (bytes[i] !== before[i]) return true;
    return false;
  }
}
