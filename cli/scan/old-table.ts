/** The rows of an earlier table, read in step with the tree: both are in the order of paths, so no index of them is held. */
import { type AsyncBuffer, asyncBufferFromFile, type FileMetaData, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import type { Cell, KernelColumn } from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import { refusal } from '../refusal.ts';
import { MADE_BY } from './parquet.ts';
import type { OldRows } from './task.ts';

type ParquetRow = Record<string, unknown>;

export class OldTable {
  private readonly rows: AsyncGenerator<ParquetRow>;
  private next: ParquetRow | undefined;
  /** Roots of the table that come after, by number; they are matched with those of the scan in order. */
  private root = 0;

  private constructor(rows: AsyncGenerator<ParquetRow>) {
    this.rows = rows;
  }

  /** Undefined for a table of another version, whose rows may have another meaning. Throws `UsageError` for a file that is not a table. */
  static async open(path: string, madeBy: string): Promise<OldTable | undefined> {
    try {
      const file = await asyncBufferFromFile(path);
      const metadata = await parquetMetadataAsync(file);
      if (metadata.key_value_metadata?.find(({ key }) => key === MADE_BY)?.value !== madeBy) return undefined;
      const table = new OldTable(rowsOf(file, metadata));
      await table.step();
      return table;
    } catch (error) {
      throw new UsageError(`${path} cannot be read as a table of kernels in Parquet: ${refusal(error)}`);
    }
  }

  private async step(): Promise<void> {
    const before = this.next;
    const { value, done } = await this.rows.next();
    this.next = done ? undefined : value;
    if (before && this.next && before.root !== this.next.root) this.root++;
  }

  /** Rows of files, which are requested in the order of the tree. */
  async of(root: number, paths: readonly string[], columns: readonly KernelColumn[]): Promise<Map<string, OldRows>> {
    const found = new Map<string, OldRows>();
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
      if (typeof sha256 === 'string') found.set(path, { sha256, rows });
    }
    return found;
  }
}

/** One group of rows at a time. */
async function* rowsOf(file: AsyncBuffer, metadata: FileMetaData): AsyncGenerator<ParquetRow> {
  let start = 0;
  for (const group of metadata.row_groups) {
    const end = start + Number(group.num_rows);
    yield* await parquetReadObjects({ file, metadata, rowStart: start, rowEnd: end });
    start = end;
  }
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number' ? value : null;
}
