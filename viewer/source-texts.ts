/** The source files that the user gave: their text is shown next to the code that comes from them. */
import { signal } from '@preact/signals';
import type { GivenContent } from './worker/files.ts';

/** The lines of each, by its name, with the folders that are known of it. */
export const sourceTexts = signal<ReadonlyMap<string, readonly string[]>>(new Map());

const SOURCE = /\.(?:clh?|cm|c|cc|cpp|cxx|h|hh|hpp|hxx|sycl|inl|ispc)$/i;
/** A source file has a few thousand lines; a file with more than this is not one. In bytes. */
const MAX_SOURCE = 4 << 20;

/** Keeps a file as the text of source, if its name says that it is one. */
export async function openSource(name: string, content: GivenContent): Promise<boolean> {
  if (!SOURCE.test(name) || content.size > MAX_SOURCE) return false;
  const given = content instanceof Blob ? content : await fetch(content.url);
  if (given instanceof Response && !given.ok) return false;
  const text = await given.text();
  sourceTexts.value = new Map(sourceTexts.value).set(name, text.split(/\r?\n/));
  return true;
}

/** The lines of a file that debug data names: of those with its name, the one whose folders are most like its. */
export function sourceText(path: string): readonly string[] | undefined {
  const names = namesOf(path);
  let most = 0;
  let best: readonly string[] | undefined;
  for (const [given, lines] of sourceTexts.value) {
    const other = namesOf(given);
    const common = names.findIndex((name, i) => name !== other[i]);
    const alike = common < 0 ? names.length : common;
    if (alike > most) [most, best] = [alike, lines];
  }
  return best;
}

/** The names in a path, that of the file first. */
const namesOf = (path: string): readonly string[] => path.split(/[\\/]/).reverse();
