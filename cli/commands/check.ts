import {
  checkOfImages,
  forNames,
  type ImageCheck,
  imageChecks,
  isAccepted,
  type KernelCheck,
  type ReleaseRange,
  releaseNamed,
  releaseRangeText,
  releaseText,
  supportNotes,
  type Tables,
  worseOf,
} from '../../src/internal.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT, UsageError } from '../exit.ts';
import { oneForm } from '../forms.ts';
import { openPass } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { tablesOf } from '../tables.ts';
import { commas, count, fill, middle, visible, wrap } from '../text.ts';
import { unreadText } from '../unread.ts';
import { VERSION } from './program.ts';
import type { Context, OptionsOf } from './rows.ts';

/** Ranges of releases, and kernel names in one group, that are printed. */
const RANGES = 6;
const NAMES = 20;
const LONGEST = 60;
const STOPS = 'the driver stops here; further reasons follow';

export async function run({ arguments: [file = ''], options, io }: Context<'check'>): Promise<number> {
  oneForm(options);
  const tables = await tablesOf(options, io);
  const release = releaseOf(options, tables);
  const named = options.device !== undefined ? await import('../devices.ts') : undefined;
  const devices = named?.devicesNamed(options.device ?? '', tables.devices);
  const profile = profileOf(options);
  const { path, pass, budget } = await openPass(file, options, io);
  const { address } = pass.root;
  const question = { release, profile, tables, budget, ...(devices ? { devices } : {}) };
  const isText = !options.json && !options.markdown;
  const texts: string[] = [];
  let images: ImageCheck[] = [];
  for (const check of imageChecks(pass, question)) {
    images.push(check);
    if (!isText) continue;
    // Of many images, only what is printed is kept.
    texts.push(imageText(check, visible(path + check.address), io));
    images = [images.reduce(worseOf)];
  }
  const document = checkOfImages(pass.whole(), question, images);
  if (!document)
    throw new UsageError(`${path}${address} contains no zebin; only zebins can be checked (\`zebin ls\` lists the content)`, {
      file: path,
    });
  if (options.json) printJson(io, document);
  else if (options.markdown) io.print((await import('../markdown.ts')).checkMarkdown(document, { path: path + address, version: VERSION }));
  else {
    // What there is for no image is said of the file.
    if (texts.length === 0) texts.push(imageText(document, visible(path + document.address), io));
    io.print(unreadText(document, path, io, '') + texts.join('\n'));
  }
  const isDecided = document.complete || options.allowDamaged;
  return isAccepted(document.verdict) && isDecided ? EXIT.yes : EXIT.no;
}

function releaseOf({ driver }: OptionsOf<'check'>, tables: Tables): string {
  const newest = tables.releases.at(-1) ?? '';
  if (driver === undefined) return newest;
  const release = releaseNamed(driver, tables);
  if (release !== undefined) return release;
  throw new UsageError(`${driver} is not a driver release; give one such as ${newest}, a prefix such as 26.27, or next`);
}

function profileOf({ profile = 'driver' }: OptionsOf<'check'>): 'driver' | 'ocloc-validate' {
  if (profile === 'driver' || profile === 'ocloc-validate') return profile;
  throw new UsageError(`unknown profile ${profile}; use driver or ocloc-validate`);
}

function imageText(image: ImageCheck, name: string, io: Io): string {
  const { colors } = io;
  const paint = isAccepted(image.verdict) ? colors.green : colors.red;
  const head = wrap(`${name}: ${visible(image.sentence)}`, io.width)
    .replace(name, colors.bold(name))
    .replace(image.verdict, paint(image.verdict));
  const width = Math.max(...image.steps.map((step) => step.name.length));
  const deciding = image.reasons.find(({ decides }) => decides)?.step;
  const steps = image.steps.map(({ name: step, outcome, findings }) => {
    const word = outcome === 'failed' ? colors.red(outcome) : outcome === 'passed' ? outcome : colors.dim(outcome);
    // Reasons come before remarks, and the first reason of all is where the driver stops.
    const decides = step === deciding ? findings.slice(0, 1) : [];
    const stops = decides.length > 0 && image.reasons.length > 1 ? `${wrap(STOPS, io.width, '      ')}\n` : '';
    const rest = findings.slice(decides.length);
    return `  ${step.padEnd(width)}  ${word}\n${diagnosticLines(decides, io, '    ')}${colors.bold(stops)}${diagnosticLines(rest, io, '    ')}`;
  });
  return `${head}\n${steps.join('')}${releasesText(image, io)}${kernelsText(image.kernels, io)}`;
}

/** What releases say, the newest first. */
function releasesText({ releases, support }: ImageCheck, io: Io): string {
  if (releases.length === 0) return '';
  const lines = [...releases]
    .reverse()
    .map((range) => `${wrap(`${releaseRangeText(range)}: ${visible(answerText(range))}`, io.width, '    ')}\n`);
  const more = lines.length > RANGES ? [`    and ${count(lines.length - RANGES, 'older range')}: see --json\n`] : [];
  const notes = supportNotes(support, visible);
  return `${notes.map((note) => `${wrap(note, io.width, '  ')}\n`).join('')}  releases\n${lines.slice(0, RANGES).join('')}${more.join('')}`;
}

function answerText({ verdict, message }: ReleaseRange): string {
  return message === undefined ? verdict : `${verdict}, ${message}`;
}

/** Kernels that the same releases accept for the same names share a line. */
function kernelsText(kernels: readonly KernelCheck[], io: Io): string {
  const groups = new Map<string, KernelCheck[]>();
  for (const kernel of kernels) {
    const { first_release: first, accepted, forced_by } = kernel.support;
    const end = accepted.at(-1)?.until;
    const until = end === undefined ? ' on' : ` to before ${releaseText(end)}`;
    const reason = kernel.releases.at(-1)?.message ?? 'it is refused';
    const text =
      first === null
        ? `accepted by no known release: ${reason}`
        : `accepted from ${releaseText(first)}${until}${forNames(forced_by, visible)}`;
    const group = groups.get(text);
    if (group) group.push(kernel);
    else groups.set(text, [kernel]);
  }
  if (groups.size === 0) return '';
  const texts = [...groups].map(([text, group]) => {
    const names = group.slice(0, NAMES).map(({ label }) => middle(visible(label), LONGEST));
    const more = group.length > names.length ? [`… (${group.length} in all)`] : [];
    return `${wrap(`${visible(text)}:`, io.width, '    ')}\n${fill(commas([...names, ...more]), io.width, '      ')}\n`;
  });
  return `  kernels, each checked separately\n${texts.join('')}`;
}
