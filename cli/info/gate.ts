/** `--max` and `--columns` of `info`, which are loaded on request. */
import { GATE_COLUMNS, type GateInfo, type InfoDocument } from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { count, visible, wrap } from '../text.ts';

export { resourceGate } from '../../src/internal.ts';
export { codeText, infoColumns } from './columns.ts';

/** The limits of `--max`; undefined when there are none. Throws `UsageError` for one that cannot be compared. */
export function limitsOf({ max, certain, allowDamaged, markdown }: OptionsOf<'info'>): Readonly<Record<string, number>> | undefined {
  if (max.length === 0) {
    if (certain) throw new UsageError('--certain needs --max');
    if (allowDamaged) throw new UsageError('--allow-damaged needs --max');
    return undefined;
  }
  if (markdown) throw new UsageError('--max and --markdown exclude each other');
  const limits = max.map((text): [string, number] => {
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
export function gateText(document: InfoDocument, gate: GateInfo, path: string, io: Io): string {
  const { passed, limits, exceeded, unknown, not_compared, allow_damaged } = gate;
  const { colors } = io;
  const list = limits.map(({ column, max }) => `${column} ${max}`).join(', ');
  const over = kernelsOf(exceeded);
  const unsure = kernelsOf(unknown);
  const verdict = verdictOf(over, unsure, gate, document);
  const paint = passed ? colors.green : colors.red;
  const head = wrap(`limits (${list}): ${verdict}`, io.width, '  ').replace(verdict, paint(verdict));
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
  const damage =
    allow_damaged || document.complete ? '' : `${wrap('what was not read fails the gate; --allow-damaged accepts it', io.width, '  ')}\n`;
  return `\n${head}\n${lines.join('')}${missing.join('')}${more}${rest}${damage}`;
}

/** What was found, as a sentence. That all kernels are within the limits is said only of what was read whole. */
function verdictOf(over: number, unsure: number, { kernels, not_compared }: GateInfo, { complete }: InfoDocument): string {
  const all = count(kernels, 'kernel');
  const some = complete ? all : `${all} that could be read`;
  if (kernels === 0 && !complete) return 'not all was read, and there is no kernel to compare';
  if (kernels === 0) return not_compared.length > 0 ? 'nothing compiled to check' : 'no kernel to compare';
  if (over > 0) return `${over} of ${some} ${over === 1 ? 'has' : 'have'} more`;
  if (unsure > 0) return `${unsure} of ${some} cannot be compared`;
  return complete ? `all ${all} within the limits` : `not all was read; the ${some} ${kernels === 1 ? 'is' : 'are'} within them`;
}

const kernelsOf = (limits: readonly { readonly address: string; readonly name: string }[]): number =>
  new Set(limits.map(({ address, name }) => `${address} ${name}`)).size;

const kernelText = (label: string, address: string, path: string): string =>
  `${visible(label)}${address === '' ? '' : ` in ${visible(path + address)}`}`;
