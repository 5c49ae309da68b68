import { type Code, type Diagnostic, type Facts, type Outcome, Reporter } from '../../core/diag/index.ts';
import { structSize } from '../../core/schema/index.ts';
import {
  type ElfSymbol,
  findRow,
  numbersOf,
  REL,
  RELA,
  type Relocation,
  type Section,
  SYMBOL_BINDINGS,
  symbolBinding,
} from '../elf/index.ts';
import { type Addresses, kernelOf, LinkNames } from './link-symbols.ts';
import { IMPLICIT_ARGUMENT_BYTES, needsImplicitArguments, perThreadOffset, SURFACE_STATE_BYTES } from './link-values.ts';
import type { Zebin } from './model.ts';
import { RELOCATION_TYPES, type RelocationType, type Segment, type SuppliedValue, SYMBOLS, TEXT_PREFIX } from './table.ts';

/** Addresses for linking. Whatever needs an address that is missing here stays unresolved. */
export interface LinkAddresses {
  /** Address of a section's first byte, by the section's name. */
  readonly sections?: Addresses;
  /** Address or value of a symbol, by name. It takes precedence over the file and the driver. */
  readonly symbols?: Addresses;
}

/** The result for one relocation. */
export interface LinkedRelocation {
  /** Index of the section with the relocation, and the relocation's index in it. */
  readonly section: number;
  readonly index: number;
  /** Index of the section that is changed; 0 if there is none. */
  readonly target: number;
  /** Offset in that section, in bytes. */
  readonly offset: bigint;
  readonly type: number;
  /** Name of the symbol; empty without a symbol. */
  readonly symbol: string;
  /** 0 for REL. */
  readonly addend: bigint;
  /** `kept`: the driver leaves the bytes as the compiler wrote them, and does not treat this as an error. */
  readonly state: 'applied' | 'kept' | 'unresolved';
  /** How it was applied: in code and debug data the bytes are replaced, in data the value is added to them. */
  readonly method?: 'overwritten' | 'added';
  /** What was written or added, in `size` bytes. */
  readonly value?: bigint;
  readonly size?: number;
  /** Why it was not applied, as a clause. */
  readonly reason?: string;
}

export interface LinkResult {
  /** The file with the relocations applied. Everything else is unchanged, including layout and relocation sections. */
  readonly bytes: Uint8Array;
  /** In the order of the file. */
  readonly relocations: readonly LinkedRelocation[];
  /** Names of the symbols that have no address, each once. */
  readonly unresolved: readonly string[];
}

/** A value to write, or the reason why there is none. */
type Lookup =
  | { readonly value: bigint; readonly size?: number }
  | { readonly kept: string }
  | { readonly missing: string; readonly code: 'link/unresolved' | 'link/kernel'; readonly name?: string };

interface KernelNeeds {
  readonly perThreadOffset: number;
  readonly implicitArguments: boolean;
}

const NOTHING = new Uint8Array(0);
const { STB_GLOBAL } = numbersOf(SYMBOL_BINDINGS);
const { R_SYM_ADDR, R_SYM_ADDR_32, R_PER_THREAD_PAYLOAD_OFFSET_32 } = numbersOf(RELOCATION_TYPES);
const SUPPLIED: ReadonlyMap<string, SuppliedValue> = new Map(
  SYMBOLS.flatMap((row) => ('supplies' in row ? [[row.name, row.supplies]] : [])),
);

/**
 * Applies the relocations of a zebin for given addresses, as the driver does when it loads the file.
 *
 * In code the bytes are overwritten with the symbol's address plus the addend of RELA; the previous bytes are not an addend. In data the same
 * sum is added to the previous bytes, in the width of the type. Symbols are looked up by name: global ones first, then a local one if a
 * relocation refers to it. Debug sections use the value of the symbol that the relocation itself names, as in the copy of the file that
 * the driver makes for debuggers. docs/linking.md has the details by type and section.
 *
 * A relocation that cannot be applied is listed with its reason and reported. It is an error if the driver would give up (`link/range`,
 * `link/type`, `link/kernel`, `link/symbol-range`, `link/exports`), and a warning if an address is missing (`link/unresolved`). Never
 * throws.
 *
 * Source: intel/compute-runtime shared/source/compiler_interface/linker.cpp, shared/source/device_binary_format/zebin/
 * debug_zebin.cpp and level_zero/core/source/module/module_imp.cpp (symbols of other modules).
 *
 * @param addresses where sections and symbols are in the memory of the device
 *
 * @example
 * const { value } = linkZebin(readZebin(bytes).value, { sections: new Map([['.data.const', 0x10000n]]) });
 * value.relocations.every(({ state }) => state !== 'unresolved'); // true
 */
export function linkZebin(zebin: Zebin, addresses: LinkAddresses = {}): Outcome<LinkResult> {
  const linker = new Linker(zebin, addresses, true, zebin.bytes.data.slice());
  const value = linker.run();
  return { value, diagnostics: linker.out.diagnostics };
}

/** As {@link linkZebin}, without the linked file. */
export function linkedRelocations(zebin: Zebin, addresses: LinkAddresses): Outcome<Pick<LinkResult, 'relocations' | 'unresolved'>> {
  const linker = new Linker(zebin, addresses, true, undefined);
  const value = linker.run();
  return { value, diagnostics: linker.out.diagnostics };
}

/** The diagnostics of {@link linkZebin} alone. */
export function checkLinks(zebin: Zebin, addresses: LinkAddresses): readonly Diagnostic[] {
  const linker = new Linker(zebin, addresses, false, undefined);
  linker.run();
  return linker.out.diagnostics;
}

class Linker {
  readonly out: Reporter;
  private readonly zebin: Zebin;
  private readonly addresses: LinkAddresses;
  private readonly isListed: boolean;
  private readonly bytes: Uint8Array | undefined;
  private readonly symbols: readonly ElfSymbol[];
  private readonly names: LinkNames;
  private readonly needs = new Map<string, KernelNeeds>();
  /** Names of the kernels of code sections, by section index. */
  private readonly owners: string[] = [];

  /**
   * @param isListed whether relocations are listed
   * @param bytes a copy of the file to change, if the linked file is needed
   */
  constructor(zebin: Zebin, addresses: LinkAddresses, isListed: boolean, bytes: Uint8Array | undefined) {
    this.zebin = zebin;
    this.addresses = addresses;
    this.out = new Reporter(zebin.bytes.length);
    this.isListed = isListed;
    this.bytes = bytes;
    // The driver reads one table, whatever sh_link says.
    const table = zebin.elf.sections.find(({ content }) => content.kind === 'symbols')?.content;
    this.symbols = table?.kind === 'symbols' ? table.symbols : [];
    this.names = new LinkNames(zebin, addresses.sections ?? new Map(), this.out);
  }

  run(): LinkResult {
    for (const symbol of this.symbols) if (symbolBinding(symbol) === STB_GLOBAL) this.names.define(symbol);
    const relocations: LinkedRelocation[] = [];
    const unresolved = new Set<string>();
    for (const section of this.zebin.elf.sections) {
      if (section.content.kind !== 'relocations') continue;
      const size = structSize(section.content.addends ? RELA : REL, this.zebin.elf.is64);
      for (const relocation of section.content.relocations) {
        const linked = this.link(section, relocation, size, unresolved);
        if (linked) relocations.push(linked);
      }
    }
    return { bytes: this.bytes ?? NOTHING, relocations, unresolved: [...unresolved] };
  }

  /** @returns the result, if results are requested */
  private link(section: Section, relocation: Relocation, entrySize: number, unresolved: Set<string>): LinkedRelocation | undefined {
    const target = this.zebin.elf.sections[section.sh_info];
    const symbol = this.symbols[relocation.r_sym];
    const entry = (what: Pick<LinkedRelocation, 'state'> & Partial<LinkedRelocation>): LinkedRelocation | undefined =>
      !this.isListed
        ? undefined
        : {
            section: section.index,
            index: relocation.index,
            target: target?.index ?? 0,
            offset: relocation.r_offset,
            type: relocation.r_type,
            symbol: symbol?.name ?? '',
            addend: relocation.r_addend ?? 0n,
            ...what,
          };
    const unresolvedBy = (code: Code, reason: string, facts: Facts) => {
      const span = section.bytes.span(relocation.index * entrySize, (relocation.index + 1) * entrySize);
      this.out.report(code, span, `${section.name}[${relocation.index}]`, reason, facts);
      return entry({ state: 'unresolved', reason });
    };
    const segment = target && this.names.segment(target);
    if (!target || !segment) {
      const what = target?.name ? `sections like ${target.name}` : 'what is in no section';
      return entry({ state: 'kept', reason: `the driver ignores ${what}` });
    }
    if (symbol && segment !== 'debug' && !this.names.has(symbol.name)) this.names.define(symbol);
    const { r_type, r_offset } = relocation;
    const type = this.typeIn(segment, r_type);
    if (!type && segment === 'debug') {
      return entry({ state: 'kept', reason: `the driver ignores type ${r_type} in debug sections` });
    }
    if (!type) return unresolvedBy('link/type', `the driver does not apply type ${r_type} in ${segment} sections`, { type: r_type });
    // The driver requires four bytes even for a relocation of two.
    const width = Math.max(type.sizeBytes ?? 0, 4);
    if (Number(r_offset) + width > target.bytes.length) {
      const reason = `${width} bytes at offset ${r_offset} are not within the ${target.bytes.length} of ${target.name}`;
      return unresolvedBy('link/range', reason, { offset: r_offset, size: BigInt(width), section: target.bytes.length });
    }
    const result = this.valueIn(segment, target, relocation, type, symbol);
    if ('kept' in result) return entry({ state: 'kept', reason: result.kept });
    if ('missing' in result) {
      if (result.name !== undefined) unresolved.add(result.name);
      return unresolvedBy(result.code, result.missing, { symbol: symbol?.name ?? '', type: r_type });
    }
    if (!this.isListed) return undefined;
    const size = result.size ?? type.sizeBytes ?? 0;
    const value = BigInt.asUintN(size * 8, result.size === undefined ? result.value >> BigInt(type.shiftBits ?? 0) : result.value);
    const method = segment === 'data' ? 'added' : 'overwritten';
    if (this.bytes) this.patch(this.bytes, target, Number(r_offset), size, value, method);
    return entry({ state: 'applied', method, value, size });
  }

  private patch(bytes: Uint8Array, target: Section, offset: number, size: number, value: bigint, method: 'added' | 'overwritten'): void {
    const at = target.bytes.base - this.zebin.bytes.base + offset;
    let sum = value;
    if (method === 'added') {
      // The original bytes count, not those that an earlier relocation has written there.
      for (let i = 0; i < size; i++) sum += BigInt(target.bytes.u8(offset + i)) << BigInt(8 * i);
    }
    for (let i = 0; i < size; i++) bytes[at + i] = Number((sum >> BigInt(8 * i)) & 0xffn);
  }

  /** The row that applies; undefined if the driver refuses the type in this segment. */
  private typeIn(segment: Segment, value: number): RelocationType | undefined {
    const row: RelocationType | undefined = findRow(RELOCATION_TYPES, value);
    switch (segment) {
      case 'code':
        return row?.driver.since === undefined ? undefined : row;
      case 'data':
        // A 32-bit driver has only one kind of address.
        if (!this.zebin.elf.is64) return findRow(RELOCATION_TYPES, R_SYM_ADDR_32);
        return row?.driverData.since === undefined ? undefined : row;
      case 'debug':
        return row?.inDebug ? row : undefined;
      default:
        return undefined;
    }
  }

  private valueIn(segment: Segment, target: Section, relocation: Relocation, type: RelocationType, symbol: ElfSymbol | undefined): Lookup {
    if (segment === 'debug') return this.debugValue(relocation, symbol);
    if (segment === 'data') return this.symbolValue(symbol?.name ?? '', relocation.r_addend ?? 0n);
    return this.codeValue(target, relocation, type, symbol?.name ?? '');
  }

  private codeValue(target: Section, relocation: Relocation, type: RelocationType, name: string): Lookup {
    this.owners[target.index] ??= kernelOf(target);
    const kernelName = this.owners[target.index] as string;
    if (!this.names.kernels.has(kernelName)) {
      return { missing: `the code in ${target.name} belongs to no kernel, so the driver refuses the module`, code: 'link/kernel' };
    }
    if (type.value === R_PER_THREAD_PAYLOAD_OFFSET_32) return { value: BigInt(this.needsOf(kernelName).perThreadOffset) };
    const address = this.addresses.symbols?.get(name);
    const supplied = SUPPLIED.get(name);
    const wholly = type.value === R_SYM_ADDR ? 8 : 4;
    if (supplied === 'implicit-arguments') {
      if (address === undefined && !this.needsOf(kernelName).implicitArguments)
        return { kept: `the kernel ${kernelName} needs no implicit arguments` };
      const layout = this.zebin.target.indirect_access_buffer_major_version ?? 0;
      const value = address ?? IMPLICIT_ARGUMENT_BYTES[layout];
      if (value !== undefined) return { value, size: wholly };
      return { missing: `the driver knows no layout ${layout} of the implicit arguments`, code: 'link/unresolved', name };
    }
    if (supplied === 'surface-state-size') return { value: address ?? SURFACE_STATE_BYTES, size: wholly };
    if (name === '') return { value: 0n };
    const known = address !== undefined || this.names.has(name);
    if (!known && supplied === 'per-thread-offset') return { value: BigInt(this.needsOf(kernelName).perThreadOffset) };
    if (!known && supplied === 'sub-device') return { kept: `${name} is an address that only devices of several tiles have` };
    // The address of another module's symbol is written as it is: the addend is lost.
    return this.symbolValue(name, this.names.has(name) ? (relocation.r_addend ?? 0n) : 0n);
  }

  private needsOf(kernelName: string): KernelNeeds {
    const known = this.needs.get(kernelName);
    if (known) return known;
    const kernel = this.names.kernels.get(kernelName);
    const needs = { perThreadOffset: perThreadOffset(kernel), implicitArguments: needsImplicitArguments(kernel) };
    this.needs.set(kernelName, needs);
    return needs;
  }

  private symbolValue(name: string, addend: bigint): Lookup {
    const address = this.addresses.symbols?.get(name);
    if (address !== undefined) return { value: address + addend };
    const definition = this.names.get(name);
    if (!definition) {
      const missing = name === '' ? 'the relocation has no symbol' : `${name} is not defined in this file and no address is given for it`;
      return { missing, code: 'link/unresolved', name };
    }
    if (definition.address !== undefined) return { value: definition.address + addend };
    return { missing: `no address is given for ${definition.section.name}, where ${name} is`, code: 'link/unresolved', name };
  }

  /** The value in a debug section. It may refer to code through a debug symbol with the name of the code's section. */
  private debugValue(relocation: Relocation, symbol: ElfSymbol | undefined): Lookup {
    const addend = relocation.r_addend ?? 0n;
    if (!symbol) return { missing: `there is no symbol ${relocation.r_sym}`, code: 'link/unresolved', name: '' };
    const symbolAddress = this.addresses.symbols?.get(symbol.name);
    if (symbolAddress !== undefined) return { value: symbolAddress + addend };
    const section = this.zebin.elf.sections[symbol.st_shndx];
    const segment = section && this.names.segment(section);
    const named = segment === 'debug' && symbol.name.startsWith(TEXT_PREFIX) ? symbol.name : undefined;
    const base = named ?? (segment === undefined || segment === 'debug' || segment === 'zeros' ? undefined : section?.name);
    if (base === undefined) return { value: symbol.st_value + addend };
    const address = this.addresses.sections?.get(base);
    if (address === undefined) return { missing: `no address is given for ${base}`, code: 'link/unresolved', name: symbol.name };
    return { value: address + symbol.st_value + addend };
  }
}
