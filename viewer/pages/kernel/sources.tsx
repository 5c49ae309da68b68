/** The lines of the source that the code comes from, by file; with their text where the user gives the file. */
import { useMemo, useState } from 'preact/hooks';
import { count, number, shown } from '../../parts/shown.ts';
import { Tree } from '../../parts/tree.tsx';
import type { CodeView, SourceLine } from '../../worker/code-view.ts';

/** Lines of files that the user gave, by the name of the file without its folder. */
export type SourceTexts = ReadonlyMap<string, readonly string[]>;

interface Node {
  readonly key: string;
  readonly file: string;
  /** Absent for a file. */
  readonly source?: number;
  readonly line?: SourceLine;
  readonly lines: readonly Node[];
}

/** A source file has a few thousand lines; a file with more than this is not one. */
const MAX_FILE = 4 << 20;

export function Sources(props: {
  code: CodeView;
  chosen: number | undefined;
  onChoose(source: number): void;
  texts: SourceTexts;
  onTexts(texts: SourceTexts): void;
}) {
  const { code, chosen, onChoose, texts, onTexts } = props;
  const roots = useMemo(() => filesOf(code.sources), [code]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const expanded = useMemo(() => new Set(roots.map(({ key }) => key).filter((key) => !closed.has(key))), [roots, closed]);
  const add = async (list: FileList | null) => {
    const sources = new Map(texts);
    for (const file of list ?? []) if (file.size <= MAX_FILE) sources.set(file.name, (await file.text()).split(/\r?\n/));
    onTexts(sources);
  };
  return (
    <div class="sources">
      <div class="toolbar">
        <span class="quiet">Source lines of these instructions</span>
        <label class="button">
          Add the text of the source
          <input type="file" class="unseen" multiple onChange={(event) => void add(event.currentTarget.files)} />
        </label>
      </div>
      <Tree
        label="Source lines"
        fill
        roots={roots}
        keyOf={({ key }) => key}
        childrenOf={({ lines }) => lines}
        hasChildren={({ lines }) => lines.length > 0}
        expanded={expanded}
        onExpand={({ key }, open) => setClosed((old) => new Set(open ? [...old].filter((one) => one !== key) : [...old, key]))}
        {...(chosen === undefined ? {} : { selected: `line ${chosen}` })}
        onSelect={({ source }) => source !== undefined && onChoose(source)}
        draw={(node) => <Line node={node} texts={texts} />}
      />
    </div>
  );
}

function Line({ node: { file, line, lines }, texts }: { node: Node; texts: SourceTexts }) {
  if (!line) {
    return (
      <span class="source-file" title={shown(file, 400)}>
        {shown(baseName(file), 80)} <span class="quiet">{count(lines.length, 'line')}</span>
      </span>
    );
  }
  const text = line.line === 0 ? undefined : texts.get(baseName(file))?.[line.line - 1];
  return (
    <>
      <code class="source-number">{line.line === 0 ? 'no line' : number(line.line)}</code>
      {text === undefined ? (
        <span class="source-in">{shown(line.functions.join(', '), 120)}</span>
      ) : (
        <code class="source-text">{shown(text.trim(), 200)}</code>
      )}
      <span class="quiet source-count" title={count(line.instructions, 'instruction')}>
        {number(line.instructions)}
      </span>
    </>
  );
}

function filesOf(sources: readonly SourceLine[]): Node[] {
  const files = new Map<string, Node[]>();
  sources.forEach((line, source) => {
    const list = files.get(line.file) ?? [];
    files.set(line.file, list);
    list.push({ key: `line ${source}`, file: line.file, source, line, lines: [] });
  });
  return [...files].map(([file, lines]) => ({
    key: `file ${file}`,
    file,
    lines: lines.sort((a, b) => (a.line?.line ?? 0) - (b.line?.line ?? 0)),
  }));
}

function baseName(path: string): string {
  return path.replace(/^.*[\\/]/, '');
}
