/** What a run by hand is given: sizes as texts, and what stands for what nobody gave. */
import { counted, grouped } from '../core/diag/index.ts';
import { type CaseArgument, type ElementType, elementOf, GivenError, sizeOf } from '../run/case/index.ts';
import type { Parameter } from '../run/index.ts';

/** Sizes as a person writes them: `1024`, `64,64`. */
export interface GivenSizes {
  readonly global?: string | undefined;
  readonly local?: string | undefined;
  readonly offset?: string | undefined;
}

export interface LaunchSizes {
  readonly global: readonly number[];
  readonly local: readonly number[];
  readonly offset: readonly number[];
  /** What was not given, as sentences. */
  readonly defaults: readonly string[];
}

/** Work-items of a group that nobody gave. */
const GROUP = 256;

/** The sizes of a launch. Throws {@link GivenError}. */
export function launchSizes(
  given: GivenSizes,
  env: { readonly required_work_group_size?: readonly number[]; readonly simd_size?: number },
): LaunchSizes {
  const required = (env.required_work_group_size ?? []).some((size) => size > 0) ? env.required_work_group_size : undefined;
  const defaults: string[] = [];
  const givenLocal = given.local === undefined ? undefined : sizes(given.local, '--local', 1);
  const global = given.global === undefined ? (givenLocal ?? required ?? [env.simd_size ?? 1]) : sizes(given.global, '--global', 1);
  if (given.global === undefined) defaults.push(`--global, not given: ${global.join(',')}, which is one group`);
  const local =
    givenLocal ?? (required ? global.map((_, i) => required[i] ?? 1) : global.map((size, i) => (i === 0 ? divisorOf(size) : 1)));
  if (local.length !== global.length)
    throw new GivenError(`--local has ${counted(local.length, 'dimension')}, and --global has ${global.length}`);
  if (given.local === undefined) defaults.push(`--local, not given: ${local.join(',')}${required ? ', which the kernel requires' : ''}`);
  const offset = given.offset === undefined ? global.map(() => 0) : sizes(given.offset, '--offset', 0, global.length);
  return { global, local, offset, defaults };
}

/** The largest divisor that a group can have. */
function divisorOf(size: number): number {
  for (let group = Math.min(size, GROUP); group > 1; group--) if (size % group === 0) return group;
  return 1;
}

function sizes(text: string, option: string, least: number, dimensions?: number): number[] {
  const numbers = text.split(/[,x]/).map(Number);
  if (numbers.length > 3 || !/^\d{1,10}([,x]\d{1,10}){0,2}$/.test(text) || numbers.some((size) => size < least || size > 0xffff_ffff))
    throw new GivenError(`${option} expects one to three numbers, as in 1024 or 64,64, not ${text}`);
  if (dimensions !== undefined && numbers.length !== dimensions)
    throw new GivenError(`${option} has ${counted(numbers.length, 'dimension')}, and --global has ${dimensions}`);
  return numbers;
}

/** `argument 2 (out)`. */
export const argumentName = ({ index, name }: Pick<Parameter, 'index' | 'name'>): string =>
  `argument ${index}${name === undefined ? '' : ` (${name})`}`;

/** `argument 2 (out), a pointer: 4096 bytes of zero`. */
export function defaultText(parameter: Parameter, argument: CaseArgument | undefined): string {
  const words = defaultWords(argument);
  return `${argumentName(parameter)}${words === NULL ? ':' : ','} ${words}`;
}

const NULL = 'null';

/** What an argument is that nobody gave: `a pointer: 4096 bytes of zero`. */
export function defaultWords(argument: CaseArgument | undefined): string {
  switch (argument?.kind) {
    case 'buffer':
      return `a pointer: ${grouped(argument.count)} bytes of zero`;
    case 'value':
      return `a value of ${counted(argument.bytes.length, 'byte')}: 0`;
    case 'local':
      return `local memory: ${counted(argument.size, 'byte')}`;
    case 'image': {
      const { dim, width, height, depth, layers, channel, order } = argument.shape;
      const size = [width, height, depth, layers].filter((one) => one > 1).join('x');
      return `an image: image${dim}:${size}:${channel}:${order}, zero`;
    }
    case 'sampler':
      return `a sampler: ${argument.addressing}, ${argument.filter}, coordinates in pixels`;
    default:
      return NULL;
  }
}

/** As what the elements of a buffer or image are shown: the type that was given, or that of the source. */
export function shownType(parameter: Parameter, argument: Extract<CaseArgument, { readonly kind: 'buffer' | 'image' }>): ElementType {
  const source = elementOf(parameter);
  const isBytes = argument.kind === 'buffer' && argument.type === 'uchar';
  return isBytes && source !== undefined && argument.count % sizeOf(source) === 0 ? source : argument.type;
}
