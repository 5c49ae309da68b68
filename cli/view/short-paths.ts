/**
 * The shortest ends of paths that distinguish them: `app.zebin` alone, `old/app.zebin` next to `new/app.zebin`. Ends are of whole names, with
 * the separator between them: `!` for addresses of what is in a file.
 */
export function shortPaths(paths: Iterable<string>, separator: '/' | '!' = '/'): ReadonlyMap<string, string> {
  const ends = new Map<string, string>();
  let open = [...new Set(paths)].map((path) => ({ path, names: path.split(separator === '/' ? /[\\/]/ : separator) }));
  for (let length = 1; open.length > 0; length++) {
    const counts = new Map<string, number>();
    for (const { path, names } of open) {
      const end = names.slice(-length).join(separator);
      ends.set(path, end);
      counts.set(end, (counts.get(end) ?? 0) + 1);
    }
    open = open.filter(({ path, names }) => names.length > length && counts.get(ends.get(path) ?? '') !== 1);
  }
  return ends;
}
