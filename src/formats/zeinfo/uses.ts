import {
  type CompiledAttribute,
  type CompiledMember,
  type CompiledRecord,
  holds,
  isIn,
  LAST_ORDER,
  type NamedRow,
} from '../../core/schema/index.ts';
import type { ZeInfo } from './model.ts';
import { NAMED_ROWS } from './rows.ts';

type Values = Readonly<Record<string, unknown>>;

/**
 * Which rows a text uses, counted while it is read. For nearly every file these counts show that there is nothing to report, so the records
 * need not be visited again. They check nothing themselves; if they are not conclusive, the records are checked.
 */
export class Uses {
  /** Whether drivers from some release on read every attribute and word, and all lists of numbers have three non-negative numbers. */
  plain = true;
  /** Whether some word of an enumeration is in quotes. */
  quoted = false;
  /** Versions that have every attribute and word: `[from, to)`. */
  private from = 0;
  private to = LAST_ORDER;
  private conditionsHold = true;
  /** A bit for each row with a name, by its number: whether it is used. Engines keep few bytes in the object itself. */
  private readonly used = new Uint8Array((NAMED_ROWS.length >> 3) + 1);
  /** Attributes that some version requires and some record lacks. */
  private readonly missing = new Set<CompiledAttribute>();
  /** Attributes that some record lacks and needs in versions that have them. */
  private readonly needed = new Set<CompiledAttribute>();
  private wordsKnown = true;

  /** A row or a word of one is used. */
  add(row: CompiledAttribute | CompiledMember): void {
    if (this.has(row)) return;
    const { from, to, stable, number } = row;
    this.used[number >> 3] = (this.used[number >> 3] ?? 0) | (1 << (number & 7));
    if (from > this.from) this.from = from;
    if (to < this.to) this.to = to;
    if (!stable) this.plain = false;
  }

  /**
   * Call this when a record is complete that lacks something or is in doubt. `doubtful` are rows whose conditions did not hold when they
   * were read.
   */
  close(rows: CompiledRecord, values: Values, doubtful?: readonly CompiledAttribute[]): void {
    for (const row of rows.required) if (values[row.key] === undefined) this.missing.add(row);
    if (doubtful) for (const { when } of doubtful) if (when !== undefined && !holds(when, values)) this.conditionsHold = false;
  }

  /** Call this when a record is complete that may lack an attribute which it needs. */
  lack({ needed }: CompiledRecord, values: Values): void {
    for (const row of needed) {
      if (values[row.key] === undefined && row.neededWhen !== undefined && holds(row.neededWhen, values)) this.needed.add(row);
    }
  }

  /** A word of an enumeration is in no row. */
  unknownWord(): void {
    this.wordsKnown = false;
    this.plain = false;
  }

  /** Whether the row is used. */
  has({ number }: NamedRow): boolean {
    return ((this.used[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  /** Whether one of the rows is used. */
  hasAny(rows: readonly NamedRow[]): boolean {
    for (const row of rows) if (this.has(row)) return true;
    return false;
  }

  /** Whether it is certain that a version has all of it, requires no more, and that all conditions hold. */
  fit(order: number): boolean {
    if (!this.conditionsHold || !this.wordsKnown || order < this.from || order >= this.to) return false;
    for (const row of this.missing) if (row.requiredIn.some((range) => isIn(range, order))) return false;
    for (const row of this.needed) if (isIn(row, order)) return false;
    return true;
  }
}

/** What reading counted of a text; undefined for a container that was not read, or was edited. */
export function countedUses({ counted, container }: ZeInfo): Uses | undefined {
  return counted?.container === container && counted.uses instanceof Uses ? counted.uses : undefined;
}
