import {
  type Budget,
  completenessOf,
  type Decide,
  formatRow,
  type ImageInfo,
  type ImageItem,
  type InfoDocument,
  type InfoFact,
  imageFormat,
  infoFacts,
  infoImages,
  infoOfImages,
  isZebinInfo,
  type KernelInfo,
  MAY_SPILL,
  passOver,
  spillMark,
  type Tables,
  type ZebinInfo,
} from '../../src/internal.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT, UsageError } from '../exit.ts';
import { oneForm } from '../forms.ts';
import type { Choice } from '../info/choice.ts';
import { decidedImages, mayBeMangled, taken } from '../info/images.ts';
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
  const { root } = pass;
  const place = path + root.address;
  const isChosen = options.device !== undefined || options.kernel !== undefined;
  const isVisa = root.content.kind === 'visa-object' || root.content.kind === 'visa-text';
  const isNoImage = root.content.kind === 'section' || (root.content.kind === 'none' && formatRow(root.kind)?.code === undefined);
  if (isChosen || isVisa || isNoImage) await refuseNothing({ path, item: pass.whole() });
  if (isNoImage) {
    const what = root.content.kind === 'section' ? 'a section' : 'not an image';
    throw new UsageError(`${place} is ${what}: \`zebin dump\` shows it; info is for images and containers`, { file: path });
  }
  if (isVisa) {
    if (options.markdown) throw new UsageError('--markdown is for images and containers; it is not supported for vISA');
    const visa = await import('./visa.ts');
    return visa.info(pass.whole(), place, options, io);
  }
  const table = OVERVIEW_OPTIONS.some((name) => options[name] !== undefined) ? await import('../info/overview-text.ts') : undefined;
  const user = options.device === undefined ? undefined : table?.usersNamed(options.device, pass.whole(), tables);
  const chooser = isChosen ? await import('../info/choice.ts') : undefined;
  const choice = await chooser?.choiceOf(pass.whole(), options.kernel, user);
  if (user && choice?.chosen === 0) {
    io.warn(`${place} has nothing for ${options.device}; \`zebin coverage\` shows the devices`);
    return EXIT.no;
  }
  const nothing = choice?.kernels?.names.size === 0;
  const labelOf = mayBeMangled(root) ? (await import('../code/labels.ts')).kernelLabel : undefined;
  const parts = { ...(columns && { columns }), ...(labelOf && { labelOf }) };
  // Of many images, those with such a kernel are of interest.
  const onlyWith = choice?.kernels !== undefined && !nothing && !options.json && choice.chosen >= MANY;
  const rest = chooser && choice ? chooser.chosenImages(passOver(pass.whole()), parts, choice, onlyWith) : infoImages(pass, parts);
  const first = taken(rest, MANY);
  const overviewText = isOverview(first.length, options) ? (table ?? (await import('../info/overview-text.ts'))) : undefined;
  const overviewOptions = overviewText?.overviewOptions(options);
  const decide = await decision(first, { tables, user, newestOnly: overviewText !== undefined, budget });
  const decided = decidedImages(first, rest, decide);
  // Where there is a row for each image, no more of it is kept.
  const images = overviewText && !max ? undefined : [...decided];
  const overview = overviewText?.overviewOfImages(images ?? decided, () => completenessOf(pass.whole()));
  const item = pass.whole();
  await refuseNothing({ path, item });
  const shown = infoOfImages(item, images ?? []);
  const unread = shown.complete ? '' : (await import('../unread.ts')).unreadText(shown, path, io);
  const gate = limits && max && limits.resourceGate(shown, max, { certain: options.certain, allowDamaged: options.allowDamaged });
  const listed = overview?.rows.filter(({ format }) => format !== null) ?? shown.images;
  const head = () => headText(shown, listed, { path, address: item.address, of: choice?.all ?? listed.length }, unread, io);
  if (options.json) printJson(io, gate ? { ...shown, gate } : shown);
  else if (more && options.markdown && !nothing) io.print(more.markdown(shown, item, place));
  else if (overviewText && overview && overviewOptions && !nothing)
    io.print(head() + overviewText.overviewText(overview, overviewOptions, io));
  else if (!nothing)
    io.print(
      head() + imagesText(shown, path, { which: options.kernel === undefined ? '' : ' of this name', codeText: limits?.codeText }, io),
    );
  if (limits && gate && !options.json && !nothing) io.print(limits.gateText(shown, gate, path, io));
  if (!nothing) return gate?.passed === false ? EXIT.no : EXIT.yes;
  io.warn(choice?.kernels?.why ?? `${place} has no kernels`);
  return EXIT.no;
}

/** Options that only files with many images need. */
const OVERVIEW_OPTIONS = ['device', 'sort', 'top'] as const;
/** Images from which on there is a row for each. */
const MANY = 4;

/** Whether a row for each image is printed, and not every image in full. @param images their number, or {@link MANY} where there are more */
function isOverview(images: number, { all, json, markdown, columns, sort, top }: OptionsOf<'info'>): boolean {
  if (all || json || markdown || columns !== undefined) return false;
  return images >= MANY || sort !== undefined || top !== undefined;
}

interface Deciding {
  readonly tables: Tables | undefined;
  readonly user: Choice['user'];
  readonly newestOnly: boolean;
  readonly budget: Budget;
}

/** Makes what the newest driver decides; undefined, so that nothing is loaded, for a file without a zebin. @param first its first images */
async function decision(first: readonly ImageItem[], { tables, user, newestOnly, budget }: Deciding): Promise<Decide | undefined> {
  if (first.length < MANY && !first.some(({ image }) => isZebinInfo(image))) return undefined;
  const { driverVerdict, TABLES } = await import('../info/verdict.ts');
  return (item) => driverVerdict(item, { tables: tables ?? TABLES, device: user?.(item.address), budget }, { newestOnly });
}

interface Also {
  /** Printed after `no kernels` for an image without kernels. */
  readonly which: string;
  /** Prints the columns of code, if there are any. */
  readonly codeText: ((kernels: readonly KernelInfo[], io: Io) => string) | undefined;
}

/** Whether the document is about one image, and not about a container. */
function isImage({ format }: InfoDocument, [only, ...others]: Listed): boolean {
  return only !== undefined && others.length === 0 && only.format === format;
}

/** The images that are shown. */
type Listed = readonly { readonly format: string | null }[];

/** What is shown: the file, the address in it, and how many images that has. */
interface Place {
  readonly path: string;
  readonly address: string;
  readonly of: number;
}

/** Every image in full. */
function imagesText(document: InfoDocument, path: string, also: Also, io: Io): string {
  const [only] = document.images;
  if (only && isImage(document, document.images)) return imageText(only, also, io);
  return document.images.map((image) => `\n${io.colors.bold(visible(path + image.address))}\n${imageText(image, also, io)}`).join('');
}

/** What the file is, and what of it could not be read. */
function headText(document: InfoDocument, images: Listed, { path, address, of }: Place, unread: string, io: Io): string {
  const { format, size, diagnostics } = document;
  const title = visible(path + address);
  const bold = (text: string) => text.replace(title, () => io.colors.bold(title));
  if (isImage(document, images)) return `${bold(title)}\n${unread}`;
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
