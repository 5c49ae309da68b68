/** Matches names against a pattern in which only `*` is special. Linear in the length of the name for each star. */
export function namePattern(pattern: string): (name: string) => boolean {
  const parts = pattern.split('*');
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (parts.length === 1) return (name) => name === pattern;
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
    let at = first.length;
    for (const part of parts.slice(1, -1)) {
      const index = name.indexOf(part, at);
      if (index < 0 || index + part.length > name.length - last.length) return false;
      at = index + part.length;
    }
    return true;
  };
}
