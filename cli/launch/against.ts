/** Two builds of a kernel with the same cases. */
import {
  type Case,
  type ComparedRun,
  type ComparingProgress,
  comparingRun,
  grouped,
  interruptedComparison,
  isAnswer,
  type RunBuildDifference,
  type RunLink,
  runDocument,
} from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { count, visible } from '../text.ts';
import { byHand, isNothingGiven } from './by-hand.ts';
import { chosenCases } from './cases.ts';
import { itemText } from './report-text.ts';
import { resultLine } from './result-text.ts';
import { type Interruption, runOptions } from './runs.ts';
import { deviceOption, openToRun, targetOf } from './targets.ts';

/** `zebin run A KERNEL --against B`. */
export async function runAgainst(
  file: string,
  pattern: string | undefined,
  options: OptionsOf<'run'>,
  interruption: Interruption,
  io: Io,
): Promise<number> {
  const { against = '' } = options;
  const a = await openToRun(file, options, io);
  // The other build may be for another device.
  const b = await openToRun(against, { ...options, raw: false }, io);
  const compared: ComparedRun[] = [];
  const device = deviceOption(options.device);
  const compare = async (
    kernel: string | undefined,
    isExact: boolean,
    caseOf: (of: ReturnType<typeof targetOf>) => Case,
  ): Promise<void> => {
    const target = targetOf(a, kernel, device, isExact);
    const other = targetOf(b, target.kernel.name, b.item.kind === 'zebin' ? undefined : device, true);
    const one = caseOf(target);
    const work = comparingRun(target, other, one, { ...runOptions(options), budget: a.budget });
    let next = work.next();
    for (; !next.done && !interruption.noticed; next = work.next()) {
      io.standard.progress?.(progressText(next.value));
      // Signals arrive between two tasks.
      await new Promise((resolve) => setImmediate(resolve));
    }
    compared.push(next.done ? next.value : interruptedComparison(target, one, next.value));
  };
  if (options.case !== undefined) {
    const cases = chosenCases(a, pattern, options, io);
    for (const one of cases) {
      await compare(one.kernel, true, () => one);
      if (!interruption.noticed) continue;
      io.warn(`interrupted after ${grouped(compared.length)} of ${count(cases.length, 'case')}`);
      break;
    }
  } else {
    if (isNothingGiven(options)) throw new UsageError('--against needs a case, or sizes and arguments');
    await compare(pattern, false, (target) => {
      const { one, defaults } = byHand(target, options, io);
      for (const text of defaults) io.warn(text);
      return one;
    });
  }
  print(compared, options, io);
  return interruption.noticed ? EXIT.unusable : exitCode(compared);
}

const progressText = ({ part, instructions }: ComparingProgress): string =>
  `${part === 'search' ? 'looking for where the builds differ' : `running build ${part.toUpperCase()}`}: ${grouped(Math.floor(instructions / 1e6))} million instructions`;

/** Whether a build cannot be run: what it leaves says nothing. */
const cannotRun = ({ a, b }: ComparedRun): boolean => [a, b].some(({ result }) => result === 'invalid' || result === 'unsupported');

/** 2 if a build cannot be run; a run that ends at a limit or a fault differs from one that does not. */
function exitCode(compared: readonly ComparedRun[]): number {
  const isUnusable = (one: ComparedRun): boolean =>
    cannotRun(one) || (!isAnswer(one.a.result) && !isAnswer(one.b.result) && (one.difference?.bytes ?? 0) === 0);
  if (compared.some(isUnusable)) return EXIT.unusable;
  return compared.every(({ difference }) => difference === null) ? EXIT.yes : EXIT.no;
}

function print(compared: readonly ComparedRun[], options: OptionsOf<'run'>, io: Io): void {
  const first = compared.find(({ difference }) => difference !== null)?.difference ?? null;
  if (options.json) {
    printJson(io, { ...runDocument(compared.map(({ a }) => a)), against: compared.map(({ b }) => b), difference: first });
    return;
  }
  for (const one of compared) {
    const { a, b } = one;
    const name = visible(a.name ?? a.label);
    const difference = cannotRun(one) ? null : one.difference;
    if (cannotRun(one)) io.print(`${name}: ${io.colors.yellow('not compared')}: a build cannot be run\n`);
    if (difference === null && isAnswer(a.result) && isAnswer(b.result)) {
      io.print(`${name}: ${io.colors.green('equal')}: both builds leave the same\n`);
      continue;
    }
    if (a === b) {
      io.print(`${resultLine(a, io)}\n`);
      continue;
    }
    if (difference !== null) io.print(`${name}: ${io.colors.red('different')}${placeText(difference)}\n`);
    for (const [side, one] of [
      ['A', a],
      ['B', b],
    ] as const)
      if (!isAnswer(one.result)) io.print(`  ${side}: ${resultLine(one, io)}\n`);
    if (difference !== null && difference === first) io.print(chainText(difference));
  }
}

function placeText({ memory, name, byte, bytes, store }: RunBuildDifference): string {
  if (memory === null) return '';
  const what = `${memory}${name === null ? '' : ` (${visible(name)})`}`;
  const many = bytes === 0 ? '' : `; ${count(bytes, 'byte differs', 'bytes differ')}`;
  const who = store === null ? '' : `, of ${itemText(store.item)}`;
  return `: ${what}, byte ${grouped(byte ?? 0)}${who}${many}`;
}

/** Links of a long chain that are shown at each end. */
const SHOWN = 12;

const ENDS: Readonly<Record<NonNullable<RunBuildDifference['end']>, string>> = {
  instruction: 'this instruction is not the same in both builds, and what both read is',
  result: 'this instruction gives something else for the same values',
  start: 'this instruction reads what threads start with: arguments and ids, which differ',
  memory: 'this instruction reads memory that nothing has written, and that differs',
  cut: 'what comes before is not known: the runs are too long for the record',
  unaligned: 'what leads here cannot be aligned: the code is not at the same places, or the threads have parted',
};

function chainText({ chain, end }: RunBuildDifference): string {
  if (end === null) return '';
  const lines = chain.flatMap((link, i) => {
    if (chain.length > 2 * SHOWN && i >= SHOWN && i < chain.length - SHOWN)
      return i === SHOWN ? [`  … ${count(chain.length - 2 * SHOWN, 'instruction')}`] : [];
    return linkLines(link, i === 0 ? 'store' : 'from');
  });
  return `${[...lines, `  ${ENDS[end]}`].join('\n')}\n`;
}

function linkLines({ address, section, source, text, values }: RunLink, word: string): string[] {
  const side = (which: 'a' | 'b'): string => {
    const line = source[which];
    const where = `${visible(section[which] ?? '')}+${address[which]}${line === null ? '' : `, ${visible(line.path)}:${line.line}`}`;
    return `${where}: ${visible(text[which] ?? '')}`;
  };
  const isSame = address.a === address.b && text.a === text.b && section.a === section.b;
  const both = [values.a, values.b].map((value) => value ?? 'nothing');
  const value = values.a === null && values.b === null ? '' : `\n         A ${both[0]}, B ${both[1]}`;
  if (isSame) return [`  ${word.padEnd(6)} ${side('a')}${value}`];
  const own = [address.a === null ? [] : [`A ${side('a')}`], address.b === null ? [] : [`B ${side('b')}`]].flat();
  return [`  ${word.padEnd(6)} ${own.join('\n         ')}${value}`];
}
