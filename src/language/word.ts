/** The characters of one kind around a place. */
export function wordAround(text: string, at: number, letter: RegExp): { readonly word: string; readonly start: number } {
  let [start, end] = [at, at];
  while (start > 0 && letter.test(text.charAt(start - 1))) start--;
  while (end < text.length && letter.test(text.charAt(end))) end++;
  return { word: text.slice(start, end), start };
}
