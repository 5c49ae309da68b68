/** The smallest launch of a kernel that still shows a fault: `zebin reduce --keep-run`. */
import {
  type Case,
  type CaseJson,
  caseDocument,
  encodeText,
  grouped,
  keepRunTest,
  readCases,
  reduceDocument,
  reduceRun,
} from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { EXIT, UsageError } from '../exit.ts';
import { readText } from '../input/input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { inputName } from '../refusal.ts';
import { continuing, secondsOf } from '../search-time.ts';
import { count, listNames } from '../text.ts';
import { casesFor } from './cases.ts';
import { runOptions } from './runs.ts';
import { deviceOption, openToRun, targetOf } from './targets.ts';

export async function reduceLaunch(file: string, options: OptionsOf<'reduce'>, io: Io): Promise<number> {
  const { keepRun: path = '', only, against } = options;
  const device = deviceOption(options.device);
  const opened = await openToRun(file, { ...options, raw: false }, io);
  const [one, ...others] = casesFor(() => undefined, { case: path, only }, io);
  if (one === undefined || others.length > 0)
    throw new UsageError(
      `${inputName(path)} has several cases: name one with --only: ${listNames([one, ...others].flatMap((of) => of?.name ?? []))}`,
    );
  const target = targetOf(opened, one.kernel, device, true);
  const other =
    against === undefined ? undefined : targetOf(await openToRun(against, { ...options, raw: false }, io), one.kernel, undefined, true);
  const { checks: kinds, maxInstructions } = runOptions({ ...options, maxMemory: undefined, schedule: undefined });
  const keeps = keepRunTest(target, one, { against: other, checks: kinds, maxInstructions });
  if (keeps === undefined) throw new UsageError(`${inputName(path)}: ${one.name} shows nothing to keep`, { file: path });
  const document = caseDocument(readText(path, io)) as CaseJson;
  const original = (document.cases as readonly CaseJson[]).find(({ name }) => name === one.name) as CaseJson;
  const textOf = (json: CaseJson): string => `${JSON.stringify({ ...document, cases: [json] }, null, 2)}\n`;
  const read = (json: CaseJson): Case | undefined => readCases(encodeText(textOf(json))).value.cases[0];
  const isKept = (json: CaseJson): boolean => {
    const candidate = read(json);
    return candidate !== undefined && keeps(candidate);
  };
  const { value, tried, complete } = reduceRun(original, isKept, continuing(secondsOf(options), io));
  const [before, after] = [original, value].map(launchText);
  const sizes = [original, value].map((json) => encodeText(textOf(json)).length) as [number, number];
  const end = complete ? '' : '; stopped by --seconds, a longer run may find a smaller one';
  if (options.json) printJson(io, reduceDocument(...sizes, tried, complete));
  else {
    io.print(textOf(value));
    io.note(`${before} reduced to ${after} with ${count(tried, 'candidate')}${end}`);
  }
  return EXIT.yes;
}

/** `128 work-items in groups of 64`. */
function launchText({ global, local }: CaseJson): string {
  const items = (size: unknown): number => (size as readonly number[]).reduce((product, one) => product * one, 1);
  return `${count(items(global), 'work-item')} in groups of ${grouped(items(local))}`;
}
