import { type LsRow, lsPass, lsTree } from '../../src/internal.ts';
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
  if (options.json) printJson(io, lsPass(pass));
  else {
    const { root, completeness } = lsTree(pass, options.all, (row, children: readonly Line[]): Line => lineOf(row, children, io));
    io.print(unreadText(completeness, path, io, ''));
    for (const text of lsTexts(root, path, options.all, io)) io.print(text);
  }
  return EXIT.yes;
}

/** What is kept of an entry until all are known: they are printed in columns, and a file may have very many. */
interface Line {
  readonly isSection: boolean;
  readonly offset: string;
  readonly size: string;
  readonly kind: string;
  readonly address: string;
  readonly detail: string;
  /** In lines. */
  readonly findings: string;
  readonly children: readonly Line[];
}

function lineOf(row: LsRow, children: readonly Line[], io: Io): Line {
  const isSection = row.kind === 'section';
  return {
    isSection,
    offset: `${row.source === undefined ? '' : INFLATED}${row.offset}`,
    size: String(row.size),
    kind: isSection ? row.title : row.kind,
    address: row.address,
    detail: detail(row),
    // A truncated file can have many; `info` and --json have them all.
    findings: diagnosticLines((row.diagnostics ?? []).slice(0, SHOWN), io, '    '),
    children,
  };
}

/** The text of the listing, a line at a time. */
function* lsTexts(root: Line, path: string, all: boolean, io: Io): Generator<string> {
  const lines: Line[] = [];
  const addresses: string[] = [];
  const walk = (line: Line, depth: number): void => {
    lines.push(line);
    addresses.push(`${'  '.repeat(depth)}${shellWord(path + line.address)}`);
    // Sections of an image in a container are shown on request; those of a plain image always.
    const open = depth === 0 || all || line.children.every((child) => !child.isSection);
    if (open) for (const child of line.children) walk(child, depth + 1);
  };
  walk(root, 0);
  const columns = [
    { title: ['offset'], cells: lines.map(({ offset }) => offset), align: 'right' as const },
    { title: ['bytes'], cells: lines.map(({ size }) => size), align: 'right' as const },
    { title: ['kind'], cells: lines.map(({ kind }) => kind) },
  ];
  const widest = widthOf(addresses.filter((_, i) => lines[i]?.detail !== ''));
  const inOneColumn = addresses.map((text, i) => {
    const { detail = '' } = lines[i] ?? {};
    return detail === '' ? text : `${pad(text, widest)}  ${detail}`;
  });
  const space = io.width - tableWidth(columns) - 2;
  const fit = inOneColumn.every((text, i) => lines[i]?.detail === '' || fits(text, space));
  // An address is meant to be copied, so it is never cut. Details go below it if they do not fit next to it.
  const drawn = tableLines([...columns, { title: ['address'], cells: fit ? inOneColumn : addresses }], io.colors);
  yield `${drawn.next().value}\n`;
  for (const { detail, findings } of lines) {
    const below = fit || detail === '' ? '' : `${wrap(detail, io.width, '    ')}\n`;
    yield `${drawn.next().value}\n${below}${findings}`;
  }
  if (lines.some(({ offset }) => offset.startsWith(INFLATED))) yield wrap(`${INFLATED_MEANS}\n`, io.width);
}

/** Findings of one item that are listed. */
const SHOWN = 3;
/** Before an offset. */
const INFLATED = '+';
const INFLATED_MEANS = 'offsets with + count in inflated data, or in the file that a thin archive names';

/** Facts that distinguish the images of a container; the others are in --json. */
const SHOWN_FACTS = ['target'];
/** Facts of a container that its images have in common, such as the key of a cache item: the rows of the images do not repeat them. */
const SHOWN_OF_CONTAINERS = ['device', 'driver', 'options', 'specialization constants'];

function detail(entry: LsRow): string {
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
