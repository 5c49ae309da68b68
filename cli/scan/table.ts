/**
 * The table of kernels in the formats that it can be written in. Rows are written as they come: only those of a few groups are held in
 * memory.
 */
import { type Cell, type KernelColumn, tableColumns } from '../../src/internal.ts';
import { type CsvText, csvLine, csvText } from '../csv.ts';
import { visibleJson } from '../visible.ts';
import { type EncodedGroup, GROUP_ROWS, ParquetFile } from './parquet.ts';
import type { Batch, Group } from './task.ts';

export interface TableWriter {
  add(batch: Batch): Promise<void>;
  /** Writes the remaining rows, and the end. */
  finish(): Promise<void>;
}

export interface TableOutput {
  /** Writes all bytes, or throws. */
  write(data: Uint8Array): void;
  /** Columns of code, in addition to those that every table has. */
  readonly columns: readonly string[];
  /** Is stored if the format has a place for it. */
  readonly madeBy: string;
  /** How text is written into CSV: {@link csvText} by default. */
  readonly csvText?: CsvText;
  /** Runs the encoding in another thread. */
  encode(group: Group): Promise<EncodedGroup>;
}

export function* rowsOfGroup({ batches, skip, rows }: Group): Generator<Cell[]> {
  let at = -skip;
  for (const batch of batches) for (const row of rowsOf(batch)) if (at++ >= 0 && at <= rows) yield row;
}

export interface TableFormat {
  readonly name: string;
  readonly extensions: readonly string[];
  /** Whether it can go to a terminal. */
  readonly text: boolean;
  writer(output: TableOutput): TableWriter;
}

/** The first is the default. */
export const TABLE_FORMATS: readonly TableFormat[] = [
  {
    name: 'ndjson',
    extensions: ['.ndjson', '.jsonl'],
    text: true,
    writer: (output) => new LineWriter(output, ndjson(tableColumns(output.columns))),
  },
  {
    name: 'csv',
    extensions: ['.csv'],
    text: true,
    writer: (output) =>
      new LineWriter(output, (row) => csvLine(row, output.csvText ?? csvText), tableColumns(output.columns).map(nameOf).join(',')),
  },
  { name: 'parquet', extensions: ['.parquet', '.pq'], text: false, writer: (output) => new GroupWriter(output) },
];

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

export function rowsOf({ json }: Batch): Cell[][] {
  return JSON.parse(json);
}

class LineWriter implements TableWriter {
  private readonly output: TableOutput;
  private readonly line: (row: readonly Cell[]) => string;

  constructor(output: TableOutput, line: (row: readonly Cell[]) => string, heading?: string) {
    this.output = output;
    this.line = line;
    if (heading !== undefined) output.write(Buffer.from(`${heading}\n`));
  }

  async add(batch: Batch): Promise<void> {
    const lines = rowsOf(batch).map((row) => `${this.line(row)}\n`);
    this.output.write(Buffer.from(lines.join('')));
  }

  async finish(): Promise<void> {}
}

/** Every column is present, so that a reader of only the first lines sees them all. */
const ndjson =
  (columns: readonly KernelColumn[]) =>
  (row: readonly Cell[]): string =>
    visibleJson(JSON.stringify(Object.fromEntries(columns.map(({ name }, i) => [name, row[i]]))));

/** Groups that are encoded while further rows come. */
const GROUPS_AHEAD = 4;

class GroupWriter implements TableWriter {
  private readonly output: TableOutput;
  private readonly file: ParquetFile;
  private kept: Batch[] = [];
  /** Rows of the first batch that went into the group before. */
  private skip = 0;
  private rows = 0;
  private readonly encoding: Promise<EncodedGroup>[] = [];

  constructor(output: TableOutput) {
    this.output = output;
    this.file = new ParquetFile((data) => output.write(data), output.madeBy, tableColumns(output.columns));
  }

  async add(batch: Batch): Promise<void> {
    this.kept.push(batch);
    this.rows += batch.rows;
    while (this.rows >= GROUP_ROWS) await this.group(GROUP_ROWS);
  }

  async finish(): Promise<void> {
    if (this.rows > 0) await this.group(this.rows);
    while (this.encoding.length > 0) await this.append();
    this.file.finish();
  }

  /** Encodes the first of the kept rows, to which all batches except the last belong. */
  private async group(rows: number): Promise<void> {
    const group = this.output.encode({ columns: this.output.columns, batches: this.kept, skip: this.skip, rows });
    group.catch(() => {});
    this.encoding.push(group);
    this.rows -= rows;
    this.kept = this.rows > 0 ? this.kept.slice(-1) : [];
    this.skip = (this.kept[0]?.rows ?? 0) - this.rows;
    if (this.encoding.length > GROUPS_AHEAD) await this.append();
  }

  private async append(): Promise<void> {
    const group = await this.encoding.shift();
    if (group) this.file.append(group);
  }
}
