import { type Bytes, displayText, firstIndex, nulAt } from '../../core/bytes/index.ts';
import { LIMITS, type Reporter } from '../../core/diag/index.ts';
import { type StructRows, structSize } from '../../core/schema/index.ts';
import type { MemoryField, MemoryRows } from './table.ts';

/** Bytes of the file at an address. */
export interface Piece {
  readonly address: number;
  readonly bytes: Bytes;
}

/** The value that a relocation writes at an address. */
export interface Patch {
  readonly value: number;
  /** Offset in the source of the addend of the value, if it is not in place. */
  readonly addendAt?: number;
}

/** The word that relocations write at an address, or undefined if they leave it unchanged. */
export type Patches = (address: number, piece: Piece) => Patch | undefined;

/**
 * What a program would see in memory, as far as the file determines it: addresses, and pointers with their relocations applied for a
 * program that is loaded at 0. Reads fetch no more than they need.
 */
export class Memory {
  readonly is64: boolean;
  readonly pieces: readonly Piece[];
  private readonly patches: Patches;
  private last: Piece | undefined;

  constructor(pieces: readonly Piece[], is64: boolean, patches: Patches) {
    this.pieces = [...pieces].sort((a, b) => a.address - b.address);
    this.is64 = is64;
    this.patches = patches;
  }

  /** The piece that contains `size` bytes from `address` on. */
  piece(address: number, size: number): Piece | undefined {
    const inside = (piece: Piece | undefined) =>
      piece !== undefined && address >= piece.address && piece.bytes.has(address - piece.address, size);
    if (inside(this.last)) return this.last;
    const next = firstIndex(this.pieces.length, (i) => (this.pieces[i]?.address ?? 0) > address);
    // Pieces may overlap in damaged files: the nearest two that begin at or before the address are tried.
    const match = [this.pieces[next - 1], this.pieces[next - 2]].find(inside);
    if (match) this.last = match;
    return match;
  }

  /** The bytes at an address; undefined when the file has not all of them. */
  window(address: number, size: number): Bytes | undefined {
    const piece = this.piece(address, size);
    return piece?.bytes.sub(address - piece.address, address - piece.address + size);
  }

  /** The address of bytes of the file; undefined when they are not in memory. */
  addressOf(bytes: Bytes): number | undefined {
    const piece = this.pieces.find(
      ({ bytes: pieceBytes }) => pieceBytes.base <= bytes.base && bytes.base + bytes.length <= pieceBytes.base + pieceBytes.length,
    );
    return piece && piece.address + bytes.base - piece.bytes.base;
  }

  /** A field of a structure, relocated where it is a pointer. Undefined outside the file. */
  private field(field: MemoryField, address: number): number | bigint | undefined {
    const [at, width] = this.is64 ? field.at64 : field.at32;
    const piece = this.piece(address + at, width);
    if (!piece) return undefined;
    const offset = address + at - piece.address;
    if (field.as === 'bigint') return width === 8 ? piece.bytes.u64(offset) : BigInt(piece.bytes.u32(offset));
    if (field.pointer) {
      const patched = this.patches(address + at, piece);
      if (patched !== undefined) return patched.value;
    }
    if (width === 8) return piece.bytes.u64AsNumber(offset);
    return width === 4 ? piece.bytes.u32(offset) : width === 2 ? piece.bytes.u16(offset) : piece.bytes.u8(offset);
  }

  /** The structure at an address with its pointers relocated; undefined when it is not wholly in the file. */
  struct<R extends MemoryRows>(rows: R, address: number): MemoryStruct<R> | undefined {
    if (!this.piece(address, structSize(rows, this.is64))) return undefined;
    const value: Record<string, number | bigint> = {};
    for (const field of rows.fields) {
      const read = this.field(field, address);
      if (read === undefined) return undefined;
      value[field.name] = read;
    }
    return value as MemoryStruct<R>;
  }

  /**
   * The offsets in the source of the words that make up a pointer of a structure: if they all change by a number, so does the pointer.
   */
  pointerAt(rows: MemoryRows, name: string, structure: number): number[] {
    const field = rows.fields.find((one) => one.name === name);
    if (!field) return [];
    const [at, width] = this.is64 ? field.at64 : field.at32;
    const piece = this.piece(structure + at, width);
    if (!piece) return [];
    const offset = structure + at - piece.address;
    const { value, addendAt } = this.patches(structure + at, piece) ?? {};
    const place = piece.bytes.base + offset;
    if (addendAt === undefined) return [place];
    // Some linkers also write the value in place.
    const inPlace = width === 8 ? piece.bytes.u64AsNumber(offset) : piece.bytes.u32(offset);
    return inPlace === value ? [addendAt, place] : [addendAt];
  }

  /** NUL-terminated display text; undefined when there is none at the address. */
  text(address: number, out: Reporter): string | undefined {
    const piece = this.piece(address, 1);
    if (!piece) return undefined;
    const from = address - piece.address;
    const last = Math.min(piece.bytes.length, from + LIMITS.nameLength);
    const end = nulAt(piece.bytes, from, LIMITS.nameLength);
    if (!out.charge(end - from, piece.bytes.span(from, end), '') || end === last) return undefined;
    return displayText(piece.bytes.sub(from, end).text());
  }
}

/** The object that a structure reads into: addresses and sizes as numbers, which may be too large to be safe, carried values as bigint. */
export type MemoryStruct<R extends StructRows> = {
  readonly [F in R['fields'][number] as F['name']]: F['as'] extends 'number' ? number : bigint;
};

/** The parts of a host file that lead to device images. */
export interface Program {
  readonly machine: string;
  readonly memory: Memory;
  /** Where descriptors may be, in the order of the search. */
  readonly scan: readonly Piece[];
  readonly sections: readonly ProgramSection[];
}

export interface ProgramSection {
  readonly name: string;
  /** Section type of ELF. */
  readonly type?: number;
  readonly bytes: Bytes;
  /** Offset in the source of the field with its size, and the width of that. */
  readonly sizeAt?: readonly [offset: number, width: 4 | 8];
}
