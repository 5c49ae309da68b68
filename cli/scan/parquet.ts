/**
 * The table in Parquet. Workers encode groups of rows, which is most of the work of writing; the file is these groups one after the
 * other, and a list of them at its end.
 */
import type { RowGroup } from 'hyparquet';
import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { Cell, CellType, KernelColumn } from '../../src/internal.ts';

/** Rows that are encoded together. Groups have this size wherever the rows come from, so equal rows make equal files. */
export const GROUP_ROWS = 8192;

/** Name of the entry that says which version of which columns wrote the file. */
export const MADE_BY = 'zebin.made_by';

const TYPES = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
} as const satisfies Record<CellType, Partial<SchemaElement>>;

const schemaOf = (columns: readonly KernelColumn[]): SchemaElement[] => [
  { name: 'kernels', num_children: columns.length },
  ...columns.map(({ name, type }): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...TYPES[type] })),
];

/** How a file begins; offsets in a group that is encoded separately count from before it. */
const MAGIC_BYTES = 4;

/** A group of rows as it is in a file. */
export interface EncodedGroup {
  readonly bytes: Uint8Array;
  /** Its entry in the list, with offsets as if it were the first. */
  readonly entry: RowGroup;
}

/** @param rows at least one */
export function encodeGroup(rows: Iterable<readonly Cell[]>, of: readonly KernelColumn[]): EncodedGroup {
  const columns: Column[] = [];
  for (const _ of of) columns.push(new Column());
  for (const row of rows) for (let i = 0; i < columns.length; i++) columns[i]?.add(row[i] ?? null);
  return encoded(
    columns.map(({ values }) => values),
    of,
  );
}

function encoded(columns: readonly Value[][], of: readonly KernelColumn[]): EncodedGroup {
  const writer = new ByteWriter(1 << 20);
  const file = new ParquetWriter({ writer, schema: schemaOf(of) });
  // There is one page of each column in a group, so there is nothing to index.
  const columnData = of.map(({ name }, i) => ({ name, offsetIndex: false, data: columns[i] ?? [] }));
  file.write({ columnData, rowGroupSize: columns[0]?.length ?? 0 });
  const [entry] = file.row_groups;
  if (!entry) throw new TypeError('a group has rows');
  return { bytes: writer.getBytes().slice(MAGIC_BYTES), entry };
}

type Value = string | bigint | boolean | null;

/**
 * The values of a column in a group. Equal values are one object, so that the values of a row can be dropped with it: the garbage collector
 * would move a group's texts and large integers, most of which repeat, several times while the group grows.
 */
class Column {
  readonly values: Value[] = [];
  private readonly known = new Map<Cell, Value>();

  add(cell: Cell): void {
    let value = this.known.get(cell);
    if (value === undefined) {
      value = typeof cell === 'number' ? BigInt(cell) : cell;
      this.known.set(cell, value);
    }
    this.values.push(value);
  }
}

/** Assembles groups into a file. */
export class ParquetFile {
  private readonly file: ParquetWriter;
  private readonly bytes = new ByteWriter(1 << 20);
  private readonly write: (data: Uint8Array) => void;

  /** @param madeBy is kept in the file. */
  constructor(write: (data: Uint8Array) => void, madeBy: string, columns: readonly KernelColumn[]) {
    this.write = write;
    this.file = new ParquetWriter({
      writer: this.bytes,
      schema: schemaOf(columns),
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
