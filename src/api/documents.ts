/**
 * The documents whose definitions take their parts as arguments, so that the command loads what is asked for alone: here they have all of
 * them.
 */
import type { Side } from '../analysis/comparison/index.ts';
import type { Budgeted } from '../core/diag/index.ts';
import type { Version } from '../core/schema/index.ts';
import {
  type CompareDocument,
  type CompareOptions,
  compareDocument as compare,
  measuredKernels,
  measuredSide,
} from '../documents/compare/compare.ts';
import { type DiffDocument, diffDocument as diff } from '../documents/compare/diff.ts';
import { type ExplainDocument, explainDocument as explain } from '../documents/explain.ts';
import { type CodeColumns, type InfoDocument, infoDocument as info, withVerdicts } from '../documents/info.ts';
import { type TextDocument, textStream } from '../documents/text.ts';
import { codeFaults } from '../documents/validate/code.ts';
import { type ValidateDocument, validateDocument as validate } from '../documents/validate/document.ts';
import { otherRules } from '../documents/validate/kinds.ts';
import { checkedOf, findingsBy, zebinRules } from '../documents/validate/validate.ts';
import { driverVerdict } from '../documents/verdict.ts';
import { TABLES, type Tables } from '../driver/index.ts';
import { kernelLabel } from '../formats/demangle/index.ts';
import { codeColumns as columnsOf } from '../presentation/asked-columns.ts';
import { type Item, passOver } from '../walk/item.ts';

export interface InfoOptions extends Budgeted {
  /** Columns of code to compute, which {@link codeColumns} makes; by default, none. */
  readonly columns?: CodeColumns;
  /** The known devices and releases, as `readTables` of `zebin/unstable/driver` returns them; by default those of the library. */
  readonly tables?: Tables;
}

/**
 * Columns of code for {@link infoDocument}, by their names, or `code` for all. The code is decoded for them: a page that does not import
 * this function has no decoder in its bundle. Throws `TypeError` for a name that no column has.
 *
 * @example
 * const [image] = infoDocument(inspect(bytes).value, { columns: codeColumns(['instructions']) }).images;
 * image.kernels[0]?.code; // { instructions: 39 }
 */
export function codeColumns(names: readonly string[], { budget }: Budgeted = {}): CodeColumns {
  return columnsOf(names, budget);
}

/**
 * Target, versions and verdict of each image, and what each kernel needs: `zebin info`. On request also what the code of each kernel costs.
 *
 * @example
 * const document = infoDocument(inspect(bytes).value);
 * document.schema; // 'zebin/info/3'
 */
export function infoDocument(root: Item, { columns, tables = TABLES, budget }: InfoOptions = {}): InfoDocument {
  const document = info(root, { ...(columns && { columns }), labelOf: kernelLabel });
  return withVerdicts(document, root, (item) => driverVerdict(item, { tables, budget }));
}

export interface ValidateQuestion extends Budgeted {
  /** Version of ze_info to check against; by default, the version of each zebin. */
  readonly version?: Version;
  /** The known devices and releases, as `readTables` of `zebin/unstable/driver` returns them; by default those of the library. */
  readonly tables?: Tables;
}

/**
 * Violations of the specification, waits that are missing in code, and where they are: `zebin validate`.
 *
 * @example
 * validateDocument(inspect(bytes).value).errors; // 0
 */
export function validateDocument(root: Item, { version, tables = TABLES, budget }: ValidateQuestion = {}): ValidateDocument {
  const findings = findingsBy([zebinRules, otherRules, (item) => codeFaults(item, budget)], passOver(root), version, tables);
  return validate(findings, checkedOf(root, findings), version);
}

export interface DiffOptions extends Budgeted {
  /** Chooses kernels by name; by default, all. */
  readonly wanted?: (name: string) => boolean;
}

/**
 * What differs between two builds, by image and kernel: `zebin diff`.
 *
 * @example
 * const side = { path: 'a', files: [{ path: '', root: inspect(bytes).value }] };
 * diffDocument(side, side).same; // true
 */
export function diffDocument(base: Side, next: Side, { wanted, budget }: DiffOptions = {}): DiffDocument {
  return diff(base, next, wanted, budget);
}

/**
 * What got better and what got worse over all kernels of two builds, and with thresholds what a gate rejects: `zebin compare`.
 *
 * @example
 * const side = { path: 'a', files: [{ path: '', root: inspect(bytes).value }] };
 * compareDocument(side, side).matched; // 1
 */
export function compareDocument(base: Side, next: Side, options: CompareOptions = {}): CompareDocument {
  const measured = (side: Side) =>
    measuredSide(
      side,
      measuredKernels(side, () => true, options.code === true, options.budget),
    );
  return compare(measured(base), measured(next), options);
}

/**
 * The meaning, versions and drivers of an attribute, word, section, note, relocation, field, device or diagnostic code: `zebin explain`.
 *
 * @example
 * explainDocument('spill_size').entries.length > 0; // true
 */
export function explainDocument(query: string): ExplainDocument {
  return explain(query);
}

/**
 * A file as one text for `diff`: structure, attributes, symbols, code as assembly, and hashes of the rest.
 *
 * @example
 * const { lines } = textDocument(inspect(bytes).value);
 * lines[0]; // 'zebin/text/1'
 */
export function textDocument(root: Item, { budget }: Budgeted = {}): TextDocument {
  const { lines, ...rest } = textStream(root, budget);
  return { ...rest, lines: [...lines] };
}
