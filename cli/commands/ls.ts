import { type LsEntry, lsPass } from '../../src/internal.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT } from '../exit.ts';
import { openPass } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { shellWord } from '../shell-word.ts';
import { count, fits, pad, tableLines, tableWidth, visible, widthOf, wrap } from '../text.ts';
import { unreadText } from '../unread.ts';
import type { Context } from './rows.ts';

export async function run({ arguments: [file = ''], options, io }: Context<'ls'>): Promise<number> {
  const { path, pass } = await openPass(file, options, io);
  const document = lsPass(pass, options.json || options.all);
  if (options.json) printJson(io, document);
  else {
    io.print(unreadText(document, path, io, ''));
    for (const text of lsTexts(document.root, path, options.all, io)) io.print(text);
  }
  return EXIT.yes;
}

interface Line {
  readonly entry: LsEntry;
  readonly depth: number;
}

/** The text of the listing, a row at a time. */
function* lsTexts(root: LsEntry, path: string, all: boolean, io: Io): Generator<string> {
  const lines: Line[] = [];
  const walk = (entry: LsEntry, depth: number): void => {
    lines.push({ entry, depth });
    // Sections of an image in a container are shown on request; those of a plain image always.
    const open = depth === 0 || all || entry.children.every((child) => child.kind !== 'section');
    if (open) for (const child of entry.children) walk(child, depth + 1);
  };
  walk(root, 0);
  const columns = [
    {
      title: ['offset'],
      cells: lines.map(({ entry }) => `${entry.source === undefined ? '' : '+'}${entry.offset}`),
      align: 'right' as const,
    },
    { title: ['bytes'], cells: lines.map(({ entry }) => String(entry.size)), align: 'right' as const },
    { title: ['kind'], cells: lines.map(({ entry }) => (entry.kind === 'section' ? entry.title : entry.kind)) },
  ];
  const addresses = lines.map(({ entry, depth }) => `${'  '.repeat(depth)}${shellWord(path + entry.address)}`);
  const details = lines.map(({ entry }) => detail(entry));
  const widest = widthOf(addresses.filter((_, i) => details[i] !== ''));
  const inOneColumn = addresses.map((text, i) => (details[i] === '' ? text : `${pad(text, widest)}  ${details[i]}`));
  const space = io.width - tableWidth(columns) - 2;
  const fit = inOneColumn.every((text, i) => details[i] === '' || fits(text, space));
  // An address is meant to be copied, so it is never cut. Details go below it if they do not fit next to it.
  const drawn = tableLines([...columns, { title: ['address'], cells: fit ? inOneColumn : addresses }], io.colors);
  yield `${drawn.next().value}\n`;
  for (const [i, { entry }] of lines.entries()) {
    const below = fit || details[i] === '' ? '' : `${wrap(details[i] ?? '', io.width, '    ')}\n`;
    // A truncated file can have many; `info` and --json have them all.
    const findings = diagnosticLines((entry.diagnostics ?? []).slice(0, SHOWN), io, '    ');
    yield `${drawn.next().value}\n${below}${findings}`;
  }
  if (lines.some(({ entry }) => entry.source !== undefined)) yield wrap(`${INFLATED}\n`, io.width);
}

/** Findings of one item that are listed. */
const SHOWN = 3;
const INFLATED = 'offsets with + count in inflated data, or in the file that a thin archive names';

/** Facts that distinguish the images of a container; the others are in --json. */
const SHOWN_FACTS = ['target'];
/** Facts of a container that its images have in common, such as the key of a cache item: the rows of the images do not repeat them. */
const SHOWN_OF_CONTAINERS = ['device', 'driver', 'options', 'specialization constants'];

function detail(entry: LsEntry): string {
  const shown = entry.kind === 'sycl-cache-key' ? SHOWN_OF_CONTAINERS : SHOWN_FACTS;
  const facts = (entry.facts ?? []).filter((fact) => shown.includes(fact.name) && fact.value !== '');
  return [
    ...facts.map((fact) => `${fact.name} ${visible(fact.value)}`),
    entry.compression === undefined ? '' : `${entry.compression}, ${count(entry.inflated_size ?? 0, 'byte')} inflated`,
    entry.target ? entry.target.slice(0, 2).map(visible).join(', ') || 'no device named' : '',
    entry.kind === 'zebin' ? (entry.version === undefined ? 'no ze_info' : `zebin ${visible(entry.version)}`) : '',
    entry.kernels ? count(entry.kernels.length, 'kernel') : '',
    entry.has_ir ? 'with IR' : '',
  ]
    .filter((text) => text !== '')
    .join('; ');
}
