/** ZIP archives: lists that name one content again and again, entries of which no list says where they end. */
import { deflateRawSync } from 'node:zlib';
import { buildZebin, concat } from '../../support/build-elf.ts';
import { attacks, text } from './attack.ts';

const u16 = (...values: number[]) => new Uint8Array(Uint16Array.from(values).buffer);
const u32 = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
const many = (count: number, each: (i: number) => Uint8Array) => concat(Array.from({ length: Math.ceil(count) }, (_, i) => each(i)));

interface Entry {
  readonly name?: string;
  readonly flags?: number;
  readonly method?: number;
  readonly stored?: number;
  readonly size?: number;
}

/** Flags, method, time, checksum, sizes, lengths of the name and of the extra field. */
const fields = ({ name = 'a', flags = 0, method = 0, stored = 0, size = stored }: Entry) =>
  concat([u16(flags, method), u32(0, 0, stored, size), u16(name.length, 0)]);
const local = (entry: Entry) => concat([text('PK\x03\x04'), u16(20), fields(entry), text(entry.name ?? 'a')]);
const listed = (entry: Entry, offset: number) =>
  concat([text('PK\x01\x02'), u16(20, 20), fields(entry), u16(0, 0, 0), u32(0, offset), text(entry.name ?? 'a')]);
const end = (count: number, size: number, offset: number) =>
  concat([text('PK\x05\x06'), u16(0, 0, count, count), u32(size, offset), u16(0)]);

/** What comes first, and a list of so many entries. No list without the 64-bit form has more than 65,535. */
function archive(first: Uint8Array, count: number, each: (i: number) => Uint8Array): Uint8Array {
  const entries = Math.min(Math.ceil(count), 0xffff);
  const list = many(entries, each);
  return concat([first, list, end(entries, list.length, first.length)]);
}

const KERNEL = buildZebin({
  zeInfo: 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    simd_size: 16\n',
  kernels: ['k'],
  notes: [{ type: 6, desc: 0x0500_4000 }],
}).bytes;
const STORED = { stored: KERNEL.length };
const ZEROS = new Uint8Array(deflateRawSync(new Uint8Array(1 << 18)));
const DEFLATED = { method: 8, stored: ZEROS.length, size: 1 << 18 };

/** Archives in one another, each with the next and some bytes. */
function nested(levels: number, size: number): Uint8Array {
  let inner: Uint8Array = KERNEL;
  for (let level = 0; level < levels; level++) {
    const content = concat([inner, new Uint8Array(size)]);
    const entry = { stored: content.length };
    const first = concat([local(entry), content]);
    inner = archive(first, 1, () => listed(entry, 0));
  }
  return inner;
}

export const ZIP = attacks(
  'zip',
  {
    'entries of one stored zebin': (scale) =>
      archive(concat([local(STORED), KERNEL]), 20 * scale, (i) => listed({ ...STORED, name: `${i}` }, 0)),
    'entries of one name': (scale) => archive(concat([local(STORED), KERNEL]), 20 * scale, () => listed(STORED, 0)),
    'entries of zeros that are compressed': (scale) =>
      archive(concat([local(DEFLATED), ZEROS]), 2 * scale, (i) => listed({ ...DEFLATED, name: `${i}` }, 0)),
    'entries without content': (scale) => archive(local({}), 50 * scale, (i) => listed({ name: `${i}` }, 0)),
    'entries of long names': (scale) => archive(local({}), 2 * scale, (i) => listed({ name: `${i}`.padEnd(2_000, 'n') }, 0)),
    'headers without a list': (scale) => many(100 * scale, (i) => local({ name: `${i}` })),
    'entries that do not say where they end': (scale) => many(100 * scale, (i) => local({ name: `${i}`, flags: 8 })),
    'compressed entries that do not say where they end': (scale) =>
      many(100 * scale, (i) => concat([local({ name: `${i}`, flags: 8, method: 8 }), ZEROS.subarray(0, 20)])),
    'archives in one another': { make: (scale) => nested(8, 100 * scale), most: 10_000 },
    'ends of lists': (scale) => concat([local({}), many(100 * scale, () => end(1, 0, 0))]),
  },
  { kind: 'containers' },
);
