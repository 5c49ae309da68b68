/** The lines of the source that the code comes from, by file; with their text where the user gives the file. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { CURRENT, SIGNS } from '../../parts/code/signs.ts';
import { count, number, shown } from '../../parts/shown.ts';
import { Tree } from '../../parts/tree.tsx';
import { openSource, sourceText } from '../../source-texts.ts';
import type { CodeView, SourceLine } from '../../worker/code-view.ts';
import { fileNames } from './code-columns.ts';
import type { SourcePoints } from './source-points.ts';
import { SourceText } from './source-text.tsx';
import { inlinedText, type SourceTotals } from './source-totals.ts';

interface Node {
  readonly key: string;
  readonly file: string;
  /** As much of its path as distinguishes it. */
  readonly name: string;
  /** Absent for a file. */
  readonly source?: number;
  readonly line?: SourceLine;
  readonly lines: readonly Node[];
}

interface SourcesProps {
  readonly code: CodeView;
  readonly totals: SourceTotals;
  readonly chosen: number | undefined;
  onChoose(source: number): void;
  /** While a kernel is debugged. */
  readonly points?: SourcePoints;
}

/** The text of the file of the chosen line, if the user gave it; else what is known of the lines. */
export function Sources({ code, totals, chosen, onChoose, points }: SourcesProps) {
  const names = useMemo(() => fileNames(code), [code]);
  const [picked, setPicked] = useState<string>();
  const followed = code.sources[chosen ?? -1]?.file;
  useEffect(() => {
    if (followed !== undefined) setPicked(followed);
  }, [followed, chosen]);
  const files = [...names.keys()];
  const file = picked ?? files.find(sourceText) ?? files[0] ?? '';
  const lines = sourceText(file);
  const add = async (list: FileList | null) => {
    for (const one of list ?? []) await openSource(one.name, one);
  };
  return (
    <div class="sources">
      <div class="toolbar">
        {lines && files.length > 1 ? (
          <select aria-label="Source file" value={file} onChange={(event) => setPicked(event.currentTarget.value)}>
            {[...names].map(([path, name]) => (
              <option key={path} value={path}>
                {shown(name, 80)}
              </option>
            ))}
          </select>
        ) : (
          <span class="quiet">{lines ? shown(names.get(file) ?? '', 80) : 'Source lines of these instructions'}</span>
        )}
        <label class="button">
          {lines ? 'Add another file' : 'Add the text of the source'}
          <input type="file" class="unseen" multiple onChange={(event) => void add(event.currentTarget.files)} />
        </label>
      </div>
      {lines ? (
        <SourceText
          code={code}
          file={file}
          lines={lines}
          totals={totals}
          chosen={chosen}
          onChoose={onChoose}
          {...(points ? { points } : {})}
        />
      ) : (
        <SourceTree code={code} chosen={chosen} onChoose={onChoose} points={points} />
      )}
    </div>
  );
}

function SourceTree({ code, chosen, onChoose, points }: Omit<SourcesProps, 'totals' | 'points'> & { points: SourcePoints | undefined }) {
  const roots = useMemo(() => filesOf(code), [code]);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const expanded = useMemo(() => new Set(roots.map(({ key }) => key).filter((key) => !closed.has(key))), [roots, closed]);
  return (
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
      draw={(node) => <Line node={node} points={points} />}
    />
  );
}

function Line({ node: { file, name, line, lines }, points }: { node: Node; points: SourcePoints | undefined }) {
  if (!line) {
    return (
      <span class="source-file" title={shown(file, 400)}>
        {shown(name, 80)} <span class="quiet">{count(lines.length, 'line')}</span>
      </span>
    );
  }
  return (
    <>
      {points ? <LinePoint points={points} file={file} line={line.line} /> : null}
      <code class="source-number">{line.line === 0 ? 'no line' : number(line.line)}</code>
      <span class="source-in">
        {shown(line.functions.join(', '), 120)} <span class="quiet">{inlinedText(line)}</span>
      </span>
      <span class="quiet source-count" title={count(line.instructions, 'instruction')}>
        {number(line.instructions)}
      </span>
    </>
  );
}

/** The margin of a line, whose click sets a breakpoint; F9 does the same for the chosen line. */
function LinePoint({ points: { all, current, toggle }, file, line }: { points: SourcePoints; file: string; line: number }) {
  const kind = all.find((one) => one.file === file && one.line === line)?.kind;
  const isCurrent = current?.file === file && current.line === line;
  return (
    <span
      class="line-point"
      onClick={(event) => {
        event.stopPropagation();
        toggle(file, line);
      }}
    >
      {kind === undefined ? '' : SIGNS[kind]}
      {isCurrent ? CURRENT : ''}
    </span>
  );
}

function filesOf(code: CodeView): Node[] {
  const names = fileNames(code);
  const nameOf = (file: string) => names.get(file) ?? file;
  const files = new Map<string, Node[]>();
  code.sources.forEach((line, source) => {
    const list = files.get(line.file) ?? [];
    files.set(line.file, list);
    list.push({ key: `line ${source}`, file: line.file, name: nameOf(line.file), source, line, lines: [] });
  });
  return [...files].map(([file, lines]) => ({
    key: `file ${file}`,
    file,
    name: nameOf(file),
    lines: lines.sort((a, b) => (a.line?.line ?? 0) - (b.line?.line ?? 0)),
  }));
}
