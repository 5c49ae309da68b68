import { inRange, type Range } from '../table/platforms.ts';
import { type UnitName, unitNumber } from '../table/units.ts';
import { assign, assignmentsOf, Cache, type Field, FieldSet, fill, type MessageWords, type Template } from './field.ts';
import { type Facts, Message } from './model.ts';
import { type OperationRow, operationRow } from './operations.ts';

/** Messages that a comment describes by a sentence: one row each, found by bits of the descriptor. */
export interface MessageRow {
  readonly unit: UnitName;
  readonly platforms?: Range;
  /** The bits that identify a message of this row. The first matching row is used. */
  readonly when: readonly (readonly [at: number, bits: number, value: number])[];
  /** The text of the comment; `{name}` is the text of a field. */
  readonly title: string;
  readonly facts: Facts;
  readonly fields: readonly Field[];
  readonly fault?: string;
  /** Restricts the row to instructions with this number of lanes. */
  readonly lanes?: number;
  /** Sets the payload sizes, if the message determines them. */
  readonly payload?: (message: Message, lanes: number) => void;
}

interface Compiled {
  readonly mask: number;
  readonly value: number;
  readonly row: MessageRow;
  readonly facts: ReturnType<typeof assignmentsOf>;
  readonly operation: OperationRow | undefined;
  readonly fields: FieldSet;
  readonly title: Template;
}

/** The rows of one table by platform and unit, looked up by the low word of the descriptor. */
export class MessageTable {
  readonly #rows: readonly MessageRow[];
  readonly #common: readonly Field[];
  readonly #compiled = new Cache<readonly Compiled[]>();

  /** @param common fields that all messages of the table have, besides their own */
  constructor(rows: readonly MessageRow[], common: readonly Field[]) {
    this.#rows = rows;
    this.#common = common;
  }

  #find(platform: number, unit: UnitName, low: number, lanes: number): Compiled | undefined {
    const rows = this.#compiled.get(platform * 32 + unitNumber(unit), () =>
      this.#rows.filter((row) => row.unit === unit && inRange(platform, row.platforms ?? '')).map((row) => this.#compile(row, platform)),
    );
    for (const compiled of rows) {
      if ((low & compiled.mask) === compiled.value && (compiled.row.lanes ?? lanes) === lanes) return compiled;
    }
    return undefined;
  }

  #compile(row: MessageRow, platform: number): Compiled {
    let mask = 0;
    let value = 0;
    for (const [at, bits, number] of row.when) {
      mask |= ((1 << bits) - 1) << at;
      value |= number << at;
    }
    const operation = row.facts.operation === undefined ? undefined : operationRow(row.facts.operation);
    const fields = new FieldSet([...this.#common, ...row.fields], platform);
    return { mask, value, row, facts: assignmentsOf(row.facts), operation, fields, title: fields.template(row.title) };
  }

  fields(platform: number, unit: UnitName, lanes: number, words: MessageWords): FieldSet {
    return this.#find(platform, unit, words.low, lanes)?.fields ?? new FieldSet(this.#common, platform);
  }

  read(platform: number, unit: UnitName, lanes: number, words: MessageWords): Message {
    const message = new Message(unit, lanes);
    const compiledRow = this.#find(platform, unit, words.low, lanes);
    if (compiledRow === undefined) {
      message.faults.push('no such message');
      return message;
    }
    const { row, fields } = compiledRow;
    assign(message, compiledRow.facts);
    if (row.fault !== undefined) message.faults.push(row.fault);
    fields.read(words, message);
    if (message.lanes > lanes) message.lanes = lanes;
    if (message.operation !== undefined) message.group = (compiledRow.operation ?? operationRow(message.operation)).group;
    message.title = fill(compiledRow.title, words);
    row.payload?.(message, lanes);
    return message;
  }
}
