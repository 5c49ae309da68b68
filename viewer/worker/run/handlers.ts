/** The requests of the tab Run. The kernel, the cases and what the last run left stay here. */
import {
  type Case,
  CHANNELS,
  DIMENSIONS,
  defaultOf,
  defaultWords,
  elementOf,
  inspect,
  type Launched,
  launchSizes,
  ORDERS,
  type RunTarget,
  readCases,
  runTargets,
  signatureDocument,
  signatureOf,
  USUAL_CHECKS,
  whyNotRun,
} from '../../../src/internal.ts';
import { answerBudget } from '../files.ts';
import type { Refusal } from '../handlers.ts';
import { caseView } from './case-words.ts';
import { debugHandlers } from './debug.ts';
import type { DebugView, ElementTexts } from './debug-messages.ts';
import { elementTexts } from './elements.ts';
import { givenCase, limitsOf } from './given.ts';
import { launchCase, type Slices } from './launch.ts';
import type { CasesView, GivenRun, Problem, RunForm, RunLimits, RunOutcome, ValueFormat } from './messages.ts';

/** A larger file is not one of cases. */
const MOST_CASES = 256 << 20;
/** Findings about a file of cases that are shown. */
const MOST_PROBLEMS = 5;

/** Handlers of one worker, and what they keep for each other. */
export function runHandlers() {
  let target: RunTarget | undefined;
  let cases: readonly Case[] = [];
  let left: Launched['arguments'] = [];
  let stopping = false;

  function chosen(): RunTarget {
    if (!target) throw new Error('no kernel is open');
    return target;
  }

  /** Lets messages of the page arrive; says whether the run is to end. */
  const slices: Slices = {
    begin: () => {
      stopping = false;
    },
    turn: (instructions) => {
      self.postMessage({ instructions });
      return new Promise((resolve) => setTimeout(() => resolve(stopping)));
    },
  };

  const { start, handlers: debugging } = debugHandlers(slices);

  async function started(one: Case, limits: RunLimits, defaults: readonly string[]): Promise<RunOutcome> {
    // The memory of the last run is free for this one.
    left = [];
    const checks = limits.checks ? { checks: USUAL_CHECKS } : {};
    const done = await launchCase(chosen(), one, { ...limitsOf(limits), ...checks }, slices);
    left = done.left;
    return { ...done.outcome, defaults };
  }

  function chosenCase(name: string): Case {
    const one = cases.find((each) => each.name === name);
    if (!one) throw new Error(`there is no case ${name}`);
    return one;
  }

  return {
    /** The kernel that is to be run, of an image. */
    open: ({ bytes, address, kernel }: { bytes: Uint8Array; address: string; kernel: string }): RunForm => {
      const [found] = runTargets(inspect(bytes).value, { kernel });
      target = found && { ...found, address };
      const parameters = found ? signatureOf(found.zebin, found.kernel) : [];
      const signature = found && signatureDocument(found).signature;
      const { required_work_group_size: required = [], ...env } = found?.kernel.zeInfo.execution_env ?? {};
      const why = found === undefined ? `no host starts ${kernel}` : whyNotRun(found);
      return {
        cannot: why ?? (found?.kernel.text === undefined ? 'its code is not in the file' : null),
        lanes: signature?.simd_size ?? null,
        global: launchSizes({}, { ...env, required_work_group_size: required }).global.join(','),
        local: required.some((size) => size > 0) ? required.join(',') : null,
        parameters: (signature?.arguments ?? []).map((one, i) => {
          const parameter = parameters[i];
          const { dim = null } = parameter ?? {};
          return {
            ...one,
            default: parameter ? defaultWords(defaultOf(parameter)) : '',
            element: (parameter && elementOf(parameter)) ?? null,
            dim,
          };
        }),
        channels: Object.keys(CHANNELS),
        orders: Object.keys(ORDERS),
        dimensions: DIMENSIONS,
      };
    },

    /** Reads a file of cases, and keeps those of the kernel. */
    cases: ({ content }: { content: Blob }): CasesView => {
      if (content.size > MOST_CASES) throw new Error('the file is too large to be one of cases');
      const bytes = new Uint8Array(new FileReaderSync().readAsArrayBuffer(content));
      const { value, diagnostics } = readCases(bytes, { budget: answerBudget(bytes.length) });
      const { zebin, kernel } = chosen();
      cases = value.cases.filter((one) => one.kernel === kernel.name);
      const more = diagnostics.length - MOST_PROBLEMS;
      return {
        cases: cases.map((one) => caseView(one, signatureOf(zebin, kernel))),
        others: value.cases.length - cases.length,
        problems: [
          ...diagnostics.slice(0, MOST_PROBLEMS).map(({ path, message }) => `${path}: ${message}`),
          ...(more > 0 ? [`and ${more} more`] : []),
        ],
      };
    },

    /** Runs the kernel with what the form says; or says what is wrong with that. */
    run: async (given: GivenRun): Promise<RunOutcome | { readonly problems: readonly Problem[] }> => {
      const made = givenCase(chosen(), given);
      return 'problems' in made ? made : started(made.one, given.limits, made.defaults);
    },

    /** Runs a case of the file. */
    runCase: async ({ name, limits }: { name: string; limits: RunLimits }): Promise<RunOutcome> => {
      return started(chosenCase(name), limits, []);
    },

    /** Begins to debug the kernel with what the form says, or with a case. */
    debug: ({ given, name }: { given: GivenRun; name: string | undefined }): DebugView | { readonly problems: readonly Problem[] } => {
      // The memory of the last run is free for this one.
      left = [];
      const made = name === undefined ? givenCase(chosen(), given) : { one: chosenCase(name) };
      return 'problems' in made ? made : start(chosen(), made.one, limitsOf(given.limits));
    },

    /** Ends the run after the instructions that are on their way. */
    stop: (_: undefined): void => {
      stopping = true;
    },

    /** Elements of a buffer after the run. */
    values: ({ argument, format, from, count }: { argument: number; format: ValueFormat; from: number; count: number }): ElementTexts => {
      const { texts } = elementTexts(left[argument] ?? new Uint8Array(), format, from, count);
      return { texts, changed: [] };
    },

    /** The bytes of a buffer after the run. */
    bytes: ({ argument }: { argument: number }): Blob => new Blob([(left[argument] ?? new Uint8Array()) as Uint8Array<ArrayBuffer>]),

    ...debugging,
  };
}

type Handlers = ReturnType<typeof runHandlers>;
export type RunRequestName = keyof Handlers;
export type RunParams<N extends RunRequestName> = Parameters<Handlers[N]>[0];
export type RunResultOf<N extends RunRequestName> = Awaited<ReturnType<Handlers[N]>>;

export interface RunRequest {
  readonly id: number;
  readonly name: RunRequestName;
  readonly params: unknown;
}

export interface RunAnswer {
  /** Absent for a message about progress. */
  readonly id?: number;
  readonly value?: unknown;
  readonly refusal?: Refusal;
  /** Instructions that were executed so far. */
  readonly instructions?: number;
}
