/** What checks found, as text. */
import { type RunCase, type RunItem, type RunReport, type RunSource, reportsOf } from '../../src/internal.ts';
import type { Io } from '../io.ts';
import { count, visible, wrap } from '../text.ts';

/** A paragraph for each report: what happened, where, for which work-item, and what would be right. */
export function reportsText(reports: readonly RunReport[], io: Io): string {
  return reports.map((one) => reportText(one, io)).join('');
}

/** How many findings checks have, after a result, which says nothing of them. */
export function findingsText(cases: readonly RunCase[]): string {
  const found = cases.reduce((sum, one) => sum + reportsOf(one).length, 0);
  return found === 0 ? '' : `; ${count(found, 'finding')}`;
}

function reportText(one: RunReport, { colors, width }: Io): string {
  const { kind, message, address, section, text, source, calls, item, argument, name, right, other } = one;
  const named = argument === null || name === null ? '' : ` (argument ${argument} is ${visible(name)})`;
  const lines = [
    ...(address === null
      ? []
      : [`at ${visible(section ?? '')}+${address}${sourceText(source)}${text === null ? '' : `: ${visible(text)}`}`]),
    ...calls.map((call) => `called at${sourceText(call).slice(1)}`),
    ...(item === null ? [] : [`first ${itemText(item)}`]),
    ...(other === null
      ? []
      : [
          `${other.access} before at ${visible(other.section)}+${other.address}${sourceText(other.source)}${other.item === null ? '' : `, ${itemText(other.item)}`}`,
        ]),
    right,
  ];
  const head = `  ${colors.red(kind)}: ${visible(message)}${named}, ${count(one.count, 'time')}`;
  return `${head}\n${lines.map((line) => `${wrap(line, width, '    ')}\n`).join('')}`;
}

function sourceText(source: RunSource | null): string {
  if (source === null) return '';
  return `, ${visible(source.path)}:${source.line}${source.function === null ? '' : ` in ${visible(source.function)}`}`;
}

/** `global id (513,0,0), group (8,0,0), thread 0, lane 1`. */
export const itemText = ({ global, group, thread, lane }: RunItem): string =>
  `global id (${global.join(',')}), group (${group.join(',')}), thread ${thread}${lane === null ? '' : `, lane ${lane}`}`;
