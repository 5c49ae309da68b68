/** What the page shows: the open files, and the place in them, which is also the address of the page. */
import { computed, signal } from '@preact/signals';
import { ask } from './client.ts';
import type { FileContent } from './worker/files.ts';
import type { Refusal, Result } from './worker/handlers.ts';

/** A file on its way, open, or refused. */
export interface OpenFile {
  /** By which the worker knows it. */
  readonly id: number;
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly content?: Result<'open'>;
  readonly refusal?: Refusal;
}

export type View = 'overview' | 'kernel' | 'bytes' | 'compare';

/** Where in the open files the page is. */
export interface Route {
  readonly view: View;
  /** Name of the file that is shown. */
  readonly file?: string;
  /** Address of an item in it, as `ls` prints it: empty for the file. */
  readonly at: string;
  /** Name of a kernel of that item. */
  readonly kernel?: string;
  /** Bytes that are selected: absolute offsets, the end is exclusive. */
  readonly span?: { readonly start: number; readonly end: number };
  /** Tab of a page that has several. */
  readonly tab?: string;
}

export const files = signal<readonly OpenFile[]>([]);
export const route = signal<Route>(parseRoute(location.hash));
/** The file that the route names, else the first. */
export const file = computed(() => files.value.find((f) => f.name === route.value.file) ?? files.value[0]);

let nextFile = 0;

/** Opens a file beside those that are open, under a name of its own. */
export async function openFile(name: string, size: number, content: FileContent): Promise<void> {
  const taken = new Set(files.value.map((f) => f.name));
  let own = name;
  for (let n = 2; taken.has(own); n++) own = `${name} (${n})`;
  const opened: OpenFile = { id: nextFile++, name: own, size };
  files.value = [...files.value, opened];
  const settle = (more: Partial<OpenFile>) => {
    files.value = files.value.map((f) => (f.id === opened.id ? { ...f, ...more } : f));
  };
  await ask('open', { file: opened.id, content }).then(
    (result) => settle({ content: result }),
    (refusal: Refusal) => settle({ refusal }),
  );
}

export function closeFile(id: number): void {
  files.value = files.value.filter((f) => f.id !== id);
  void ask('close', { file: id });
}

/** Goes to a place; `replace` leaves no step behind in the history, for moves as small as a selection. */
export function go(to: Partial<Route>, { replace = false } = {}): void {
  const next: Route = { ...route.value, ...to };
  route.value = next;
  history[replace ? 'replaceState' : 'pushState'](null, '', printRoute(next));
}

/** The link to a place, for an `href`. */
export function link(to: Partial<Route>): string {
  return printRoute({ ...route.value, span: undefined, tab: undefined, ...to } as Route);
}

addEventListener('popstate', () => {
  route.value = parseRoute(location.hash);
});
addEventListener('hashchange', () => {
  route.value = parseRoute(location.hash);
});

const VIEWS: readonly View[] = ['overview', 'kernel', 'bytes', 'compare'];

export function parseRoute(hash: string): Route {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const view = VIEWS.find((v) => v === query.get('view')) ?? 'overview';
  const span = /^(\d{1,15})-(\d{1,15})$/.exec(query.get('span') ?? '');
  const text = <K extends string>(key: K) => (query.has(key) ? { [key]: query.get(key) as string } : {});
  return {
    view,
    at: query.get('at') ?? '',
    ...text('file'),
    ...text('kernel'),
    ...text('tab'),
    ...(span ? { span: { start: Number(span[1]), end: Number(span[2]) } } : {}),
  };
}

export function printRoute({ view, file, at, kernel, span, tab }: Route): string {
  const query = new URLSearchParams({ view });
  if (file !== undefined) query.set('file', file);
  if (at !== '') query.set('at', at);
  if (kernel !== undefined) query.set('kernel', kernel);
  if (span !== undefined) query.set('span', `${span.start}-${span.end}`);
  if (tab !== undefined) query.set('tab', tab);
  return `#${query}`;
}
