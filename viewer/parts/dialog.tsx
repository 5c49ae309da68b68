import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A dialog that is open while its signal is true. Esc and a click outside close it, and the focus returns. */
export function Dialog({ open, label, children }: { open: Signal<boolean>; label: string; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  const isOpen = open.value;
  useEffect(() => {
    if (isOpen) element.current?.showModal();
    else element.current?.close();
  }, [isOpen]);
  const close = () => {
    open.value = false;
  };
  return (
    <dialog ref={element} aria-label={label} onClose={close} onClick={(event) => event.target === element.current && close()}>
      {isOpen ? <div class="dialog">{children}</div> : null}
    </dialog>
  );
}
