/** A zebin that was loaded: its sections have addresses, its relocations are applied, its code is ready to be translated. */
import { firstIndex } from '../core/bytes/index.ts';
import type { Section } from '../formats/elf/index.ts';
import { type Instruction, type Platform, readCode } from '../formats/eu/index.ts';
import { linkZebin, TEXT_PREFIX, type Zebin, type ZebinKernel } from '../formats/zebin/index.ts';
import { Unsupported } from './alu/index.ts';
import { Code } from './code.ts';
import { CODE_BASE } from './flow.ts';
import { halt } from './halt.ts';
import { Addresses, type Allocation, type Memory } from './memory.ts';
import { RegisterLayout } from './registers.ts';
import type { CodeSection, LoadedCode } from './section.ts';

/** Space between sections of code: what runs past its end is in none. */
const GAP = 4096;
const ALIGNED = 4096;
/** The symbol whose value is the size of the implicit arguments, where they are before the payload. */
const IMPLICIT_ARGUMENTS = '__INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0';
const TEXT = TEXT_PREFIX.slice(0, -1);

/** A section of data, with the zeros that follow it. */
interface PlacedData {
  readonly name: string;
  readonly size: number;
  readonly bytes: Uint8Array | undefined;
}

/** The data of a module, in the order in which the driver places it: what follows a section of data are zeros. */
const DATA = [
  { name: '.data.const', zeros: '.bss.const' },
  { name: '.data.const.string', zeros: undefined },
  { name: '.data.global', zeros: '.bss.global' },
] as const;

/** The data of a module in the memory of a launch; absent if the module has none. */
export interface LoadedModule {
  readonly platform: Platform;
  readonly constants: Allocation | undefined;
  readonly strings: Allocation | undefined;
  readonly variables: Allocation | undefined;
}

/** Bytes of code whose translation is kept for the next launch: some hundred times as many are needed for it. */
const MOST_KEPT = 1 << 20;

/** A zebin that was loaded: any number of launches, one after another or at the same time, can be of it. */
export class Program implements LoadedCode {
  readonly zebin: Zebin;
  readonly platform: Platform;
  readonly layout: RegisterLayout;
  readonly sections: readonly CodeSection[];
  /** A symbol that no section defines, by the section whose code needs it: such a kernel cannot be loaded. */
  readonly unresolved: ReadonlyMap<string, string>;
  /** Names of the sections whose code expects the implicit arguments before the payload in memory. */
  readonly withImplicitArguments: ReadonlySet<string>;
  private readonly data: readonly (PlacedData | undefined)[];
  /** Code that has run without observers, by the section of its kernel, and how many bytes these have. */
  private readonly codes = new Map<CodeSection, Code>();
  private kept = 0;

  constructor(zebin: Zebin, platform: Platform) {
    this.zebin = zebin;
    this.platform = platform;
    this.layout = new RegisterLayout(platform);
    const places = new Addresses(zebin.elf.is64);
    const addresses = new Map<string, bigint>();
    const placed = DATA.map(({ name, zeros }) => {
      const data = zebin.elf.sections.find((section) => section.name === name);
      const rest = zebin.elf.sections.find((section) => section.name === zeros);
      if (data === undefined && rest === undefined) return undefined;
      const size = (data?.bytes.length ?? 0) + Number(rest?.sh_size ?? 0);
      const start = places.take(size);
      addresses.set(name, BigInt(start));
      if (rest !== undefined) addresses.set(rest.name, BigInt(start + (data?.bytes.length ?? 0)));
      return { name, size, data };
    });
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
    const contentOf = ({ bytes }: Section): Uint8Array => {
      const at = bytes.base - zebin.bytes.base;
      return linked.subarray(at, at + bytes.length);
    };
    this.data = placed.map((one) => one && { ...one, bytes: one.data && contentOf(one.data) });
    this.sections = code.map((section, i) => ({ name: section.name, start: starts[i] ?? 0, bytes: contentOf(section) }));
  }

  /** Puts the data into the memory of a launch, before anything else: its addresses are those that the code has. Throws `Halt`. */
  place(memory: Memory): LoadedModule {
    const [constants, strings, variables] = this.data.map((one) => {
      const allocation = one && memory.allocate(one.name, one.size);
      if (one?.bytes) allocation?.bytes.set(one.bytes);
      return allocation;
    });
    return { platform: this.platform, constants, strings, variables };
  }

  /** The code of a kernel, for launches without observers: what one of them has translated is there for the next. */
  codeOf(section: CodeSection): Code {
    const known = this.codes.get(section);
    if (known !== undefined) return known;
    if (this.kept + section.bytes.length > MOST_KEPT) {
      this.codes.clear();
      this.kept = 0;
    }
    const code = new Code(this, []);
    this.codes.set(section, code);
    this.kept += section.bytes.length;
    return code;
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
