import {
  type Budget,
  formatRow,
  type ImageInfo,
  type InfoDocument,
  type InfoFact,
  type Item,
  imageFormat,
  infoFacts,
  infoPass,
  isZebinInfo,
  type KernelInfo,
  MAY_SPILL,
  type ProductConfig,
  spillMark,
  type Tables,
  withLabels,
  withVerdicts,
  type ZebinInfo,
} from '../../src/internal.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT, UsageError } from '../exit.ts';
import { oneForm } from '../forms.ts';
import { openPass, refuseNothing } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { kernelColumns } from '../resources.ts';
import { count, listNames, visible, wrap } from '../text.ts';
import type { Context, OptionsOf } from './rows.ts';

export async function run({ arguments: [file = ''], options, io }: Context<'info'>): Promise<number> {
  oneForm(options);
  const isGated = options.max.length > 0 || options.certain || options.allowDamaged || options.columns !== undefined;
  const limits = isGated ? await import('../info/gate.ts') : undefined;
  const max = limits?.limitsOf(options);
  const more = options.tables === undefined && !options.markdown ? undefined : await import('../info/tables.ts');
  const tables = await more?.tablesOf(options, io);
  const { path, pass: opened, budget } = await openPass(file, options, io);
  const pass = more && tables && options.tables !== undefined ? more.passWithDevices(opened, tables.devices) : opened;
  const columns = limits?.infoColumns(options, Object.keys(max ?? {}), budget);
  const all = infoPass(pass, columns && { columns });
  const item = pass.whole();
  await refuseNothing({ path, item });
  if (item.content.kind === 'section' || (item.content.kind === 'none' && formatRow(item.kind)?.code === undefined)) {
    const what = item.content.kind === 'section' ? 'a section' : 'not an image';
    throw new UsageError(`${path}${item.address} is ${what}: \`zebin dump\` shows it; info is for images and containers`, {
      file: path,
    });
  }
  if (item.content.kind === 'visa-object' || item.content.kind === 'visa-text') {
    if (options.markdown) throw new UsageError('--markdown is for images and containers; it is not supported for vISA');
    const visa = await import('./visa.ts');
    return visa.info(item, path + item.address, options, io);
  }
  const read = all.images.some(hasMangledNames) ? withLabels(all, (await import('../code/labels.ts')).kernelLabel) : all;
  const overview = OVERVIEW_OPTIONS.some((name) => options[name] !== undefined) ? await import('../info/overview-text.ts') : undefined;
  const user = options.device === undefined ? undefined : overview?.usersNamed(options.device, item, tables);
  const document = user ? { ...read, images: read.images.filter(({ address }) => user(address)) } : read;
  if (user && document.images.length === 0) {
    io.warn(`${path}${item.address} has nothing for ${options.device}; \`zebin coverage\` shows the devices`);
    return EXIT.no;
  }
  const pattern = options.kernel;
  const choose = pattern === undefined ? undefined : (await import('../kernel-filter.ts')).chooseKernels;
  const choice = choose?.(pattern ?? '', kernelNames(document));
  const named = choice ? onlyKernels(document, (name) => choice.names.has(name)) : document;
  const nothing = pattern !== undefined && kernelNames(named).length === 0;
  // Of many images, those with such a kernel are of interest.
  const isAny = nothing || options.json || named.images.length < MANY;
  const selection = isAny || pattern === undefined ? named : { ...named, images: named.images.filter(({ kernels }) => kernels.length > 0) };
  const rows = isOverview(selection, options) ? (overview ?? (await import('../info/overview-text.ts'))) : undefined;
  const overviewOptions = rows?.overviewOptions(options);
  const shown = await decided(selection, item, { tables, user, newestOnly: rows !== undefined, budget });
  const unread = document.complete ? '' : (await import('../unread.ts')).unreadText(document, path, io);
  const gate = limits && max && limits.resourceGate(shown, max, { certain: options.certain, allowDamaged: options.allowDamaged });
  if (options.json) printJson(io, gate ? { ...shown, gate } : shown);
  else if (more && options.markdown && !nothing) io.print(more.markdown(shown, item, path + item.address));
  else if (rows && overviewOptions && !nothing)
    io.print(
      headText(shown, { path, address: item.address, of: read.images.length }, unread, io) + rows.overviewText(shown, overviewOptions, io),
    );
  else if (!nothing)
    io.print(
      infoText(
        shown,
        { path, address: item.address, of: read.images.length },
        { which: pattern === undefined ? '' : ' of this name', codeText: limits?.codeText, unread },
        io,
      ),
    );
  if (limits && gate && !options.json && !nothing) io.print(limits.gateText(shown, gate, path, io));
  if (!nothing) return gate?.passed === false ? EXIT.no : EXIT.yes;
  io.warn(choice?.why ?? `${path}${item.address} has no kernels`);
  return EXIT.no;
}

/** Whether a kernel has a name that people do not read: the demangler is loaded only for these. */
function hasMangledNames(image: ImageInfo): boolean {
  const names = isZebinInfo(image) ? image.kernels.map(({ name }) => name) : image.kernel_names;
  return names.some((name) => name.startsWith('_Z'));
}

/** Options that only files with many images need. */
const OVERVIEW_OPTIONS = ['device', 'sort', 'top'] as const;
/** Images from which on there is a row for each. */
const MANY = 4;

/** Whether a row for each image is printed, and not every image in full. */
function isOverview({ images }: InfoDocument, { all, json, markdown, columns, sort, top }: OptionsOf<'info'>): boolean {
  if (all || json || markdown || columns !== undefined) return false;
  return images.length >= MANY || sort !== undefined || top !== undefined;
}

interface Deciding {
  readonly tables: Tables | undefined;
  readonly user: ((address: string) => ProductConfig | undefined) | undefined;
  readonly newestOnly: boolean;
  readonly budget: Budget;
}

/** The document with what the newest driver decides; nothing is loaded for a file without a zebin. */
async function decided(document: InfoDocument, root: Item, { tables, user, newestOnly, budget }: Deciding): Promise<InfoDocument> {
  if (!document.images.some(isZebinInfo)) return document;
  const { driverVerdict, TABLES } = await import('../info/verdict.ts');
  return withVerdicts(document, root, (item) =>
    driverVerdict(item, { tables: tables ?? TABLES, device: user?.(item.address), budget }, { newestOnly }),
  );
}

function onlyKernels(document: InfoDocument, isChosen: (name: string) => boolean): InfoDocument {
  const kept = <T extends { readonly kernels: readonly KernelInfo[] }>(image: T): T => ({
    ...image,
    kernels: image.kernels.filter((k) => isChosen(k.name)),
  });
  return { ...document, images: document.images.map(kept) };
}

function kernelNames(document: InfoDocument): string[] {
  return [...new Set(document.images.flatMap((image) => image.kernels.map((kernel) => kernel.name)))];
}

interface Also {
  /** Printed after `no kernels` for an image without kernels. */
  readonly which: string;
  /** Prints the columns of code, if there are any. */
  readonly codeText: ((kernels: readonly KernelInfo[], io: Io) => string) | undefined;
  /** Says what was not read; empty if all was. */
  readonly unread: string;
}

/** Whether the document is about one image, and not about a container. */
function isImage({ format, images: [only, ...others] }: InfoDocument): boolean {
  return only !== undefined && others.length === 0 && only.format === format;
}

/** What is shown: the file, the address in it, and how many images that has. */
interface Place {
  readonly path: string;
  readonly address: string;
  readonly of: number;
}

function infoText(document: InfoDocument, at: Place, also: Also, io: Io): string {
  const { colors } = io;
  const [only] = document.images;
  if (isImage(document)) return headText(document, at, also.unread, io) + (only ? imageText(only, also, io) : '');
  const images = document.images.map((image) => `\n${colors.bold(visible(at.path + image.address))}\n${imageText(image, also, io)}`);
  return headText(document, at, also.unread, io) + images.join('');
}

/** What the file is, and what of it could not be read. */
function headText(document: InfoDocument, { path, address, of }: Place, unread: string, io: Io): string {
  const { format, images, size, diagnostics } = document;
  const title = visible(path + address);
  const bold = (text: string) => text.replace(title, () => io.colors.bold(title));
  if (isImage(document)) return `${bold(title)}\n${unread}`;
  const all = images.length === of ? '' : `${images.length} of `;
  const head = wrap(`${title}: ${format === 'ar' ? 'ar archive' : format}, ${all}${count(of, 'image')}, ${bytes(size)}`, io.width);
  const facts = (document.facts ?? []).map(({ name, value }) => `${wrap(`${name} ${visible(value)}`, io.width, '  ')}\n`).join('');
  return `${bold(head)}\n${unread}${facts}${diagnosticLines(diagnostics, io, '  ')}`;
}

function imageText(image: ImageInfo, also: Also, io: Io): string {
  if (isZebinInfo(image)) return zebinText(image, also, io);
  const names = image.kernel_labels;
  const kernels = names.length === 0 ? '' : `${wrap(`${count(names.length, 'kernel')}: ${listNames(names)}`, io.width, '  ')}\n`;
  const advice = image.advice === undefined ? '' : `${wrap(image.advice, io.width, '  ')}\n`;
  return `  ${imageFormat(image)}, ${bytes(image.size)}\n${kernels}${advice}${diagnosticLines(image.diagnostics, io, '  ')}`;
}

function bytes(size: number): string {
  return count(size, 'byte');
}

function zebinText(zebin: ZebinInfo, also: Also, io: Io): string {
  const remarks = zebin.verdict.infos === 0 ? '' : '; --json lists remarks';
  const facts = infoFacts(zebin).map((fact): [string, string] => [
    fact.name,
    factText(fact, io) + (fact.name === 'findings' ? remarks : ''),
  ]);
  const functions = [...(zebin.functions.length > 0 ? [listNames(zebin.functions)] : []), ...zebin.function_entries.map(functionsText)];
  if (functions.length > 0) facts.push(['functions', functions.join('; ')]);
  const width = io.width - 12;
  const head = facts.map(([name, text]) => `  ${name.padEnd(10)}${wrap(text, width).replaceAll('\n', `\n${' '.repeat(12)}`)}\n`).join('');
  // Remarks are only counted: every file of newer compilers has one.
  const findings = zebin.diagnostics.filter((d) => d.severity !== 'info');
  return (
    head + diagnosticLines(findings, io, '  ') + (zebin.kernels.length === 0 ? `  no kernels${also.which}\n` : kernelText(zebin, also, io))
  );
}

/** What the code of functions takes, which no row of a kernel says. */
function functionsText({ code_size: code, spill_size: spill }: KernelInfo): string {
  return `${code === null ? '' : `${bytes(code)} of code, `}${spill ? `${bytes(spill)} spilled per thread` : 'nothing spilled'}`;
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
