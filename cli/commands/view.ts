import { spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { EXIT, UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { count } from '../text.ts';
import { type ViewFile, viewFiles } from '../view/files.ts';
import { builtPage, reportPage } from '../view/page.ts';
import { serve } from '../view/server.ts';
import type { Context } from './rows.ts';

/** What a page may hold: more makes it slow to open, and the text must not exceed the longest string. */
const REPORT = 256 << 20;

export async function run({ arguments: names, options, io }: Context<'view'>): Promise<number> {
  const paths = names.filter((name) => name !== undefined);
  const files = await viewFiles(paths, io);
  if (options.output !== undefined) {
    io.print(await report(files, io));
    return EXIT.yes;
  }
  const { url, close } = await serve(io.packaged, files);
  io.standard.print(Buffer.from(`${url}\n`));
  io.warn('serving until Ctrl-C');
  if (options.open) openBrowser(url, () => io.warn('cannot open a browser: open the address above in one'));
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  close();
  return EXIT.yes;
}

async function report(files: readonly ViewFile[], { packaged }: Io): Promise<string> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > REPORT)
    throw new UsageError(`${count(size, 'byte')} are too many for one page: without -o the page reads them from this machine`);
  const contents = await Promise.all(files.map(content));
  const pageData = { files: files.map(({ name, size: bytes }) => ({ name, size: bytes })) };
  return reportPage(builtPage(packaged), pageData, contents);
}

/** The bytes of a file, compressed. */
async function content({ size, read, name }: ViewFile): Promise<Uint8Array> {
  let taken = 0;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of read(0, size) ?? []) {
      taken += piece.length;
      yield piece;
    }
  }
  const compressed: Uint8Array[] = [];
  await pipeline(pieces, createGzip(), async (parts) => {
    for await (const part of parts) compressed.push(part);
  });
  if (taken !== size) throw new UsageError(`${name} changed while it was read`);
  return Buffer.concat(compressed);
}

/** Starts what opens addresses on this system, and does not wait for it. */
function openBrowser(url: string, failed: () => void): void {
  const [program, ...args] =
    process.platform === 'darwin' ? ['open', url] : process.platform === 'win32' ? ['cmd', '/c', 'start', '', url] : ['xdg-open', url];
  const child = spawn(program as string, args, { stdio: 'ignore', detached: true });
  child.on('error', failed);
  child.on('exit', (code) => code !== 0 && code !== null && failed());
  child.unref();
}
