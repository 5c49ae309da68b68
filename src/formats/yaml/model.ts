import { type Bytes, type ByteText, CHAR } from '../../core/bytes/index.ts';
import type { YamlNode, YamlTree } from './tree.ts';

export type { YamlNode };

/**
 * The text of a ze_info section as a tree of positions.
 *
 * Nothing is decoded or copied: a node says where its key and its value are, and the text itself, with comments and spacing, stays the only
 * source. Scalars have no type here; `0x10` and `true` are words until a table of attributes types them.
 */
export interface YamlDocument {
  readonly bytes: Bytes;
  /**
   * The text, one character per byte: the offsets in nodes are indices into it and into `bytes`. Parts of a large text cost less than the
   * whole.
   */
  readonly text: string;
  /** Parts of the text. */
  readonly parts: ByteText;
  /** All nodes, for callers that visit many. */
  readonly tree: YamlTree;
  readonly root: YamlNode;
}

/** Whether the node is written inline, in brackets. */
export function isFlow(document: YamlDocument, node: YamlNode): boolean {
  const first = document.text.charCodeAt(node.start);
  return node.kind !== 'scalar' && (first === CHAR.leftBracket || first === CHAR.leftBrace);
}

/** Whether a scalar is in quotes. */
export function isQuoted(document: YamlDocument, node: YamlNode): boolean {
  const first = document.text.charCodeAt(node.start);
  return node.kind === 'scalar' && node.end > node.start && (first === CHAR.quote || first === CHAR.apostrophe);
}

/** Whether the value is missing: there is only a key, or a lone dash. */
export function isEmpty(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.start === node.end;
}
