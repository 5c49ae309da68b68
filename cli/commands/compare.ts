import { existsSync } from 'node:fs';
import {
  type Baseline,
  type CompareDocument,
  compareDocument,
  compareMarkdown,
  hasCodeMetrics,
  hasZebin,
  type MeasuredSide,
  measuredKernels,
  measuredSide,
  parseBaseline,
  parseThreshold,
  printBaseline,
  type Side,
  type Threshold,
} from '../../src/internal.ts';
import { compareText } from '../compare-text.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readDocument } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { chooseInSides } from '../kernel-filter.ts';
import { readSide } from '../sides.ts';
import { count, visible } from '../text.ts';
import { warnOfUnread } from '../unread.ts';
import { writeWhole } from '../write/index.ts';
import type { Context, OptionsOf } from './rows.ts';

/** Changed kernels that are listed. */
const TOP = 10;

export async function run({ arguments: [first = '', second], options, io }: Context<'compare'>): Promise<number> {
  const baseline = options.baseline;
  checkUsage(second, baseline, options);
  const top = topOf(options.top);
  const optionThresholds = thresholdsOf(options.threshold);
  const pattern = options.kernel;
  const kept = baseline === undefined || options.update ? undefined : baselineAt(baseline, io);
  const code = options.code || (kept !== undefined && hasCodeMetrics(kept));
  const allowDamaged = options.allowDamaged;
  const lastSide = await readSide(second ?? first, options, io);
  const baseSide = baseline === undefined ? await readSide(first, options, io) : undefined;
  const sides = [...(baseSide ? [baseSide] : []), lastSide];
  const known = kept?.kernels.map(({ name }) => name);
  const choice = pattern === undefined ? undefined : chooseInSides(pattern, sides, known);
  if (choice?.why !== undefined) {
    io.warn(choice.why);
    return EXIT.no;
  }
  const isChosen = (name: string) => choice?.names.has(name) ?? true;
  const budget = io.budgets.open(0);
  const read = (side: Side) => measuredSide(side, measuredKernels(side, isChosen, code, budget));

  const last = read(lastSide);
  if (baseline !== undefined && options.update) {
    const hasCode = lastSide.files.some(({ root }) => hasZebin(root));
    return await update(baseline, last, { thresholds: optionThresholds ?? [], allowDamaged, hasCode }, io);
  }
  const base = baseSide
    ? read(baseSide)
    : { path: baseline ?? '', kernels: (kept?.kernels ?? []).filter(({ name }) => isChosen(name)), unread: kept?.unread ?? [] };
  const gated = kept !== undefined || options.gate;
  const thresholds = gated ? { thresholds: optionThresholds ?? kept?.thresholds ?? [] } : {};
  const [baseTitle, newTitle] = titlesOf(options.title);
  const document = compareDocument(titled(base, baseTitle), titled(last, newTitle), {
    top,
    code,
    certain: options.certain,
    allowDamaged,
    budget,
    ...thresholds,
  });
  if (options.json) printJson(io, document);
  else io.print(options.markdown ? visibleLines(compareMarkdown(document)) : compareText(document, top, io));
  return answer(document);
}

const titled = (side: MeasuredSide, title: string | undefined): MeasuredSide => (title === undefined ? side : { ...side, title });

/** Writes the baseline, unless it would bless a loss: kernels that were not read, or a build without native code. */
async function update(
  path: string,
  side: MeasuredSide,
  { thresholds, allowDamaged, hasCode }: { thresholds: Threshold[]; allowDamaged: boolean; hasCode: boolean },
  io: Io,
): Promise<number> {
  const { kernels, unread = [] } = side;
  if (!allowDamaged && unread.length > 0) {
    warnOfUnread({ complete: false, unread }, '', io);
    io.warn(`${visible(path)} is not written; --allow-damaged writes it without what was not read`);
    return EXIT.no;
  }
  if (kernels.length === 0 && !hasCode) {
    io.warn(`nothing compiled to measure in ${visible(side.path)}; ${visible(path)} is not written`);
    return EXIT.no;
  }
  const folder = `${side.path.replace(/\/+$/, '')}/`;
  const parts = unread.map((one) => ({ ...one, address: one.address.startsWith(folder) ? one.address.slice(folder.length) : one.address }));
  await writeWhole(path, [printBaseline({ kernels, thresholds, unread: parts })], io.inputs);
  io.print(
    `${visible(path)}: ${count(kernels.length, 'kernel')} written${unread.length === 0 ? '' : `, ${count(unread.length, 'part')} not read`}\n`,
  );
  return EXIT.yes;
}

function answer({ gate }: CompareDocument): number {
  return gate === undefined || gate.passed ? EXIT.yes : EXIT.no;
}

function checkUsage(second: string | undefined, baseline: string | undefined, options: OptionsOf<'compare'>): void {
  if (baseline !== undefined && second !== undefined) throw new UsageError('with --baseline, give only one build');
  if (baseline === undefined && second === undefined) throw new UsageError('give two builds to compare, or one build and --baseline FILE');
  if (options.certain && baseline === undefined && !options.gate) throw new UsageError('--certain needs --gate or --baseline FILE');
  if (options.update && baseline === undefined) throw new UsageError('--update needs --baseline FILE');
  if (options.threshold.length > 0 && baseline === undefined && !options.gate)
    throw new UsageError('--threshold needs --gate or --baseline FILE');
  if (options.allowDamaged && baseline === undefined && !options.gate)
    throw new UsageError('--allow-damaged needs --gate or --baseline FILE');
  if (options.update && (options.json || options.markdown || options.output !== undefined))
    throw new UsageError('--update writes only the baseline; it cannot be used with --json, --markdown or --output');
}

/** The titles of both sides; none if the option is not given. */
function titlesOf(titles: readonly string[]): readonly (string | undefined)[] {
  if (titles.length === 0 || titles.length === 2) return titles;
  throw new UsageError('give --title twice, for the base and then for the new build');
}

function topOf(value: string | undefined): number {
  if (value === undefined) return TOP;
  if (/^[0-9]{1,9}$/.test(value)) return Number(value);
  throw new UsageError(`--top expects a number of kernels, not ${value}`);
}

function thresholdsOf(words: readonly string[]): Threshold[] | undefined {
  if (words.length === 0) return undefined;
  return words.map((text) => {
    const threshold = parseThreshold(text);
    if (threshold) return threshold;
    throw new UsageError(`--threshold expects 64, 2% or METRIC=2%, with a metric of \`zebin compare --json\`, not ${text}`);
  });
}

function baselineAt(path: string, io: Io): Baseline {
  if (!existsSync(path)) throw new UsageError(`${path} does not exist; create it with --update`, { file: path });
  return readDocument(path, parseBaseline, io);
}

/** Markdown keeps its line ends; everything else that is not text is shown. */
function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
