/** The whole text of a source file, with what each line costs: as many rows as the file has. */
import { useMemo } from 'preact/hooks';
import type { CodeGutter } from '../../parts/code-gutter.ts';
import { later } from '../../parts/safe.tsx';
import { count, number, shown } from '../../parts/shown.ts';
import type { CodeView } from '../../worker/code-view.ts';
import { hueOf, type SourceTotals } from './source-totals.ts';

const CodePane = later('The text', async () => (await import('../../parts/code-pane.tsx')).CodePane);

interface SourceTextProps {
  readonly code: CodeView;
  readonly file: string;
  readonly lines: readonly string[];
  readonly totals: SourceTotals;
  readonly chosen: number | undefined;
  onChoose(source: number): void;
}

export function SourceText({ code, file, lines, totals, chosen, onChoose }: SourceTextProps) {
  const text = useMemo(() => lines.map((line) => shown(line.replaceAll('\t', '    '), 400)).join('\n'), [lines]);
  /** The places of lines, counted from 0, in the list of sources. */
  const places = useMemo(
    () => new Map(code.sources.flatMap((source, i) => (source.file === file && source.line > 0 ? [[source.line - 1, i] as const] : []))),
    [code, file],
  );
  const gutters = useMemo(() => guttersOf(lines.length, places, totals), [lines, places, totals]);
  const note = useMemo(
    () => (line: number) => {
      const calls = totals.inlined[places.get(line) ?? -1] ?? [];
      return calls.length === 0 ? '' : `inlines ${calls.map((name) => shown(name, 60)).join(', ')}`;
    },
    [places, totals],
  );
  const hue = useMemo(
    () => (line: number) => {
      const place = places.get(line);
      return place === undefined ? undefined : hueOf(place);
    },
    [places],
  );
  const line = (code.sources[chosen ?? -1]?.file === file ? code.sources[chosen ?? -1]?.line : undefined) ?? 0;
  const marked = useMemo(() => new Set(line > 0 ? [line - 1] : []), [line]);
  return (
    <CodePane
      label="Source"
      text={text}
      gutters={gutters}
      note={note}
      hue={hue}
      marked={marked}
      {...(line > 0 ? { reveal: line - 1 } : {})}
      onLine={(at) => {
        const place = places.get(at);
        if (place !== undefined) onChoose(place);
      }}
    />
  );
}

function guttersOf(lines: number, places: ReadonlyMap<number, number>, totals: SourceTotals): CodeGutter[] {
  const column = (name: string, heading: string, unit: string, all: Float64Array): CodeGutter[] => {
    if (all.every((own) => own === 0)) return [];
    const of = (line: number) => all[places.get(line) ?? -1] ?? 0;
    return [
      {
        name: `source-${name}`,
        heading,
        about: `${heading} that come from the line, with those of calls on it that were inlined`,
        text: (line) => (of(line) === 0 ? '' : number(of(line))),
        widest: number(Math.max(...all)),
        title: (line) => (of(line) === 0 ? '' : count(of(line), unit)),
      },
    ];
  };
  return [
    { name: 'source-line', heading: 'Line', about: 'Line of the file', text: (line) => String(line + 1), widest: String(lines) },
    ...column('instructions', 'Instr.', 'instruction', totals.instructions),
    ...column('samples', 'Samples', 'sample', totals.samples),
    ...column('spills', 'Spills', 'spill or fill', totals.spills),
  ];
}
