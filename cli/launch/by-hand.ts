/** A case from the options of the command line. What is not given gets a value that is said. */
import { existsSync } from 'node:fs';
import {
  argumentName,
  type Case,
  type CaseArgument,
  defaultOf,
  defaultText,
  type ElementType,
  type GivenContext,
  GivenError,
  launchSizes,
  type Parameter,
  parameterNamed,
  type RunTarget,
  readGiven,
  shownType,
  signatureOf,
  typeNamed,
} from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { UsageError } from '../exit.ts';
import { readBinary } from '../input/input.ts';
import type { Io } from '../io.ts';

/** What is printed of an argument after the run. */
export interface Printed {
  readonly argument: number;
  readonly type: ElementType;
  readonly most: number;
}

export interface ByHand {
  readonly one: Case;
  /** What the user did not give, as sentences. */
  readonly defaults: readonly string[];
  readonly printed: readonly Printed[];
  /** Files for the bytes of arguments. */
  readonly files: readonly { readonly argument: number; readonly path: string }[];
}

/** Values that `--print` shows. */
const SHOWN = 64;

/** The options that say how a kernel is launched. */
type HandOptions = Pick<OptionsOf<'run'>, 'global' | 'local' | 'offset' | 'arg' | 'out' | 'print'>;

export function byHand({ zebin, kernel }: RunTarget, options: HandOptions, io: Io): ByHand {
  const parameters = signatureOf(zebin, kernel);
  const { global, local, offset, defaults } = given('', () => launchSizes(options, kernel.zeInfo.execution_env ?? {}));
  const texts = argumentTexts(options.arg, parameters);
  const context: GivenContext = {
    items: global.reduce((product, size) => product * size, 1),
    parameters,
    file: (path) => (path === '-' || existsSync(path) ? readBinary(path, io) : undefined),
  };
  const args = parameters.map((parameter): CaseArgument => {
    const text = texts[parameter.index];
    return text === undefined
      ? defaultOf(parameter)
      : given(`--arg: ${argumentName(parameter)}: `, () => readGiven(text, parameter, context));
  });
  const missing = parameters.filter(({ index, isUsed }) => isUsed && texts[index] === undefined);
  return {
    one: { name: '', kernel: kernel.name, global, local, offset, args, outputs: [], launches: 1, path: '' },
    defaults: [...defaults, ...missing.map((one) => defaultText(one, args[one.index]))],
    printed: options.print.map((text) => printedOf(text, parameters, args)),
    files: pairs(options.out, '--out').map(([name, path]) => {
      const argument = given('--out: ', () => parameterNamed(name, parameters).index);
      const kind = args[argument]?.kind;
      if (kind !== 'buffer' && kind !== 'image') throw new UsageError(`--out ${name}: the argument is neither a buffer nor an image`);
      return { argument, path };
    }),
  };
}

/** Whether nothing says how the kernel is to be run. */
export const isNothingGiven = ({ arg, global, local, offset, out, print, dir }: OptionsOf<'run'>): boolean =>
  [...arg, ...out, ...print].length === 0 && [global, local, offset, dir].every((one) => one === undefined);

/** `NAME=REST`. */
function pairs(given: readonly string[], option: string): [name: string, rest: string][] {
  return given.map((text) => {
    const at = text.indexOf('=');
    if (at < 1)
      throw new UsageError(
        `${option} expects an argument and a value, as in ${option} 0=${option === '--out' ? 'out.bin' : '42'}, not ${text}`,
      );
    return [text.slice(0, at), text.slice(at + 1)];
  });
}

/** What is given for each argument; the last one counts. */
function argumentTexts(options: readonly string[], parameters: readonly Parameter[]): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (const [name, text] of pairs(options, '--arg')) texts[given('--arg: ', () => parameterNamed(name, parameters).index)] = text;
  return texts;
}

/** What `read` returns. Throws `UsageError` with its sentence after `before`. */
function given<T>(before: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof GivenError) throw new UsageError(`${before}${error.message}`);
    throw error;
  }
}

/** `1`, `y`, `y:f32`, `y:f32:16`. */
function printedOf(text: string, parameters: readonly Parameter[], args: readonly CaseArgument[]): Printed {
  const [name = '', ...rest] = text.split(':');
  const parameter = given('--print: ', () => parameterNamed(name, parameters));
  const argument = args[parameter.index];
  if (argument?.kind !== 'buffer' && argument?.kind !== 'image')
    throw new UsageError(`--print ${name}: ${argumentName(parameter)} is neither a buffer nor an image`);
  const most = rest.length > 0 && /^\d{1,9}$/.test(rest.at(-1) ?? '') ? Number(rest.pop()) : SHOWN;
  const [typeName] = rest;
  const type = typeName === undefined ? shownType(parameter, argument) : typeNamed(typeName);
  if (type === undefined || rest.length > 1)
    throw new UsageError(`--print expects an argument, and perhaps a type and a number of values, as in 1:f32:16, not ${text}`);
  return { argument: parameter.index, type, most };
}
