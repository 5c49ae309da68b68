/** Assembly of the EU: labels from the assembler, values from the analysis of the code that it makes. */
import { withoutAddresses } from '../change/asm.ts';
import { Bytes } from '../core/bytes/index.ts';
import { Budget } from '../core/diag/index.ts';
import { once } from '../core/schema/index.ts';
import { analysisOf, costsOf } from '../documents/disasm/analysis.ts';
import { CodeLinks } from '../documents/index.ts';
import { type AssemblyTrace, assembleMarked, type Platform, platformNamed, REGISTERS } from '../formats/eu/index.ts';
import { PLATFORMS } from '../formats/visa/index.ts';
import { waitText } from '../presentation/index.ts';
import { laidOut } from './eu-layout.ts';
import type { LineHint, NameUse, OutlineEntry, ReadOptions, TextBlock, TextModel, TextPlace, TextRange } from './model.ts';
import type { PlacedText } from './placed-text.ts';
import { wordAround } from './word.ts';

/** What assembly is read as that names no instruction set, and for which none is asked for. */
const DEFAULT: Platform = '2';

/** Instruction set of a text: compilers name the device in a comment, `//.platform XE2`. */
export function platformOfText(text: string): Platform | undefined {
  const name = /^\/\/\.platform[ \t]+(\w+)/m.exec(text.slice(0, 1 << 16))?.[1];
  return platformNamed(PLATFORMS.find((row) => row.name === name)?.iga ?? '');
}

/** The comment that says the instruction set of a text, for {@link platformOfText}. */
export function platformComment(platform: string): string {
  return `//.platform ${PLATFORMS.find(({ iga }) => iga === platform)?.name ?? platform}`;
}

interface Statement {
  readonly start: number;
  readonly end: number;
  /** Of its code, in bytes. */
  readonly offset: number;
}

interface LabelUse {
  readonly name: string;
  readonly start: number;
  readonly isDefinition: boolean;
}

export function readAssembly(text: PlacedText, { platform = '' }: ReadOptions): TextModel {
  return new AssemblyText(text, platformOfText(text.text) ?? platformNamed(platform) ?? DEFAULT);
}

class AssemblyText implements TextModel, AssemblyTrace {
  readonly findings: TextModel['findings'];
  private readonly text: PlacedText;
  private readonly statements: Statement[] = [];
  private readonly labels: LabelUse[] = [];
  private readonly analysis;
  private readonly links;

  constructor(text: PlacedText, platform: Platform) {
    this.text = text;
    const budget = new Budget(text.bytes.length);
    const { value, diagnostics } = assembleMarked(withoutAddresses(text.bytes), platform, { budget }, this);
    this.findings = text.findings(diagnostics);
    this.analysis = once(() => analysisOf(Bytes.from(value.bytes), platform));
    this.links = once(() => new CodeLinks(this.analysis()));
  }

  statement(start: number, end: number, offset: number): void {
    let last = end;
    while (last > start && this.text.text.charCodeAt(last - 1) <= 0x20) last--;
    this.statements.push({ start, end: last, offset });
  }

  label(name: string, start: number, isDefinition: boolean): void {
    this.labels.push({ name, start, isDefinition });
  }

  outline(): OutlineEntry[] {
    return this.parts().map(({ name, start, end, count }) => ({
      name,
      detail: count === 1 ? '1 instruction' : `${count} instructions`,
      kind: 'label' as const,
      range: this.text.range(start, end),
      at: this.text.range(start, start + name.length),
      children: [],
    }));
  }

  blocks(): TextBlock[] {
    return this.parts()
      .map(({ start, end }) => ({ first: this.text.lineOf(start), last: this.text.lineOf(end) }))
      .filter(({ first, last }) => last > first);
  }

  definitions(at: TextPlace): TextRange[] {
    const label = this.labelAt(this.text.offset(at));
    if (label !== undefined)
      return this.labels.filter((one) => one.isDefinition && one.name === label.name).map((one) => this.rangeOf(one));
    const register = this.registerAt(at);
    if (register === undefined) return [];
    const { statement, file, number, word } = register;
    const from = this.links().definitionsOfRegister(statement.offset, file, number);
    return from.flatMap((offset) => this.placesIn(offset, word, 'write').slice(0, 1));
  }

  uses(at: TextPlace): NameUse[] {
    const label = this.labelAt(this.text.offset(at));
    if (label !== undefined)
      return this.labels
        .filter(({ name }) => name === label.name)
        .map((one) => ({ range: this.rangeOf(one), role: one.isDefinition ? ('write' as const) : ('read' as const) }));
    const register = this.registerAt(at);
    if (register === undefined) return [];
    const { file, number, word } = register;
    return this.links()
      .usesOfRegister(file, number)
      .flatMap(({ offset, reads, writes }) => {
        const places = this.placesIn(offset, word, writes ? 'write' : 'read');
        return places.map((range, i) => ({ range, role: writes && (i === 0 || !reads) ? ('write' as const) : ('read' as const) }));
      });
  }

  hints(): LineHint[] {
    const { of } = costsOf(this.analysis(), { grfCount: undefined, execution: undefined, placed: [] });
    const indices = new Map(this.analysis().code.instructions.map(({ offset }, index) => [offset, index]));
    const lineOf = (offset: number): string => `line ${this.text.lineOf(this.at(offset)?.start ?? 0) + 1}`;
    return this.statements.flatMap(({ end, offset }) => {
      const costs = of(indices.get(offset) ?? -1);
      if (costs === undefined) return [];
      const { live, waits = [] } = costs;
      const waited = waits.map(({ token, pipe }) => (token === undefined ? `the ${pipe} pipe` : `$${token}`));
      const tips = [`${live} live registers before it`, ...waits.map((wait) => waitText(wait, lineOf))];
      const text = `${live} live${waited.length === 0 ? '' : `, waits for ${waited.join(', ')}`}`;
      return [{ place: this.text.place(end), text, tip: tips.join('\n') }];
    });
  }

  formatted(): string {
    const byOffset = new Map(this.analysis().code.instructions.map((one) => [one.offset, one]));
    return laidOut(this.text, this.statements, this.labels, (offset) => byOffset.get(offset));
  }

  /** What begins at each label, up to the next one. */
  private parts() {
    const defined = this.labels.filter(({ isDefinition }) => isDefinition);
    let next = 0;
    return defined.map(({ name, start }, i) => {
      const limit = defined[i + 1]?.start ?? Number.POSITIVE_INFINITY;
      let end = start + name.length;
      const first = next;
      for (; (this.statements[next]?.start ?? limit) < limit; next++) end = this.statements[next]?.end ?? end;
      return { name, start, end, count: next - first };
    });
  }

  private labelAt(offset: number): LabelUse | undefined {
    return this.labels.find(({ start, name }) => start <= offset && offset <= start + name.length);
  }

  private rangeOf({ start, name }: LabelUse): TextRange {
    return this.text.range(start, start + name.length);
  }

  /** The statement of an offset of the code. */
  private at(offset: number): Statement | undefined {
    return this.statements[this.indexOf(({ offset: one }) => one <= offset)];
  }

  /** The last statement for which this holds, as it does for all before it. */
  private indexOf(holds: (statement: Statement) => boolean): number {
    let [low, high] = [0, this.statements.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.statements[middle] as Statement)) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private registerAt(place: TextPlace) {
    const offset = this.text.offset(place);
    const statement = this.statements[this.indexOf(({ start }) => start <= offset)];
    if (statement === undefined || offset > statement.end) return undefined;
    const { word } = wordAround(this.text.text, offset, /\w/);
    const [, file = '', number = ''] = /^([a-z]+)(\d+)$/.exec(word) ?? [];
    if (!REGISTERS.some(({ name }) => name === file)) return undefined;
    return { statement, file, number: Number(number), word };
  }

  /** Where a statement names a register: a destination comes before sources. A message has registers that it does not name. */
  private placesIn(offset: number, word: string, role: NameUse['role']): TextRange[] {
    const statement = this.at(offset);
    if (statement === undefined) return [];
    const { start, end } = statement;
    const found = [...this.text.text.slice(start, end).matchAll(new RegExp(`\\b${word}\\b`, 'g'))];
    if (found.length === 0) return [this.text.range(start, end)];
    return (role === 'read' ? found.slice(-1) : found).map(({ index }) => this.text.range(start + index, start + index + word.length));
  }
}
