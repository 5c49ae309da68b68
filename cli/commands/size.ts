import { type DuplicateGroup, SIZE_DOMAINS, type SizeDocument, type SizeDomain, type SizeNode, sizePass } from '../../src/internal.ts';
import { type CsvText, csvLine, csvTextOf } from '../csv.ts';
import { EXIT, UsageError } from '../exit.ts';
import { openPass } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { shellWord } from '../shell-word.ts';
import { type Column, count, indentedTable, inUnits, middle, table, tableWidth, visible, wrap } from '../text.ts';
import { unreadText } from '../unread.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [file = ''], options, io }: Context<'size'>): Promise<number> {
  const domains = options.domains === undefined ? undefined : domainsNamed(options.domains);
  const top = numberNamed(options.top);
  const { path, pass } = await openPass(file, options, io);
  const document = sizePass(pass, { domains });
  if (options.json) printJson(io, document);
  else if (options.csv) io.print(csv(document, csvTextOf(options)));
  else {
    const title = path + pass.root.address;
    io.print(unreadText(document, path, io, ''));
    const amount = options.bytes ? EXACT : ROUNDED;
    if (!domains) io.print(`${kindsText(document, title, amount, io)}\n`);
    io.print(sizeText(document, { path, title }, amount, top, io));
  }
  return EXIT.yes;
}

function domainsNamed(text: string): SizeDomain[] {
  return text.split(',').map((name) => {
    const domain = SIZE_DOMAINS.find((one) => one === name.trim());
    if (!domain) throw new UsageError(`${name} is not a grouping; use one of ${SIZE_DOMAINS.join(', ')}`);
    return domain;
  });
}

function numberNamed(value: string | undefined): number {
  if (value === undefined) return 20;
  if (/^[1-9][0-9]{0,8}$/.test(value)) return Number(value);
  throw new UsageError(`--top expects a number of lines of at least 1, not ${value}`);
}

interface Line {
  readonly node: Pick<SizeNode, 'size' | 'inflated_size'>;
  readonly text: string;
}

/** How sizes are printed: in columns, and in a sentence. */
interface Amount {
  readonly title: string;
  cell(bytes: number): string;
  text(bytes: number): string;
}

const EXACT: Amount = { title: 'bytes', cell: String, text: (bytes) => count(bytes, 'byte') };
const ROUNDED: Amount = { title: 'size', cell: inUnits, text: inUnits };

/** What the file consists of: how much is code, intermediate code, debug data. */
function kindsText({ tree, kinds }: SizeDocument, title: string, amount: Amount, io: Io): string {
  const name = visible(title);
  const head = wrap(`${name}: ${amount.text(tree.size)}`, io.width).replace(name, io.colors.bold(name));
  const rows = kinds.filter(({ size }) => size > 0);
  return `${head}\n${indentedTable(
    [...amounts(rows, tree, amount), { title: ['kind'], cells: rows.map(({ label }) => visible(label)) }],
    io.colors,
  )}`;
}

/** The columns of sizes. */
function amounts(nodes: readonly Line['node'][], whole: SizeNode, { title, cell }: Amount): Column[] {
  const column = (heading: string[], text: (node: Line['node']) => string) => ({
    title: heading,
    cells: nodes.map(text),
    align: 'right' as const,
  });
  return [
    column([title], ({ size }) => cell(size)),
    column(['%'], ({ size }) => percent(size, whole.size)),
    ...(whole.size === whole.inflated_size ? [] : [column([title, 'inflated'], ({ inflated_size }) => cell(inflated_size))]),
  ];
}

/** The path of the file, and the title of the item in it. */
interface At {
  readonly path: string;
  readonly title: string;
}

function sizeText(document: SizeDocument, { path, title }: At, amount: Amount, top: number, io: Io): string {
  const { tree, duplicates } = document;
  const lines: Line[] = [];
  const walk = (node: SizeNode, label: string, depth: number): void => {
    lines.push({ node, text: '  '.repeat(depth) + label });
    const [only] = node.children;
    // A level whose parts have no label is left out.
    if (node.children.length === 1 && only?.label === '[none]') return;
    const shown = node.children.slice(0, top);
    for (const child of shown) walk(child, labelOf(child, document.domains[depth], path), depth + 1);
    const rest = node.children.slice(top);
    if (rest.length === 0) return;
    const sum = (key: 'size' | 'inflated_size') => rest.reduce((total, child) => total + child[key], 0);
    lines.push({
      node: { size: sum('size'), inflated_size: sum('inflated_size') },
      text: `${'  '.repeat(depth + 1)}[${count(rest.length, 'other')}]`,
    });
  };
  walk(tree, shellWord(title), 0);
  const columns = amounts(
    lines.map(({ node }) => node),
    tree,
    amount,
  );
  const space = io.width - tableWidth(columns) - 2;
  // An address is meant to be copied, so it is never cut.
  const cells = lines.map(({ text }) => (text.trimStart().startsWith("'") ? text : middle(text, space)));
  const names = { title: [middle(document.domains.join(' › '), space)], cells };
  return `${table([...columns, names], io.colors)}\n${duplicatesText(duplicates, tree.size, path, amount, io)}`;
}

/** The label of a group; of an image or container its address, as a shell takes it. */
function labelOf({ label }: SizeNode, domain: SizeDomain | undefined, path: string): string {
  if (label === '') return '[file]';
  return (domain === 'image' || domain === 'container') && label.startsWith('!') ? shellWord(path + label) : visible(label);
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : ((part / whole) * 100).toFixed(1);
}

/** Groups of copies that are listed. */
const SHOWN = 10;

function duplicatesText(groups: readonly DuplicateGroup[], whole: number, path: string, amount: Amount, io: Io): string {
  if (groups.length === 0) return '';
  const wasted = groups.reduce((sum, group) => sum + group.wasted, 0);
  const head = `\n${io.colors.bold('the same bytes more than once')}: ${amount.text(wasted)} (${percent(wasted, whole)}%)\n`;
  const lines = groups.slice(0, SHOWN).map(({ label, size, addresses, devices }) => {
    const where =
      devices.length > 1
        ? `${count(devices.length, 'device')}: ${devices.slice(0, 4).map(visible).join(', ')}${devices.length > 4 ? ', …' : ''}`
        : '';
    const first = shellWord(path + (addresses[0] ?? ''));
    const text = `${addresses.length} × ${amount.text(size)} ${visible(label)}${where === '' ? '' : ` (${where})`}, first ${first}`;
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
