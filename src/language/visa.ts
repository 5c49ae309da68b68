/** vISA text: its declarations, labels and routines. */
import { firstIndex } from '../core/bytes/index.ts';
import { caughtFinding, type Diagnostic } from '../core/diag/index.ts';
import { once } from '../core/schema/index.ts';
import { parseVisa, validateVisa } from '../formats/visa/index.ts';
import type { NameUse, OutlineEntry, TextBlock, TextModel, TextPlace, TextRange } from './model.ts';
import type { PlacedText } from './placed-text.ts';
import { wordAround } from './word.ts';

/** Words of names, as the assembler reads them. */
const LETTER = /[\w%]/;
const WORDS = /[\w%]+/g;
const ROUTINE = /^[ \t]*\.(?:kernel|global_function)[ \t]+"?([^"\s]*)/;
const DECLARED = /^[ \t]*\.decl[ \t]+([\w%]+)(.*)/;
const LABEL = /^[ \t]*([\w%.$]+):/;

export function readVisaText(text: PlacedText): TextModel {
  return new VisaText(text);
}

/** A line that begins something, or declares a name. */
interface Landmark {
  readonly kind: 'function' | 'label' | 'variable';
  readonly name: string;
  readonly detail: string;
  readonly line: number;
  /** Of the name. */
  readonly start: number;
}

class VisaText implements TextModel {
  readonly findings: TextModel['findings'];
  private readonly text: PlacedText;
  private readonly landmarks;

  constructor(text: PlacedText) {
    this.text = text;
    this.findings = text.findings(findingsOf(text));
    this.landmarks = once(() => landmarksOf(text));
  }

  outline(): OutlineEntry[] {
    const { text } = this;
    const routines = this.landmarks().filter(({ kind }) => kind === 'function');
    const within = (first: number, last: number, kind: Landmark['kind'], inside: (one: Landmark, end: number) => OutlineEntry[]) => {
      const own = this.landmarksIn(first, last).filter((one) => one.kind === kind);
      return own.map((one, i): OutlineEntry => {
        const end = kind === 'variable' ? one.line : (own[i + 1]?.line ?? last + 1) - 1;
        return {
          name: one.name,
          detail: one.detail,
          kind: one.kind,
          range: text.range(text.lineStart(one.line), text.lineEnd(end)),
          at: text.range(one.start, one.start + one.name.length),
          children: inside(one, end),
        };
      });
    };
    const none = () => [];
    const inRoutine = ({ line }: Landmark, end: number) => [...within(line, end, 'variable', none), ...within(line, end, 'label', none)];
    const last = text.lineCount - 1;
    return routines.length === 0 ? within(0, last, 'label', none) : within(0, last, 'function', inRoutine);
  }

  blocks(): TextBlock[] {
    const { text } = this;
    const flat = (entries: readonly OutlineEntry[]): OutlineEntry[] => entries.flatMap((one) => [one, ...flat(one.children)]);
    const parts = flat(this.outline()).map(({ range }) => ({ first: range.start.line, last: range.end.line }));
    const open: number[] = [];
    for (let line = 0; line < text.lineCount; line++) {
      const mark = text.line(line).trim();
      if (mark === '{') open.push(line);
      else if (mark === '}' && open.length > 0) parts.push({ first: open.pop() as number, last: line });
    }
    return parts.filter(({ first, last }) => last > first);
  }

  definitions(at: TextPlace): TextRange[] {
    const offset = this.text.offset(at);
    const { word } = wordAround(this.text.text, offset, LETTER);
    const { first, last } = this.routineAt(at.line);
    return this.landmarks()
      .filter(({ name, line, kind }) => name === word && (kind === 'function' || (line >= first && line <= last)))
      .map(({ start }) => this.text.range(start, start + word.length));
  }

  uses(at: TextPlace): NameUse[] {
    const { text } = this;
    const { word } = wordAround(text.text, text.offset(at), LETTER);
    const [definition] = this.definitions(at);
    if (definition === undefined) return [];
    const { first, last } = this.routineAt(at.line);
    const from = text.lineStart(first);
    const part = text.text.slice(from, text.lineEnd(last));
    const uses: NameUse[] = [];
    for (const { 0: found, index } of part.matchAll(WORDS)) {
      if (found !== word) continue;
      const range = text.range(from + index, from + index + word.length);
      const { line, character } = definition.start;
      const isDefinition = range.start.line === line && range.start.character === character;
      uses.push({ range, role: isDefinition ? 'write' : 'read' });
    }
    return uses;
  }

  hints(): [] {
    return [];
  }

  /** Instructions four blanks in, all other lines at the margin. */
  formatted(): string {
    return Array.from({ length: this.text.lineCount }, (_, i) => {
      const line = this.text.line(i).trim();
      return line === '' || /^[./{}]/.test(line) || LABEL.test(line) ? line : `    ${line}`;
    }).join('\n');
  }

  /** Those of some lines. */
  private landmarksIn(first: number, last: number): readonly Landmark[] {
    const all = this.landmarks();
    const from = firstIndex(all.length, (i) => (all[i]?.line ?? 0) >= first);
    return all.slice(
      from,
      firstIndex(all.length, (i) => (all[i]?.line ?? 0) > last),
    );
  }

  /** Lines of the routine that a line is in. */
  private routineAt(line: number): { first: number; last: number } {
    const routines = this.landmarks().filter(({ kind }) => kind === 'function');
    const first = routines.filter((one) => one.line <= line).at(-1)?.line ?? 0;
    const next = routines.find((one) => one.line > line)?.line ?? this.text.lineCount;
    return { first, last: next - 1 };
  }
}

function findingsOf({ bytes }: PlacedText): readonly Diagnostic[] {
  try {
    const { value, diagnostics } = parseVisa(bytes);
    return [...diagnostics, ...validateVisa(value)];
  } catch (error) {
    return [caughtFinding(error)];
  }
}

function landmarksOf(text: PlacedText): Landmark[] {
  const found: Landmark[] = [];
  for (let line = 0; line < text.lineCount; line++) {
    const own = text.line(line);
    const add = (kind: Landmark['kind'], [, name = '', detail = '']: RegExpExecArray) =>
      found.push({ kind, name, detail: detail.trim(), line, start: text.lineStart(line) + own.indexOf(name) });
    const [routine, declared, label] = [ROUTINE.exec(own), DECLARED.exec(own), LABEL.exec(own)];
    if (routine) add('function', routine);
    else if (declared) add('variable', declared);
    else if (label) add('label', label);
  }
  return found;
}
