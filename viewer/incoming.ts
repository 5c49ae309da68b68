/** How files come into the page: dropped, picked, pasted, or pageData with it. */
import { count, shown as shownText } from './parts/shown.ts';
import { embedded, pageData } from './served.ts';
import { openSource, sourceTexts } from './source-texts.ts';
import { closeFile, file, files, go, labelOf, NOWHERE, notice, type OpenFile, openFile, openSamples, route, unused } from './state.ts';
import type { GivenContent } from './worker/files.ts';

/** More files of a folder than anyone compares by eye. */
const MOST_FILES = 500;

interface IncomingFile {
  readonly name: string;
  readonly folder?: string;
  readonly content: Blob;
}

/** Files and folders that were dropped. */
export async function openDrop(data: DataTransfer): Promise<void> {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  // Items are gone after the event, so all are requested before any is awaited.
  const dropped = items.map((item) => ({ file: item.getAsFile(), folder: folderOf(item) }));
  const text = data.getData('text/plain');
  const incoming: IncomingFile[] = [];
  // Two builds may be in folders of the same name.
  const folders = new Set(files.value.map(({ folder }) => folder));
  for (const { file: one, folder } of dropped) {
    const handle = await folder;
    if (handle) {
      const inside: IncomingFile[] = [];
      const name = unused(handle.name, folders);
      folders.add(name);
      await readFolder(handle, name, name, inside);
      incoming.push(...inside.sort((a, b) => (a.name < b.name ? -1 : 1)));
    } else if (one) incoming.push({ name: one.name, content: one });
  }
  if (incoming.length === 0 && text !== '') await openText(text);
  else await openIncoming(incoming);
}

/** A folder that was dropped. A page opened from disk cannot read entries of the older kind. */
async function folderOf(item: DataTransferItem): Promise<FileSystemDirectoryHandle | undefined> {
  const { getAsFileSystemHandle } = item as { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };
  if (!getAsFileSystemHandle || !item.webkitGetAsEntry()?.isDirectory) return undefined;
  const handle = await getAsFileSystemHandle.call(item);
  return handle?.kind === 'directory' ? (handle as FileSystemDirectoryHandle) : undefined;
}

async function readFolder(handle: FileSystemDirectoryHandle, path: string, folder: string, files: IncomingFile[]): Promise<void> {
  for await (const entry of (handle as unknown as { values(): AsyncIterable<FileSystemHandle> }).values()) {
    if (files.length >= MOST_FILES) return;
    const name = `${path}/${entry.name}`;
    if (entry.kind === 'directory') await readFolder(entry as FileSystemDirectoryHandle, name, folder, files);
    else files.push({ name, folder, content: await (entry as FileSystemFileHandle).getFile() });
  }
}

/** Files that were picked, or pasted as files. */
export function openFiles(list: Iterable<File>): Promise<void> {
  return openIncoming([...list].map((content) => ({ name: content.name, content })));
}

/** Text that was pasted: the text of a file, such as a property file, .ze_info or vISA assembly. */
export function openText(text: string): Promise<void> {
  return openIncoming([{ name: 'pasted text', content: new Blob([text]) }]);
}

/** The files and samples with which the page was created. */
export async function openGiven(): Promise<void> {
  const isPlaced = location.hash !== '';
  for (const [number, { name, size, url }] of pageData.files.entries()) {
    const content = url === undefined ? embedded(number) : { url: new URL(url, location.href).href, size };
    // Unreadable files are reported where they are opened.
    if (await openBeside(name, content).catch(() => false)) continue;
    await openFile(name, size, content);
  }
  if (sourceTexts.value.size > 0) notice.value = sourcesText(sourceTexts.value.size);
  // Two builds are given to be compared.
  const [base, next, ...more] = files.value;
  const isBuild = (one: OpenFile | undefined): one is OpenFile => (one?.content?.kernelCount ?? 0) > 0;
  if (isBuild(base) && isBuild(next) && more.length === 0 && !isPlaced) go({ view: 'compare', other: next.name }, { replace: true });
}

/** Opens what is shown with a binary: source, or samples. */
async function openBeside(name: string, content: GivenContent | Promise<GivenContent>): Promise<boolean> {
  const given = await content;
  return (await openSource(name, given)) || openSamples(name, given);
}

async function openIncoming(entries: readonly IncomingFile[]): Promise<void> {
  const before = files.value.length;
  const linked = route.value.file;
  let passedOver = 0;
  let sources = 0;
  let shown = false;
  for (const { name, folder, content } of entries) {
    if (await openSource(name, content)) {
      sources++;
      continue;
    }
    if (folder === undefined && (await openSamples(name, content))) continue;
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
  const limit = entries.length >= MOST_FILES ? `; only the first ${MOST_FILES} files were looked at` : '';
  if (passedOver > 0)
    notice.value = `${entries.length - passedOver} of ${entries.length} files have device code; the others were ignored${limit}`;
  else if (sources > 0) notice.value = sourcesText(sources);
  else notice.value = linked === undefined || files.value.some(({ name }) => name === linked) ? '' : notOpen(linked);
}

const sourcesText = (sources: number) =>
  `${count(sources, 'source file')}: shown next to the code that comes from ${sources === 1 ? 'it' : 'them'}`;

/** Says which file a link is to, when another one or none is shown. */
export function notOpen(linked: string): string {
  const instead = file.value === undefined ? 'open it here' : `${shownText(labelOf(file.value), 80)} is shown`;
  return `This link is to ${shownText(linked, 80)}, which is not open: ${instead}`;
}

function show(name: string | undefined): void {
  if (name === undefined || route.value.file === name) return;
  const first = files.value.length === 1 && route.value.file === undefined;
  // Two files are compared if the address already requests it.
  if (route.value.view === 'compare' && file.value) return;
  go({ file: name, ...(first ? {} : { view: 'overview' as const, ...NOWHERE }) }, { replace: first });
}
