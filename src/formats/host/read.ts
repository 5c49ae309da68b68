import { type Bytes, type Input, reading, type Source } from '../../core/bytes/index.ts';
import { diagnostic, FormatError, LIMITS, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { structSize } from '../../core/schema/index.ts';
import { ELF_HEADER } from '../elf/index.ts';
import { imageFinder, readDescriptors } from './descriptor.ts';
import { elfProgram } from './elf.ts';
import type { Memory, Program, ProgramSection } from './memory.ts';
import type { Host, HostImage, HostSection } from './model.ts';
import { coffProgram, isCoff, peHeaderAt, peProgram } from './pe.ts';
import { HOST_SECTIONS, type HostSectionRole, type HostSectionRow, TARGET_IMAGE } from './table.ts';

const OFFLOAD_MAGIC = '\x10\xff\x10\xad';
const SECTIONS: readonly (HostSectionRow & { readonly role: HostSectionRole })[] = HOST_SECTIONS;
/** The magic as a word. */
const OFFLOAD_WORD = 0xad10_ff10;
const BUNDLE_MAGIC = '__CLANG_OFFLOAD_BUNDLE__';

/**
 * Reads what a host file says about device code: an ELF, PE or COFF object, program or library. Headers, section names and descriptor
 * structures are fetched, images are windows: most of a library of gigabytes is not read.
 *
 * Throws `FormatError` when it is none of these (`host/not-host`) or ends inside its headers (`host/header`).
 *
 * @example
 * readHost(program).value.images.length > 0; // true
 */
export function readHost(input: Input | Source): Outcome<Host> {
  return reading(input, decodeHost);
}

/** As {@link readHost}, with the diagnostics to a reporter. */
export function decodeHost(bytes: Bytes, out: Reporter): Host {
  const { format, program } = readProgram(bytes, out);
  // Segments may overlap in a crafted file: a small one is not searched again and again.
  const most = Math.min(LIMITS.hostScan, 2 * bytes.length);
  const described = readDescriptors(program.memory, program.scan, most, out);
  const images = withSizes(program, described);
  const holdsImage = imageFinder(images);
  const named = program.sections.flatMap((section) => offloadSection(section, holdsImage));
  // Without section headers, what an object file or LLVM 23 embeds is identified by its magic.
  const sections = program.sections.length === 0 && images.length === 0 ? embedded(program.memory, most, out) : named;
  const { machine, memory } = program;
  return { kind: 'host', bytes, format, machine, is64: memory.is64, images, sections };
}

function readProgram(bytes: Bytes, out: Reporter): { format: Host['format']; program: Program } {
  if (bytes.startsWith('\x7fELF')) {
    const known = bytes.has(0, 6) && (bytes.u8(4) === 1 || bytes.u8(4) === 2) && bytes.u8(5) === 1;
    if (!known) throw notHost(bytes, 'this ELF file is neither 32 nor 64 bits wide, or is not little-endian');
    if (!bytes.has(0, structSize(ELF_HEADER, bytes.u8(4) === 2))) {
      throw new FormatError(diagnostic('host/header', 'the file ends inside its headers', bytes.span(bytes.length), ''));
    }
    return { format: 'elf', program: elfProgram(bytes, out) };
  }
  const at = peHeaderAt(bytes);
  if (at !== undefined) return { format: 'pe', program: peProgram(bytes, at, out) };
  if (isCoff(bytes)) return { format: 'coff', program: coffProgram(bytes, out) };
  throw notHost(bytes, 'this is not an ELF, PE or COFF file');
}

function notHost(bytes: Bytes, message: string): FormatError {
  return new FormatError(diagnostic('host/not-host', message, bytes.span(0, Math.min(16, bytes.length)), ''));
}

/** Sections that a descriptor describes, or that only lead to images, are not listed once more. */
function offloadSection({ name, type, bytes, sizeAt }: ProgramSection, holdsImage: (section: Bytes) => boolean): HostSection[] {
  if (bytes.length === 0) return [];
  const row = SECTIONS.find((one) => one.match.test(name)) ?? SECTIONS.find((one) => one.type !== undefined && one.type === type);
  if (!row || row.listed === false) return [];
  // OffloadBinaries may be in one section with images that a descriptor describes, but none begins with one of those.
  if (holdsImage(bytes.startsWith(OFFLOAD_MAGIC) ? bytes.sub(0, 1) : bytes)) return [];
  if (row.cut && !bytes.startsWith(OFFLOAD_MAGIC)) return [];
  const section = { name, role: row.role, bytes, ...(sizeAt ? { sizeAt } : {}) };
  return [row.role === 'bundle-entry' ? { ...section, id: name.slice(BUNDLE_MAGIC.length) } : section];
}

/** OffloadBinaries in the segments of a program, which begin at multiples of 8. */
function embedded(memory: Memory, most: number, out: Reporter): HostSection[] {
  const sections: HostSection[] = [];
  let budget = most;
  for (const { bytes, address } of memory.pieces) {
    for (let at = (8 - (address % 8)) % 8; at + 16 <= bytes.length; at += 8) {
      budget -= 8;
      if (budget < 0) {
        const message = `only the first ${most} bytes of the segments are searched for device images`;
        out.report('limit/host-scan', bytes.span(at, at), '', message, { most });
        return sections;
      }
      if (bytes.u32(at) !== OFFLOAD_WORD) continue;
      const size = bytes.u64AsNumber(at + 8);
      if (size < 16 || !bytes.has(at, size)) continue;
      sections.push({ name: '', role: 'offload-binary', bytes: bytes.sub(at, at + size) });
      at += Math.floor((size - 1) / 8) * 8;
    }
  }
  return sections;
}

/**
 * The described images, with the places of their sizes in `.tgtimg`; if there are none, those that `.tgtimg` names: then the structures are
 * unknown.
 */
function withSizes({ memory, sections }: Program, described: readonly HostImage[]): readonly HostImage[] {
  const section = sections.find(({ name }) => SECTIONS.some(({ role, match }) => role === 'target-images' && match.test(name)));
  if (!section) return described;
  const listed = pairs(memory, section.bytes);
  if (described.length === 0) {
    return listed.map(({ sizeAt, ...pair }, index) => {
      return { index, target: '', kernels: [], propertySets: [], ...pair, extent: { ends: [], sizes: [sizeAt] } };
    });
  }
  const sizes = new Map<number, number[]>();
  for (const { bytes, sizeAt } of listed) {
    const known = sizes.get(bytes.base);
    if (known) known.push(sizeAt);
    else sizes.set(bytes.base, [sizeAt]);
  }
  return described.map((image) => ({ ...image, extent: { ...image.extent, sizes: sizes.get(image.bytes.base) ?? [] } }));
}

function pairs(memory: Memory, section: Bytes): (Pick<HostImage, 'bytes' | 'span'> & { readonly sizeAt: number })[] {
  const address = memory.addressOf(section);
  const size = structSize(TARGET_IMAGE, memory.is64);
  const images: (Pick<HostImage, 'bytes' | 'span'> & { readonly sizeAt: number })[] = [];
  if (address === undefined) return images;
  for (let at = 0; at + size <= section.length; at += size) {
    const pair = memory.struct(TARGET_IMAGE, address + at);
    const bytes = pair && pair.size > 0 ? memory.window(pair.address, pair.size) : undefined;
    if (bytes) images.push({ bytes, span: section.span(at, at + size), sizeAt: section.base + at + size / 2 });
  }
  return images;
}
