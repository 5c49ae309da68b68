/** Where a key moves to in a list of which one entry can be focused: arrows, Home, End, and pages; undefined for other keys. */
export function roving(event: KeyboardEvent, at: number, length: number, along: 'row' | 'column', page = 10): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey || length === 0) return undefined;
  const [back, on] = along === 'row' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
  const moves: { readonly [key: string]: number } = {
    [back]: at - 1,
    [on]: at + 1,
    Home: 0,
    End: length - 1,
    ...(along === 'column' ? { PageUp: at - page, PageDown: at + page } : {}),
  };
  const to = moves[event.key];
  if (to === undefined) return undefined;
  event.preventDefault();
  event.stopPropagation();
  return Math.min(Math.max(to, 0), length - 1);
}
