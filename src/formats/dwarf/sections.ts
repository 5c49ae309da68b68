import { Bytes } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import type { Elf, Section } from '../elf/index.ts';
import { Cursor } from './cursor.ts';
import { Relocations } from './relocate.ts';

/** The sections of debug information of a file by name, each with its relocations. A missing section is empty. */
export class DebugSections {
  readonly names: ReadonlyMap<string, Section>;
  private readonly elf: Elf;
  private readonly placed: readonly Section[];
  private readonly lastNuls = new Map<string, number>();
  private readonly opened = new Map<string, { bytes: Bytes; relocations: Relocations }>();

  constructor(elf: Elf) {
    this.elf = elf;
    const names = new Map<string, Section>();
    for (const section of elf.sections) if (section.name !== '' && !names.has(section.name)) names.set(section.name, section);
    this.names = names;
    this.placed = elf.sections.filter((s) => s.sh_addr !== 0n).sort((a, b) => (a.sh_addr < b.sh_addr ? -1 : 1));
  }

  open(name: string): { readonly bytes: Bytes; readonly relocations: Relocations } {
    const known = this.opened.get(name);
    if (known) return known;
    const section = this.names.get(name);
    const bytes = section ? section.bytes : Bytes.from(new Uint8Array(0));
    const opening = { bytes, relocations: new Relocations(this.elf, section, this.names, this.placed) };
    this.opened.set(name, opening);
    return opening;
  }

  /** A cursor at `at`. Throws `FormatError` if that is outside the section. */
  cursor(name: string, at: number, end?: number): Cursor {
    const { bytes, relocations } = this.open(name);
    const cursor = new Cursor(bytes, relocations, Math.max(0, Math.min(at, bytes.length)), Math.min(end ?? bytes.length, bytes.length));
    if (!(at >= 0 && at <= bytes.length)) throw cursor.malformed(`${name} has ${bytes.length} bytes, so ${at} is outside it`);
    return cursor;
  }

  private lastNul(name: string): number {
    let last = this.lastNuls.get(name);
    if (last === undefined) {
      last = this.open(name).bytes.data.lastIndexOf(0);
      this.lastNuls.set(name, last);
    }
    return last;
  }

  /** The string at an offset of a section. It is charged to the budget, because many values can refer to one long string. */
  string(name: string, at: number, out: Reporter): string {
    if (out.exhausted) return '';
    const cursor = this.cursor(name, at);
    // Many strings can begin in one tail without a terminator.
    if (at > this.lastNul(name)) throw cursor.malformed('a string is not terminated');
    const text = cursor.string();
    return out.charge(text.length, this.open(name).bytes.span(at, cursor.at), name) ? text : '';
  }
}
