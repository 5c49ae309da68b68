import { JsonValue, parseJson } from '../../core/bytes/index.ts';
import { diagnostic, FormatError, LIMITS, NOWHERE } from '../../core/diag/index.ts';
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
  const document = new JsonValue(
    parseJson(text, () => refused('it is not JSON')),
    (path, need) => refused(`${path || 'the document'} is not ${need}`),
  );
  const { value: schema } = document.at('schema');
  if (schema !== SCHEMA && schema !== SCHEMA_1) throw refused(`its member schema is not ${SCHEMA}`);
  const names = schema === SCHEMA_1 ? NAMES_1 : {};
  const few = (rows: readonly JsonValue[], where: string): readonly JsonValue[] => {
    if (rows.length <= LIMITS.entriesFloor + text.length / LIMITS.bytesPerRow) return rows;
    throw new FormatError(diagnostic('limit/work', `${rows.length} ${where} are far more than a baseline of this size has`, NOWHERE, ''));
  };
  const thresholds = few(itemsOf(document.at('thresholds')), 'thresholds').map((item) => {
    const threshold = typeof item.value === 'string' ? parseThreshold(item.value) : undefined;
    return threshold ?? item.refuse('a threshold such as 64, 2% or code_bytes=2%');
  });
  return {
    kernels: few(document.listAt('kernels'), 'kernels').map((kernel) => measured(kernel, names)),
    thresholds,
    unread: itemsOf(document.at('unread')).map(unreadPart),
  };
}

/** The items of a list that may be missing. */
const itemsOf = (list: JsonValue): readonly JsonValue[] => (list.isMissing || list.isNull ? [] : list.list());

/** A text that may be missing. */
const textOf = (text: JsonValue): string => (text.isMissing || text.isNull ? '' : text.text());

function unreadPart(part: JsonValue): Unread {
  return { address: textOf(part.at('address')), code: textOf(part.at('code')), reason: textOf(part.at('reason')) };
}

function measured(kernel: JsonValue, names: typeof NAMES_1): Measured {
  const metric = (key: MetricKey): number | null => {
    const member = kernel.at(names[key] ?? key);
    if (member.isMissing || member.isNull) return null;
    return Number.isSafeInteger(member.value) ? (member.value as number) : member.refuse('a whole number');
  };
  const name = textOf(kernel.at('name'));
  return {
    path: textOf(kernel.at('path')),
    address: '',
    name,
    label: kernelLabel(name),
    device: textOf(kernel.at('device')),
    family: textOf(kernel.at('family')),
    values: Object.fromEntries(METRICS.map(({ key }) => [key, metric(key)])) as MetricValues,
  };
}

function refused(why: string): FormatError {
  return new FormatError(diagnostic('diff/baseline', `the baseline cannot be used: ${why}`, NOWHERE, ''));
}
