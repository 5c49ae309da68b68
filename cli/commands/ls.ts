import { type LsEntry, lsDocument } from '../../src/index.ts';
import type { Context } from '../command.ts';
import { EXIT } from '../exit.ts';
import { type Io, open } from '../io.ts';
import { printJson } from '../json.ts';
import { count, middle, table, tableWidth, visible } from '../text.ts';

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
  const room = io.width - tableWidth(columns) - 2;
  const beside = Math.max(...addresses.map((text) => text.length)) + Math.max(...details.map((text) => text.length)) + 2 <= room;
  // An address is there to be copied, so it is never cut; what does not fit goes on a line of its own below.
  const last = beside
    ? [
        { title: ['address'], cells: addresses },
        { title: [''], cells: details },
      ]
    : [
        {
          title: ['address'],
          cells: addresses.map((text, i) => (details[i] === '' ? text : `${text}\n  ${middle(details[i] ?? '', Math.max(room, 40))}`)),
        },
      ];
  return `${table([...columns, ...last], io.colors)}\n`;
}

function detail(entry: LsEntry): string {
  if (!entry.target || !entry.kernels) return '';
  const target = entry.target.slice(0, 2).map(visible).join(', ') || 'no device named';
  const version = entry.version === undefined ? 'no ze_info' : `zebin ${visible(entry.version)}`;
  return `${target}; ${version}; ${count(entry.kernels.length, 'kernel')}`;
}
