/** Files of samples in each form, as profilers would have written them for these kernels. */
import { STALL_REASONS } from '../../../src/formats/samples/index.ts';

/** A row: kernel, address, and a count for each reason. */
export type SampleRow = readonly [kernel: string, offset: number, counts: readonly number[], operation: string];

/** Metrics since Xe2, in the order of Level Zero. */
const METRICS = ['active', 'order', 'control', 'pipe', 'send', 'dist', 'sbid', 'sync', 'fetch', 'other'];
const metricOf = (name: string): string => `${STALL_REASONS.find((row) => row.name === name)?.metric}[Events]`;
const countOf = (counts: readonly number[], name: string): number => counts[STALL_REASONS.findIndex((row) => row.name === name)] ?? 0;

export function unitrace(rows: readonly SampleRow[], device = 0): string {
  const width = Math.max(...rows.map(([kernel]) => kernel.length + 2));
  const line = ([kernel, offset, counts]: SampleRow): string => {
    const cells = METRICS.map((name) => String(countOf(counts, name)).padStart(metricOf(name).length));
    return [`"${kernel}"`.padStart(width), offset.toString(16).padStart(11), ...cells].join(', ');
  };
  const head = ['Kernel'.padStart(width), 'IP[Address]', ...METRICS.map(metricOf)].join(', ');
  return `\n=== Device #${device} Metrics ===\n\n${[head, ...rows.map(line)].join('\n')}\n`;
}

export function iaprof(rows: readonly SampleRow[]): string {
  const ids = new Map<string, number>();
  const lines: string[] = [];
  const idOf = (text: string): number => {
    let id = ids.get(text);
    if (id === undefined) {
      id = ids.size + 1;
      ids.set(text, id);
      lines.push(`string\t${id}\t${text}`);
    }
    return id;
  };
  const [app, stack, file] = [idOf('app'), idOf('main;launch'), idOf('<unknown>')];
  lines.push('interval\t0\t12.345678');
  let last = '';
  for (const [kernel, offset, counts, operation] of rows) {
    const symbol = idOf(kernel);
    if (kernel !== last) lines.push(`kernel\t0xffff80${symbol}000\t${app}\t4711\t${stack}\t${file}\t${symbol}`);
    last = kernel;
    const text = idOf(operation);
    lines.push(`eustall\t0x${offset.toString(16)}\t${text}\t${counts.join('\t')}`);
  }
  lines.push('metric\tfrequency-MHz\t2400', 'metric\tbusy-percent\t97.5');
  return `${lines.join('\n')}\n`;
}

export function plain(rows: readonly SampleRow[]): string {
  const lines = rows.map(([kernel, offset, counts]) => [kernel, `0x${offset.toString(16)}`, ...counts].join(','));
  return `${[['kernel', 'address', ...STALL_REASONS.map(({ name }) => name)].join(','), ...lines].join('\n')}\n`;
}
