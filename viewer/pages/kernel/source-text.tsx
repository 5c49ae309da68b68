/** The whole text of a source file, with what each line costs: as many rows as the file has. */
import { useMemo } from 'preact/hooks';
import type { CodeGutter } from '../../parts/code/gutter.ts';
import type { CodePoints } from '../../parts/code/signs.ts';
import { later } from '../../parts/safe.tsx';
import { count, number, shown } from '../../parts/shown.ts';
import type { CodeView } from '../../worker/code-view.ts';
import type { SourcePoints } from './source-points.ts';
import { hueOf, inlinedText, type SourceTotals } from './source-totals.ts';

const CodePane = later('The text', async () => (await import('../../parts/code/pane.tsx')).CodePane);

interface SourceTextProps {
  readonly code: CodeView;
  readonly file: string;
  readonly lines: readonly string[];
  readonly totals: SourceTotals;
  readonly chosen: number | undefined;
  onChoose(source: number): void;
  readonly points?: SourcePoints;
}

export function SourceText({ code, file, lines, totals, chosen, onChoose, points }: SourceTextProps) {
  const text = useMemo(() => lines.map((line) => shown(line.replaceAll('\t', '    '), 400)).join('\n'), [lines]);
  /** The places of lines, counted from 0, in the list of sources. */
  const places = useMemo(
    () => new Map(code.sources.flatMap((source, i) => (source.file === file && source.line > 0 ? [[source.line - 1, i] as const] : []))),
    [code, file],
  );
  const note = useMemo(
    () => (line: number) => {
      const source = code.sources[places.get(line) ?? -1];
      return source ? inlinedText(source) : '';
    },
    [places, code],
  );
  const gutters = useMemo(() => guttersOf(lines.length, places, totals, note), [lines, places, totals, note]);
  const hue = useMemo(
    () => (line: number) => {
      const place = places.get(line);
      return place === undefined ? undefined : hueOf(place);
    },
    [places],
  );
  const line = (code.sources[chosen ?? -1]?.file === file ? code.sources[chosen ?? -1]?.line : undefined) ?? 0;
  const marked = useMemo(() => new Set(line > 0 ? [line - 1] : []), [line]);
  const own = useMemo(() => points && pointsIn(file, points), [file, points]);
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
      {...(points && own ? { points: own, onPoint: (at: number) => points.toggle(file, at + 1) } : {})}
    />
  );
}

function pointsIn(file: string, { all, current, moment }: SourcePoints): CodePoints {
  return {
    lines: new Map(all.filter((one) => one.file === file).map(({ line, kind }) => [line - 1, kind])),
    current: current?.file === file ? current.line - 1 : undefined,
    moment,
  };
}

/** @param calls the calls on a line that were inlined */
function guttersOf(
  lines: number,
  places: ReadonlyMap<number, number>,
  totals: SourceTotals,
  calls: (line: number) => string,
): CodeGutter[] {
  const column = (name: keyof SourceTotals, heading: string, about: string, title: (line: number, own: number) => string): CodeGutter[] => {
    const all = totals[name];
    if (all.every((own) => own === 0)) return [];
    const of = (line: number) => all[places.get(line) ?? -1] ?? 0;
    return [
      {
        name: `source-${name}`,
        heading,
        about,
        text: (line) => (of(line) === 0 ? '' : number(of(line))),
        widest: number(all.reduce((most, own) => Math.max(most, own), 0)),
        title: (line) => (of(line) === 0 ? '' : title(line, of(line))),
      },
    ];
  };
  const total = (name: keyof SourceTotals, heading: string, unit: string) =>
    column(name, heading, `${heading} that come from the line, with those of calls on it that were inlined`, (_, own) => count(own, unit));
  return [
    { name: 'source-line', heading: 'Line', about: 'Line of the file', text: (line) => String(line + 1), widest: String(lines) },
    ...total('instructions', 'Instr.', 'instruction'),
    ...column('inlined', 'Inlined', 'Those of them that come from calls on the line that were inlined', calls),
    ...total('samples', 'Samples', 'sample'),
    ...total('spills', 'Spills', 'spill or fill'),
  ];
}
