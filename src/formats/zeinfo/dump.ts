import { displayText, type Input } from '../../core/bytes/index.ts';
import { type Annotation, clip, dumped } from '../../core/schema/index.ts';
import { isFlow, keyText, type YamlDocument, type YamlNode } from '../yaml/index.ts';
import type { ZeInfo } from './model.ts';
import { decodeZeInfo } from './read.ts';

const PATH_LENGTH = 240;

/** Number of annotations that {@link annotateZeInfo} returns. */
export function lineCount({ document }: ZeInfo): number {
  let count = 1;
  for (let at = document.text.indexOf('\n'); at >= 0; at = document.text.indexOf('\n', at + 1)) count++;
  return count;
}

/**
 * What each byte of the text is.
 *
 * @example
 * dumpZeInfo(text)[0].span.start; // 0
 */
export function dumpZeInfo(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => [...annotateZeInfo(decodeZeInfo(bytes, out))]);
}

/** One annotation per line of the text, in order, with the attribute that the line writes. */
export function* annotateZeInfo(zeInfo: ZeInfo, path = '.ze_info'): Generator<Annotation> {
  const { bytes, document } = zeInfo;
  const { text } = document;
  const leaves = leavesOf(document, document.root, path);
  let leaf = leaves.next().value;
  for (let start = 0, line = 1; start < text.length; line++) {
    const mark = text.indexOf('\n', start);
    const end = mark < 0 ? text.length : mark + 1;
    let owner = `${path}:${line}`;
    // The last leaf that begins on the line is the most precise: `- name: k` is the name, not the whole kernel.
    for (; leaf && leaf.at < end; leaf = leaves.next().value) owner = leaf.path;
    yield { span: bytes.span(start, end), path: owner, text: displayText(text.slice(start, end).trim()), role: 'text' };
    start = end;
  }
}

/** Where each value begins, and its path, in the order of the text. */
function* leavesOf(document: YamlDocument, node: YamlNode, path: string): Generator<{ at: number; path: string }, undefined> {
  for (const [i, item] of node.items.entries()) {
    let step = node.kind === 'list' ? `${path}[${i}]` : `${path}/${clip(keyText(document, item))}`;
    // No real path is longer. A longer one would be repeated on many lines.
    if (step.length > PATH_LENGTH) step = path;
    yield { at: item.keyStart >= 0 ? item.keyStart : item.start, path: step };
    // An inline list is one value of the line's attribute.
    if (!isFlow(document, item)) yield* leavesOf(document, item, step);
  }
}
