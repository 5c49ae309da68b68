/** Columns that are computed on request: `--columns`. */

import { CODE_COLUMNS, type CodeColumn, type CodeColumnName } from '../analysis/instructions/index.ts';
import type { Budget } from '../core/diag/index.ts';
import { didYouMean } from '../core/schema/index.ts';
import type { CodeColumns } from '../documents/info.ts';
import { FiguresOf } from '../documents/kernel/code-measures.ts';

/** All columns of code, by one name. */
export const CODE_GROUP = 'code';

const ROWS: readonly CodeColumn<CodeColumnName>[] = CODE_COLUMNS;

/** Names that `--columns` accepts. */
export const ASKED_NAMES: readonly string[] = [CODE_GROUP, ...ROWS.map(({ name }) => name)];

/**
 * The columns of a list of names, in the order of the table: names of columns, or `code` for all.
 *
 * Throws `TypeError` for any other name, with the nearest known one.
 *
 * @example
 * askedColumns(['instructions', 'peak_registers']).length === 2
 */
export function askedColumns(names: readonly string[]): readonly CodeColumn<CodeColumnName>[] {
  for (const name of names) {
    if (ASKED_NAMES.includes(name)) continue;
    throw new TypeError(`no column is named ${name}${didYouMean(name, ASKED_NAMES) || `; use one of ${ASKED_NAMES.join(', ')}`}`);
  }
  return names.includes(CODE_GROUP) ? ROWS : ROWS.filter(({ name }) => names.includes(name));
}

/**
 * Computes columns for `infoDocument`. Throws `TypeError` as {@link askedColumns} does.
 *
 * @example
 * infoDocument(root, codeColumns(['peak_registers'])).images.length > 0
 */
export function codeColumns(names: readonly string[], budget?: Budget): CodeColumns {
  const columns = askedColumns(names);
  return (zebin) => {
    const figures = new FiguresOf(zebin, budget);
    return (kernel) => {
      const { figures: kernelFigures, unmeasured } = figures.orWhy(kernel);
      const code = Object.fromEntries(columns.map(({ name }) => [name, kernelFigures?.[name] ?? null]));
      return { code, ...(unmeasured !== null && { unmeasured }) };
    };
  };
}
