/** `--max` and `--columns` of `info`, which are loaded on request. */
import { GATE_COLUMNS, type GateInfo } from '../src/internal.ts';
import type { Options } from './command.ts';
import { UsageError } from './exit.ts';
import type { Io } from './io.ts';
import { count, visible, wrap } from './text.ts';

export { resourceGate } from '../src/internal.ts';
export { codeText, infoColumns } from './asked-columns.ts';

/** The limits of `--max`; undefined when there are none. Throws `UsageError` for one that cannot be compared. */
export function limitsOf({ max, certain, markdown }: Options): Readonly<Record<string, number>> | undefined {
  const given = Array.isArray(max) ? max : [];
  if (given.length === 0) {
    if (certain === true) throw new UsageError('--certain needs --max');
    return undefined;
  }
  if (markdown) throw new UsageError('--max and --markdown exclude each other');
  const limits = given.map((text): [string, number] => {
    const [, column = '', number = ''] = /^([^=]*)=([0-9]+)$/.exec(text) ?? [];
    if (number === '') throw new UsageError(`--max expects COLUMN=NUMBER, such as spill_size=0, not ${text}`);
    if (!GATE_COLUMNS.includes(column)) throw new UsageError(`--max has no column ${column}; use one of ${GATE_COLUMNS.join(', ')}`);
    return [column, Number(number)];
  });
  return Object.fromEntries(limits);
}

/** Lines of exceeded limits that are printed. */
const EXCEEDED = 50;

/** What in the file exceeds the limits. */
export function gateText({ passed, kernels, limits, exceeded, unknown, not_compared }: GateInfo, path: string, io: Io): string {
  const { colors } = io;
  const asked = limits.map(({ column, max }) => `${column} ${max}`).join(', ');
  const over = kernelsOf(exceeded);
  const unsure = kernelsOf(unknown);
  const verdict =
    kernels === 0
      ? 'no kernel to compare'
      : over === 0
        ? unsure === 0
          ? `all ${count(kernels, 'kernel')} within the limits`
          : `${unsure} of ${count(kernels, 'kernel')} cannot be compared`
        : `${over} of ${count(kernels, 'kernel')} ${over === 1 ? 'has' : 'have'} more`;
  const paint = passed ? colors.green : colors.red;
  const head = wrap(`limits (${asked}): ${verdict}`, io.width, '  ').replace(verdict, paint(verdict));
  const lines = exceeded.slice(0, EXCEEDED).map(({ address, label, column, max, value, certain, larger_grf_counts: larger }) => {
    const modes =
      larger === undefined
        ? ''
        : larger === null
          ? ''
          : larger.length === 0
            ? '; the device has no larger grf_count'
            : `; the device also has grf_count ${larger.join(', ')}`;
    return `${wrap(`${kernelText(label, address, path)}: ${column} ${certain ? 'is' : 'may be'} ${value}, ${value - max} more than ${max}${modes}`, io.width, '    ')}\n`;
  });
  const left = Math.max(0, exceeded.length - EXCEEDED) + Math.max(0, unknown.length - EXCEEDED);
  const more = left > 0 ? `    and ${count(left, 'more limit')}: see --json\n` : '';
  const missing = unknown
    .slice(0, EXCEEDED)
    .map(
      ({ address, label, column, reason }) =>
        `${wrap(`${kernelText(label, address, path)}: ${column} is not known: ${reason}`, io.width, '    ')}\n`,
    );
  const rest =
    not_compared.length === 0
      ? ''
      : `${wrap(`not compared: ${count(not_compared.length, 'image')} without resources of kernels`, io.width, '  ')}\n`;
  return `\n${head}\n${lines.join('')}${missing.join('')}${more}${rest}`;
}

const kernelsOf = (limits: readonly { readonly address: string; readonly name: string }[]): number =>
  new Set(limits.map(({ address, name }) => `${address} ${name}`)).size;

const kernelText = (label: string, address: string, path: string): string =>
  `${visible(label)}${address === '' ? '' : ` in ${visible(path + address)}`}`;
