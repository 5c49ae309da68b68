/** What the page shows: the open files, and the place in them, which is also the address of the page. */
import { computed, signal } from '@preact/signals';
import { shortPaths } from '../cli/view/short-paths.ts';
import { ask } from './client.ts';
import type { GivenContent } from './worker/files.ts';
import type { Refusal, Result } from './worker/handlers.ts';
import type { SamplesInfo } from './worker/samples.ts';

/** A file that is loading, open, or refused. */
export interface OpenFile {
  /** Its number in the worker. */
  readonly id: number;
  readonly name: string;
  /** The folder that it was dropped with; its name begins with that. */
  readonly folder?: string;
  /** In bytes. */
  readonly size: number;
  readonly content?: Result<'open'>;
  readonly refusal?: Refusal;
}

/** The pages with their titles, in the order of their keys. */
export const VIEWS = { overview: 'Overview', kernel: 'Kernel', bytes: 'Bytes', compare: 'Compare' } as const;
export type View = keyof typeof VIEWS;
export const VIEW_NAMES = Object.keys(VIEWS) as readonly View[];
export type Theme = 'light' | 'dark';

/** Where in the open files the page is. */
export interface Route {
  readonly view: View;
  /** Name of the file that is shown. */
  readonly file?: string | undefined;
  /** Address of an item in it, as `ls` prints it: empty for the file. */
  readonly at: string;
  /** Name of a kernel of that item. */
  readonly kernel?: string | undefined;
  /** Bytes that are selected: absolute offsets, the end is exclusive. */
  readonly span?: { readonly start: number; readonly end: number } | undefined;
  /** The selected instruction of that kernel: its offset in the code, in bytes. */
  readonly instruction?: number | undefined;
  /** Column by which a table is sorted, with `-` before it for the largest first, and the text that its rows must contain. */
  readonly sort?: string | undefined;
  readonly filter?: string | undefined;
  /** Tab of a page that has several. */
  readonly tab?: string | undefined;
  /** The file or folder that it is compared with: the newer build. */
  readonly other?: string | undefined;
  /** Absent for the preference of the system. */
  readonly theme?: Theme | undefined;
}

const THEMES: readonly Theme[] = ['light', 'dark'];

export const files = signal<readonly OpenFile[]>([]);
export const route = signal<Route>(parseRoute(location.hash));
/** The file that the route names, else the first. */
export const file = computed(() => files.value.find((f) => f.name === route.value.file) ?? files.value[0]);
/** Characters of a name that tabs and lists have room for. */
const LABEL = 60;
const ends = computed(() => shortPaths(files.value.map(({ name }) => name)));
/** The name of a file as tabs and lists have it: of a long one in a folder, as much of its path as distinguishes it from other open files. */
export const labelOf = ({ name, folder }: OpenFile): string =>
  folder === undefined || name.length <= LABEL ? name : (ends.value.get(name) ?? name);
/** A sentence about what was done, such as how many files of a folder were opened. */
export const notice = signal('');

/** Samples of stalls that are shown over code: the last that were given. */
export const samples = signal<(SamplesInfo & { readonly number: number; readonly name: string }) | undefined>(undefined);

/** Loads a file as stall samples, if it is one. */
export async function openSamples(name: string, content: GivenContent): Promise<boolean> {
  const info = await ask('samples', { content });
  if (info) samples.value = { ...info, name, number: (samples.value?.number ?? 0) + 1 };
  return info !== null;
}

export function closeSamples(): void {
  samples.value = undefined;
  void ask('dropSamples', undefined);
}

/** A name that none of these have: with a number where it is taken. */
export function unused(name: string, taken: ReadonlySet<string | undefined>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} (${n})`;
  return free;
}

let nextFile = 0;

/** Opens a file in addition to the open ones, under a unique name. */
export async function openFile(
  name: string,
  size: number,
  content: GivenContent | Promise<GivenContent>,
  folder?: string,
): Promise<OpenFile> {
  const fileName = unused(name, new Set(files.value.map((f) => f.name)));
  let opened: OpenFile = { id: nextFile++, name: fileName, size, ...(folder === undefined ? {} : { folder }) };
  files.value = [...files.value, opened];
  try {
    opened = { ...opened, content: await ask('open', { file: opened.id, content: await content }) };
  } catch (refusal) {
    opened = { ...opened, refusal: refusal as Refusal };
  }
  files.value = files.value.map((f) => (f.id === opened.id ? opened : f));
  return opened;
}

export function closeFile(id: number): void {
  const at = files.value.findIndex((f) => f.id === id);
  const wasShown = file.value?.id === id;
  files.value = files.value.filter((f) => f.id !== id);
  void ask('close', { file: id });
  const next = files.value[Math.min(at, files.value.length - 1)];
  if (wasShown) go({ view: 'overview', file: next?.name, ...NOWHERE }, { replace: true });
}

/** What a place in a file consists of, for going to another file. */
export const NOWHERE = { at: '', kernel: undefined } as const;

/** What is in a place, and means nothing in another. */
const WITHIN = { instruction: undefined, span: undefined } as const;
const ORDER = { sort: undefined, filter: undefined } as const;

/** A place that differs from another in these: what was in the one that is left is dropped. The same tab of another kernel is shown. */
function moved(from: Route, to: Partial<Route>): Route {
  // An address without a file is of the first.
  const isOther = (keys: readonly (keyof Route)[]) =>
    keys.some((key) => key in to && to[key] !== from[key] && !(key === 'file' && from.file === undefined));
  return {
    ...from,
    ...(isOther(['view', 'file', 'at', 'kernel']) ? WITHIN : {}),
    ...(isOther(['view', 'file', 'tab']) ? ORDER : {}),
    ...(isOther(['view', 'file']) ? { tab: undefined } : {}),
    ...to,
  };
}

/** Goes to a place; `replace` leaves no step in the history, for moves as small as a selection. */
export function go(to: Partial<Route>, { replace = false } = {}): void {
  const next = moved(route.value, to);
  // What was said was about the place that is left.
  if (!replace) notice.value = '';
  route.value = next;
  history[replace ? 'replaceState' : 'pushState'](null, '', printRoute(next));
}

/** The link to a place, for an `href`. */
export function link(to: Partial<Route>): string {
  return printRoute(moved(route.value, to));
}

addEventListener('popstate', () => {
  route.value = parseRoute(location.hash);
});
addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash);
});

export function parseRoute(hash: string): Route {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const view = VIEW_NAMES.find((v) => v === query.get('view')) ?? 'overview';
  const theme = THEMES.find((t) => t === query.get('theme'));
  const span = /^(\d{1,15})-(\d{1,15})$/.exec(query.get('span') ?? '');
  const instruction = /^0x([0-9a-f]{1,12})$/.exec(query.get('instruction') ?? '');
  const text = <K extends string>(key: K) => (query.has(key) ? { [key]: query.get(key) as string } : {});
  return {
    view,
    at: query.get('at') ?? '',
    ...text('file'),
    ...text('kernel'),
    ...text('tab'),
    ...text('sort'),
    ...text('filter'),
    ...text('other'),
    ...(instruction ? { instruction: Number.parseInt(instruction[1] as string, 16) } : {}),
    ...(span ? { span: { start: Number(span[1]), end: Number(span[2]) } } : {}),
    ...(theme ? { theme } : {}),
  };
}

export function printRoute({ view, file, at, kernel, instruction, span, tab, sort, filter, other, theme }: Route): string {
  const query = new URLSearchParams({ view });
  if (file !== undefined) query.set('file', file);
  if (at !== '') query.set('at', at);
  if (kernel !== undefined) query.set('kernel', kernel);
  if (instruction !== undefined) query.set('instruction', `0x${instruction.toString(16)}`);
  if (span !== undefined) query.set('span', `${span.start}-${span.end}`);
  if (tab !== undefined) query.set('tab', tab);
  if (sort !== undefined) query.set('sort', sort);
  if (filter !== undefined && filter !== '') query.set('filter', filter);
  if (other !== undefined) query.set('other', other);
  if (theme !== undefined) query.set('theme', theme);
  return `#${query}`;
}
