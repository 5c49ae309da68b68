/** The bits of a compacted instruction, by the rows of its compaction. */
import { expand, expansionOf, gather, hasImmediate, kindOf, type Step } from '../read/expand.ts';
import { compactImmediate } from '../table/compaction.ts';
import { type BitRange, bitRanges } from '../table/layout.ts';

/** Bits of a compacted instruction. */
export interface CompactedField {
  /** `opcode`, `compacted`, `immediate`, `reserved`, the name of a table, or `=` for bits that are copied. */
  readonly name: string;
  readonly bits: readonly BitRange[];
  readonly value: number;
  /** The native bits that it determines; empty for fields with a name of their own. */
  readonly to: readonly BitRange[];
}

const [OPCODE, COMPACTED] = [bitRanges('6:0'), bitRanges('29')];

/** The suffix of table names, which is the platform. */
const SUFFIX = /_?\d+(?:p\d*)?$/;

/** Every bit of a compacted instruction, each in one field, ordered by the lowest bit. */
export function compactedFields(low: number, high: number, platform: number): CompactedField[] {
  const fields = new Map<string, CompactedField>();
  const add = (name: string, bits: readonly BitRange[], to: readonly BitRange[] = []): void => {
    // Rows may set other bits if there is no immediate; these depend on the same bits.
    const key = JSON.stringify(bits);
    fields.set(key, { name, bits, value: gather(low, high, bits) >>> 0, to: [...(fields.get(key)?.to ?? []), ...to] });
  };
  add('opcode', OPCODE);
  add('compacted', COMPACTED);
  const { steps, immediate } = appliedTo(low, high, platform);
  for (const { table, from, to } of steps) add(table.replace(SUFFIX, ''), from, to);
  if (immediate) add('immediate', bitRanges(compactImmediate(platform)));
  for (const range of freeBits([...fields.values()])) add('reserved', [range]);
  const lowest = ({ bits }: CompactedField): number => Math.min(...bits.map((range) => range.low));
  return [...fields.values()].sort((a, b) => lowest(a) - lowest(b));
}

/** The rows that apply to a compacted instruction, and whether it has an immediate. */
function appliedTo(low: number, high: number, platform: number): { readonly steps: readonly Step[]; readonly immediate: boolean } {
  const kind = kindOf(low, platform);
  if (kind === undefined) return { steps: [], immediate: false };
  const steps = expansionOf(kind, platform);
  if (kind === 'ternary' || kind === 'matrix') return { steps: steps.always.all, immediate: false };
  const words = new Uint32Array(4);
  expand(low, high, platform, words);
  const immediate = hasImmediate(kind, platform, words[1] ?? 0, words[2] ?? 0);
  return { steps: [...steps.always.all, ...(immediate ? steps.immediate : steps.register).all], immediate };
}

/** Runs of the 64 bits that belong to no field. No run crosses a word boundary. */
function freeBits(fields: readonly CompactedField[]): BitRange[] {
  const positions = new Set(
    fields.flatMap(({ bits }) => bits.flatMap(({ low, high }) => Array.from({ length: high - low + 1 }, (_, i) => low + i))),
  );
  const free: { low: number; high: number }[] = [];
  for (let bit = 0; bit < 64; bit++) {
    if (positions.has(bit)) continue;
    const last = free.at(-1);
    if (last !== undefined && last.high === bit - 1 && bit !== 32) last.high = bit;
    else free.push({ low: bit, high: bit });
  }
  return free;
}
