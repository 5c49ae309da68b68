import { displayText } from '../bytes/index.ts';
import { type Annotation, clip } from '../schema/index.ts';
import { isFlow, keyText, type YamlNode } from '../yaml/index.ts';
import type { ZeInfo } from './model.ts';

const PATH_LENGTH = 240;

/** How many annotations {@link dumpZeInfo} gives. */
export function lineCount({ document }: ZeInfo): number {
  let count = 1;
  for (let at = document.text.indexOf('\n'); at >= 0; at = document.text.indexOf('\n', at + 1)) count++;
  return count;
}

/** One annotation per line of the text, with the attribute that the line writes. */
export function dumpZeInfo(zeInfo: ZeInfo, path = '.ze_info'): Annotation[] {
  const { bytes, document } = zeInfo;
  const { text } = document;
  // Leaves come in the order of the text, so one walk finds each line's first.
  const leaves: { at: number; path: string }[] = [];
  const walk = (node: YamlNode, here: string): void => {
    node.items.forEach((item, i) => {
      let step = node.kind === 'list' ? `${here}[${i}]` : `${here}/${clip(keyText(document, item))}`;
      // No real path is longer; one that is would be repeated on many lines.
      if (step.length > PATH_LENGTH) step = here;
      leaves.push({ at: item.keyStart >= 0 ? item.keyStart : item.start, path: step });
      // An inline list is one value of the line's attribute.
      if (!isFlow(document, item)) walk(item, step);
    });
  };
  walk(document.root, path);
  const found: Annotation[] = [];
  let next = 0;
  for (let start = 0, line = 1; start < text.length; line++) {
    const mark = text.indexOf('\n', start);
    const end = mark < 0 ? text.length : mark + 1;
    let owner = `${path}:${line}`;
    // The last leaf that begins on the line is the most precise: `- name: k` is the name, not the whole kernel.
    while (next < leaves.length && (leaves[next]?.at ?? 0) < end) owner = leaves[next++]?.path ?? owner;
    found.push({ span: bytes.span(start, end), path: owner, text: displayText(text.slice(start, end).trim()), role: 'text' });
    start = end;
  }
  return found;
}
