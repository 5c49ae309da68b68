/** ZIP archives for tests, by what they are about: how each entry is written, and what is wrong with it. */
import { deflateRawSync, crc32 as nodeCrc32 } from 'node:zlib';
import { concat, latin1 } from './build-elf.ts';

export interface ZipSpec {
  readonly name: string;
  readonly data: Uint8Array;
  /** Deflate unless false. */
  readonly deflate?: boolean;
  /** Sizes and checksum follow the data, as streaming writers do; with 64-bit sizes for `64`. */
  readonly descriptor?: true | 64;
  /** Sizes in the extra field. */
  readonly is64?: true;
  readonly flags?: number;
  readonly method?: number;
  readonly crc32?: number;
  readonly comment?: string;
  /** Where the list says that it is, if not where it is. */
  readonly at?: number;
}

export interface ZipLayout {
  readonly before?: Uint8Array;
  readonly comment?: string;
  /** With the 64-bit end of the list. */
  readonly is64?: true;
  /** Without the list at the end. */
  readonly cut?: true;
}

const u16 = (...values: number[]) => new Uint8Array(Uint16Array.from(values).buffer);
const u32 = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
const u64 = (...values: number[]) => new Uint8Array(BigUint64Array.from(values.map(BigInt)).buffer);
const NOT_HERE = 0xffff_ffff;

export function buildZip(specs: readonly ZipSpec[], layout: ZipLayout = {}): Uint8Array {
  const { before = new Uint8Array(0) } = layout;
  const parts: Uint8Array[] = [before];
  const list: Uint8Array[] = [];
  let at = 0;
  for (const spec of specs) {
    const { name, data, deflate = true, descriptor, is64, comment = '' } = spec;
    const stored = deflate ? new Uint8Array(deflateRawSync(data)) : data;
    const sum = spec.crc32 ?? nodeCrc32(data);
    const flags = (spec.flags ?? 0) | (descriptor ? 8 : 0);
    const method = spec.method ?? (deflate ? 8 : 0);
    const sizes = is64 ? u32(NOT_HERE, NOT_HERE) : u32(stored.length, data.length);
    const extra = is64 ? concat([u16(1, 16), u64(data.length, stored.length)]) : new Uint8Array(0);
    const known = concat([u32(sum), sizes]);
    const common = (fields: Uint8Array) =>
      concat([u16(is64 ? 45 : 20, flags, method), u32(0x5a21_0000), fields, u16(latin1(name).length, extra.length)]);
    const after =
      descriptor === undefined
        ? new Uint8Array(0)
        : concat([latin1('PK\x07\x08'), u32(sum), descriptor === 64 ? u64(stored.length, data.length) : u32(stored.length, data.length)]);
    const local = concat([latin1('PK\x03\x04'), common(descriptor ? u32(0, 0, 0) : known), latin1(name), extra, stored, after]);
    parts.push(local);
    list.push(
      concat([
        latin1('PK\x01\x02'),
        u16(20),
        common(known),
        u16(comment.length, 0, 0),
        u32(0, spec.at ?? at),
        latin1(name),
        extra,
        latin1(comment),
      ]),
    );
    at += local.length;
  }
  if (layout.cut) return concat(parts);
  const { length } = concat(list);
  const end64 = layout.is64
    ? concat([
        ...[latin1('PK\x06\x06'), u64(44), u16(45, 45), u32(0, 0), u64(specs.length, specs.length, length, at)],
        ...[latin1('PK\x06\x07'), u32(0), u64(at + length), u32(1)],
      ])
    : new Uint8Array(0);
  const counts = layout.is64 ? u16(0xffff, 0xffff) : u16(specs.length, specs.length);
  const place = layout.is64 ? u32(NOT_HERE, NOT_HERE) : u32(length, at);
  const comment = layout.comment ?? '';
  const end = concat([latin1('PK\x05\x06'), u16(0, 0), counts, place, u16(comment.length), latin1(comment)]);
  return concat([...parts, ...list, end64, end]);
}
