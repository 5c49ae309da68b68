/**
 * Small programs with a SYCL descriptor: an ELF file of one segment, loaded at the address that is its file offset, so that an address
 * and an offset are the same number.
 */

import { type StructRows, structSize } from '../../src/core/schema/index.ts';
import { DESCRIPTOR, IMAGES } from '../../src/formats/host/index.ts';
import { buildElf } from './build-elf.ts';

export interface ImageSpec {
  readonly target: string;
  readonly data: Uint8Array;
  /** Addresses of the first entry and after the last. */
  readonly entries?: readonly [number, number];
}

export interface ProgramSpec {
  readonly images: readonly ImageSpec[];
  /** What the descriptor says. */
  readonly count?: number;
  /** Segments and sections begin this many bytes into the file: for a file whose beginning is not there. */
  readonly at?: number;
}

const ADDRESS = 4096;

/** The bytes of a segment that is loaded at `at`: descriptor, image structures, strings and images. */
export function describeImages({ images, count = images.length, at = ADDRESS }: ProgramSpec): {
  data: Uint8Array;
  descriptor: number;
  image: number;
} {
  const rows = IMAGES[1].rows;
  const head = structSize(DESCRIPTOR, true);
  const each = structSize(rows, true);
  // Space for one more, which is none.
  let end = head + (images.length + 1) * each;
  const place = (bytes: Uint8Array) => {
    const from = Math.ceil(end / 16) * 16;
    end = from + bytes.length;
    return { from, bytes };
  };
  const parts = images.map(({ target, data }) => ({ target: place(new TextEncoder().encode(`${target}\0`)), data: place(data) }));
  const data = new Uint8Array(end);
  const view = new DataView(data.buffer);
  const put = (of: StructRows, base: number, values: Readonly<Record<string, number>>) => {
    for (const field of of.fields) {
      const [offset, width] = field.at64;
      const value = values[field.name] ?? 0;
      if (width === 8) view.setBigUint64(base + offset, BigInt(value), true);
      else if (width === 4) view.setUint32(base + offset, value, true);
      else if (width === 2) view.setUint16(base + offset, value, true);
      else view.setUint8(base + offset, value);
    }
  };
  put(DESCRIPTOR, 0, { version: 1, image_count: count, images: at + head });
  images.forEach((image, i) => {
    const part = parts[i];
    if (!part) return;
    data.set(part.target.bytes, part.target.from);
    data.set(part.data.bytes, part.data.from);
    put(rows, head + i * each, {
      version: 2,
      kind: 4,
      target: at + part.target.from,
      // An empty text: the end mark of the target.
      compile_options: at + part.target.from + part.target.bytes.length - 1,
      link_options: at + part.target.from + part.target.bytes.length - 1,
      image_begin: at + part.data.from,
      image_end: at + part.data.from + part.data.bytes.length,
      entries_begin: image.entries?.[0] ?? 0,
      entries_end: image.entries?.[1] ?? 0,
    });
  });
  return { data, descriptor: at, image: at + head };
}

export function buildProgram(spec: ProgramSpec): { bytes: Uint8Array; descriptor: number; image: number } {
  const { data, descriptor, image } = describeImages(spec);
  const { bytes } = buildElf({
    header: { e_type: 2, e_machine: 62, e_shoff: 0, e_shnum: 0, e_shstrndx: 0 },
    programHeaders: [{ p_type: 1, p_flags: 6, p_offset: ADDRESS, p_vaddr: ADDRESS, p_filesz: data.length, p_memsz: data.length }],
  });
  const whole = new Uint8Array(ADDRESS + data.length);
  whole.set(bytes.subarray(0, ADDRESS));
  whole.set(data, ADDRESS);
  return { bytes: whole, descriptor, image };
}
