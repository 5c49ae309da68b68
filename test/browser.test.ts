/** The library as it is built, in a browser: the same modules, the same result as in Node. */
import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FIXTURES, fixture } from './support/corpus.ts';
import { ROOT } from './support/run.ts';
import { browserTests } from './viewer/browser.ts';

const TYPES: Record<string, string> = { js: 'text/javascript', html: 'text/html' };
const FIXTURE_NAMES = [
  'zebin/igc2/bmg/basic.zebin',
  'zebin/igc1/dg2/basic-32.zebin',
  'zebin/igc1-10840/skl/basic.zebin',
  'fat/basic-dg2-bmg.ar',
];

/** The library's packages have to be named to a browser that gets the modules as they are. */
const IMPORTS = JSON.stringify({ imports: { pako: '/pako.js', '@noble/hashes/': '/hashes/' } });
const PAGE = `<!doctype html><title>zebin</title><link rel="icon" href="data:,"><script type="importmap">${IMPORTS}</script>`;
const FOLDERS: Record<string, string> = { '/pako.js': 'node_modules/pako/dist/browser/pako.esm.min.mjs' };
const HASHES = '/hashes/';

type Library = typeof import('../src/index.ts');

/**
 * What is compared. Its text runs in the page, so it uses nothing but what it is given, and it returns a string.
 */
const subject = (library: Library, bytes: Uint8Array): string => {
  const { value } = library.inspect(bytes);
  const documents = [library.infoDocument(value), library.lsDocument(value), library.kernelDocument(value), library.dumpDocument(value)];
  return JSON.stringify([Object.keys(library).sort(), documents]);
};

/** dist/ at the root of the site, and the fixtures next to it; on a free port of the loopback interface. */
function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    response.setHeader('content-type', TYPES[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
    if (path === '/page.html') return response.end(PAGE);
    const file = path.startsWith('/fixtures/')
      ? join(FIXTURES, path.slice('/fixtures/'.length))
      : path.startsWith(HASHES)
        ? join(ROOT, 'node_modules/@noble/hashes', path.slice(HASHES.length))
        : join(ROOT, FOLDERS[path] ?? join('dist', path));
    if (!existsSync(file)) return response.writeHead(404).end();
    return createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

let server: Server | undefined;
const open = browserTests();
afterAll(() => void server?.close());

test('in a browser the library returns the same as in Node', async () => {
  const page = await open();
  server = await serve();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('response', (response) => response.status() >= 400 && problems.push(`${response.status()} for ${response.url()}`));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/page.html`);

  const there = await page.evaluate(`(async () => {
    const library = await import('/index.js');
    const results = [];
    for (const name of ${JSON.stringify(FIXTURE_NAMES)}) {
      const bytes = new Uint8Array(await (await fetch('/fixtures/' + name)).arrayBuffer());
      results.push((${subject})(library, bytes));
    }
    return results;
  })()`);
  const library = await import(new URL('../dist/index.js', import.meta.url).href);
  expect(problems).toEqual([]);
  expect(there).toEqual(FIXTURE_NAMES.map((name) => subject(library, fixture(name).bytes())));
});
