/** How files come into the page: dropped, picked, pasted, or given with it. */
import { ask } from './client.ts';
import { given, piecesOf } from './served.ts';
import { closeFile, file, files, go, NOWHERE, notice, openFile, route } from './state.ts';

/** More files of a folder than anybody compares by looking. */
const MOST_FILES = 500;

interface Found {
  readonly name: string;
  readonly folder?: string;
  readonly content: Blob;
}

/** Files and folders that were dropped. */
export async function takeDrop(data: DataTransfer): Promise<void> {
  // Entries are gone once the event is over, so they are asked for before anything is awaited.
  const entries = [...data.items].flatMap((item) => (item.kind === 'file' ? [item.webkitGetAsEntry?.() ?? item.getAsFile()] : []));
  const text = data.getData('text/plain');
  const found: Found[] = [];
  for (const entry of entries) {
    if (entry instanceof File) found.push({ name: entry.name, content: entry });
    else if (entry) await readEntry(entry, undefined, found);
  }
  if (found.length === 0 && text !== '') await takeText(text);
  else await openFound(found);
}

/** Files that were picked, or pasted as files. */
export function takeFiles(list: Iterable<File>): Promise<void> {
  return openFound([...list].map((content) => ({ name: content.name, content })));
}

/** Text that was pasted: the text of a file, such as a property file, .ze_info or vISA assembly. */
export function takeText(text: string): Promise<void> {
  return openFound([{ name: 'pasted text', content: new Blob([text]) }]);
}

/** What the page was made with. */
export async function takeGiven(): Promise<void> {
  for (const [number, { name, size, url }] of given.files.entries()) {
    if (url !== undefined) await openFile(name, size, { url: new URL(url, location.href).href, size });
    else {
      await openFile(name, size, async (id) => {
        for (const base64 of piecesOf(number)) await ask('piece', { file: id, base64 });
        return 'pieces';
      });
    }
  }
}

async function readEntry(entry: FileSystemEntry, folder: string | undefined, found: Found[]): Promise<void> {
  if (found.length >= MOST_FILES) return;
  if (entry.isFile) {
    const content = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    const name = folder === undefined ? entry.name : entry.fullPath.replace(/^\//, '');
    found.push({ name, content, ...(folder === undefined ? {} : { folder }) });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives some at a time, until there are no more.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) await readEntry(one, folder ?? entry.name, found);
  }
}

async function openFound(found: readonly Found[]): Promise<void> {
  const before = files.value.length;
  let passedOver = 0;
  let shown = false;
  for (const { name, folder, content } of found) {
    const opened = openFile(name, content.size, content, folder);
    // The first of them is shown while it is read, unless the address names a place in a file of that name: then that is shown.
    if (!shown && folder === undefined) show(files.value[before]?.name);
    shown ||= folder === undefined;
    const { id, refusal } = await opened;
    if (folder !== undefined && refusal) {
      closeFile(id);
      passedOver++;
    } else if (!shown) {
      show(name);
      shown = true;
    }
  }
  const limit = found.length >= MOST_FILES ? `; only the first ${MOST_FILES} files were looked at` : '';
  notice.value =
    passedOver === 0 ? '' : `${found.length - passedOver} of ${found.length} files have device code; the others were passed over${limit}`;
}

function show(name: string | undefined): void {
  if (name === undefined || route.value.file === name) return;
  const first = files.value.length === 1 && route.value.file === undefined;
  // Two files are there to be compared where that was asked for already.
  if (route.value.view === 'compare' && file.value) return;
  go({ file: name, ...(first ? {} : { view: 'overview' as const, ...NOWHERE }) }, { replace: first });
}
