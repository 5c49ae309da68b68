/**
 * The table in Parquet. Workers encode groups of rows, which is most of the work of writing; the file is these groups one behind the
 * other, and a list of them at its end.
 */
import type { RowGroup } from 'hyparquet';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type Cell, type CellType, KERNEL_COLUMNS } from '../../src/index.ts';

/** Rows that are encoded together. Groups are of this size whatever the rows came of, so equal rows make equal files. */
export const GROUP_ROWS = 8192;

/** Name of the entry that says which version of which columns wrote the file. */
export const MADE_BY = 'zebin.made_by';

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
} as const satisfies Record<CellType, Partial<SchemaElement>>;

const SCHEMA: SchemaElement[] = [
  { name: 'kernels', num_children: KERNEL_COLUMNS.length },
  ...KERNEL_COLUMNS.map(({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...TYPES[type] })),
];

/** What a file begins with; offsets in a group that is encoded by itself count from before it. */
const MAGIC_BYTES = 4;

/** A group of rows as it lies in a file. */
export interface EncodedGroup {
  readonly bytes: Uint8Array;
  /** Its entry in the list, with offsets as if it were the first. */
  readonly entry: RowGroup;
}

export function encodeGroup(rows: readonly (readonly Cell[])[]): EncodedGroup {
  const writer = new ByteWriter(1 << 20);
  const file = new ParquetWriter({ writer, schema: SCHEMA });
  const columnData = KERNEL_COLUMNS.map(({ name, type }, i) => ({
    name,
    // There is one page of each column in a group, so there is nothing to index.
    offsetIndex: false,
    data: rows.map((row) => {
      const cell = row[i] ?? null;
      return type === 'integer' && cell !== null ? BigInt(cell) : cell;
    }),
  }));
  file.write({ columnData, rowGroupSize: rows.length });
  const [entry] = file.row_groups;
  if (!entry) throw new TypeError('a group has rows');
  return { bytes: writer.getBytes().slice(MAGIC_BYTES), entry };
}

/** Puts groups together to a file. */
export class ParquetFile {
  private readonly file: ParquetWriter;
  private readonly bytes = new ByteWriter(1 << 20);
  private readonly write: (data: Uint8Array) => void;

  /** @param madeBy is kept in the file. */
  constructor(write: (data: Uint8Array) => void, madeBy: string) {
    this.write = write;
    this.file = new ParquetWriter({
      writer: this.bytes,
      schema: SCHEMA,
      createdBy: 'zebin',
      kvMetadata: [{ key: MADE_BY, value: madeBy }],
    });
  }

  append({ bytes, entry }: EncodedGroup): void {
    this.file.row_groups.push(moved(entry, this.bytes.offset - MAGIC_BYTES));
    this.file.num_rows += entry.num_rows;
    this.bytes.appendBytes(bytes);
    this.flush();
  }

  finish(): void {
    this.file.finish();
    this.flush();
  }

  private flush(): void {
    this.write(this.bytes.getBytes());
    this.bytes.index = 0;
  }
}

function moved(entry: RowGroup, by: number): RowGroup {
  const columns = entry.columns.map((column) => {
    const data = column.meta_data;
    if (!data) throw new TypeError('a column has an entry of its own');
    const { data_page_offset, dictionary_page_offset } = data;
    const pages = {
      data_page_offset: data_page_offset + BigInt(by),
      ...(dictionary_page_offset === undefined ? {} : { dictionary_page_offset: dictionary_page_offset + BigInt(by) }),
    };
    return { ...column, file_offset: column.file_offset + BigInt(by), meta_data: { ...data, ...pages } };
  });
  return { ...entry, columns };
}
