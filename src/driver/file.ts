import type { Bytes } from '../core/bytes/index.ts';
import { FormatError } from '../core/diag/index.ts';
import type { Execution } from '../devices/index.ts';
import { linkedRelocations, readZebin, type Zebin } from '../formats/zebin/index.ts';
import { type Behaviour, Shared } from './behaviour.ts';
import { type DriverElf, type DriverSection, decodeElf } from './elf.ts';
import { InfoTree } from './info-tree.ts';
import { type LimitFindings, needsOf } from './limits.ts';
import { type ListedNotes, listNotes } from './target.ts';
import { tokenize } from './tokens.ts';
import { readPart } from './zeinfo.ts';

/** A file that several releases are asked about: what they have in common is read once. */
export class DriverFile {
  readonly bytes: Bytes;
  private readonly elfs = new Shared<DriverElf>();
  private readonly listed = new Map<DriverElf, ListedNotes>();
  private readonly trees = new Map<DriverSection, Shared<InfoTree>>();
  private readonly descriptions = new Map<number, Shared<void>>();
  private readonly limits = new Map<Execution | undefined, Shared<LimitFindings>>();
  private read: { readonly zebin: Zebin | undefined } | undefined;
  private done: ReturnType<typeof linkedRelocations> | undefined;

  /** @param zebin the result of {@link readZebin}, if the caller has it */
  constructor(bytes: Bytes, zebin?: Zebin) {
    this.bytes = bytes;
    if (zebin) this.read = { zebin };
  }

  /** The zebin, as the linker needs it; undefined if it cannot be read. */
  get zebin(): Zebin | undefined {
    this.read ??= { zebin: readOrNot(this.bytes) };
    return this.read.zebin;
  }

  /** Links with an address for every section: only results that do not depend on the addresses are used. All releases link alike. */
  linked(zebin: Zebin): ReturnType<typeof linkedRelocations> {
    this.done ??= linkedRelocations(zebin, {
      sections: new Map(zebin.elf.sections.map(({ name, index }) => [name, BigInt(index + 1) << 32n])),
    });
    return this.done;
  }

  elf(behaviour: Behaviour): DriverElf {
    return this.elfs.of(behaviour, (variant) => decodeElf(this.bytes, variant));
  }

  /** The notes of the file, which all releases find that read the container alike. */
  notes(elf: DriverElf): ListedNotes {
    const known = this.listed.get(elf) ?? listNotes(this.bytes, elf);
    this.listed.set(elf, known);
    return known;
  }

  /**
   * Whether ze_info is accepted, as `decide` decides; throws its stops. Releases differ more often in the notes than in ze_info, which is
   * most of the work.
   */
  described(grfBytes: number, behaviour: Behaviour, decide: (variant: Behaviour) => void): void {
    const known = this.descriptions.get(grfBytes) ?? new Shared<void>();
    this.descriptions.set(grfBytes, known);
    known.of(behaviour, decide);
  }

  /** What the kernels need, as far as the zebin can be read. @param execution limits of the device */
  needs(execution: Execution | undefined, behaviour: Behaviour): LimitFindings {
    const { zebin } = this;
    const known = this.limits.get(execution) ?? new Shared<LimitFindings>();
    this.limits.set(execution, known);
    return known.of(behaviour, (variant) => (zebin ? needsOf(zebin, execution, variant) : { refused: [], remarks: [] }));
  }

  /** The tree of the part of ze_info that a release reads. The byte after it ends a last line that has no line feed. */
  tree(section: DriverSection, behaviour: Behaviour): InfoTree {
    const { start, size } = section;
    const trees = this.trees.get(section) ?? new Shared<InfoTree>();
    this.trees.set(section, trees);
    return trees.of(behaviour, (variant) => {
      const text = this.bytes.sub(start, start + size).text();
      const length = readPart(text, variant);
      const end = start + length;
      const after = end < this.bytes.length ? this.bytes.u8(end) : 0;
      return new InfoTree(tokenize(text.slice(0, length), after, variant), variant);
    });
  }
}

function readOrNot(bytes: Bytes): Zebin | undefined {
  try {
    return readZebin(bytes).value;
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
