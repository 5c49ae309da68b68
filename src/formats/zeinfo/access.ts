import type { YamlNode } from '../yaml/index.ts';
import { NODE } from './model.ts';

/** The place in the text of a record or extra entry; undefined for one that was not read from a text. */
export function nodeOf(record: { readonly [NODE]?: YamlNode }): YamlNode | undefined {
  return record[NODE];
}
