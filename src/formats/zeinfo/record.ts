/** What every record of ze_info has besides the attributes of its row. */
import type { YamlNode } from '../yaml/index.ts';

/** Key under which a record keeps its place in the text. A symbol, so that a record is plain data to `Object.keys` and JSON. */
export const NODE: unique symbol = Symbol('zebin.node');

/** An entry of a record that no row types: an unknown key, a value of the wrong type, or a repeated key. */
export interface ExtraEntry {
  readonly key: string;
  /** The value as display text: a scalar without its quotes, a block as its source. */
  readonly text: string;
  readonly reason: 'unknown' | 'type' | 'duplicate';
  /** The attribute that it comes after; absent at the beginning of the record. */
  readonly after?: string;
  /**
   * The value as it is written, if that is not `text`: a scalar with its quotes, a block with the indentation of its lines relative to the
   * first. Printing prefers it to `text`.
   */
  readonly source?: string;
  readonly [NODE]?: YamlNode;
}

/** What every record has besides the attributes of its row. */
export interface AnyRecord {
  /** Parts that the rows do not type, in the order of the text. */
  readonly extra?: readonly ExtraEntry[];
  readonly [NODE]?: YamlNode;
}
