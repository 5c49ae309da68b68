/** A zebin in the memory of a device: its sections at addresses, its relocations applied, its code ready to be translated. */
import { firstIndex } from '../core/bytes/index.ts';
import { type Instruction, type Platform, readCode } from '../formats/eu/index.ts';
import { linkZebin, TEXT_PREFIX, type Zebin, type ZebinKernel } from '../formats/zebin/index.ts';
import { Unsupported } from './alu/index.ts';
import { CODE_BASE } from './flow.ts';
import { halt } from './halt.ts';
import type { Allocation, Memory } from './memory.ts';

/** A section of code in the code window. */
export interface CodeSection {
  readonly name: string;
  /** Offset in the window, in bytes. */
  readonly start: number;
  readonly bytes: Uint8Array;
}

/** Space between sections of code: what runs past its end is in none. */
const GAP = 4096;
const ALIGNED = 4096;
/** The symbol whose value is the size of the implicit arguments, where they are before the payload. */
const IMPLICIT_ARGUMENTS = '__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0';
const TEXT = TEXT_PREFIX.slice(0, -1);

/** The data of a module, in the order in which the driver places it: what follows a section of data are zeros. */
const DATA = [
  { name: '.data.const', zeros: '.bss.const' },
  { name: '.data.const.string', zeros: undefined },
  { name: '.data.global', zeros: '.bss.global' },
] as const;

export class Program {
  readonly zebin: Zebin;
  readonly platform: Platform;
  readonly sections: readonly CodeSection[];
  /** Constants, strings and variables; absent if the module has none. */
  readonly constants: Allocation | undefined;
  readonly strings: Allocation | undefined;
  readonly variables: Allocation | undefined;

  /** A symbol that no section defines, by the section whose code needs it: such a kernel cannot be loaded. */
  readonly unresolved: ReadonlyMap<string, string>;
  /** Names of the sections whose code expects the implicit arguments before the payload in memory. */
  readonly withImplicitArguments: ReadonlySet<string>;

  constructor(zebin: Zebin, platform: Platform, memory: Memory) {
    this.zebin = zebin;
    this.platform = platform;
    const addresses = new Map<string, bigint>();
    const placed = DATA.map(({ name, zeros }) => {
      const data = zebin.elf.sections.find((section) => section.name === name);
      const rest = zebin.elf.sections.find((section) => section.name === zeros);
      if (data === undefined && rest === undefined) return undefined;
      const size = (data?.bytes.length ?? 0) + Number(rest?.sh_size ?? 0);
      const allocation = memory.allocate(name, size);
      addresses.set(name, BigInt(allocation.start));
      if (rest !== undefined) addresses.set(rest.name, BigInt(allocation.start + (data?.bytes.length ?? 0)));
      return { allocation, data };
    });
    [this.constants, this.strings, this.variables] = placed.map((one) => one?.allocation);
    let start = ALIGNED;
    const code = zebin.elf.sections.filter(({ name, bytes }) => (name === TEXT || name.startsWith(TEXT_PREFIX)) && bytes.length > 0);
    const starts = code.map((section) => {
      const at = start;
      addresses.set(section.name, BigInt(CODE_BASE + at));
      start = Math.ceil((at + section.bytes.length + GAP) / ALIGNED) * ALIGNED;
      return at;
    });
    const { bytes: linked, relocations } = linkZebin(zebin, { sections: addresses }).value;
    this.unresolved = new Map(
      relocations.flatMap(({ state, target, symbol }) =>
        state === 'unresolved' ? [[zebin.elf.sections[target]?.name ?? '', symbol]] : [],
      ),
    );
    const offsets = relocations.filter(({ symbol, state }) => symbol === IMPLICIT_ARGUMENTS && state === 'applied');
    this.withImplicitArguments = new Set(offsets.map(({ target }) => zebin.elf.sections[target]?.name ?? ''));
    const contentOf = (section: (typeof code)[number]): Uint8Array => {
      const at = section.bytes.base - zebin.bytes.base;
      return linked.subarray(at, at + section.bytes.length);
    };
    for (const one of placed) if (one?.data !== undefined) one.allocation.bytes.set(contentOf(one.data));
    this.sections = code.map((section, i) => ({ name: section.name, start: starts[i] ?? 0, bytes: contentOf(section) }));
  }

  /** The section of a kernel's code. Throws {@link Unsupported} for code that cannot be loaded. */
  sectionOf({ name, text }: ZebinKernel): CodeSection {
    const missing = this.unresolved.get(text?.name ?? '');
    if (missing !== undefined) throw new Unsupported(`the symbol ${missing} is not defined in this file`);
    const found = text === undefined ? undefined : this.sections.find((section) => section.name === text.name);
    if (found === undefined) throw new Unsupported(`the kernel ${name} has no code`);
    return found;
  }

  /** The section at an offset in the window. Throws `Halt` if there is none. */
  sectionAt(offset: number): CodeSection {
    const { sections } = this;
    const found = sections[firstIndex(sections.length, (i) => (sections[i] as CodeSection).start > offset) - 1];
    if (found === undefined || offset >= found.start + found.bytes.length) throw halt('no-code', offset);
    return found;
  }

  instructionsOf({ bytes }: CodeSection): readonly Instruction[] {
    return readCode(bytes, this.platform).value.instructions;
  }
}
