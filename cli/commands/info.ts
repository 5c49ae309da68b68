import {
  type Decide,
  type ImageInfo,
  type InfoDocument,
  type InfoFact,
  type Item,
  imageFormat,
  infoDocument,
  infoFacts,
  isZebinInfo,
  type KernelInfo,
  MAY_SPILL,
  namePattern,
  spillMark,
  type Tables,
  type ZebinInfo,
  zebinsOf,
} from '../../src/internal.ts';
import type { Context } from '../command.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT, UsageError } from '../exit.ts';
import { oneForm } from '../forms.ts';
import { openWhole } from '../input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { kernelColumns } from '../resources.ts';
import { count, visible, wrap } from '../text.ts';
import { unreadText } from '../unread.ts';

export async function run({ arguments: [file = ''], options, io }: Context): Promise<number> {
  oneForm(options);
  const limits = [options.max, options.certain, options.allowDamaged, options.columns].every((option) => option === undefined)
    ? undefined
    : await import('../info-gate.ts');
  const max = limits?.limitsOf(options);
  const more = options.tables === undefined && !options.markdown ? undefined : await import('../info-tables.ts');
  const tables = more?.tablesOf(options);
  const { path, item: read } = await openWhole(file, options);
  const item = more && tables && options.tables !== undefined ? more.withDevices(read, tables.devices) : read;
  if (item.content.kind === 'section' || item.content.kind === 'none') {
    const what = item.content.kind === 'section' ? 'a section' : 'no image';
    throw new UsageError(`${path}${item.address} is ${what}: \`zebin dump\` shows it; info is for images and containers`, {
      file: path,
    });
  }
  if (item.content.kind === 'visa-object' || item.content.kind === 'visa-text') {
    if (options.markdown) throw new UsageError('--markdown is for images and containers; it is not supported for vISA');
    const visa = await import('./visa.ts');
    return visa.info(item, path + item.address, options, io);
  }
  const decide = await decider(item, tables);
  const document = infoDocument(item, limits?.infoColumns(options, Object.keys(max ?? {})), decide);
  const pattern = typeof options.kernel === 'string' ? options.kernel : undefined;
  const shown = pattern === undefined ? document : onlyKernels(document, namePattern(pattern));
  const nothing = pattern !== undefined && kernelNames(shown).length === 0;
  const gate =
    limits && max && limits.resourceGate(shown, max, { certain: options.certain === true, allowDamaged: options.allowDamaged === true });
  if (options.json) printJson(io, gate ? { ...shown, gate } : shown);
  else if (more && options.markdown && !nothing) io.print(more.markdown(shown, item, path + item.address));
  else if (!nothing)
    io.print(
      infoText(
        shown,
        { path, address: item.address },
        { which: pattern === undefined ? '' : ' of this name', codeText: limits?.codeText },
        io,
      ),
    );
  if (limits && gate && !options.json && !nothing) io.print(limits.gateText(shown, gate, path, io));
  if (!nothing) return gate?.passed === false ? EXIT.no : EXIT.yes;
  io.warn(`no kernel matches ${pattern}; available: ${listNames(kernelNames(document))}`);
  return EXIT.no;
}

/** What decides about zebins; nothing is loaded for a file without any. */
async function decider(item: Item, known?: Tables): Promise<Decide | undefined> {
  if (zebinsOf(item).length === 0) return undefined;
  const { driverVerdict, TABLES } = await import('../info-verdict.ts');
  return (image) => driverVerdict(image, { tables: known ?? TABLES });
}

function onlyKernels(document: InfoDocument, wanted: (name: string) => boolean): InfoDocument {
  const kept = <T extends { readonly kernels: readonly KernelInfo[] }>(image: T): T => ({
    ...image,
    kernels: image.kernels.filter((k) => wanted(k.name)),
  });
  return { ...document, images: document.images.map(kept) };
}

function kernelNames(document: InfoDocument): string[] {
  return [...new Set(document.images.flatMap((image) => image.kernels.map((kernel) => kernel.name)))];
}

/** Names for a sentence; the first twenty. */
export function listNames(names: readonly string[]): string {
  if (names.length === 0) return 'none';
  const more = names.length > 20 ? `, … (${names.length} in all)` : '';
  return names.slice(0, 20).map(visible).join(', ') + more;
}

interface Also {
  /** Printed after `no kernels` for an image without kernels. */
  readonly which: string;
  /** Prints the columns of code, if there are any. */
  readonly codeText: ((kernels: readonly KernelInfo[], io: Io) => string) | undefined;
}

function infoText(document: InfoDocument, at: { path: string; address: string }, also: Also, io: Io): string {
  const { colors } = io;
  const title = visible(at.path + at.address);
  const unread = unreadText(document, at.path, io);
  const [only] = document.images;
  if (document.format === 'zebin' && only) return `${colors.bold(title)}\n${unread}${imageText(only, also, io)}`;
  const head = `${colors.bold(title)}: ${document.format === 'ar' ? 'ar archive' : document.format}, ${count(document.images.length, 'image')}, ${bytes(document.size)}\n`;
  const images = document.images.map((image) => `\n${colors.bold(visible(at.path + image.address))}\n${imageText(image, also, io)}`);
  return head + unread + diagnosticLines(document.diagnostics, io, '  ') + images.join('');
}

function imageText(image: ImageInfo, also: Also, io: Io): string {
  if (isZebinInfo(image)) return zebinText(image, also, io);
  const names = image.kernel_names;
  const kernels = names.length === 0 ? '' : `${wrap(`${count(names.length, 'kernel')}: ${listNames(names)}`, io.width, '  ')}\n`;
  const advice = image.advice === undefined ? '' : `${wrap(image.advice, io.width, '  ')}\n`;
  return `  ${imageFormat(image)}, ${bytes(image.size)}\n${kernels}${advice}${diagnosticLines(image.diagnostics, io, '  ')}`;
}

function bytes(size: number): string {
  return count(size, 'byte');
}

function zebinText(zebin: ZebinInfo, also: Also, io: Io): string {
  const facts = infoFacts(zebin).map((fact): [string, string] => [fact.name, factText(fact, io)]);
  if (zebin.functions.length > 0) facts.push(['functions', listNames(zebin.functions)]);
  const width = io.width - 12;
  const head = facts.map(([name, text]) => `  ${name.padEnd(10)}${wrap(text, width).replaceAll('\n', `\n${' '.repeat(12)}`)}\n`).join('');
  // Remarks appear only in --json: every file of newer compilers has one.
  const findings = zebin.diagnostics.filter((d) => d.severity !== 'info');
  return (
    head + diagnosticLines(findings, io, '  ') + (zebin.kernels.length === 0 ? `  no kernels${also.which}\n` : kernelText(zebin, also, io))
  );
}

function factText({ text, lead }: InfoFact, { colors }: Io): string {
  if (!lead) return visible(text);
  const paint = { good: colors.green, warn: colors.yellow, bad: colors.red }[lead.tone];
  return paint(lead.text) + visible(text.slice(lead.text.length));
}

function kernelText(zebin: ZebinInfo, { codeText }: Also, io: Io): string {
  const { colors } = io;
  const marked = (mark: string) => zebin.kernels.filter((kernel) => spillMark(kernel) === mark).length;
  const all = zebin.kernels.length;
  const spilling = marked('!');
  const maybe = marked('?');
  const spills = `${spilling} of ${count(all, 'kernel')} ${spilling === 1 ? 'spills' : 'spill'} registers`;
  const sure =
    spilling === 0 ? '' : `${wrap(`${spills} (marked !)`, io.width, '  ').replace(spills, (text) => colors.red(colors.bold(text)))}\n`;
  const unsure = maybe === 0 ? '' : `${wrap(`${maybe} of ${count(all, 'kernel')} may spill (marked ?): ${MAY_SPILL}`, io.width, '  ')}\n`;
  return `\n${kernelColumns(zebin.kernels, io)}${sure}${unsure}${codeText?.(zebin.kernels, io) ?? ''}`;
}
