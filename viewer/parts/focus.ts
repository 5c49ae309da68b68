/** Focus in a grid or tree, of which one element at a time can have it (`tabindex` 0). */
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Returns a function that requests the focus: the element gets it after the next rendering in which it exists.
 *
 * @param preventScroll whether the view stays where it is
 */
export function useFocusAfterDraw(container: { readonly current: HTMLElement | null }, preventScroll = false): () => void {
  const asked = useRef(false);
  useLayoutEffect(() => {
    if (!asked.current) return;
    const element = container.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!element) return;
    asked.current = false;
    element.focus({ preventScroll });
  });
  return () => {
    asked.current = true;
  };
}
