import {
  Bytes,
  type Completeness,
  chooseKernels,
  completenessOf,
  type DisasmOptions,
  type DisasmStream,
  disasmPass,
  findItem,
  graphStream,
  type ListingStream,
  listedNames,
  passOver,
  rawDisasmStream,
  readSamples,
} from '../../src/internal.ts';
import type { CostViews } from '../code/cost-columns.ts';
import { plainText, printListing } from '../code/disasm-text.ts';
import { EXIT, UsageError } from '../exit.ts';
import { openPass, readBytes, readInput, refuseNothing } from '../input/input.ts';
import { SourceFiles } from '../input/source-files.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { platformOption } from '../platform.ts';
import { orUsageError } from '../refusal.ts';
import { listNames, visible } from '../text.ts';
import { warnOfUnread } from '../unread.ts';
import { warnOfFindings } from '../warn-findings.ts';
import type { Context, OptionsOf } from './rows.ts';

/** What is kept of a listing that was printed: its lines hold the image that they are made from. */
type Shown = Pick<ListingStream, 'name' | 'size' | 'decoder' | 'reason'>;

/** What is to be printed. */
interface Code {
  /** As the user gave it, without an address. */
  readonly path: string;
  readonly stream: Omit<DisasmStream, keyof Completeness>;
  /** What was not read, after all listings. Throws `UsageError` for damage that leaves none. */
  read(): Promise<Completeness>;
  /** What is said when there is nothing. */
  none(): string;
}

export async function run({ arguments: [file = '', pattern], options, io }: Context<'disasm'>): Promise<number> {
  const settings = await disasmOptions(options);
  const sources = new SourceFiles(options.source, io);
  const view = { hex: options.hex, sources, views: costViews(options) };
  const { path, stream, read, none } = options.raw
    ? rawCode(file, pattern, options, settings, io)
    : await codeOf(file, pattern, options, settings, io);
  // A document begins with what was not read.
  const documentOf = async <T>(code: T) => ({
    schema: stream.schema,
    ...(await read()),
    code,
    diagnostics: stream.diagnostics,
  });
  const listed: Shown[] = [];
  const code = watched(stream.code, ({ name, size, decoder, reason }) => listed.push({ name, size, decoder, reason }));
  if (options.graph) {
    const graphs = graphStream(await documentOf(code));
    if (options.json) printJson(io, graphs);
    else (await import('../code/graph-text.ts')).printGraphs(graphs.graphs, io);
  } else if (options.json) printJson(io, await documentOf(withoutText(code)));
  else {
    for (const listing of code) {
      if (options.plain) plainText(listing, io);
      else {
        if (listed.length > 1) io.print('\n');
        printListing(listing, visible(path), view, io);
      }
    }
  }
  const completeness = await read();
  warnOfFindings(stream.diagnostics, path, io);
  if (!options.json) warnOfUnread(completeness, path, io);
  if (listed.length === 0) {
    io.warn(none());
    return EXIT.no;
  }
  // Bytes alone are a success only if the user asked for them.
  const bytesOnly = options.decoder === 'none' ? [] : listed.filter(({ size, decoder }) => size > 0 && decoder === null);
  if (bytesOnly.length === 0) return EXIT.yes;
  const hint = settings.decode === undefined ? '; give the instruction set with --platform or --device' : '';
  io.warn(`${path}: not decoded: ${listNames(bytesOnly.map(({ name }) => name))}: ${visible(bytesOnly[0]?.reason ?? '')}${hint}`);
  return EXIT.no;
}

async function codeOf(
  file: string,
  pattern: string | undefined,
  options: OptionsOf<'disasm'>,
  settings: DisasmOptions,
  io: Io,
): Promise<Code> {
  const { path, root, pass, budget } = await openPass(file, options, io);
  const named = options.json || options.graph ? pass.whole() : pass.root;
  await refuseNothing({ path, item: named });
  // A code section by its address is the code of that name in the image around it.
  const [, image = '', section] = named.content.kind === 'section' ? (/^(.*)!\.text\.(.*)$/s.exec(named.address) ?? []) : [];
  // So is machine code in a vISA object, by the address of the code.
  const [, object = '', kernel] = named.kind === 'data' ? (/^(.*)!(.*)\.gen(?:\[\d+\])?$/s.exec(named.address) ?? []) : [];
  const around = section !== undefined ? image : object;
  const isPart = section !== undefined || kernel !== undefined;
  const listed = isPart ? passOver(findItem(root, around) ?? root) : named === pass.root ? pass : passOver(named);
  const read = async () => {
    const item = listed.whole();
    await refuseNothing({ path, item });
    return completenessOf(item);
  };
  const none = () => {
    const item = listed.whole();
    const names = listedNames(item);
    if (options.samples !== undefined && pattern === undefined && names.length > 0) return 'the samples belong to no kernel of the file';
    const { why } = pattern === undefined || names.length === 0 ? {} : chooseKernels(pattern, names);
    return why ?? `${path}${item.address} has no kernels`;
  };
  return {
    path,
    stream: disasmPass(listed, { pattern: section ?? kernel ?? pattern, ...settings, budget, ...samplesOf(options, io) }),
    read,
    none,
  };
}

/** Code that is in no container. */
function rawCode(path: string, pattern: string | undefined, options: OptionsOf<'disasm'>, settings: DisasmOptions, io: Io): Code {
  const { platform } = settings;
  if (pattern !== undefined) throw new UsageError('with --raw the file is bare code, which has no kernel names');
  if (platform === undefined) throw new UsageError('--raw needs --platform or --device: code does not name its instruction set');
  const bytes = Bytes.from(readInput(path, io));
  const budget = io.budgets.open(bytes.length);
  const stream = rawDisasmStream(bytes, platform, { ...settings, budget, ...samplesOf(options, io) });
  return {
    path,
    stream,
    read: async () => stream,
    none: () => `${path} is empty`,
  };
}

function costViews(options: OptionsOf<'disasm'>): CostViews {
  const { live, waits, flow, samples } = options;
  return { live, waits, flow, samples: samples !== undefined };
}

const VIEWS = '--live, --waits, --flow and --samples';

async function disasmOptions(options: OptionsOf<'disasm'>): Promise<DisasmOptions> {
  if (options.plain && options.json) throw new UsageError('--plain and --json exclude each other');
  const { numericLabels, printPc: offsets, printBits: bits, printLdst: loadStore } = options;
  const print = { numericLabels, offsets, bits, loadStore };
  if (options.decoder !== undefined && Object.values(print).includes(true)) {
    throw new UsageError('--numeric-labels and --print-… are not passed to another decoder');
  }
  const hasViews = Object.values(costViews(options)).includes(true);
  const { graph } = options;
  if (graph && (hasViews || options.plain || options.hex))
    throw new UsageError('--graph excludes --live, --waits, --flow, --samples, --plain and --hex');
  if (hasViews && options.plain) throw new UsageError(`--plain excludes ${VIEWS}`);
  if ((hasViews || graph) && options.decoder !== undefined)
    throw new UsageError(`${graph ? '--graph needs' : `${VIEWS} need`} the decoder of zebin itself`);
  const platform = platformOption(options);
  return {
    print,
    notes: !options.plain && !options.json && !graph,
    bytes: (options.json && !graph) || options.hex,
    instructions: options.json || graph,
    sources: !options.plain,
    analysis: hasViews || graph,
    // Few runs start another program: what that needs of Node takes a fifth of the start.
    ...(options.decoder === undefined ? {} : { decode: (await import('../decoder.ts')).decoderNamed(options.decoder) }),
    ...(platform === undefined ? {} : { platform }),
  };
}

/** The samples of `--samples`, if it is given. Throws `UsageError` for a file without samples. */
function samplesOf({ samples: path }: OptionsOf<'disasm'>, io: Io): Pick<DisasmOptions, 'samples'> {
  if (path === undefined) return {};
  const bytes = readBytes(path, io);
  const budget = io.budgets.open(bytes.length);
  const { value: samples, diagnostics } = orUsageError(
    path,
    () => readSamples(bytes, { budget }),
    ({ message, code }) => `${path}: ${message} [${code}]`,
  );
  warnOfFindings(diagnostics, path, io);
  return { samples };
}

/** Listings as they are in a document. */
function* withoutText(code: Iterable<ListingStream>): Generator<Omit<ListingStream, 'text'>> {
  for (const { text: _, ...listing } of code) yield listing;
}

function* watched<T>(all: Iterable<T>, see: (one: T) => void): Generator<T> {
  for (const one of all) {
    see(one);
    yield one;
  }
}
