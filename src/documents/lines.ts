import type { Zebin } from '../formats/zebin/index.ts';

/** Finds the line, counted from 1, of an absolute offset that is in the .ze_info text; undefined elsewhere. */
export function lineFinder(zebin: Zebin): (offset: number) => number | undefined {
  const info = zebin.zeInfo;
  if (!info) return () => undefined;
  const { bytes, document } = info;
  let starts: Uint32Array | undefined;
  return (offset) => {
    const at = offset - bytes.base;
    if (at < 0 || at > bytes.length) return undefined;
    starts ??= lineStarts(document.text);
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** Where each line begins. Counted first, because a list that grows is copied: a text may be nothing but line ends. */
function lineStarts(text: string): Uint32Array {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  const starts = new Uint32Array(lines);
  for (let line = 1; line < lines; line++) starts[line] = text.indexOf('\n', starts[line - 1]) + 1;
  return starts;
}
