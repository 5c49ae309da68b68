import { expect, test } from 'vitest';
import { indentedLines, indentedTable } from '../../cli/text.ts';
import { fakeIo } from './fake-io.ts';

const { colors } = fakeIo();

test('lines of a table are drawn one at a time', () => {
  const drawn: number[] = [];
  const paint = (cell: string, row: number) => {
    drawn.push(row);
    return cell;
  };
  const columns = [
    { title: ['key'], cells: ['a', 'bbb', ''], paint },
    { title: [], cells: ['1', '2', ''] },
  ];
  const lines = indentedLines(columns, colors);
  expect(lines.next().value).toBe('  key\n');
  expect(drawn).toEqual([]);
  expect(lines.next().value).toBe('  a    1\n');
  expect(drawn).toEqual([0]);
  expect([...lines]).toEqual(['  bbb  2\n', '\n']);
  expect(indentedTable(columns, colors)).toBe('  key\n  a    1\n  bbb  2\n\n');
});
