import { type Bytes, type Input, reading } from '../../core/bytes/index.ts';
import { COST, diagnostic, FormatError, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { decodeElf, type Elf, findRow, MACHINES, numbersOf, SECTION_FLAGS, SECTION_TYPES, type Section, shortName } from '../elf/index.ts';
import { decodeZeInfo, type ZeInfo } from '../zeinfo/index.ts';
import type { Zebin, ZebinKernel } from './model.ts';
import { describeTarget, readIntelNotes } from './notes.ts';
import { EM_INTELGT, isPseudoKernel, NOTE_SECTION, OPENMP_NOTE_SECTION, SHT_ZEBIN_ZEINFO, sectionType, TEXT_PREFIX } from './table.ts';

/**
 * Reads one zebin: its ELF file, notes, `.ze_info`, and kernels joined with their code. Everything that can be read is returned, with
 * diagnostics for the rest.
 *
 * Throws `FormatError` if the data is not an ELF file (see `readElf`), or is one of another kind (`zebin/not-zebin`): use `inspect`
 * for a file that has zebins inside.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/elf.md and zeinfo.md.
 *
 * @example
 * const { value: zebin, diagnostics } = readZebin(bytes);
 * zebin.target.names[0]; // 'BMG-G21 A0'
 * zebin.kernels.map(({ name }) => name); // ['clock']
 * zebin.kernels[0].zeInfo.execution_env?.simd_size; // 32
 * diagnostics.map(({ severity }) => severity); // ['info']
 */
export function readZebin(input: Input): Outcome<Zebin> {
  return reading(input, decodeZebin);
}

/** As {@link readZebin}, with the diagnostics to a reporter. */
export function decodeZebin(bytes: Bytes, out: Reporter): Zebin {
  const elf = decodeElf(bytes, out);
  if (!isZebin(elf)) {
    throw new FormatError(
      diagnostic(
        'zebin/not-zebin',
        `this ELF file is for ${shortName(MACHINES, elf.header.e_machine)}, not for Intel GPUs`,
        bytes.span(18, 20),
        'e_machine',
        {
          found: elf.header.e_machine,
          expected: EM_INTELGT,
        },
      ),
    );
  }
  return zebinOfElf(elf, out);
}

/** Whether an ELF file is a zebin: by its machine, or by a .ze_info section, because the machine may be the number of a family. */
export function isZebin(elf: Elf): boolean {
  if (elf.sections.some((s) => s.name === OPENMP_NOTE_SECTION)) return false;
  return elf.header.e_machine === EM_INTELGT || zeInfoSections(elf).length > 0;
}

/** Whether the header names a machine other than Intel GPUs. In files without notes the machine may be a family. */
function isForeign({ header }: Elf): boolean {
  return header.e_machine !== EM_INTELGT && findRow(MACHINES, header.e_machine) !== undefined;
}

/** Whether the file contains intermediate code from which a driver can compile for another device. */
export function hasIr({ elf }: Pick<Zebin, 'elf'>): boolean {
  return elf.sections.some(({ sh_type }) => sectionType(sh_type)?.ir);
}

/** The zebin in an ELF file that was read before. */
export function zebinOfElf(elf: Elf, out: Reporter): Zebin {
  const notes = elf.sections.flatMap((s) =>
    s.name === NOTE_SECTION && s.content.kind === 'notes' ? readIntelNotes(s.content.notes, out) : [],
  );
  const compat = elf.sections.find((s) => s.name === NOTE_SECTION);
  if (compat && compat.content.kind !== 'notes')
    out.report(
      'zebin/target',
      compat.bytes.span(),
      `sections[${compat.index}]`,
      `${NOTE_SECTION} is not a table of notes; the target is not known`,
    );
  // The first header is null in every file.
  const empty = elf.sections.filter(({ index, sh_type }) => index > 0 && sh_type === SHT_NULL).length;
  if (empty > 0 || elf.sections.length < 2) {
    const message =
      empty > 0 ? `the headers of ${empty} sections are empty, so what they named cannot be found` : 'the file has no sections';
    out.report('zebin/empty-headers', elf.bytes.span(0, 0), '', message);
  }
  // A file for another processor names no device, whatever notes it contains.
  const target = describeTarget(isForeign(elf) && notes.length > 0 ? [] : notes);
  const sections = zeInfoSections(elf);
  let zeInfo: ZeInfo | undefined;
  if (sections[0]) zeInfo = decodeZeInfo(sections[0].bytes, out);
  else {
    out.report('zebin/no-ze-info', elf.bytes.span(0, 0), '', 'there is no .ze_info section, so the driver finds no kernel in this file');
    if (hasCode(elf))
      out.report('zebin/undescribed', elf.bytes.span(0, 0), '', 'there is code in the file, and nothing says which kernels it is of');
  }
  for (const more of sections.slice(1)) {
    out.report('zebin/several-ze-info', more.bytes.span(), `sections[${more.index}]`, 'a second .ze_info section; the first one is read');
  }
  const kernelEntries = joinKernels(elf, zeInfo, out);
  const kernels = kernelEntries.filter(({ name }) => !isPseudoKernel(name));
  const version = zeInfo?.container.version ?? target.zebin_version;
  const functions = zeInfo?.container.functions ?? [];
  const value: Writable<Zebin> = { kind: 'zebin', bytes: elf.bytes, elf, notes, target, kernels, kernelEntries, functions };
  if (zeInfo) value.zeInfo = zeInfo;
  if (version !== undefined) value.version = version;
  return value;
}

/** Type of a section header that describes nothing. */
const { SHT_NULL } = numbersOf(SECTION_TYPES);
const { SHF_EXECINSTR } = numbersOf(SECTION_FLAGS);

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Whether a section has instructions, whatever its name: a library of intermediate code has none. */
function hasCode({ sections }: Elf): boolean {
  return sections.some(({ sh_flags }) => (Number(BigInt.asUintN(32, sh_flags)) & SHF_EXECINSTR) !== 0);
}

function zeInfoSections(elf: Elf): readonly Section[] {
  const typed = elf.sections.filter((s) => s.sh_type === SHT_ZEBIN_ZEINFO);
  return typed.length > 0 ? typed : elf.sections.filter((s) => s.name === '.ze_info');
}

/** Pairs kernels with their code, and reports those without a counterpart. */
function joinKernels(elf: Elf, zeInfo: ZeInfo | undefined, out: Reporter): ZebinKernel[] {
  // By kernel name.
  const texts = new Map<string, Section>();
  for (const section of elf.sections) {
    if (!section.name.startsWith(TEXT_PREFIX)) continue;
    const name = section.name.slice(TEXT_PREFIX.length);
    if (!texts.has(name)) texts.set(name, section);
  }
  const used: true[] = [];
  const kernels: ZebinKernel[] = [];
  const span = (zeInfo ?? elf).bytes.span();
  for (const [index, kernel] of (zeInfo?.container.kernels ?? []).entries()) {
    const path = `.ze_info/kernels[${index}]`;
    if (!out.tryCharge(COST.part) && !out.charge(COST.part, span, path)) break;
    const { name = '' } = kernel;
    const text = texts.get(name);
    if (text) {
      used[text.index] = true;
      kernels.push({ index, name, zeInfo: kernel, text, path });
    } else {
      const message = `the kernel ${name} has no section ${TEXT_PREFIX}${name}`;
      out.report('zebin/kernel-without-text', span, path, message, { name });
      kernels.push({ index, name, zeInfo: kernel, path });
    }
  }
  for (const section of texts.values()) {
    const { name } = section;
    if (!used[section.index] && !out.exhausted) {
      out.report(
        'zebin/text-without-kernel',
        section.bytes.span(),
        `sections[${section.index}]`,
        `no kernel in .ze_info is named for the section ${name}`,
        {
          name,
        },
      );
    }
  }
  return kernels;
}
