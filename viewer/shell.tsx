/** The frame of every page: files, views, and the place to drop a file. */
import { signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { notOpen, openDrop, openFiles, openText } from './incoming.ts';
import { BytesPage } from './pages/bytes/page.tsx';
import { ComparePage } from './pages/compare/page.tsx';
import { EmptyPage } from './pages/empty/page.tsx';
import { KernelPage } from './pages/kernel/page.tsx';
import { OverviewPage } from './pages/overview/page.tsx';
import { FileBar } from './parts/file-bar.tsx';
import { GoTo, going } from './parts/go-to.tsx';
import { KeyList, listingKeys } from './parts/key-list.tsx';
import { isTyping, usePress } from './parts/press.ts';
import { RefusalNote } from './parts/refusal.tsx';
import { Safe } from './parts/safe.tsx';
import { shown as shownText, size } from './parts/shown.ts';
import { copyText } from './parts/take-out.ts';
import { hideTip, TipLayer } from './parts/tip.tsx';
import {
  closeFile,
  file,
  files,
  go,
  labelOf,
  link,
  NOWHERE,
  notice,
  type OpenFile,
  route,
  samples,
  type Theme,
  VIEW_NAMES,
  VIEWS,
  type View,
} from './state.ts';

const PAGES: { readonly [V in View]: typeof OverviewPage } = {
  overview: OverviewPage,
  kernel: KernelPage,
  bytes: BytesPage,
  compare: ComparePage,
};

const over = signal(false);

export function Shell() {
  const shown = file.value;
  const { view, theme } = route.value;
  const picker = useRef<HTMLInputElement>(null);
  const pick = () => picker.current?.click();
  // Before the page is drawn, so that it does not flash.
  useLayoutEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  }, [theme]);
  useEffect(() => {
    document.title = shown ? `${labelOf(shown).slice(0, 100)} · zebin` : 'zebin';
  }, [shown && labelOf(shown)]);
  useEffect(() => takeFromWindow(), []);
  usePress((key) => onPress(key, pick), { last: true });
  const Page = PAGES[view];
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        To the content
      </button>
      <header>
        <a class="brand" href={link({ view: 'overview', ...NOWHERE })}>
          zebin
        </a>
        <FileBar />
        {shown ? (
          <nav aria-label="Views">
            {VIEW_NAMES.map((name) => (
              <a
                key={name}
                href={link(name === 'overview' || name === 'compare' ? { view: name, kernel: undefined } : { view: name })}
                aria-current={name === view ? 'page' : undefined}
              >
                {VIEWS[name]}
              </a>
            ))}
            <button type="button" class="find" onClick={() => (going.value = true)}>
              Go to <kbd>g</kbd>
            </button>
          </nav>
        ) : null}
        <div class="actions">
          <button type="button" onClick={pick}>
            Open…
          </button>
          {shown ? (
            <button type="button" onClick={() => void copyLink()} title="copy the link to this place (y)">
              Copy link
            </button>
          ) : null}
          <button
            type="button"
            onClick={turnTheme}
            title={`${theme ?? 'as the system prefers'}; the next of light, dark, and what the system prefers (t)`}
          >
            Theme
          </button>
          <button type="button" onClick={() => (listingKeys.value = true)} aria-label="Keys" title="keys (?)">
            ?
          </button>
        </div>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={(event) => {
            void openFiles(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
      </header>
      <main id="main" tabIndex={-1} class={shown ? view : 'empty'}>
        <p class="notice" role="status">
          {notice.value || linkText() || (view === 'kernel' ? '' : samplesText())}
        </p>
        {shown ? <OneFile shown={shown} Page={Page} /> : <EmptyPage onPick={pick} />}
      </main>
      {over.value ? (
        <div class="over" aria-hidden="true">
          <p>Drop it anywhere</p>
        </div>
      ) : null}
      <GoTo />
      <KeyList />
      <TipLayer />
    </>
  );
}

function linkText(): string {
  const { file: linked } = route.value;
  return linked === undefined || files.value.some(({ name }) => name === linked) ? '' : notOpen(linked);
}

/** Says that there are samples, on pages that do not show them. */
function samplesText(): string {
  const { name } = samples.value ?? {};
  return name === undefined ? '' : `${shownText(name, 80)}: stall samples, shown on the code of kernels`;
}

function OneFile({ shown, Page }: { shown: OpenFile; Page: typeof OverviewPage }) {
  if (shown.refusal) {
    return (
      <div class="unread">
        <section class="page">
          <RefusalNote refusal={shown.refusal} what={`${labelOf(shown)} cannot be shown`} />
          <button type="button" onClick={() => closeFile(shown.id)}>
            Close it
          </button>
        </section>
        {shown.size > 0 && shown.refusal.code !== undefined ? (
          <Safe key={shown.id} what="Its bytes">
            <BytesPage file={shown} />
          </Safe>
        ) : null}
      </div>
    );
  }
  if (!shown.content) return <p class="page loading">Reading {size(shown.size)}…</p>;
  return (
    <Safe key={`${shown.id} ${route.value.view}`} what="This page">
      <Page file={shown} />
    </Safe>
  );
}

const THEMES: readonly (Theme | undefined)[] = [undefined, 'light', 'dark'];

function turnTheme(): void {
  go({ theme: THEMES[(THEMES.indexOf(route.value.theme) + 1) % THEMES.length] }, { replace: true });
}

/** Handles drops and pastes anywhere. */
function takeFromWindow(): () => void {
  let inside = 0;
  const isFiles = (event: DragEvent) => event.dataTransfer !== null;
  const listeners: { readonly [K in keyof WindowEventMap]?: (event: WindowEventMap[K]) => void } = {
    dragenter: (event) => {
      inside++;
      over.value = isFiles(event);
    },
    dragleave: () => {
      inside = Math.max(0, inside - 1);
      if (inside === 0) over.value = false;
    },
    dragover: (event) => event.preventDefault(),
    drop: (event) => {
      // A part of the page may have a use of its own for it.
      const isTaken = event.defaultPrevented;
      event.preventDefault();
      inside = 0;
      over.value = false;
      if (!isTaken && event.dataTransfer) void openDrop(event.dataTransfer);
    },
    paste: (event) => {
      if (isTyping(event.target)) return;
      const data = event.clipboardData;
      if (data && data.files.length > 0) void openFiles(data.files);
      else if (data?.getData('text/plain')) void openText(data.getData('text/plain'));
    },
    keydown: ({ key }) => key === 'Escape' && hideTip(),
  };
  const all = Object.entries(listeners) as [string, (event: Event) => void][];
  for (const [name, listener] of all) addEventListener(name, listener);
  return () => {
    for (const [name, listener] of all) removeEventListener(name, listener);
  };
}

function onPress(key: string, pick: () => void): boolean {
  const view = VIEW_NAMES[Number(key) - 1];
  const keys: { readonly [key: string]: () => void } = {
    '?': () => {
      listingKeys.value = true;
    },
    '/': openGoTo,
    g: openGoTo,
    o: pick,
    t: turnTheme,
    y: () => void copyLink(),
    '[': () => step(-1),
    ']': () => step(1),
  };
  const does = view ? () => go({ view }) : keys[key];
  does?.();
  return does !== undefined;
}

async function copyLink(): Promise<void> {
  const isCopied = await copyText(location.href);
  notice.value = isCopied ? 'The link is copied' : 'The browser does not allow copying: the link is in its address bar';
}

const openGoTo = () => {
  going.value = true;
};

function step(by: number): void {
  const all = files.value;
  const at = all.findIndex(({ id }) => id === file.value?.id);
  const next = all[at + by];
  if (next) go({ file: next.name, ...NOWHERE });
}
