import { spawn } from 'node:child_process';
import { type Decode, type Decoded, disasmDocument, FormatError, inspect } from '../../src/index.ts';
import type { Context } from '../command.ts';
import { decoderNamed, hasDecoder } from '../decoder.ts';
import { EXIT, UsageError } from '../exit.ts';
import { printWhole } from '../io.ts';
import { type ViewFile, viewFile } from '../view/files.ts';
import { builtPage, type GivenCode, reportPage } from '../view/page.ts';
import { serve } from '../view/server.ts';

/** What a page may hold: more makes it slow to open, and no longer than a text can be. */
const REPORT = 256 << 20;

export async function run({ arguments: names, options, io }: Context): Promise<number> {
  const paths = names.filter((name) => name !== undefined);
  const files = await Promise.all(paths.map(viewFile));
  const decode = options.decoder !== undefined || hasDecoder() ? decoderNamed(options.decoder) : undefined;
  if (options.output !== undefined) {
    io.print(await report(files, options.disasm === true ? decoderNamed(options.decoder) : undefined));
    return EXIT.yes;
  }
  if (options.disasm === true) throw new UsageError('--disasm needs -o; a served page requests instructions when it needs them');
  const { url, close } = await serve(builtPage(), files, options.decoder === 'none' ? undefined : decode);
  printWhole(Buffer.from(`${url}\n`));
  io.warn('serving until Ctrl-C');
  if (options.open !== false) openBrowser(url, () => io.warn('cannot open a browser: open the address above in one'));
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  close();
  return EXIT.yes;
}

async function report(files: readonly ViewFile[], decode: Decode | undefined): Promise<string> {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size > REPORT) throw new UsageError(`${size} bytes are too many for one page: without -o the page reads them from this machine`);
  const contents = await Promise.all(files.map(content));
  const code = decode ? contents.flatMap((data, file) => decoded(data, file, decode)) : [];
  const given = { served: false, decoder: code.length > 0, files: files.map(({ name, size: own }) => ({ name, size: own })), code };
  return reportPage(builtPage(), given, contents);
}

async function content({ size, read, name }: ViewFile): Promise<Uint8Array> {
  const pieces: Buffer[] = [];
  for await (const piece of read(0, size) ?? []) pieces.push(Buffer.from(piece as Uint8Array));
  const data = Buffer.concat(pieces);
  if (data.length !== size) throw new UsageError(`${name} changed while it was read`);
  return data;
}

/** The instructions of every kernel in a file; none of what cannot be read, which the page says itself. */
function decoded(data: Uint8Array, file: number, decode: Decode): GivenCode[] {
  const texts: Decoded[] = [];
  try {
    const { code } = disasmDocument(inspect(data).value, undefined, (one) => {
      const text = decode(one);
      texts.push(text);
      return text;
    });
    return code.flatMap(({ address, name }, i) => {
      const text = texts[i];
      return text ? [{ file, at: address, name, decoded: text }] : [];
    });
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
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
