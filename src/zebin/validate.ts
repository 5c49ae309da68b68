import { DEVICES, type Devices } from '../device/index.ts';
import { type Code, type Diagnostic, type Facts, Reporter, type Span } from '../diag/index.ts';
import { ELF_HEADER, ELF_IDENT, type Elf, findRow, type Section, sectionPath, symbolBinding, validateElf } from '../elf/index.ts';
import { existsIn, fieldRange, parseVersion, type Version } from '../schema/index.ts';
import { CONTAINER, kernelMiscInfo, NEWEST, spanAt, usesOf, validateZeInfo, visitRecord, type ZeInfo } from '../zeinfo/index.ts';

import { checkLinks } from './link.ts';
import type { Zebin } from './model.ts';
import { hasIr } from './read.ts';
import type { Rule } from './rule.ts';
import { RULES } from './rules.ts';
import { SPEC_RULES } from './spec-rules.ts';
import { ABI_VERSIONS, EM_INTELGT, RELOCATION_TYPES, type RelocationType } from './table.ts';
import { validateNotes } from './validate-notes.ts';
import { validateSections } from './validate-sections.ts';

/** Where the driver takes a register width from the device and no device is known. */
const USUAL_GRF_BYTES = 32;

const relocationTypes: readonly RelocationType[] = RELOCATION_TYPES;
const SOMEWHERE = 1n << 32n;
/** Every section has an address: which one does not count here. */
const EVERYWHERE = { get: () => SOMEWHERE };
/** Rules whose findings reading and the rows give already. */
const SAID_OTHERWISE = ['version'];
const JUDGED = [...RULES, ...SPEC_RULES].filter(({ name }) => !SAID_OTHERWISE.includes(name));
/** The others, without those that forbid nothing where reading found all names and numbers plain. */
const JUDGED_PLAIN = JUDGED.filter(({ name }) => name !== 'known-names' && name !== 'numbers');
/** Entries that drivers pass over, whatever is in them. */
const NEVER_READ = 'kernels_cost_info';

export interface ValidateOptions {
  /** The version to judge by; that of the file when left out, and the newest when it names none. */
  readonly version?: Version;
  /** The devices that there are. */
  readonly devices?: Devices;
}

/**
 * Judges a zebin that was read by the rules of the specifications and of all drivers, and by rules of good sense. What reading
 * reported is not repeated. What every real file does although a page says otherwise breaks no rule here: docs/judging.md.
 */
export function validateZebin(zebin: Zebin, { version, devices = DEVICES }: ValidateOptions = {}): readonly Diagnostic[] {
  const out = new Reporter(zebin.bytes.length);
  const by = version ?? parseVersion(zebin.version ?? '') ?? NEWEST;
  validateElf(zebin.elf, out);
  validateHeader(zebin.elf, by, out);
  validateSections(zebin, by, out);
  validateNotes(zebin, by, devices, out);
  validateLinks(zebin, by, out);
  if (zebin.zeInfo) validateInfo(zebin, zebin.zeInfo, by, out);
  if (!hasIr(zebin))
    out.report('rule/no-ir', zebin.bytes.span(0, 0), '', 'there is neither SPIR-V nor PISA to compile the kernels from again');
  return out.diagnostics;
}

function validateHeader({ bytes, ident, header, wide }: Elf, version: Version, out: Reporter): void {
  const { EI_ABIVERSION } = ident;
  const abi = ABI_VERSIONS.find(({ value }) => value === EI_ABIVERSION);
  const report = (name: string, message: string, data: Facts) => {
    const field = [...ELF_IDENT.fields, ...ELF_HEADER.fields].find((row) => row.name === name);
    if (field) out.report('rule/zebin-header', bytes.span(...fieldRange(field, wide)), `header/${name}`, message, data);
  };
  if (!abi || !existsIn(abi, version)) {
    const expected = ABI_VERSIONS.filter((row) => existsIn(row, version)).map(({ value }) => String(value));
    report('EI_ABIVERSION', `EI_ABIVERSION is ${EI_ABIVERSION}, and ${version} has ${expected.join(' and ')}`, {
      found: EI_ABIVERSION,
      expected,
    });
  }
  if (header.e_machine === EM_INTELGT && header.e_flags !== 0) {
    report('e_flags', `e_flags is 0x${header.e_flags.toString(16)} instead of 0`, { found: header.e_flags, expected: 0 });
  }
}

/** Relocations and symbols as the driver's linker takes them, wherever sections will be in memory. */
function validateLinks(zebin: Zebin, version: Version, out: Reporter): void {
  const { sections } = zebin.elf;
  if (!sections.some(isLinked)) return;
  const undefinedNames = new Map<string, Span>();
  for (const { code, span, path, message, data } of checkLinks(zebin, { sections: EVERYWHERE })) {
    if (code !== 'link/unresolved') out.report(code, span, path, message, data);
    else if (typeof data?.symbol === 'string' && !undefinedNames.has(data.symbol)) undefinedNames.set(data.symbol, span);
  }
  for (const [name, span] of undefinedNames) {
    out.report('rule/undefined-symbol', span, '.symtab', `another module has to define ${name || 'a symbol without a name'}`, {
      symbol: name,
    });
  }
  // The last relocation of each type.
  const types = new Map<number, { section: Section; index: number }>();
  for (const section of sections) {
    if (section.content.kind !== 'relocations') continue;
    for (const { r_type, index } of section.content.relocations) {
      const last = types.get(r_type);
      if (last) {
        last.section = section;
        last.index = index;
      } else types.set(r_type, { section, index });
    }
  }
  for (const [type, { section, index }] of types) {
    const row = findRow(relocationTypes, type);
    if (row && !existsIn(row, version)) {
      const path = `${sectionPath(section)}[${index}]`;
      out.report('rule/section-version', section.bytes.span(), path, `${version} does not have ${row.name}`, { name: row.name, version });
    }
  }
  for (const section of sections) validateAddends(sections, section, out);
}

/** Whether there is something for the linker: relocations, or symbols that others may refer to. */
function isLinked({ content }: Section): boolean {
  if (content.kind === 'relocations') return true;
  return content.kind === 'symbols' && content.symbols.some((symbol) => symbolBinding(symbol) !== 0);
}

/** Values under relocations without addends in code, which the driver overwrites. */
function validateAddends(sections: readonly Section[], section: Section, out: Reporter): void {
  const { content } = section;
  const target = sections[section.sh_info];
  if (content.kind !== 'relocations' || content.addends || !target?.name.startsWith('.text')) return;
  for (const { index, r_offset, r_type } of content.relocations) {
    const bytes = findRow(relocationTypes, r_type)?.sizeBytes ?? 0;
    const at = Number(r_offset);
    if (bytes === 0 || !target.bytes.has(at, bytes)) continue;
    let value = 0;
    for (let i = 0; i < bytes; i++) value |= target.bytes.u8(at + i);
    if (value === 0) continue;
    const message = `the bytes at ${at} of ${target.name} are not 0, and the driver writes over them`;
    out.report('rule/addend-in-place', target.bytes.span(at, at + bytes), `${sectionPath(section)}[${index}]`, message);
    return;
  }
}

function validateInfo(zebin: Zebin, zeInfo: ZeInfo, version: Version, out: Reporter): void {
  const { container } = zeInfo;
  for (const { code, span, path, message, data } of validateZeInfo(zeInfo, version)) out.report(code, span, path, message, data);
  const context = { container, version, grfBytes: zebin.target.grfBytes ?? USUAL_GRF_BYTES };
  for (const rule of usesOf(container)?.plain ? JUDGED_PLAIN : JUDGED) {
    rule.find(context, (path, message) => {
      if (out.full || (rule.name === 'known-names' && path.startsWith(NEVER_READ))) return;
      // Each rule has a row among the codes; a test holds them together.
      out.report(`rule/${rule.name}` as Code, spanAt(zeInfo, path), `.ze_info/${path}`, message, { source: sourceOf(rule) });
    });
  }
  quotedWords(zeInfo, out);
  cutText(zeInfo, out);
  const { kernels = [], functions = [] } = container;
  if (kernels.length === 0 && functions.length === 0)
    out.report('rule/no-kernels', zeInfo.bytes.span(), '.ze_info', 'there is no kernel and no function in .ze_info');
  globals(zebin, zeInfo, out);
}

/** Rules of the driver name a file of its repository. */
function sourceOf({ source }: Rule): string {
  return source.startsWith('shared/') ? `intel/compute-runtime ${source}` : source;
}

/** Words of enumerations in quotes. */
function quotedWords(zeInfo: ZeInfo, out: Reporter): void {
  const { document } = zeInfo;
  if (usesOf(zeInfo.container)?.quoted === false) return;
  visitRecord(CONTAINER, zeInfo.container, '', ({ path, attribute, value }) => {
    if (attribute.type.kind !== 'enum' || out.full) return;
    const key = spanAt(zeInfo, path.slice(1));
    const from = key.end - document.bytes.base;
    const written = document.text.slice(from, from + String(value).length + 16);
    if (!/^\s*:\s*["']/.test(written)) return;
    out.report('rule/quoted-word', key, `.ze_info${path}`, `${value} stands in quotes, which drivers refuse`, {
      suggestion: String(value),
    });
  });
}

const CUTS = kernelMiscInfo.name;
const CUT_KEYS = ['kernels', 'functions', 'global_host_access_table', 'version'];

/** Entries of the top behind the first kernels_misc_info. */
function cutText(zeInfo: ZeInfo, out: Reporter): void {
  const { document } = zeInfo;
  const keyOf = ({ keyStart, keyEnd }: { keyStart: number; keyEnd: number }) => document.parts.slice(keyStart, keyEnd);
  const entries = document.root.items.filter((entry) => CUT_KEYS.includes(keyOf(entry)));
  const last = entries.at(-1);
  if (!last) return;
  // Only what is in front of the last entry can cut it off: that is a line or two, mostly.
  const cut = document.parts.slice(0, last.keyStart + CUTS.length).indexOf(CUTS);
  if (cut < 0) return;
  for (const entry of entries) {
    if (entry.keyStart <= cut) continue;
    const key = keyOf(entry);
    out.report('rule/cut', document.bytes.span(entry.keyStart, entry.keyEnd), `.ze_info/${key}`, `${key} stands behind kernels_misc_info`);
  }
}

/** Variables that the host reaches by name have to be symbols. */
function globals({ elf }: Zebin, zeInfo: ZeInfo, out: Reporter): void {
  const { global_host_access_table: table = [] } = zeInfo.container;
  if (table.length === 0) return;
  const names = new Set(elf.sections.flatMap(({ content }) => (content.kind === 'symbols' ? content.symbols.map(({ name }) => name) : [])));
  for (const [i, { device_name = '' }] of table.entries()) {
    const path = `global_host_access_table[${i}]/device_name`;
    if (!names.has(device_name))
      out.report('rule/kernel-reference', spanAt(zeInfo, path), `.ze_info/${path}`, `there is no symbol ${device_name}`);
  }
}
