import { type LsEntry, lsDocument } from '../../src/index.ts';
import type { Context } from '../command.ts';
import { EXIT } from '../exit.ts';
import { type Io, open } from '../io.ts';
import { printJson } from '../json.ts';
import { count, stringWidth, table, tableWidth, visible, wrap } from '../text.ts';

export function run({ arguments: [file = ''], options, io }: Context): number {
  const { path, item } = open(file);
  const document = lsDocument(item);
  if (options.json) printJson(io, document);
  else io.print(lsText(document.root, visible(path), options.all === true, io));
  return EXIT.yes;
}

interface Line {
  readonly entry: LsEntry;
  readonly depth: number;
}

function lsText(root: LsEntry, path: string, all: boolean, io: Io): string {
  const lines: Line[] = [];
  const walk = (entry: LsEntry, depth: number): void => {
    lines.push({ entry, depth });
    // Of an image in a container its sections are shown when asked for; of an image itself always.
    const open = depth === 0 || all || entry.children.every((child) => child.kind !== 'section');
    if (open) for (const child of entry.children) walk(child, depth + 1);
  };
  walk(root, 0);
  const columns = [
    { title: ['offset'], cells: lines.map(({ entry }) => String(entry.offset)), align: 'right' as const },
    { title: ['bytes'], cells: lines.map(({ entry }) => String(entry.size)), align: 'right' as const },
    { title: ['kind'], cells: lines.map(({ entry }) => (entry.kind === 'section' ? entry.title : entry.kind)) },
  ];
  const addresses = lines.map(({ entry, depth }) => `${'  '.repeat(depth)}${path}${visible(entry.address)}`);
  const details = lines.map(({ entry }) => detail(entry));
  const widest = addresses.reduce((width, text, i) => (details[i] === '' ? width : Math.max(width, stringWidth(text))), 0);
  const beside = addresses.map((text, i) =>
    details[i] === '' ? text : `${text}${' '.repeat(widest - stringWidth(text) + 2)}${details[i]}`,
  );
  const room = io.width - tableWidth(columns) - 2;
  const fits = beside.every((text, i) => details[i] === '' || stringWidth(text) <= room);
  // An address is there to be copied, so it is never cut; what is said of it goes below where it has no room beside.
  const drawn = table([...columns, { title: ['address'], cells: fits ? beside : addresses }], io.colors);
  if (fits) return `${drawn}\n`;
  const [heading, ...rows] = drawn.split('\n');
  const below = rows.map((row, i) => (details[i] === '' ? row : `${row}\n${wrap(details[i] ?? '', io.width, '    ')}`));
  return `${[heading, ...below].join('\n')}\n`;
}

function detail(entry: LsEntry): string {
  if (!entry.target || !entry.kernels) return '';
  const target = entry.target.slice(0, 2).map(visible).join(', ') || 'no device named';
  const version = entry.version === undefined ? 'no ze_info' : `zebin ${visible(entry.version)}`;
  return `${target}; ${version}; ${count(entry.kernels.length, 'kernel')}`;
}
