import type { Zebin } from '../formats/zebin/index.ts';

/** Finds the line, counted from 1, of an absolute offset that is in the .ze_info text; undefined elsewhere. */
export function lineFinder(zebin: Zebin): (offset: number) => number | undefined {
  const info = zebin.zeInfo;
  if (!info) return () => undefined;
  const { bytes, document } = info;
  let starts: number[] | undefined;
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

/** Where each line begins. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let i = text.indexOf('\n'); i >= 0; i = text.indexOf('\n', i + 1)) starts.push(i + 1);
  return starts;
}
