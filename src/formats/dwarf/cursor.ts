import { type Bytes, decodeText, hex } from '../../core/bytes/index.ts';
import { diagnostic, FormatError } from '../../core/diag/index.ts';
import type { Place } from './model.ts';
import type { Relocations } from './relocate.ts';

/**
 * Reads a section of debug information from start to end. A read past the end of the window throws `FormatError`, which ends only the unit
 * or table.
 */
export class Cursor {
  /** Offset in the section, in bytes. */
  at: number;
  /** First byte after the unit or table. */
  end: number;
  private readonly bytes: Bytes;
  private readonly relocations: Relocations;

  constructor(bytes: Bytes, relocations: Relocations, at = 0, end = bytes.length) {
    this.bytes = bytes;
    this.relocations = relocations;
    this.at = at;
    this.end = end;
  }

  private advance(count: number): number {
    const { at } = this;
    if (count > this.end - at) throw this.malformed(`${count} bytes are needed but ${Math.max(this.end - at, 0)} are left`);
    this.at += count;
    return at;
  }

  malformed(message: string, at = Math.min(this.at, this.bytes.length)): FormatError {
    return new FormatError(diagnostic('dwarf/malformed', message, this.bytes.span(at, at), ''));
  }

  skip(count: number): void {
    this.advance(count);
  }

  u8(): number {
    return this.bytes.u8(this.advance(1));
  }

  u16(): number {
    return this.bytes.u16(this.advance(2));
  }

  u32(): number {
    return this.bytes.u32(this.advance(4));
  }

  /** An unsigned number of `size` bytes (1 to 8). Above 2⁵³ it is rounded. */
  unsigned(size: number): number {
    const at = this.advance(size);
    if (size === 4) return this.bytes.u32(at);
    let value = 0;
    for (let i = size - 1; i >= 0; i--) value = value * 256 + this.bytes.u8(at + i);
    return value;
  }

  /** Unsigned LEB128. Above 2⁵³ it is rounded. */
  uleb(): number {
    return this.leb(false);
  }

  /** Signed LEB128, rounded in the same way. */
  sleb(): number {
    return this.leb(true);
  }

  private leb(isSigned: boolean): number {
    let value = 0;
    let scale = 1;
    for (let i = 0; ; i++) {
      const byte = this.u8();
      // Ten bytes hold 64 bits; further bytes are padding.
      if (i < 10) {
        value += (byte & 0x7f) * scale;
        scale *= 128;
      }
      if (byte < 0x80) return isSigned && (byte & 0x40) !== 0 ? value - scale : value;
    }
  }

  /** Text up to its NUL. */
  string(): string {
    const from = this.at;
    this.skipString();
    return decodeText(this.bytes.sub(from, this.at - 1).data);
  }

  skipString(): void {
    let end = this.at;
    while (end < this.end && this.bytes.u8(end) !== 0) end++;
    if (end >= this.end) throw this.malformed('a string is not terminated');
    this.at = end + 1;
  }

  /** A length of 4 bytes, or 12 in the 64-bit format. It determines the width of the offsets that follow. */
  initialLength(): { length: number; offsetSize: 4 | 8 } {
    const length = this.u32();
    if (length < 0xfffffff0) return { length, offsetSize: 4 };
    if (length !== 0xffffffff) throw this.malformed(`the length ${hex(length)} is reserved`, this.at - 4);
    return { length: this.unsigned(8), offsetSize: 8 };
  }

  /** An offset into another section: the addend of its relocation, if it has one. */
  offset(size: 4 | 8): number {
    const { at } = this;
    const value = this.unsigned(size);
    const relocation = this.relocations.at(at);
    return relocation?.addend === undefined ? value : Number(relocation.addend);
  }

  /** An address, and the section that its relocation names. */
  address(size: number): Place {
    const { at } = this;
    return this.relocations.place(at, this.word(size));
  }

  /** The raw value of an address, without its relocation. */
  word(size: number): bigint {
    if (size !== 4 && size !== 8) throw this.malformed(`an address has ${size} bytes instead of 4 or 8`);
    const at = this.advance(size);
    return size === 8 ? this.bytes.u64(at) : BigInt(this.bytes.u32(at));
  }
}
