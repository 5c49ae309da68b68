/**
 * The server of `zebin view`: on loopback, on a port and below a path that nobody else knows, for one browser. It serves the page and
 * ranges of the given files, and nothing else.
 */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Packaged } from '../commands/packaged.ts';
import type { ViewFile } from './files.ts';
import { builtPage, type PageData, policyOf, runScript, servedPage } from './page.ts';

const HOST = '127.0.0.1';
const RUN = 'run.js';

export interface Served {
  /** The address of the page. */
  readonly url: string;
  close(): void;
}

interface Site {
  readonly origin: string;
  /** Before every path: `/…/`. */
  readonly base: string;
  readonly page: string;
  /** The script that runs kernels. */
  readonly run: string;
  readonly files: readonly ViewFile[];
}

/** Serves files in the page of the package. */
export async function serve(packaged: Packaged, files: readonly ViewFile[]): Promise<Served> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, HOST, resolve);
  });
  const origin = `http://${HOST}:${(server.address() as AddressInfo).port}`;
  const base = `/${randomBytes(16).toString('hex')}/`;
  const pageData: PageData = {
    files: files.map(({ name, size }, number) => ({ name, size, url: `files/${number}` })),
    run: RUN,
  };
  const site: Site = { origin, base, page: servedPage(builtPage(packaged), pageData), run: runScript(packaged), files };
  answerOn(server, site);
  return {
    url: `${origin}${base}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answerOn(server: Server, site: Site): void {
  server.on('request', (request, response) => {
    answer(request, response, site).catch(() => response.destroy());
  });
}

async function answer(request: IncomingMessage, response: ServerResponse, site: Site): Promise<void> {
  const { method = '', url = '' } = request;
  response.setHeader('Content-Security-Policy', `${policyOf(site.page)}; frame-ancestors 'none'`);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cache-Control', 'no-store');
  if (!isOwn(request, site)) return end(response, 403, 'only the page of this server may send requests');
  if (!url.startsWith(site.base)) return end(response, 404, 'not found');
  const [path = ''] = url.slice(site.base.length).split('?', 1);
  const reads = method === 'GET' || method === 'HEAD';
  if (path === '' && reads) return end(response, 200, site.page, 'text/html; charset=utf-8');
  if (path === RUN && reads) return end(response, 200, site.run, 'text/javascript; charset=utf-8');
  const file = /^files\/(\d{1,6})$/.exec(path)?.[1];
  if (file !== undefined && reads) return sendFile(request, response, site.files[Number(file)]);
  return end(response, 404, 'not found');
}

/** A foreign page can make the browser send requests, under any host name; it cannot change the headers that reveal this. */
function isOwn({ headers }: IncomingMessage, { origin }: Site): boolean {
  const { host, origin: asks, 'sec-fetch-site': site } = headers;
  if (host !== new URL(origin).host) return false;
  if (asks !== undefined && asks !== origin) return false;
  return site === undefined || site === 'same-origin' || site === 'none';
}

function end(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

async function sendFile({ headers, method }: IncomingMessage, response: ServerResponse, file: ViewFile | undefined): Promise<void> {
  if (!file) return end(response, 404, 'not found');
  const range = headers.range === undefined ? undefined : /^bytes=(\d{1,15})-(\d{1,15})$/.exec(headers.range);
  if (range === null) return end(response, 416, 'only a single range with start and end is supported');
  const [from, to] = range ? [Number(range[1]), Math.min(Number(range[2]) + 1, file.size)] : [0, file.size];
  if (range && (from >= file.size || from >= to)) {
    response.setHeader('Content-Range', `bytes */${file.size}`);
    return end(response, 416, 'the range is past the end of the file');
  }
  const data = file.read(from, to);
  if (!data) return end(response, 409, 'the file has changed since it was opened');
  response.writeHead(range ? 206 : 200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': to - from,
    'Accept-Ranges': 'bytes',
    ...(range ? { 'Content-Range': `bytes ${from}-${to - 1}/${file.size}` } : {}),
  });
  if (method === 'HEAD') response.end();
  else await pipeline(data, response);
}
