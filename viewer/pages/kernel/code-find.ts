/** Places in the code of a kernel that a text leads to: an instruction by its address, an argument by its number or its name. */
import type { Place } from '../../parts/go-to.tsx';
import { hex, shown } from '../../parts/shown.ts';
import type { CodeView } from '../../worker/code-view.ts';
import type { PayloadRow } from '../../worker/kernel.ts';
import { textAt } from './code-place.ts';
import { argumentText } from './instruction-links.ts';

/** Arguments that are listed. */
const LISTED = 8;

/** What the text names exactly comes first. */
export function placesIn(code: CodeView, entries: readonly PayloadRow[], go: (line: number) => void): (text: string) => readonly Place[] {
  return (text) => {
    if (text === '') return [];
    const wanted = text.toLowerCase();
    const isExact = ({ arg_index, name }: PayloadRow) => String(arg_index ?? '') === text || name.toLowerCase() === wanted;
    const isPart = (entry: PayloadRow) => !isExact(entry) && entry.name.toLowerCase().includes(wanted);
    return [
      ...argumentsOf(code, entries, isExact, go),
      ...instructionAt(code, text, go),
      ...argumentsOf(code, entries, isPart, go).slice(0, LISTED),
    ];
  };
}

/** The address is hexadecimal, as the column has it, with or without `0x`; it may be that of any byte of the instruction. */
function instructionAt(code: CodeView, text: string, go: (line: number) => void): Place[] {
  const offset = /^(?:0x)?[0-9a-f]{1,12}$/i.test(text) ? Number.parseInt(text, 16) : -1;
  const line = code.offsets.findIndex((from, at) => from >= 0 && from <= offset && offset < from + (code.sizes[at] ?? 0));
  if (line < 0) return [];
  const own = code.offsets[line] ?? 0;
  return [{ key: `instruction ${own}`, title: `Instruction ${hex(own)}`, detail: textAt(code, line).trim(), go: () => go(line) }];
}

function argumentsOf(
  code: CodeView,
  entries: readonly PayloadRow[],
  isFound: (entry: PayloadRow) => boolean,
  go: (line: number) => void,
): Place[] {
  return entries
    .flatMap((entry, at) => (isFound(entry) ? [{ entry, at }] : []))
    .map(({ entry, at }) => {
      const lines = [...(code.costs?.arguments ?? [])].flatMap(([own, read]) => (read.includes(at) ? [own] : []));
      const line = lines.reduce((first, own) => Math.min(first, own), Number.POSITIVE_INFINITY);
      const isRead = Number.isFinite(line);
      const reader = isRead ? `, first read at ${hex(code.offsets[line] ?? 0)}` : '';
      return {
        key: `argument ${at}`,
        title: `Argument ${entry.arg_index ?? ''} ${shown(entry.name, 60)}`,
        detail: `${argumentText(entry).split(' ', 1)[0]}${reader}`,
        go: () => isRead && go(line),
      };
    });
}
