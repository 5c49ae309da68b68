/**
 * Device binaries in files of unknown kinds, and in host files without descriptors: serialized models, pickles, core dumps, the kernels
 * built into a driver. They are found by their magic, at any offset, and end where their own headers say.
 */
import { Bytes, type Source } from '../bytes/index.ts';
import { COST, type Outcome, Reporter } from '../diag/index.ts';
import { ELF_HEADER, ELF_IDENT, numbersOf, SECTION_HEADER, SECTION_TYPES } from '../elf/index.ts';
import { PATCH_TOKEN_MAGIC, patchTokensExtent } from '../legacy/index.ts';
import { readStruct, structSize } from '../schema/index.ts';
import { ELF_TYPES, EM_INTELGT } from '../zebin/index.ts';

/** A binary inside something else. */
export interface Carved {
  readonly kind: 'elf' | 'offload-binary' | 'patch-tokens';
  readonly bytes: Bytes;
  /** Size by its headers: more than is there if the file ends inside it. */
  readonly declaredSize: number;
}

const { SHT_NULL, SHT_NOBITS } = numbersOf(SECTION_TYPES);
const CHUNK = 65_536;

/** How a kind is recognised: its first byte is searched for; `extent` tests the rest and returns the length. */
const KINDS = [
  { kind: 'elf', magic: '\x7fELF', extent: elfExtent },
  { kind: 'offload-binary', magic: '\x10\xff\x10\xad', extent: offloadExtent },
  { kind: 'patch-tokens', magic: PATCH_TOKEN_MAGIC, extent: patchTokensExtent },
] as const;

/**
 * Finds Intel device binaries in any data, in the order of the data; binaries inside one that was found are not listed again. All of the
 * data is read, a piece at a time.
 */
export function carve(input: Uint8Array | Bytes | Source, reporter?: Reporter): Outcome<readonly Carved[]> {
  const bytes = Bytes.from(input);
  const out = reporter ?? new Reporter(bytes.length);
  const found: Carved[] = [];
  let end = 0;
  for (let at = 0; at < bytes.length && !out.exhausted; at += CHUNK) {
    if (at + CHUNK <= end) continue;
    // Three bytes more, so that no magic is missed between two pieces.
    const piece = bytes.sub(at, Math.min(at + CHUNK + 3, bytes.length)).data;
    for (const { offset, row } of magics(piece)) {
      const start = at + offset;
      if (start < end || offset >= CHUNK) continue;
      if (!out.charge(COST.note, bytes.span(start, start), '')) break;
      const size = row.extent(bytes.sub(start, bytes.length), out);
      if (size === undefined) continue;
      end = Math.min(start + size, bytes.length);
      found.push({ kind: row.kind, bytes: bytes.sub(start, end), declaredSize: size });
    }
  }
  return { value: found, diagnostics: out.diagnostics };
}

interface Magic {
  readonly offset: number;
  readonly row: (typeof KINDS)[number];
}

/** Where a magic is in a piece of data, in its order. */
function magics(data: Uint8Array): Magic[] {
  const found: Magic[] = [];
  for (const row of KINDS) {
    const { magic } = row;
    for (let at = data.indexOf(magic.charCodeAt(0)); at >= 0; at = data.indexOf(magic.charCodeAt(0), at + 1)) {
      let i = 1;
      while (i < magic.length && data[at + i] === magic.charCodeAt(i)) i++;
      if (i === magic.length) found.push({ offset: at, row });
    }
  }
  return found.sort((a, b) => a.offset - b.offset);
}

/** Length of the ELF file that begins here; undefined if it is not for an Intel GPU. */
function elfExtent(bytes: Bytes, out: Reporter): number | undefined {
  if (bytes.length < ELF_IDENT.size64) return undefined;
  const ident = readStruct(ELF_IDENT, bytes, 0, false);
  const is64 = ident.EI_CLASS === 2;
  if ((ident.EI_CLASS !== 1 && !is64) || ident.EI_DATA !== 1 || ident.EI_VERSION !== 1) return undefined;
  if (bytes.length < structSize(ELF_HEADER, is64)) return undefined;
  const header = readStruct(ELF_HEADER, bytes, 0, is64);
  const own = header.e_machine === EM_INTELGT || ELF_TYPES.some((row) => row.value === header.e_type && row.value >= 0xff00);
  const size = structSize(SECTION_HEADER, is64);
  if (!own || header.e_shoff === 0 || header.e_shentsize < size) return undefined;
  const count = header.e_shnum === 0 && bytes.has(header.e_shoff, size) ? sectionCount(bytes, header.e_shoff, is64) : header.e_shnum;
  let end = Math.max(structSize(ELF_HEADER, is64), header.e_shoff + count * header.e_shentsize);
  if (header.e_phnum > 0) end = Math.max(end, header.e_phoff + header.e_phnum * header.e_phentsize);
  if (!Number.isSafeInteger(end)) return undefined;
  for (let i = 0; i < count; i++) {
    const at = header.e_shoff + i * header.e_shentsize;
    // An incomplete table does not say where the file ends; its own end is the best estimate.
    if (!bytes.has(at, size) || !out.charge(size, bytes.span(at, at + size), '')) break;
    const { sh_type, sh_offset, sh_size } = readStruct(SECTION_HEADER, bytes, at, is64);
    if (sh_type !== SHT_NULL && sh_type !== SHT_NOBITS && Number.isSafeInteger(sh_offset + sh_size))
      end = Math.max(end, sh_offset + sh_size);
  }
  return end;
}

const sectionCount = (bytes: Bytes, at: number, is64: boolean) => readStruct(SECTION_HEADER, bytes, at, is64).sh_size;

/** Length of the OffloadBinary that begins here: its header has it. */
function offloadExtent(bytes: Bytes): number | undefined {
  const HEADER = 32;
  if (bytes.length < HEADER) return undefined;
  const version = bytes.u32(4);
  const size = bytes.u64AsNumber(8);
  return version >= 1 && version <= 3 && size >= HEADER && size <= bytes.length ? size : undefined;
}
