/**
 * The page in an editor: files, place and theme come from the editor, and the place goes back to it. Elsewhere nothing of this happens.
 */
import { effect, signal } from '@preact/signals';
import type { EditorMessage, KeptPage, PageMessage } from './host-messages.ts';
import { closeFile, files, go, openFile, parseRoute, printRoute, route } from './state.ts';

/** The part of an editor's interface that is used here; the editor defines the function in its pages. */
interface EditorApi {
  postMessage(message: PageMessage): void;
  /** Kept while the page is hidden, and when the window is loaded again. */
  setState(state: KeptPage): void;
  getState(): KeptPage | undefined;
}

export function followEditor(): void {
  const { acquireVsCodeApi } = globalThis as { acquireVsCodeApi?: () => EditorApi };
  if (acquireVsCodeApi === undefined) return;
  const editor = acquireVsCodeApi();
  const kept = editor.getState();
  if (kept !== undefined) route.value = parseRoute(kept.place);
  const addresses = signal(kept?.addresses ?? []);
  // What the editor has itself is not shown twice.
  document.documentElement.dataset.host = 'editor';
  followTheme();
  addEventListener('message', ({ data }: MessageEvent<EditorMessage>) => {
    if (data.kind === 'open') addresses.value = data.files.map(({ address }) => address);
    void follow(data);
  });
  // The editor prevents what a click on a link does.
  addEventListener('click', visitLink, { capture: true });
  effect(() => {
    const place = printRoute(route.value);
    editor.setState({ place, addresses: addresses.value });
    editor.postMessage({ kind: 'place', place });
  });
  editor.postMessage({ kind: 'ready' });
}

async function follow(message: EditorMessage): Promise<void> {
  if (message.kind === 'go') {
    const { theme: _, ...place } = parseRoute(message.place);
    go(place, { replace: message.isFollowed });
  } else if (message.kind === 'open') {
    for (const { name, bytes } of message.files) {
      const before = files.value.find((one) => one.name === name);
      const place = route.value;
      if (before) closeFile(before.id);
      await openFile(name, bytes.length, new Blob([bytes]));
      if (before) go(place, { replace: true });
    }
  }
}

/** The editor marks its theme at the body. */
function followTheme(): void {
  const set = () => {
    const { classList } = document.body;
    const theme = classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light') ? 'light' : 'dark';
    if (route.value.theme !== theme) go({ theme }, { replace: true });
  };
  new MutationObserver(set).observe(document.body, { attributeFilter: ['class'] });
  set();
}

function visitLink(event: Event): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const place = link?.getAttribute('href') ?? '';
  if (!place.startsWith('#') || (event as MouseEvent).button !== 0) return;
  event.preventDefault();
  location.hash = place;
}
