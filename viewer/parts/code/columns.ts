/**
 * Columns left of a text, with an entry for each line in view. An entry stays in the document as long as its line: CodeMirror's own columns
 * lay out all of theirs again whenever other lines come into view, which takes half of the time of scrolling.
 */
import { type EditorState, type Extension, Facet } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

export interface Column {
  readonly name: string;
  /** The entry of a line, counted from 0; '' for none. */
  entry(line: number, state: EditorState): Node | string;
  /** The tooltip of the entry. */
  title?(line: number): string;
  /** The entry that sets the width of the column. */
  widest(): Node | string;
  /** Entries of lines in view may be others now. */
  isChanged?(update: ViewUpdate): boolean;
  onClick?(view: EditorView, line: number): void;
}

const columns = Facet.define<Column>();

/** The column is right of those before it. */
export const column = (one: Column): Extension => [columns.of(one), drawColumns];

/** Columns stay where they are while the text is scrolled to the right, unless they scroll with it. */
export const scrolledColumns = Facet.define<boolean, boolean>({ combine: ([first]) => first ?? false });

interface LineInView {
  readonly line: number;
  readonly top: number;
  readonly height: number;
}

interface Cell {
  readonly dom: HTMLElement;
  above: number;
  height: number;
}

class DrawnColumn {
  readonly dom = box('code-column');
  readonly of: Column;
  private readonly spacer = box('cm-gutterElement');
  private cells = new Map<number, Cell>();

  constructor(view: EditorView, of: Column) {
    this.of = of;
    this.dom.classList.add(`cm-${of.name}`);
    Object.assign(this.spacer.style, { height: '0', visibility: 'hidden' });
    this.spacer.append(of.widest());
    this.dom.append(this.spacer);
    if (of.onClick) {
      this.dom.addEventListener('click', ({ clientY }) => {
        const { from } = view.lineBlockAtHeight(clientY - view.documentTop);
        of.onClick?.(view, view.state.doc.lineAt(from).number - 1);
      });
    }
  }

  /** Draws the entries of these lines again. */
  forget(lines: Iterable<number> = this.cells.keys()): void {
    for (const line of lines) {
      this.cells.get(line)?.dom.remove();
      this.cells.delete(line);
    }
  }

  draw(state: EditorState, lines: readonly LineInView[], active: number, above: number): void {
    const inView = new Set(lines.map(({ line }) => line));
    this.forget([...this.cells.keys()].filter((line) => !inView.has(line)));
    const drawn = new Map<number, Cell>();
    let [bottom, next] = [above, this.spacer.nextSibling];
    for (const { line, top, height } of lines) {
      const cell = this.cells.get(line) ?? this.cellOf(line, state, line === active);
      if (!cell) continue;
      drawn.set(line, cell);
      if (cell.above !== top - bottom) cell.dom.style.marginTop = `${top - bottom}px`;
      if (cell.height !== height) cell.dom.style.height = `${height}px`;
      Object.assign(cell, { above: top - bottom, height });
      bottom = top + height;
      if (cell.dom === next) next = next.nextSibling;
      else this.dom.insertBefore(cell.dom, next);
    }
    this.cells = drawn;
  }

  private cellOf(line: number, state: EditorState, isActive: boolean): Cell | undefined {
    const entry = this.of.entry(line, state);
    if (entry === '' && !isActive) return undefined;
    const dom = box(isActive ? 'cm-gutterElement cm-activeLineGutter' : 'cm-gutterElement');
    dom.append(entry);
    const title = this.of.title?.(line) ?? '';
    if (title !== '') dom.title = title;
    return { dom, above: 0, height: -1 };
  }
}

function box(className: string): HTMLElement {
  const div = document.createElement('div');
  div.className = className;
  return div;
}

const drawColumns = ViewPlugin.fromClass(
  class {
    readonly dom = box('cm-gutters cm-gutters-before');
    readonly isFixed: boolean;
    private readonly all: readonly DrawnColumn[];
    private active: number;

    constructor(view: EditorView) {
      this.all = view.state.facet(columns).map((one) => new DrawnColumn(view, one));
      this.isFixed = !view.state.facet(scrolledColumns);
      this.active = activeLine(view.state);
      this.dom.setAttribute('aria-hidden', 'true');
      if (this.isFixed) this.dom.style.position = 'sticky';
      this.dom.append(...this.all.map(({ dom }) => dom));
      view.scrollDOM.insertBefore(this.dom, view.contentDOM);
      this.draw(view);
    }

    update(update: ViewUpdate): void {
      const { view, state, geometryChanged, heightChanged, viewportChanged } = update;
      const changed = this.all.filter(({ of }) => of.isChanged?.(update));
      for (const one of changed) one.forget();
      const active = activeLine(state);
      const isMoved = active !== this.active;
      if (isMoved) for (const one of this.all) one.forget([this.active, active]);
      this.active = active;
      if (geometryChanged || heightChanged || viewportChanged || isMoved || changed.length > 0) this.draw(view);
    }

    destroy(): void {
      this.dom.remove();
    }

    private draw({ state, viewportLineBlocks, contentHeight, documentPadding }: EditorView): void {
      this.dom.style.minHeight = `${contentHeight}px`;
      const lines = viewportLineBlocks.map(({ from, top, height }) => ({ line: state.doc.lineAt(from).number - 1, top, height }));
      for (const one of this.all) one.draw(state, lines, this.active, -documentPadding.top);
    }
  },
  {
    provide: (plugin) =>
      EditorView.scrollMargins.of((view) => {
        const { dom, isFixed } = view.plugin(plugin) ?? {};
        return dom && isFixed ? { left: dom.offsetWidth } : null;
      }),
  },
);

const activeLine = ({ doc, selection }: EditorState): number => doc.lineAt(selection.main.head).number - 1;
