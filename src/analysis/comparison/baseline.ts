import { parseJson } from '../../core/bytes/index.ts';
import { diagnostic, FormatError, LIMITS } from '../../core/diag/index.ts';
import { kernelLabel } from '../../formats/demangle/index.ts';
import type { Unread } from '../../walk/damage.ts';
import { parseThreshold, printThreshold, type Threshold } from './gate.ts';
import type { Measured } from './gather.ts';
import { METRICS, type MetricKey, type MetricValues } from './metrics.ts';

/** Metrics of kernels that are kept in a project, to compare its builds with. */
export interface Baseline {
  readonly kernels: readonly Measured[];
  /** What a check allows by default. */
  readonly thresholds: readonly Threshold[];
  /** What of the build was not read when it was written; its kernels are not among these. */
  readonly unread?: readonly Unread[];
}

const SCHEMA = 'zebin/baseline/2';

/** Version 1 differs in the name of a metric. */
const SCHEMA_1 = 'zebin/baseline/1';
const NAMES_1: { readonly [K in MetricKey]?: string } = { has_stack_calls: 'stack_calls' };

/** The text of a baseline: JSON with a line for each kernel, sorted, so that version control shows which of them moved. */
export function printBaseline({ kernels, thresholds, unread = [] }: Baseline): string {
  const lines = kernels
    .map(({ path, device, family, name, values }) => JSON.stringify({ path, device, family, name, ...written(values) }))
    .sort()
    .map((line) => `    ${line}`);
  const list = lines.length === 0 ? '[]' : `[\n${lines.join(',\n')}\n  ]`;
  const parts = unread.length === 0 ? '' : `  "unread": ${JSON.stringify(unread)},\n`;
  return `{\n  "schema": "${SCHEMA}",\n  "thresholds": ${JSON.stringify(thresholds.map(printThreshold))},\n${parts}  "kernels": ${list}\n}\n`;
}

/** Metrics of code are written where they are known. */
function written(values: MetricValues): object {
  return Object.fromEntries(METRICS.flatMap(({ key, ofCode }) => (ofCode && values[key] === null ? [] : [[key, values[key]]])));
}

/** Whether a baseline has metrics for which the code has to be decoded. */
export function hasCodeMetrics({ kernels }: Baseline): boolean {
  return METRICS.some(({ key, ofCode }) => ofCode && kernels.some(({ values }) => values[key] !== null));
}

/**
 * The inverse of {@link printBaseline}; reads version 1 too. A metric that the text does not have is null and not compared; members that are unknown are
 * ignored. Throws `FormatError` (`diff/baseline`) that says what is wrong and where, or that of a limit.
 */
export function parseBaseline(text: string): Baseline {
  const document = object(parsed(text), 'the document');
  const schema = member(document, 'schema');
  if (schema !== SCHEMA && schema !== SCHEMA_1) throw refused(`its member schema is not ${SCHEMA}`);
  const names = schema === SCHEMA_1 ? NAMES_1 : {};
  const few = (rows: readonly unknown[], where: string): readonly unknown[] => {
    if (rows.length <= LIMITS.entriesFloor + text.length / LIMITS.bytesPerRow) return rows;
    throw new FormatError(diagnostic('limit/work', `${rows.length} ${where} are far more than a baseline of this size has`, NOWHERE, ''));
  };
  const written = few(list(member(document, 'thresholds') ?? [], 'thresholds'), 'thresholds');
  const thresholds = written.map((one, i) => {
    const threshold = typeof one === 'string' ? parseThreshold(one) : undefined;
    if (!threshold) throw refused(`thresholds[${i}] is not a threshold such as 64, 2% or code_bytes=2%`);
    return threshold;
  });
  const rows = few(list(member(document, 'kernels'), 'kernels'), 'kernels');
  const kernels = rows.map((one, i) => measured(object(one, `kernels[${i}]`), `kernels[${i}]`, names));
  const parts = list(member(document, 'unread') ?? [], 'unread');
  return { kernels, thresholds, unread: parts.map((one, i) => unreadPart(object(one, `unread[${i}]`), `unread[${i}]`)) };
}

function unreadPart(members: Members, where: string): Unread {
  const [address, code, reason] = ['address', 'code', 'reason'].map((key) => member(members, key) ?? '');
  if (typeof address !== 'string' || typeof code !== 'string' || typeof reason !== 'string')
    throw refused(`a member of ${where} is not text`);
  return { address, code, reason };
}

function measured(members: Members, where: string, names: typeof NAMES_1): Measured {
  const word = (key: string): string => {
    const value = member(members, key) ?? '';
    if (typeof value !== 'string') throw refused(`${where}.${key} is not text`);
    return value;
  };
  const number = (key: MetricKey): number | null => {
    const value = member(members, names[key] ?? key) ?? null;
    if (value !== null && !Number.isSafeInteger(value)) throw refused(`${where}.${key} is not a whole number`);
    return value as number | null;
  };
  const name = word('name');
  const values = Object.fromEntries(METRICS.map(({ key }) => [key, number(key)])) as MetricValues;
  return {
    path: word('path'),
    address: '',
    name,
    label: kernelLabel(name),
    device: word('device'),
    family: word('family'),
    values,
  };
}

type Members = Readonly<Record<string, unknown>>;

/** The value of an own member: every object has others, such as `constructor`. */
const member = (members: Members, name: string): unknown => (Object.hasOwn(members, name) ? members[name] : undefined);

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw refused('it is not JSON');
  }
}

function object(value: unknown, where: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw refused(`${where} is not an object`);
  return value as Members;
}

function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw refused(`${where} is not a list`);
  return value;
}

/** Positions in JSON are known to its parser alone, so the sentence names the member. */
function refused(why: string): FormatError {
  return new FormatError(diagnostic('diff/baseline', `the baseline cannot be used: ${why}`, NOWHERE, ''));
}

const NOWHERE = { source: '', start: 0, end: 0 };
