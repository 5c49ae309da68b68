import type { Span } from '../../core/diag/index.ts';
import { isEmpty, keyText, type YamlNode } from '../yaml/index.ts';
import { nodeOf } from './access.ts';
import type { ZeInfo } from './model.ts';

/** Where a record of the text is, or the key of one of its attributes; the whole text for a record that was not read from a text. */
export function spanOf({ document }: ZeInfo, record: object, key?: string): Span {
  const node = nodeOf(record);
  if (!node) return document.bytes.span();
  const item = key === undefined ? undefined : entryOf(document, node, key);
  if (item) return document.bytes.span(item.keyStart, item.keyEnd);
  return isEmpty(node) && node.keyStart >= 0 ? document.bytes.span(node.keyStart, node.keyEnd) : document.bytes.span(node.start, node.end);
}

/** Where a place of the structure is, such as `kernels[0]/payload_arguments[2]/size`: the deepest part of the path that is in the text. */
export function spanAt(zeInfo: ZeInfo, path: string): Span {
  let record: object = zeInfo.container;
  for (const step of path.split('/')) {
    const [, key = '', index] = /^([^[\]]*)(?:\[([0-9]+)\])?$/.exec(step) ?? [];
    const value = Object.hasOwn(record, key) ? (record as Readonly<Record<string, unknown>>)[key] : undefined;
    const inner = index === undefined ? value : (value as readonly unknown[] | undefined)?.[Number(index)];
    if (typeof inner !== 'object' || inner === null || !nodeOf(inner)) return spanOf(zeInfo, record, key);
    record = inner;
  }
  return spanOf(zeInfo, record);
}

/** The entry of a map by its key; a map that is written as a list of maps is searched too. */
export function entryOf(document: ZeInfo['document'], node: YamlNode, key: string): YamlNode | undefined {
  const maps = document.text[node.start] === '-' ? node.items.concat(node.items.flatMap((item) => item.items)) : node.items;
  return maps.find((one) => one.keyStart >= 0 && keyText(document, one) === key);
}
