/** The site as `npm run site` made it: its files, and a server for them that is like any other. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { builtSite } from '../../scripts/site/built.mjs';
import { ROOT } from '../support/run.ts';

export const DIST = join(ROOT, 'site/dist');

/** The path that it was made for; absent where it was not made of these sources. */
export const BASE = builtSite();

/** vitest's `test` where the site was made. */
export function siteTest(name: string, run: () => void | Promise<void>): void {
  if (BASE === undefined) test.skip(`${name} [needs the site: npm run site]`, run);
  else test(name, run);
}

/** Files by their paths below the base. */
export const pages = (): string[] =>
  readdirSync(DIST, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.html'));

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  png: 'image/png',
};

/** Serves the folder at the path that it was made for, on a free port of the loopback interface; gives the address of its first page. */
export function served(): () => string {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const file = fileAt(path);
    if (file === undefined) return response.writeHead(404, { 'content-type': 'text/html' }).end(readFileSync(join(DIST, '404.html')));
    response.setHeader('content-type', `${TYPES[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream'}; charset=utf-8`);
    return response.end(readFileSync(file));
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());
  return () => `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`;
}

/** What a server has at a path: a file, or the first page of a folder; absent where nothing is. */
export function fileAt(path: string): string | undefined {
  if (BASE === undefined || !path.startsWith(BASE)) return undefined;
  const file = join(DIST, path.slice(BASE.length));
  if (!existsSync(file)) return undefined;
  if (!statSync(file).isDirectory()) return file;
  return path.endsWith('/') && existsSync(join(file, 'index.html')) ? join(file, 'index.html') : undefined;
}
