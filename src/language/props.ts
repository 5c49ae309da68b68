/** The text of SYCL property sets. */
import { parseProps, printProps, propertySets, validateProps } from '../formats/props/index.ts';
import { lineText } from '../formats/props/print.ts';
import type { OutlineEntry, TextBlock, TextModel } from './model.ts';
import type { PlacedText } from './placed-text.ts';

export function readPropertyText(text: PlacedText): TextModel {
  const { value: props, diagnostics } = parseProps(text.bytes);
  const outline = (): OutlineEntry[] => {
    const sets: { entry: OutlineEntry; children: OutlineEntry[] }[] = [];
    for (const line of props.lines) {
      if (line.span === undefined || (line.kind !== 'set' && line.kind !== 'property')) continue;
      const { start, end } = line.span;
      const name = line.kind === 'set' ? line.name : line.key;
      const from = line.kind === 'set' ? start + 1 : start;
      const range = text.range(start, text.lineEnd(text.lineOf(start)));
      const children: OutlineEntry[] = [];
      const entry: OutlineEntry = {
        name: name === '' ? '(no name)' : name,
        detail: line.kind === 'set' ? '' : lineText(line).slice(name.length + 1),
        kind: line.kind === 'set' ? 'object' : 'value',
        range,
        at: text.range(from, Math.min(from + name.length, end)),
        children,
      };
      const last = sets.at(-1);
      if (line.kind === 'set' || last === undefined) sets.push({ entry, children });
      else {
        last.children.push(entry);
        last.entry = { ...last.entry, range: { start: last.entry.range.start, end: range.end } };
      }
    }
    return sets.map(({ entry, children }) => ({ ...entry, children }));
  };
  return {
    findings: text.findings([...diagnostics, ...validateProps(propertySets(props), text.bytes.span())]),
    outline,
    blocks: (): TextBlock[] =>
      outline()
        .map(({ range: { start, end } }) => ({ first: start.line, last: end.line }))
        .filter(({ first, last }) => last > first),
    definitions: () => [],
    uses: () => [],
    hints: () => [],
    /** Values as compilers spell them, without empty lines, which the runtime does not read. */
    formatted: () => {
      if (props.form === 'json') return printProps(props);
      const lines = props.lines.filter(({ kind }) => kind !== 'blank');
      return lines.map((line) => `${lineText(line.kind === 'property' ? plain(line) : line)}\n`).join('');
    },
  };
}

/** Without its own spelling. */
function plain<T extends { spelling?: string }>({ spelling: _, ...line }: T): Omit<T, 'spelling'> {
  return line;
}
