/**
 * `zebin/unstable/documents`: the documents of `--json`, with all their types. They are the answers of the command's verbs, as data with a JSON
 * Schema in `schemas/`.
 */

import type { Side, SideFile, Threshold } from '../../analysis/comparison/index.ts';
import type { Version } from '../../core/schema/index.ts';
import { type CheckDocument, type CheckQuestion as CheckQuestionOfRun, checkDocument as check } from '../../documents/check.ts';
import {
  type CompareDocument,
  type CompareOptions as CompareOptionsOfRun,
  compareDocument as compare,
  measuredKernels,
  measuredSide,
} from '../../documents/compare/compare.ts';
import { type DiffDocument, diffDocument as diff } from '../../documents/compare/diff.ts';
import { type CostDocument, type CostRequest, costDocument as cost } from '../../documents/cost.ts';
import { type CoverageDocument, coverageDocument as coverage } from '../../documents/coverage.ts';
import { disasmDocument as disasm } from '../../documents/disasm/disasm.ts';
import type { DisasmDocument, DisasmOptions as DisasmOptionsOfRun } from '../../documents/disasm/model.ts';
import { type DumpDocument, type DumpOptions as DumpOptionsOfRun, dumpDocument as dump } from '../../documents/dump.ts';
import { type ExplainDocument, explainDocument as explain } from '../../documents/explain.ts';
import type { GateInfo } from '../../documents/gate-info.ts';
import { type ImageInfo, type InfoDocument, infoDocument as info, type KernelInfo } from '../../documents/info.ts';
import { type KernelDetail, type KernelDocument, kernelDocument as kernel } from '../../documents/kernel/kernel.ts';
import { type LsDocument, type LsEntry, lsDocument as ls } from '../../documents/ls.ts';
import { type PropsDocument, propsDocument as props } from '../../documents/props.ts';
import { type SizeDocument, type SizeDomain, sizeDocument as size } from '../../documents/size.ts';
import { type TextDocument, textStream } from '../../documents/text.ts';
import { codeFaults } from '../../documents/validate/code.ts';
import { type ValidateDocument, validateDocument as validate } from '../../documents/validate/document.ts';
import { otherRules } from '../../documents/validate/kinds.ts';
import { checkedOf, judgeBy, zebinRules } from '../../documents/validate/validate.ts';
import { driverVerdict } from '../../documents/verdict.ts';
import { TABLES, type Tables } from '../../driver/index.ts';
import { kernelLabel } from '../../formats/demangle/index.ts';
import { codeColumns } from '../../presentation/asked-columns.ts';
import { resourceGate as gate } from '../../presentation/gate.ts';
import { type SarifLog, sarifLog as sarif } from '../../presentation/sarif.ts';
import type { Item } from '../../walk/item.ts';
import { type Timed, timed, until } from '../reading.ts';

export type { DiagnosticJson, Json } from '../../documents/json.ts';
export type { Completeness, Unread } from '../../walk/damage.ts';
export type {
  CheckDocument,
  CompareDocument,
  CostDocument,
  CostRequest,
  CoverageDocument,
  DiffDocument,
  DisasmDocument,
  DumpDocument,
  ExplainDocument,
  GateInfo,
  ImageInfo,
  InfoDocument,
  Item,
  KernelDetail,
  KernelDocument,
  KernelInfo,
  LsDocument,
  LsEntry,
  PropsDocument,
  SarifLog,
  Side,
  SideFile,
  SizeDocument,
  SizeDomain,
  Tables,
  TextDocument,
  Threshold,
  ValidateDocument,
  Version,
};

export interface CheckQuestion extends Omit<CheckQuestionOfRun, 'budget'>, Timed {}
export interface CompareOptions extends Omit<CompareOptionsOfRun, 'budget'>, Timed {}
export interface DisasmOptions extends Omit<DisasmOptionsOfRun, 'budget'>, Timed {}
export interface DumpOptions extends Omit<DumpOptionsOfRun, 'budget'>, Timed {}

export interface InfoOptions extends Timed {
  /** Columns of code to compute, by name, or `code` for all. The code is decoded for them. */
  readonly columns?: readonly string[];
  /** The known devices and releases; by default those of the library. */
  readonly tables?: Tables;
}

/**
 * Target, versions and verdict of each image, and what each kernel needs: `zebin info`. On request also what the code of each kernel costs:
 * `columns` has names of columns, or `code` for all.
 *
 * @example
 * const document = infoDocument(inspect(bytes).value, { columns: ['instructions'] });
 * document.schema; // 'zebin/info/3'
 */
export function infoDocument(root: Item, { columns = [], tables = TABLES, deadline }: InfoOptions = {}): InfoDocument {
  const budget = until(deadline);
  return info(root, {
    ...(columns.length === 0 ? {} : { columns: codeColumns(columns, budget) }),
    labelOf: kernelLabel,
    decide: (item) => driverVerdict(item, { tables, budget }),
  });
}

/**
 * The tree of containers, images and sections, with their addresses: `zebin ls`.
 *
 * @example
 * lsDocument(inspect(archive).value).root.children.length; // 4
 */
export function lsDocument(root: Item): LsDocument {
  return ls(root);
}

/**
 * Kernels in full, in every image: attributes, arguments, payload, memory, occupancy, symbols: `zebin kernel`.
 *
 * @param pattern of names, mangled or not, in which `*` stands for any characters; all kernels without it
 * @param groupSize work-items of a work-group, for the estimate of occupancy
 *
 * @example
 * const { kernels } = kernelDocument(inspect(archive).value, 'saxpy', 256);
 * kernels.map(({ resources }) => resources.simd_size); // [32, 32]
 */
export function kernelDocument(root: Item, pattern?: string, groupSize?: number, deadline?: number): KernelDocument {
  return kernel(root, pattern, groupSize, until(deadline));
}

/**
 * Every byte in exactly one named span: `zebin dump`.
 *
 * @example
 * const { spans } = dumpDocument(inspect(bytes).value);
 * spans.reduce((sum, { offset, end }) => sum + end - offset, 0) === bytes.length; // true
 */
export function dumpDocument(item: Item, options: DumpOptions = {}): DumpDocument {
  return dump(item, timed(options));
}

/**
 * The instructions of the kernels whose names match `pattern`, with addresses, symbols, relocations and source lines: `zebin disasm`.
 *
 * @example
 * const { code } = disasmDocument(inspect(bytes).value, 'clock');
 * code[0]?.name; // 'clock'
 */
export function disasmDocument(root: Item, pattern?: string, options: DisasmOptions = {}): DisasmDocument {
  return disasm(root, pattern, timed(options));
}

/**
 * What takes up space, by container, image, device, kernel, section or kind, and what is duplicated: `zebin size`.
 *
 * @example
 * sizeDocument(inspect(bytes).value).schema; // 'zebin/size/2'
 */
export function sizeDocument(root: Item, domains?: readonly SizeDomain[]): SizeDocument {
  return size(root, domains);
}

/**
 * Which device gets which kernel, and how: native, from a compatible device, or compiled: `zebin coverage`.
 *
 * @param tables known devices and releases, as `readTables` of `zebin/unstable/driver` returns them; by default those of this package
 *
 * @example
 * coverageDocument(inspect(archive).value).schema; // 'zebin/coverage/2'
 */
export function coverageDocument(root: Item, tables: Tables = TABLES): CoverageDocument {
  return coverage(root, undefined, tables.devices);
}

/**
 * The compiler's estimate of the cycles and bytes of kernels, for given arguments: `zebin cost`.
 *
 * @example
 * costDocument(inspect(costs).value, 'loop_arg', { symbols: new Map([['n', 100]]) }).kernels.length; // 1
 */
export function costDocument(root: Item, pattern?: string, request: CostRequest = {}): CostDocument {
  return cost(root, pattern, request);
}

/**
 * SYCL property sets, with the meaning of each value: `zebin props`.
 *
 * @example
 * propsDocument(inspect(properties).value).items.length; // 1
 */
export function propsDocument(root: Item): PropsDocument {
  return props(root);
}

/**
 * Violations of the specification, waits that are missing in code, and where they are: `zebin validate`.
 *
 * @param version of ze_info to check against; the version of each zebin when left out
 * @param tables known devices and releases, as `readTables` of `zebin/unstable/driver` returns them; by default those of this package
 *
 * @example
 * validateDocument(inspect(bytes).value).errors; // 0
 */
export function validateDocument(root: Item, version?: Version, tables: Tables = TABLES, deadline?: number): ValidateDocument {
  const budget = until(deadline);
  const judged = judgeBy([zebinRules, otherRules, (item) => codeFaults(item, budget)], root, version, tables);
  return validate(judged, checkedOf(root, judged), version);
}

/**
 * Whether a driver accepts the file on a device, with its checks in order and the first release that accepts it: `zebin check`.
 * Undefined for a file without images.
 *
 * @example
 * checkDocument(inspect(bytes).value, { release: '26.27.39122.14' })?.verdict; // 'accepted'
 */
export function checkDocument(root: Item, question: CheckQuestion): CheckDocument | undefined {
  return check(root, timed(question));
}

/**
 * What differs between two builds, by image and kernel: `zebin diff`.
 *
 * @param wanted chooses kernels by name
 *
 * @example
 * const side = { path: 'a', files: [{ path: '', root: inspect(bytes).value }] };
 * diffDocument(side, side).same; // true
 */
export function diffDocument(base: Side, next: Side, wanted?: (name: string) => boolean, deadline?: number): DiffDocument {
  return diff(base, next, wanted, until(deadline));
}

/**
 * What got better and what got worse over all kernels of two builds, and with thresholds what a gate rejects: `zebin compare`.
 *
 * @example
 * const side = { path: 'a', files: [{ path: '', root: inspect(bytes).value }] };
 * compareDocument(side, side).matched; // 1
 */
export function compareDocument(base: Side, next: Side, options: CompareOptions = {}): CompareDocument {
  const settings = timed(options);
  const measured = (side: Side) =>
    measuredSide(
      side,
      measuredKernels(side, () => true, settings.code === true, settings.budget),
    );
  return compare(measured(base), measured(next), settings);
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
 * Which kernels of an `info` document exceed a limit.
 *
 * @param max limits for columns of kernels, by their names in the document
 *
 * @example
 * resourceGate(infoDocument(inspect(bytes).value), { spill_size: 0 }).passed; // true
 */
export function resourceGate(document: InfoDocument, max: Readonly<Record<string, number>>): GateInfo {
  return gate(document, max);
}

/**
 * A `validate` document in the format of code scanning tools: SARIF 2.1.0.
 *
 * @param path of the file @param version of the program that reports
 * @param site base address of a site as `npm run site` makes it, to which the rules then point
 *
 * @example
 * sarifLog(validateDocument(inspect(bytes).value), 'k.zebin', '1.0').version; // '2.1.0'
 */
export function sarifLog(document: ValidateDocument, path: string, version: string, site?: string): SarifLog {
  return sarif(document, path, version, site);
}

/**
 * A file as one text for `diff`: structure, attributes, symbols, code as assembly, and hashes of the rest.
 *
 * @example
 * const { lines } = textDocument(inspect(bytes).value);
 * lines[0]; // 'zebin/text/1'
 */
export function textDocument(root: Item, deadline?: number): TextDocument {
  const { lines, ...rest } = textStream(root, until(deadline));
  return { ...rest, lines: [...lines] };
}
