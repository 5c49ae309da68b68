/** A case from the options of the command line. What is not given gets a value that is said. */
import {
  type Case,
  type CaseArgument,
  defaultOf,
  type ElementType,
  elementOf,
  type GivenContext,
  GivenError,
  grouped,
  type Parameter,
  parameterNamed,
  type RunTarget,
  readGiven,
  signatureOf,
  sizeOf,
  typeNamed,
} from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { UsageError } from '../exit.ts';
import { readBinary } from '../input/input.ts';
import type { Io } from '../io.ts';
import { count } from '../text.ts';

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

/** Work-items of a group that nobody gave. */
const GROUP = 256;
/** Values that `--print` shows. */
const SHOWN = 64;

export function byHand({ zebin, kernel }: RunTarget, options: OptionsOf<'run'>, io: Io): ByHand {
  const parameters = signatureOf(zebin, kernel);
  const { global, local, said } = sizesOf(options, kernel.zeInfo.execution_env ?? {});
  const offset = options.offset === undefined ? global.map(() => 0) : sizes(options.offset, '--offset', 0, global.length);
  const given = argumentTexts(options.arg, parameters);
  const context: GivenContext = {
    items: global.reduce((product, size) => product * size, 1),
    parameters,
    file: (path) => readBinary(path, io),
  };
  const args = parameters.map((parameter): CaseArgument => {
    const text = given[parameter.index];
    return text === undefined ? defaultOf(parameter) : named('--arg', () => readGiven(text, parameter, context), `${nameOf(parameter)} `);
  });
  const missing = parameters.filter(({ index, isUsed }) => isUsed && given[index] === undefined);
  return {
    one: { name: '', kernel: kernel.name, global, local, offset, args, outputs: [], launches: 1, path: '' },
    defaults: [...said, ...missing.map((parameter) => defaultText(parameter, args[parameter.index]))],
    printed: options.print.map((text) => printedOf(text, parameters, args)),
    files: pairs(options.out, '--out').map(([name, path]) => {
      const argument = named('--out', () => parameterNamed(name, parameters).index);
      const kind = args[argument]?.kind;
      if (kind !== 'buffer' && kind !== 'image') throw new UsageError(`--out ${name}: the argument is neither a buffer nor an image`);
      return { argument, path };
    }),
  };
}

/** Whether nothing says how the kernel is to be run. */
export const isNothingGiven = ({ arg, global, local, offset, out, print, dir }: OptionsOf<'run'>): boolean =>
  [...arg, ...out, ...print].length === 0 && [global, local, offset, dir].every((one) => one === undefined);

/** `argument 2 (out)`. */
export const nameOf = ({ index, name }: Pick<Parameter, 'index' | 'name'>): string =>
  `argument ${index}${name === undefined ? '' : ` (${name})`}`;

interface Sizes {
  readonly global: readonly number[];
  readonly local: readonly number[];
  readonly said: readonly string[];
}

function sizesOf(
  options: OptionsOf<'run'>,
  env: { readonly required_work_group_size?: readonly number[]; readonly simd_size?: number },
): Sizes {
  const required = (env.required_work_group_size ?? []).some((size) => size > 0) ? env.required_work_group_size : undefined;
  const said: string[] = [];
  const givenLocal = options.local === undefined ? undefined : sizes(options.local, '--local', 1);
  const global = options.global === undefined ? (givenLocal ?? required ?? [env.simd_size ?? 1]) : sizes(options.global, '--global', 1);
  if (options.global === undefined) said.push(`--global, not given: ${global.join(',')}, which is one group`);
  const local =
    givenLocal ?? (required ? global.map((_, i) => required[i] ?? 1) : global.map((size, i) => (i === 0 ? divisorOf(size) : 1)));
  if (local.length !== global.length)
    throw new UsageError(`--local has ${count(local.length, 'dimension')}, and --global has ${global.length}`);
  if (options.local === undefined) said.push(`--local, not given: ${local.join(',')}${required ? ', which the kernel requires' : ''}`);
  return { global, local, said };
}

/** The largest divisor that a group can have. */
function divisorOf(size: number): number {
  for (let group = Math.min(size, GROUP); group > 1; group--) if (size % group === 0) return group;
  return 1;
}

function sizes(text: string, option: string, least: number, dimensions?: number): number[] {
  const numbers = text.split(/[,x]/).map(Number);
  if (numbers.length > 3 || !/^\d{1,10}([,x]\d{1,10}){0,2}$/.test(text) || numbers.some((size) => size < least || size > 0xffff_ffff))
    throw new UsageError(`${option} expects one to three numbers, as in 1024 or 64,64, not ${text}`);
  if (dimensions !== undefined && numbers.length !== dimensions)
    throw new UsageError(`${option} has ${count(numbers.length, 'dimension')}, and --global has ${dimensions}`);
  return numbers;
}

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
function argumentTexts(given: readonly string[], parameters: readonly Parameter[]): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (const [name, text] of pairs(given, '--arg')) texts[named('--arg', () => parameterNamed(name, parameters).index)] = text;
  return texts;
}

/** What `read` returns. Throws `UsageError` with its sentence. */
function named<T>(option: string, read: () => T, what = ''): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof GivenError) throw new UsageError(`${option}: ${what === '' ? '' : `${what.trim()}: `}${error.message}`);
    throw error;
  }
}

/** `argument 2 (out), a pointer: 4096 bytes of zero`. */
function defaultText(parameter: Parameter, argument: CaseArgument | undefined): string {
  const name = nameOf(parameter);
  switch (argument?.kind) {
    case 'buffer':
      return `${name}, a pointer: ${grouped(argument.count)} bytes of zero`;
    case 'value':
      return `${name}, a value of ${count(argument.bytes.length, 'byte')}: 0`;
    case 'local':
      return `${name}, local memory: ${count(argument.size, 'byte')}`;
    case 'image': {
      const { dim, width, height, depth, layers, channel, order } = argument.shape;
      const size = [width, height, depth, layers].filter((one) => one > 1).join('x');
      return `${name}, an image: image${dim}:${size}:${channel}:${order}, zero`;
    }
    case 'sampler':
      return `${name}, a sampler: ${argument.addressing}, ${argument.filter}, coordinates in pixels`;
    default:
      return `${name}: null`;
  }
}

/** `1`, `y`, `y:f32`, `y:f32:16`. */
function printedOf(text: string, parameters: readonly Parameter[], args: readonly CaseArgument[]): Printed {
  const [name = '', ...rest] = text.split(':');
  const parameter = named('--print', () => parameterNamed(name, parameters));
  const argument = args[parameter.index];
  if (argument?.kind !== 'buffer' && argument?.kind !== 'image')
    throw new UsageError(`--print ${name}: ${nameOf(parameter)} is neither a buffer nor an image`);
  const most = rest.length > 0 && /^\d{1,9}$/.test(rest.at(-1) ?? '') ? Number(rest.pop()) : SHOWN;
  const [typeName] = rest;
  const type = typeName === undefined ? ownType(parameter, argument) : typeNamed(typeName);
  if (type === undefined || rest.length > 1)
    throw new UsageError(`--print expects an argument, and perhaps a type and a number of values, as in 1:f32:16, not ${text}`);
  return { argument: parameter.index, type, most };
}

/** The type that was given, or that of the source. */
function ownType(parameter: Parameter, argument: Extract<CaseArgument, { readonly kind: 'buffer' | 'image' }>): ElementType {
  const source = elementOf(parameter);
  const isBytes = argument.kind === 'buffer' && argument.type === 'uchar';
  return isBytes && source !== undefined && argument.count % sizeOf(source) === 0 ? source : argument.type;
}
