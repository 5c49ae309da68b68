import { existsSync } from 'node:fs';
import {
  type Baseline,
  type CompareDocument,
  compareDocument,
  compareMarkdown,
  hasCodeMetrics,
  measuredKernels,
  parseBaseline,
  parseThreshold,
  printBaseline,
  type Side,
  type Threshold,
} from '../../src/internal.ts';
import type { Context, Options } from '../command.ts';
import { compareText } from '../compare-text.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readDocument } from '../input.ts';
import { printJson } from '../json.ts';
import { chooseInSides } from '../kernel-filter.ts';
import { openSide } from '../sides.ts';
import { count, visible } from '../text.ts';
import { writeWhole } from '../write/index.ts';

/** Kernels listed for each metric and direction. */
const TOP = 5;

export async function run({ arguments: [first = '', second], options, io }: Context): Promise<number> {
  const baseline = typeof options.baseline === 'string' ? options.baseline : undefined;
  checkUsage(second, baseline, options);
  const top = topOf(options.top);
  const given = thresholdsOf(options.threshold);
  const pattern = typeof options.kernel === 'string' ? options.kernel : undefined;
  const kept = baseline === undefined || options.update === true ? undefined : baselineAt(baseline);
  const code = options.code === true || (kept !== undefined && hasCodeMetrics(kept));
  const lastSide = await openSide(second ?? first, options);
  const baseSide = baseline === undefined ? await openSide(first, options) : undefined;
  const sides = [...(baseSide ? [baseSide] : []), lastSide];
  const choice =
    pattern === undefined
      ? undefined
      : chooseInSides(
          pattern,
          sides,
          kept?.kernels.map(({ name }) => name),
        );
  if (choice?.why !== undefined) {
    io.warn(choice.why);
    return EXIT.no;
  }
  const wanted = (name: string) => choice?.names.has(name) ?? true;
  const read = (side: Side) => ({ path: side.path, kernels: measuredKernels(side, wanted, code) });

  const last = read(lastSide);
  if (baseline !== undefined && options.update === true) {
    await writeWhole(baseline, [printBaseline({ kernels: last.kernels, thresholds: given ?? [] })]);
    io.print(`${visible(baseline)}: ${count(last.kernels.length, 'kernel')} written\n`);
    return EXIT.yes;
  }
  const base = baseSide ? read(baseSide) : { path: baseline ?? '', kernels: (kept?.kernels ?? []).filter(({ name }) => wanted(name)) };
  const gated = kept !== undefined || options.gate === true;
  const thresholds = gated ? { thresholds: given ?? kept?.thresholds ?? [] } : {};
  const document = compareDocument(base, last, { top, code, certain: options.certain === true, ...thresholds });
  if (options.json) printJson(io, document);
  else io.print(options.markdown ? visibleLines(compareMarkdown(document)) : compareText(document, io));
  return answer(document);
}

function answer({ gate }: CompareDocument): number {
  return gate === undefined || gate.passed ? EXIT.yes : EXIT.no;
}

function checkUsage(second: string | undefined, baseline: string | undefined, options: Options): void {
  if (baseline !== undefined && second !== undefined) throw new UsageError('with --baseline, give only one build');
  if (baseline === undefined && second === undefined) throw new UsageError('give two builds to compare, or one build and --baseline FILE');
  if (options.certain === true && baseline === undefined && options.gate !== true)
    throw new UsageError('--certain needs --gate or --baseline FILE');
  if (options.update === true && baseline === undefined) throw new UsageError('--update needs --baseline FILE');
  if (options.threshold !== undefined && baseline === undefined && options.gate !== true)
    throw new UsageError('--threshold needs --gate or --baseline FILE');
  if (options.update === true && (options.json === true || options.markdown === true || options.output !== undefined))
    throw new UsageError('--update writes only the baseline; it cannot be used with --json, --markdown or --output');
}

function topOf(value: unknown): number {
  if (value === undefined) return TOP;
  if (typeof value === 'string' && /^[0-9]{1,9}$/.test(value)) return Number(value);
  throw new UsageError(`--top expects a number of kernels, not ${String(value)}`);
}

function thresholdsOf(given: Options[string]): Threshold[] | undefined {
  if (!Array.isArray(given)) return undefined;
  return given.map((text) => {
    const threshold = parseThreshold(String(text));
    if (threshold) return threshold;
    throw new UsageError(`--threshold expects 64, 2% or METRIC=2%, with a metric of \`zebin compare --json\`, not ${String(text)}`);
  });
}

function baselineAt(path: string): Baseline {
  if (!existsSync(path)) throw new UsageError(`${path} does not exist; create it with --update`, { file: path });
  return readDocument(path, parseBaseline);
}

/** Markdown keeps its line ends; everything else that is not text is shown. */
function visibleLines(text: string): string {
  return text.split('\n').map(visible).join('\n');
}
