/** Focus in a grid or tree, of which one element at a time can have it (`tabindex` 0). */
import { useLayoutEffect, useRef } from 'preact/hooks';

/**
 * Returns a function that requests the focus: the element gets it after the next rendering in which it exists.
 *
 * @param preventScroll whether the view stays where it is
 */
export function useFocusAfterDraw(container: { readonly current: HTMLElement | null }, preventScroll = false): () => void {
  const request = useRef(false);
  useLayoutEffect(() => {
    if (!request.current) return;
    const element = container.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!element) return;
    request.current = false;
    element.focus({ preventScroll });
  });
  return () => {
    request.current = true;
  };
}
