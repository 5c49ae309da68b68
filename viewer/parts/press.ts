/** Keys that work wherever the focus is, except in a field, where letters are text. */
import { useEffect, useRef } from 'preact/hooks';

/** A text that can only be read has the caret of an editor, but takes no text. */
const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, dialog, [contenteditable]:not([aria-readonly="true"])';

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(FIELDS) !== null;
}

/**
 * @param onPress a key was pressed alone, or with Shift, which only names of keys such as `F5` do not say; true if it was handled
 * @param last for keys that only mean this where no page has another meaning for them
 */
export function usePress(onPress: (key: string, isShift: boolean) => boolean, { last = false } = {}): void {
  const latest = useRef(onPress);
  latest.current = onPress;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.isComposing || isTyping(event.target)) return;
      if (latest.current(event.key, event.shiftKey)) event.preventDefault();
    };
    // An event reaches the document before the window.
    const target: EventTarget = last ? window : document;
    target.addEventListener('keydown', onKey as (event: Event) => void);
    return () => target.removeEventListener('keydown', onKey as (event: Event) => void);
  }, []);
}
