import { type Diagnostic, diagnostic, type Reporter } from '../../core/diag/index.ts';
import {
  type Elf,
  type ElfSymbol,
  numbersOf,
  type Section,
  SYMBOL_BINDINGS,
  SYMBOL_TYPES,
  symbolBinding,
  symbolType,
} from '../elf/index.ts';
import { compiledKernels } from './link-values.ts';
import type { Zebin, ZebinKernel } from './model.ts';
import { FUNCTIONS_KERNEL, findSection, type SectionRow, type Segment, TEXT_PREFIX } from './table.ts';

interface Memory {
  readonly base: bigint | undefined;
  readonly size: bigint;
}

/** Addresses by name. */
export type Addresses = Pick<ReadonlyMap<string, bigint>, 'get'>;

/** The definition of a symbol, as the driver's linker sees it. */
export interface Definition {
  readonly symbol: ElfSymbol;
  readonly section: Section;
  readonly address: bigint | undefined;
}

const { STB_GLOBAL } = numbersOf(SYMBOL_BINDINGS);
const { STT_OBJECT, STT_FUNC } = numbersOf(SYMBOL_TYPES);

/**
 * The names that relocations of a zebin can find, as the driver's linker collects them. Of several symbols with one name the first global
 * one counts, otherwise the local one that a relocation refers to first. Faults that make the driver refuse the module are reported.
 */
export class LinkNames {
  /** The kernels that the driver has code for. */
  readonly kernels: ReadonlyMap<string, ZebinKernel | undefined>;
  private readonly elf: Elf;
  private readonly addresses: Addresses;
  private readonly out: Reporter;
  private readonly definitions = new Map<string, Definition>();
  /** Rows of sections, by section index. */
  private readonly rows: (SectionRow | undefined)[] = [];
  private readonly memories: (Memory | undefined)[] = [];
  /** Sections of zeros, by the name of the section that they follow. */
  private readonly followers = new Map<string, Section>();
  /** The text section with global functions. */
  private exports: Section | undefined;

  /** @param addresses addresses of sections, by name */
  constructor(zebin: Zebin, addresses: Addresses, out: Reporter) {
    this.elf = zebin.elf;
    this.addresses = addresses;
    this.out = out;
    this.kernels = compiledKernels(zebin);
    for (const section of zebin.elf.sections) {
      const row = findSection(section.name);
      this.rows[section.index] = row;
      const follows = row?.follows;
      if (follows !== undefined && !this.followers.has(follows)) this.followers.set(follows, section);
    }
  }

  has(name: string): boolean {
    return this.definitions.has(name);
  }

  get(name: string): Definition | undefined {
    return this.definitions.get(name);
  }

  /** The linker's kind of a section; undefined if it links nothing there. */
  segment(section: Section): Segment | undefined {
    return this.rows[section.index]?.segment;
  }

  /** Adds a symbol to the table of names, unless the driver ignores it or the name is already defined. */
  define(symbol: ElfSymbol): void {
    if (this.definitions.has(symbol.name)) return;
    const section = this.elf.sections[symbol.st_shndx];
    const segment = section && this.segment(section);
    if (!section || segment === undefined || segment === 'debug') return;
    const type = symbolType(symbol);
    if (type !== STT_OBJECT && type !== STT_FUNC) return;
    if (type === STT_FUNC && !this.isInKernel(symbol, section)) return;
    const { base, size } = this.memory(section);
    if (symbol.st_value + symbol.st_size > size) {
      const message = `${symbol.name} is ${symbol.st_size} bytes at ${symbol.st_value} of ${section.name}, which has ${size} in memory`;
      this.complain(symbol, diagnostic('link/symbol-range', message, section.bytes.span(), `.symtab[${symbol.index}]`));
    }
    const address = base === undefined ? undefined : base + symbol.st_value;
    this.definitions.set(symbol.name, { symbol, section, address });
  }

  private isInKernel(symbol: ElfSymbol, section: Section): boolean {
    if (!this.kernels.has(kernelOf(section))) {
      const message = `the function ${symbol.name} is in ${section.name}, which belongs to no kernel, so the driver refuses the module`;
      this.complain(symbol, diagnostic('link/kernel', message, section.bytes.span(), `.symtab[${symbol.index}]`));
      return false;
    }
    if (symbolBinding(symbol) !== STB_GLOBAL) return true;
    if (this.exports && this.exports.name !== section.name) {
      const message = `functions are exported from ${this.exports.name} and from ${section.name}; the driver refuses the module`;
      this.complain(symbol, diagnostic('link/exports', message, section.bytes.span(), `.symtab[${symbol.index}]`));
    }
    this.exports ??= section;
    return true;
  }

  private complain(symbol: ElfSymbol, { code, message, span, path }: Diagnostic): void {
    this.out.report(code, span, path, message, { symbol: symbol.name });
  }

  /** Where a section is in memory, and how far the offsets of its symbols may extend. */
  private memory(section: Section): Memory {
    const known = this.memories[section.index];
    if (known) return known;
    const follows = this.rows[section.index]?.follows;
    const data = follows === undefined ? section : this.elf.sections.find(({ name }) => name === follows);
    const zeros = follows === undefined ? this.followers.get(section.name) : section;
    // Zeros follow the data, at its end or at their alignment.
    const start = alignUp(BigInt(data?.sh_size ?? 0), zeros?.sh_addralign ?? 0n);
    const size = BigInt(section.sh_size) + (follows === undefined && zeros ? start - BigInt(section.sh_size) + BigInt(zeros.sh_size) : 0n);
    const address = this.addresses.get(section.name);
    const before = data === section || !data ? undefined : this.addresses.get(data.name);
    const memoryPlace = { base: address ?? (before === undefined ? undefined : before + start), size };
    this.memories[section.index] = memoryPlace;
    return memoryPlace;
  }
}

function alignUp(value: bigint, alignment: bigint): bigint {
  return alignment > 1n ? ((value + alignment - 1n) / alignment) * alignment : value;
}

/** The kernel that code belongs to, from the section's name. */
export function kernelOf(text: Section): string {
  return text.name.startsWith(TEXT_PREFIX) ? text.name.slice(TEXT_PREFIX.length) : FUNCTIONS_KERNEL;
}
