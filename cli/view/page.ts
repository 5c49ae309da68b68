/**
 * The page of `zebin view`: the built page, with a description of its files. The inserted data is in elements that are never run, so the
 * page's policy, which allows its own script by its hash, changes only in the address that it may read from.
 */
import type { Packaged } from '../commands/packaged.ts';

/** What the page reads: see viewer/served.ts. */
export interface PageData {
  readonly files: readonly { readonly name: string; readonly size: number; readonly url?: string }[];
  /** Where the script is served that runs kernels. */
  readonly run?: string;
}

const CLOSED = "connect-src 'none'";
const OPEN = "connect-src 'self'";

/** The page as built. */
export function builtPage(packaged: Packaged): string {
  return packaged.text('dist/viewer/index.html');
}

/** The script of a page that runs kernels. */
export function runScript(packaged: Packaged): string {
  return packaged.text('dist/viewer/run.js');
}

/** The policy of a page, as its element states it. */
export function policyOf(page: string): string {
  return /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? "default-src 'none'";
}

/** A page that may read only from its own server, also what runs kernels. */
export function servedPage(page: string, pageData: PageData): string {
  return withData(page.replace(policyOf(page), policyOf(page).replace(CLOSED, OPEN)), [element(pageData)]);
}

/** A page that holds its files, compressed with gzip, may connect to nothing, and runs no kernels. */
export function reportPage(page: string, pageData: PageData, files: readonly Uint8Array[]): string {
  return withData(page, [element(pageData), ...files.flatMap(pieces)]);
}

function element(pageData: PageData): string {
  // In such an element only an end tag is special, which begins with `<`.
  return `<script type="application/json" id="zebin">${JSON.stringify(pageData).replaceAll('<', '\\u003c')}</script>`;
}

/** Bytes of a piece: a multiple of three, so that each is valid base64; small enough to pass on between two frames. */
const PIECE = 3 << 19;

function pieces(data: Uint8Array, file: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < data.length; at += PIECE) {
    const base64 = Buffer.from(data.buffer, data.byteOffset + at, Math.min(PIECE, data.length - at)).toString('base64');
    parts.push(`<script type="text/plain" data-piece="${file}">${base64}</script>`);
  }
  return parts;
}

function withData(page: string, elements: readonly string[]): string {
  const end = page.lastIndexOf('</body>');
  return `${page.slice(0, end)}${elements.join('\n')}\n${page.slice(end)}`;
}
