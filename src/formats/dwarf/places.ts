import type { Reporter } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { Heap } from './heap.ts';
import type { Dwarf, LineRow, LineTable, Unit } from './model.ts';

/** A position in the source. */
export interface SourcePlace {
  /** File name as given to the compiler, with its directory unless that is the compilation's own. */
  readonly file: string;
  /** 0 for code that belongs to no line. */
  readonly line: number;
  /** 1-based; 0 if there is none. */
  readonly column: number;
  /** The function that contains the position; absent if it has no name. */
  readonly function?: string;
}

/**
 * Source positions for the code of each section, by section index. A section without lines has no entry.
 *
 * @param out is charged for the names of files. Once it is exhausted, the files of further positions have no names
 * @param longest characters of a name of a file or function; longer ones are shortened
 *
 * @example
 * const [map] = [...sourceMaps(readDwarf(readZebin(debug).value.elf).value).values()];
 * map.at(0n)[0].line; // 4
 */
export function sourceMaps(dwarf: Dwarf, out?: Reporter, longest = Number.POSITIVE_INFINITY): ReadonlyMap<number, SourceMap> {
  const files = new Map<number | undefined, FileNames>(dwarf.lineTables.map((table) => [table.offset, new FileNames(table, out, longest)]));
  const runs = new Map<number, Run[]>();
  const spans = new Map<number, Span[]>();
  for (const table of dwarf.lineTables) {
    const names = files.get(table.offset);
    for (const { section, rows } of table.sequences) if (section !== undefined && names) addRuns(listOf(runs, section), names, rows);
  }
  for (const unit of dwarf.units) addSpans(spans, unit, framesOf(unit, files.get(unit.stmt_list), longest));
  return new Map([...runs].map(([section, sectionRuns]) => [section, new SourceMap(sectionRuns, spans.get(section) ?? [])]));
}

function addSpans(spans: Map<number, Span[]>, unit: Unit, frames: readonly Frame[]): void {
  for (let i = 0; i < frames.length; i++) {
    const frame = frames[i] as Frame;
    for (const { section = unit.section, start, end } of unit.scopes[i]?.ranges ?? [])
      if (section !== undefined) listOf(spans, section).push({ start: Number(start), end: Number(end), frame });
  }
}

function listOf<T>(lists: Map<number, T[]>, key: number): T[] {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  return list;
}

/** Maximum number of nested inlined calls that are reported; compilers stop much earlier. */
const DEEPEST = 256;

/** Offsets in the section: numbers, which take a fraction of the time that large integers do. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly frame: Frame;
}

/** A function or an inlined call. */
interface Frame {
  readonly name: string | undefined;
  readonly depth: number;
  /** The position of the call, and where that is; for an inlined call. */
  readonly call: SourcePlace | undefined;
  readonly caller: Frame | undefined;
}

/** The scopes of a unit. Positions of calls are made once: the code of a call is in many pieces, between those of others. */
function framesOf({ scopes }: Unit, files: FileNames | undefined, longest: number): readonly Frame[] {
  const frames: Frame[] = [];
  for (const { kind, name: scopeName, linkage_name, depth, parent, call_file = -1, call_line = 0, call_column = 0 } of scopes) {
    const caller = parent === undefined ? undefined : frames[parent];
    const call = kind === 'subprogram' ? undefined : placeIn(files?.of(call_file) ?? '', call_line, call_column, caller);
    const name = scopeName ?? linkage_name;
    frames.push({ name: name === undefined ? undefined : clip(name, longest), depth, call, caller });
  }
  return frames;
}

const NONE: readonly never[] = [];

/** The source positions of one section's code. */
export class SourceMap {
  private readonly runs: readonly Run[];
  private readonly spans: readonly Span[];
  /** The last requested offset, how many runs and spans begin at or before it, and those of the spans that have not ended. */
  private last = -1;
  private begunRuns = 0;
  private begunSpans = 0;
  private open = deepestFirst();
  /** The last answer, with its run and span: consecutive instructions often have the same line and the same call. */
  private latest: { readonly run: Run; readonly span: Span | undefined; readonly places: readonly SourcePlace[] } | undefined;

  constructor(runs: readonly Run[], spans: readonly Span[]) {
    this.runs = inOrder(runs);
    this.spans = inOrder(spans);
  }

  /**
   * The source of the instruction at `address`, in bytes from the start of the section: its own position, then for inlined code the
   * position of each call, innermost first. Empty if it has no line. Queries in ascending order of address are fastest. If the answer
   * equals the previous one, the same array is returned.
   */
  at(address: number | bigint): readonly SourcePlace[] {
    const offset = Number(address);
    this.advance(offset);
    const run = this.begunRuns === 0 ? undefined : this.runs[this.begunRuns - 1];
    if (run === undefined || offset >= run.end) return NONE;
    const span = this.open.top();
    const { latest } = this;
    if (latest?.run === run && latest.span === span) return latest.places;
    const { file, line, column } = run;
    const places = [placeIn(file, line, column, span?.frame)];
    for (let frame = span?.frame; frame?.call !== undefined && places.length < DEEPEST; frame = frame.caller) places.push(frame.call);
    this.latest = { run, span, places };
    return places;
  }

  /** Passes over what begins at or before an offset. */
  private advance(offset: number): void {
    if (offset < this.last) [this.begunRuns, this.begunSpans, this.open] = [0, 0, deepestFirst()];
    this.last = offset;
    const { runs, spans, open } = this;
    while (this.begunRuns < runs.length && (runs[this.begunRuns] as Run).start <= offset) this.begunRuns++;
    while (this.begunSpans < spans.length && (spans[this.begunSpans] as Span).start <= offset) open.push(spans[this.begunSpans++] as Span);
    // Spans that have ended contain no later offset.
    for (let span = open.top(); span !== undefined && span.end <= offset; span = open.top()) open.pop();
  }
}

const depthOf = ({ frame }: Span): number => frame.depth;
const deepestFirst = () => new Heap(depthOf);

/** @param frame what contains the position, if anything does */
function placeIn(file: string, line: number, column: number, frame: Frame | undefined): SourcePlace {
  return frame?.name === undefined ? { file, line, column } : { file, line, column, function: frame.name };
}

/** Sorts by start. Nearly all lists are already sorted when they are read. */
function inOrder<T extends { readonly start: number }>(list: readonly T[]): readonly T[] {
  const isOrdered = list.every(({ start }, i) => i === 0 || (list[i - 1] as T).start <= start);
  return isOrdered ? list : [...list].sort((a, b) => a.start - b.start);
}

/** Adds a run from each row to the next. The row that ends a sequence starts none. */
function addRuns(runs: Run[], files: FileNames, rows: readonly LineRow[]): void {
  let from: LineRow | undefined;
  for (const row of rows) {
    if (from !== undefined && row.address > from.address) {
      const { address, file, line, column } = from;
      runs.push({ start: Number(address), end: Number(row.address), file: files.of(file), line, column });
    }
    from = row;
  }
}

/** The names of a table's files, each made once: many rows refer to one file, and many files to one directory. */
class FileNames {
  private readonly names: (string | undefined)[] = [];
  private readonly table: LineTable;
  private readonly out: Reporter | undefined;
  private readonly longest: number;

  constructor(table: LineTable, out: Reporter | undefined, longest: number) {
    this.table = table;
    this.out = out;
    this.longest = longest;
  }

  of(index: number): string {
    const known = this.names[index];
    if (known !== undefined) return known;
    if (!(index in this.table.file_names)) return '';
    const name = this.charge(index) ? clip(fileName(this.table, index), this.longest) : '';
    this.names[index] = name;
    return name;
  }

  private charge(index: number): boolean {
    const { out, table } = this;
    if (out === undefined) return true;
    const length = (table.file_names[index]?.name.length ?? 0) + directoryOf(table, index).length;
    return out.charge(length, { source: '', start: table.offset, end: table.offset }, `.debug_line@${table.offset}`);
  }
}

/** Directory 0 is the compilation's own, which is meaningless on another machine. */
function directoryOf({ file_names, include_directories }: LineTable, index: number): string {
  const directory = file_names[index]?.directory_index ?? 0;
  return directory === 0 ? '' : (include_directories[directory] ?? '');
}

/** The name of a file with its directory. */
function fileName(table: LineTable, index: number): string {
  const name = table.file_names[index]?.name ?? '';
  const directory = directoryOf(table, index);
  return directory === '' || name.startsWith('/') ? name : `${directory}/${name}`;
}
