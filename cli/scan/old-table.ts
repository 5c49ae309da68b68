/** The rows of an earlier table, read in step with the tree: both are in the order of paths, so no index of them is held. */
import {
  type AsyncBuffer,
  asyncBufferFromFile,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  type RowGroup,
} from 'hyparquet';
import { parquetHeader } from 'hyparquet/src/column.js';
import type { Cell, KernelColumn } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { refusal } from '../refusal.ts';
import { GROUP_ROWS, MADE_BY } from './parquet.ts';
import type { OldRows } from './task.ts';

type ParquetRow = Record<string, unknown>;

export class OldTable {
  private readonly path: string;
  private readonly rows: AsyncGenerator<ParquetRow>;
  private next: ParquetRow | undefined;
  /** Roots of the table that come after, by number; they are matched with those of the scan in order. */
  private root = 0;

  private constructor(path: string, rows: AsyncGenerator<ParquetRow>) {
    this.path = path;
    this.rows = rows;
  }

  /** Undefined for a table of another version, whose rows may have another meaning. Throws `UsageError` for a file that is not a table. */
  static async open(path: string, madeBy: string): Promise<OldTable | undefined> {
    const table = await attemptTable(path, async () => {
      const file = await asyncBufferFromFile(path);
      const metadata = await parquetMetadataAsync(file);
      const isAlike = metadata.key_value_metadata?.find(({ key }) => key === MADE_BY)?.value === madeBy;
      return isAlike ? new OldTable(path, rowsOf(file, metadata)) : undefined;
    });
    await table?.step();
    return table;
  }

  private async step(): Promise<void> {
    const before = this.next;
    const { value, done } = await attemptTable(this.path, () => this.rows.next());
    this.next = done ? undefined : value;
    if (before && this.next && before.root !== this.next.root) this.root++;
  }

  /** Rows of files, which are requested in the order of the tree. */
  async of(root: number, paths: readonly string[], columns: readonly KernelColumn[]): Promise<Map<string, OldRows>> {
    const byPath = new Map<string, OldRows>();
    for (const path of paths) {
      while (this.next && (this.root < root || (this.root === root && String(this.next.path) < path))) await this.step();
      const rows: Cell[][] = [];
      let sha256: unknown;
      while (this.next && this.root === root && this.next.path === path) {
        const row: ParquetRow = this.next;
        rows.push(columns.map(({ name }) => cellOf(row[name])));
        sha256 = row.file_sha256;
        await this.step();
      }
      if (typeof sha256 === 'string') byPath.set(path, { sha256, rows });
    }
    return byPath;
  }
}

/** Throws `UsageError` for what hyparquet throws. */
async function attemptTable<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new UsageError(`${path} cannot be read as a table of kernels in Parquet: ${refusal(error)}`);
  }
}

/** One group of rows at a time. */
async function* rowsOf(file: AsyncBuffer, metadata: FileMetaData): AsyncGenerator<ParquetRow> {
  let start = 0;
  for (const group of metadata.row_groups) {
    await checkGroup(file, group);
    const end = start + Number(group.num_rows);
    yield* await parquetReadObjects({ file, metadata, rowStart: start, rowEnd: end });
    start = end;
  }
}

/** The most that Snappy compresses: a reference of three bytes stands for 64. */
const RATIO = 22;

/**
 * Throws for pages that this package does not write. hyparquet trusts the sizes in their headers: with a negative one, it would read the
 * same page forever, and numbers of values become arrays of that length.
 */
async function checkGroup(file: AsyncBuffer, { num_rows, columns }: RowGroup): Promise<void> {
  if (num_rows < 1 || num_rows > GROUP_ROWS) throw new RangeError(`a group has ${num_rows} rows`);
  for (const { meta_data: column } of columns) {
    if (!column) throw new TypeError('a column has no place');
    const start = Number(column.dictionary_page_offset ?? column.data_page_offset);
    const end = start + Number(column.total_compressed_size);
    if (start < 0 || end < start || end > file.byteLength) throw new RangeError('a column is not within the file');
    const reader = { view: new DataView(await file.slice(start, end)), offset: 0 };
    let rows = 0;
    while (reader.offset < reader.view.byteLength) {
      const page = parquetHeader(reader);
      const { compressed_page_size: size, uncompressed_page_size: whole, dictionary_page_header: words, data_page_header_v2: data } = page;
      const values = (words ?? data)?.num_values ?? -1;
      if (!(size > 0 && size <= reader.view.byteLength - reader.offset)) throw new RangeError('a page is not within its column');
      if (!(whole >= 0 && whole <= size * RATIO && values >= 0 && values <= GROUP_ROWS))
        throw new RangeError('a page has an impossible size');
      if (data) rows += values;
      reader.offset += size;
    }
    if (rows !== Number(num_rows)) throw new RangeError(`a column has ${rows} of ${num_rows} rows`);
  }
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? value : null;
}
