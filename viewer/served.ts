/** What the page was given when it was created: addresses of files, or embedded files. A page that is opened directly has none. */

/** The JSON in the element `zebin`: the same type is made by cli/view. */
interface PageData {
  readonly files: readonly GivenFile[];
  /** Where the script is served that runs kernels. */
  readonly run?: string;
}

export interface GivenFile {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Where it is served, below the address of the page; absent when it is in the page. */
  readonly url?: string;
}

const NOTHING: PageData = { files: [] };

export const pageData: PageData = JSON.parse(document.getElementById('zebin')?.textContent || 'null') ?? NOTHING;

/** The pieces of an embedded file, in base64, in order; each is removed from the page after it was read. */
export function* piecesOf(file: number): Generator<string> {
  for (const element of document.querySelectorAll(`script[data-piece="${file}"]`)) {
    yield element.textContent ?? '';
    element.remove();
  }
}

/** Characters of base64 that are examined. */
const HEAD = 4_096;

/** A file that is in the page, if it begins as a text does. */
export function textOf(file: number): Blob | undefined {
  const first = document.querySelector(`script[data-piece="${file}"]`)?.textContent ?? '';
  if (atob(first.slice(0, HEAD)).includes('\0')) return undefined;
  return new Blob([...piecesOf(file)].map((base64) => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))));
}
