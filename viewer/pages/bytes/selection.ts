/** Which bytes are selected, and by which pane: the only state that all panes of the page share. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Blocks } from '../../parts/hex-blocks.ts';
import type { Stretch } from '../../parts/hex-caret.ts';
import { go, route } from '../../state.ts';

export interface Selection {
  readonly span: Stretch | undefined;
  /** The byte that keys move. */
  readonly caret: number;
  /** Where to scroll the bytes to; a new object scrolls again. */
  readonly target: { readonly offset: number } | undefined;
  /** Key of the node that was selected in the tree, while its bytes are selected. */
  readonly node: string | undefined;
  /** Selects bytes from elsewhere, and scrolls to them. */
  choose(span: Stretch, node?: string): void;
  /** Puts the caret on a byte, which selects its field, or extends the selection to it. */
  move(offset: number, extend: boolean): void;
}

interface State {
  readonly caret: number;
  readonly anchor: number;
  readonly target?: { readonly offset: number };
  readonly node?: string;
  /** The address of the page for this state. */
  readonly span?: Stretch | undefined;
}

const same = (a: Stretch | undefined, b: Stretch | undefined) => a?.start === b?.start && a?.end === b?.end;

/** @param item item in the address of the page, selected if no bytes are; undefined for the whole source */
export function useSelection(blocks: Blocks, item: Stretch | undefined): Selection {
  const end = blocks.start + blocks.size;
  const selection = route.value.span ?? item;
  const span =
    selection && selection.start < selection.end && selection.start >= blocks.start && selection.end <= end ? selection : undefined;
  const at = (offset: number, more: Partial<State> = {}): State => ({ caret: offset, anchor: offset, target: { offset }, ...more });
  const [state, setState] = useState<State>(() => at(span?.start ?? blocks.start, { span }));
  const request = useRef(0);
  // A link or a step back in the history: the caret goes there.
  useEffect(() => {
    if (!same(span, state.span)) setState(at(span?.start ?? blocks.start, { span }));
  }, [span?.start, span?.end]);

  const set = (chosen: Stretch, next: State) => {
    setState({ ...next, span: chosen });
    go({ span: { start: chosen.start, end: chosen.end } }, { replace: true });
  };
  const choose = useCallback((chosen: Stretch, node?: string) => {
    request.current++;
    set(chosen, at(chosen.start, node === undefined ? {} : { node }));
  }, []);
  const move = (offset: number, extend: boolean) => {
    const turn = ++request.current;
    if (extend) {
      const { anchor } = state;
      return set({ start: Math.min(anchor, offset), end: Math.max(anchor, offset) + 1 }, { caret: offset, anchor });
    }
    const block = blocks.ownerAt(offset);
    if (block) return set(block, { caret: offset, anchor: offset });
    setState({ caret: offset, anchor: offset, span });
    void blocks.load(offset).then(() => {
      const late = blocks.ownerAt(offset);
      if (late && request.current === turn) set(late, { caret: offset, anchor: offset });
    });
  };
  const { caret, target, node } = state;
  return { span, caret, target, node, choose, move };
}
