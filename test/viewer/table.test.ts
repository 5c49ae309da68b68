/** The order of the rows of a table. */
import { expect, test } from 'vitest';
import { sorted, type TableColumn } from '../../viewer/parts/table-column.ts';

interface Row {
  readonly rank: number;
  readonly value: number | null;
}

const plain: TableColumn<Row> = { key: 'value', title: 'value', value: ({ value }) => value };
const ROWS: readonly Row[] = [
  { rank: 2, value: 64 },
  { rank: 1, value: 4096 },
  { rank: 0, value: null },
  { rank: 0, value: 0 },
  { rank: 2, value: 8 },
];

const order = (column: TableColumn<Row>, down: boolean) => sorted(ROWS, [column], { key: 'value', down }).map(({ value }) => value);

test('rows are sorted by value, those without one last in both orders', () => {
  expect(order(plain, false)).toEqual([0, 8, 64, 4096, null]);
  expect(order(plain, true)).toEqual([4096, 64, 8, 0, null]);
});

test('a bound ranks below values that are certain, however large it is', () => {
  const ranked = { ...plain, rank: ({ rank }: Row) => rank };
  expect(order(ranked, false)).toEqual([0, 4096, 8, 64, null]);
  expect(order(ranked, true)).toEqual([64, 8, 4096, 0, null]);
});
