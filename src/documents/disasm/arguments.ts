/** Which entries of a kernel's payload instructions read in the registers where the kernel gets them. */
import { type Analysis, type ArgumentPlace, argumentUses, type Bound } from '../../analysis/instructions/index.ts';
import type { Budget } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import type { Zebin, ZebinKernel } from '../../formats/zebin/index.ts';
import type { KernelProperties } from '../../walk/join.ts';
import { DescribedArguments } from '../kernel/arguments.ts';
import { payloadInfo } from '../kernel/payload.ts';
import { payloadName } from '../kernel/payload-words.ts';
import type { ArgumentRead } from './model.ts';

/** An entry of the payload that is in registers. */
export interface PlacedEntry extends ArgumentPlace, ArgumentRead {}

/** Characters of a name that are shown: many entries may share a long one. */
const NAME = 200;

/** The entries that the kernels of a zebin get in registers. */
export class PlacedArguments {
  private readonly zebin: Zebin;
  private readonly described: DescribedArguments;
  /** Offset of `_entry`, by the index of the section. */
  private readonly entries = new Map<number, number>();
  private readonly properties: KernelProperties;

  constructor(zebin: Zebin, properties: KernelProperties) {
    this.zebin = zebin;
    this.described = new DescribedArguments(zebin, (text) => clip(text, NAME));
    this.properties = properties;
    for (const { content } of zebin.elf.sections) {
      if (content.kind !== 'symbols') continue;
      for (const { name, st_shndx, st_value } of content.symbols) if (name === '_entry') this.entries.set(st_shndx, Number(st_value));
    }
  }

  /** Where the kernel's own code begins in a section, in bytes. */
  entryOf(section: number): number | undefined {
    return this.entries.get(section);
  }

  /** In the order of registers; of those that overlap, the first. */
  of(kernel: ZebinKernel): PlacedEntry[] {
    const { entries, grf_bytes } = payloadInfo(this.zebin, kernel, (text) => clip(text, NAME));
    const args = this.described.of(kernel, this.properties.get(kernel.name) ?? []);
    const placed = entries.flatMap((one, entry): PlacedEntry[] => {
      const { register, byte, size, operand } = one;
      if (register === null || byte === null || operand === null) return [];
      return [{ register, byte, size, entry, operand, name: clip(payloadName(one, args), NAME) }];
    });
    let end = 0;
    return placed
      .sort((a, b) => a.register - b.register || a.byte - b.byte)
      .filter(({ register, byte, size }) => {
        const start = register * (grf_bytes ?? 0) + byte;
        if (start < end) return false;
        end = start + size;
        return true;
      });
  }
}

/** What is known of the entries that instructions read. */
export interface EntriesRead {
  /** By the number of the instruction. */
  readonly entries: ReadonlyMap<number, readonly number[]>;
  /** The bounds that were met. */
  readonly exceeded: readonly Bound[];
}

/** The entries that each instruction reads. `entry` is the offset of `_entry`. */
export function entriesRead(
  analysis: Analysis,
  { placed: places, entry }: { readonly placed: readonly PlacedEntry[]; readonly entry?: number | undefined },
  budget: Budget | undefined,
): EntriesRead {
  const byUse = new Map<number, number[]>();
  if (places.length === 0) return { entries: byUse, exceeded: [] };
  const start = entry === undefined ? -1 : analysis.code.instructions.findIndex(({ offset }) => offset === entry);
  const { readers: all, exceeded } = argumentUses(analysis, places, start < 0 ? undefined : start, budget);
  for (const [index, readers] of all.entries()) {
    const { entry } = places[index] as PlacedEntry;
    for (const at of readers) {
      const entries = byUse.get(at);
      if (entries === undefined) byUse.set(at, [entry]);
      else entries.push(entry);
    }
  }
  return { entries: byUse, exceeded };
}
