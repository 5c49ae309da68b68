/** A case from what the form says. */
import {
  type Case,
  type CaseArgument,
  defaultOf,
  defaultText,
  GivenError,
  launchSizes,
  type RunOptions,
  type RunTarget,
  readGiven,
  signatureOf,
} from '../../../src/internal.ts';
import type { GivenRun, Problem, RunLimits } from './messages.ts';

export interface GivenCase {
  readonly one: Case;
  /** What was not given, as sentences. */
  readonly defaults: readonly string[];
}

/** The case of a form, or all that is wrong with it. */
export function givenCase({ zebin, kernel }: RunTarget, given: GivenRun): GivenCase | { readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const tried = <T>(of: Problem['of'], read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof GivenError)) throw error;
      problems.push({ of, message: error.message });
      return undefined;
    }
  };
  const parameters = signatureOf(zebin, kernel);
  const sizes = tried('sizes', () => launchSizes(given, kernel.zeInfo.execution_env ?? {}));
  tried('limits', () => limitsOf(given.limits));
  const context = {
    items: (sizes?.global ?? []).reduce((product, size) => product * size, 1),
    parameters,
    file: (path: string) => contentOf(path, given.files),
  };
  const args = parameters.map((parameter): CaseArgument => {
    const text = given.args[parameter.index] ?? null;
    return (text === null ? undefined : tried(parameter.index, () => readGiven(text, parameter, context))) ?? defaultOf(parameter);
  });
  if (sizes === undefined || problems.length > 0) return { problems };
  const { global, local, offset } = sizes;
  const missing = parameters.filter(({ index, isUsed }) => isUsed && (given.args[index] ?? null) === null);
  return {
    one: { name: '', kernel: kernel.name, global, local, offset, args, outputs: [], launches: 1, path: '' },
    defaults: [...sizes.defaults, ...missing.map((one) => defaultText(one, args[one.index]))],
  };
}

/** The content of a file that was chosen. */
function contentOf(path: string, files: GivenRun['files']): Uint8Array | undefined {
  const file = files.find(({ name }) => name === path);
  return file && new Uint8Array(new FileReaderSync().readAsArrayBuffer(file.content));
}

/** The limits that the form says. Throws {@link GivenError}. */
export function limitsOf({ maxInstructions, schedule }: Omit<RunLimits, 'checks'>): RunOptions {
  return { maxInstructions: numberOf('--max-instructions', maxInstructions), schedule: numberOf('--schedule', schedule) };
}

function numberOf(option: string, text: string): number | undefined {
  if (text.trim() === '') return undefined;
  if (/^\d{1,15}$/.test(text) || /^\d{1,4}e\d{1,2}$/i.test(text)) return Number(text);
  throw new GivenError(`${option} expects a number, not ${text}`);
}
