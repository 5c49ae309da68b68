import { hex } from '../core/bytes/index.ts';
import { LIMITS, type Outcome } from '../core/diag/index.ts';
import { clip } from '../core/schema/index.ts';
import { type DiagnosticJson, diagnosticJson } from '../documents/json.ts';
import { relocationName } from '../documents/kernel/relocation.ts';
import type { LinkResult, Zebin } from '../formats/zebin/index.ts';

/** `zebin link --json`: the result for every relocation. */
export interface LinkDocument {
  readonly schema: 'zebin/link/2';
  /** In the order of the file. */
  readonly relocations: readonly LinkEntry[];
  /** Names of the symbols that have no address, each once. */
  readonly unresolved: readonly string[];
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface LinkEntry {
  /** Name of the section that the relocation is in. */
  readonly section: string;
  /** Number of the relocation in that section. */
  readonly index: number;
  /** Name of the section that it changes; null when there is none. */
  readonly target: string | null;
  /** Offset in that section, in bytes. */
  readonly offset: string;
  readonly type: number;
  readonly type_name: string | null;
  readonly symbol: string;
  readonly addend: string;
  /** `kept`: the driver leaves the bytes as the compiler wrote them. */
  readonly state: 'applied' | 'kept' | 'unresolved';
  /** Whether the value replaced the bytes or was added to them; null when it was not applied. */
  readonly method: 'overwritten' | 'added' | null;
  /** The value that was written or added; null when it was not applied. */
  readonly value: string | null;
  /** Number of changed bytes; 0 when it was not applied. */
  readonly size: number;
  /** Why it was not applied; null when it was. */
  readonly reason: string | null;
}

export function linkDocument(zebin: Zebin, { value, diagnostics }: Outcome<LinkResult>): LinkDocument {
  const { sections } = zebin.elf;
  // Many relocations can have one name. Names are complete as long as they are in proportion to the file.
  let remaining = zebin.bytes.length * LIMITS.workPerByte + LIMITS.workFloor;
  const shared = (text: string): string => {
    remaining -= text.length;
    return remaining >= 0 ? text : clip(text);
  };
  const relocations = value.relocations.map((one): LinkEntry => {
    return {
      section: sections[one.section]?.name ?? '',
      index: one.index,
      target: one.target === 0 ? null : (sections[one.target]?.name ?? null),
      offset: hex(one.offset),
      type: one.type,
      type_name: relocationName(one.type),
      symbol: shared(one.symbol),
      addend: hex(one.addend),
      state: one.state,
      method: one.method ?? null,
      value: one.value === undefined ? null : hex(one.value),
      size: one.size ?? 0,
      reason: one.reason === undefined ? null : shared(one.reason),
    };
  });
  return { schema: 'zebin/link/2', relocations, unresolved: value.unresolved, diagnostics: diagnostics.map((d) => diagnosticJson(d)) };
}
