import { type DuplicateGroup, SIZE_DOMAINS, type SizeDocument, type SizeDomain, type SizeNode, sizeDocument } from '../../src/internal.ts';
import type { Context } from '../command.ts';
import { type CsvText, csvLine, csvTextOf } from '../csv.ts';
import { EXIT, UsageError } from '../exit.ts';
import { useNodeHashes } from '../hashes.ts';
import { open } from '../input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { count, middle, table, tableWidth, visible, wrap } from '../text.ts';
import { unreadText } from '../unread.ts';

export async function run({ arguments: [file = ''], options, io }: Context): Promise<number> {
  useNodeHashes();
  const domains = typeof options.domains === 'string' ? domainsNamed(options.domains) : undefined;
  const top = numberNamed(options.top);
  const { path, item } = await open(file, options);
  const document = sizeDocument(item, domains);
  if (options.json) printJson(io, document);
  else if (options.csv) io.print(csv(document, csvTextOf(options)));
  else io.print(unreadText(document, path, io, '') + sizeText(document, visible(path + item.address), top, io));
  return EXIT.yes;
}

function domainsNamed(text: string): SizeDomain[] {
  return text.split(',').map((name) => {
    const domain = SIZE_DOMAINS.find((one) => one === name.trim());
    if (!domain) throw new UsageError(`${name} is not a grouping; use one of ${SIZE_DOMAINS.join(', ')}`);
    return domain;
  });
}

function numberNamed(value: unknown): number {
  if (value === undefined) return 20;
  if (typeof value === 'string' && /^[1-9][0-9]{0,8}$/.test(value)) return Number(value);
  throw new UsageError(`--top expects a number of lines of at least 1, not ${String(value)}`);
}

interface Line {
  readonly node: Pick<SizeNode, 'size' | 'inflated_size'>;
  readonly text: string;
}

function sizeText(document: SizeDocument, path: string, top: number, io: Io): string {
  const { tree, duplicates } = document;
  const lines: Line[] = [];
  const walk = (node: SizeNode, label: string, depth: number): void => {
    lines.push({ node, text: '  '.repeat(depth) + label });
    const [only] = node.children;
    // A level whose parts have no label is left out.
    if (node.children.length === 1 && only?.label === '[none]') return;
    const shown = node.children.slice(0, top);
    for (const child of shown) walk(child, child.label === '' ? '[file]' : visible(child.label), depth + 1);
    const rest = node.children.slice(top);
    if (rest.length === 0) return;
    const sum = (key: 'size' | 'inflated_size') => rest.reduce((total, child) => total + child[key], 0);
    lines.push({
      node: { size: sum('size'), inflated_size: sum('inflated_size') },
      text: `${'  '.repeat(depth + 1)}[${count(rest.length, 'other')}]`,
    });
  };
  walk(tree, path, 0);
  const inflated = tree.size !== tree.inflated_size;
  const columns = [
    { title: ['bytes'], cells: lines.map(({ node }) => String(node.size)), align: 'right' as const },
    { title: ['%'], cells: lines.map(({ node }) => percent(node.size, tree.size)), align: 'right' as const },
    ...(inflated
      ? [{ title: ['bytes', 'inflated'], cells: lines.map(({ node }) => String(node.inflated_size)), align: 'right' as const }]
      : []),
  ];
  const space = io.width - tableWidth(columns) - 2;
  const names = { title: [middle(document.domains.join(' › '), space)], cells: lines.map(({ text }) => middle(text, space)) };
  return `${table([...columns, names], io.colors)}\n${duplicatesText(duplicates, tree.size, io)}`;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : ((part / whole) * 100).toFixed(1);
}

/** Groups of copies that are listed. */
const SHOWN = 10;

function duplicatesText(groups: readonly DuplicateGroup[], whole: number, io: Io): string {
  if (groups.length === 0) return '';
  const wasted = groups.reduce((sum, group) => sum + group.wasted, 0);
  const head = `\n${io.colors.bold('the same bytes more than once')}: ${count(wasted, 'byte')} (${percent(wasted, whole)}%)\n`;
  const lines = groups.slice(0, SHOWN).map(({ label, size, addresses, devices }) => {
    const where =
      devices.length > 1
        ? `${count(devices.length, 'device')}: ${devices.slice(0, 4).map(visible).join(', ')}${devices.length > 4 ? ', …' : ''}`
        : '';
    const first = visible(addresses[0] ?? '');
    const text = `${addresses.length} × ${count(size, 'byte')} ${visible(label)}${where === '' ? '' : ` (${where})`}, first ${first}`;
    return `${wrap(text, io.width, '  ')}\n`;
  });
  const more = groups.length > SHOWN ? `  and ${count(groups.length - SHOWN, 'more group')}: see --json\n` : '';
  return head + lines.join('') + more;
}

const CSV_COLUMNS = [...SIZE_DOMAINS, 'address', 'size', 'inflated_size'] as const;

/** One line for each part, with the names of the columns first; RFC 4180 except for the line ends. */
function csv({ parts }: SizeDocument, text: CsvText): string {
  const lines = parts.map((part) =>
    csvLine(
      CSV_COLUMNS.map((column) => part[column]),
      text,
    ),
  );
  return `${[CSV_COLUMNS.join(','), ...lines].join('\n')}\n`;
}
