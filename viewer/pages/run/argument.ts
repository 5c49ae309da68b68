/** The arguments of the form, and the texts that `zebin run --arg` would take for them. */
import { shellWord } from '../../../cli/shell-word.ts';
import type { ElementType } from '../../../src/internal.ts';
import type { FormParameter, GivenRun, RunForm, RunLimits } from '../../worker/run/messages.ts';

/** What a buffer or image begins with. */
export const FILLS = {
  default: 'default',
  zero: 'zero',
  iota: 'rising numbers (iota)',
  random: 'random',
  values: 'numbers, in turn',
  file: 'a file',
  null: 'null',
} as const;
export type FillWord = keyof typeof FILLS;

/** What the fields of an argument hold. */
export interface ArgumentValue {
  readonly fill: FillWord;
  /** Short name of the elements' type: `f32`. */
  readonly type: string;
  readonly count: string;
  /** Numbers; start and step; seed and ends; or a value. */
  readonly text: string;
  readonly file?: File;
  readonly size: string;
  readonly channel: string;
  readonly order: string;
  readonly addressing: string;
  readonly filter: string;
  readonly normalized: boolean;
}

export interface FormValues extends RunLimits {
  readonly global: string;
  readonly local: string;
  readonly offset: string;
  readonly args: readonly ArgumentValue[];
}

/** The short names of types, as `--arg` and `--print` have them. */
export const SHORT_NAMES: { readonly [T in ElementType]: string } = {
  ...{ char: 'i8', uchar: 'u8', short: 'i16', ushort: 'u16', int: 'i32', uint: 'u32', long: 'i64', ulong: 'u64' },
  ...{ half: 'f16', float: 'f32', double: 'f64' },
};

export const ADDRESSING = ['clamp_to_edge', 'none', 'clamp', 'repeat', 'mirrored_repeat'];
export const FILTERS = ['nearest', 'linear'];

/** The fields before anyone changed them: nothing is given. */
export function startValues(parameters: readonly FormParameter[]): FormValues {
  return {
    ...{ global: '', local: '', offset: '', maxInstructions: '', schedule: '', checks: false },
    args: parameters.map(({ element, dim }) => ({
      fill: 'default',
      type: SHORT_NAMES[element ?? 'uchar'],
      ...{ count: '', text: '', channel: 'UNORM_INT8', order: 'RGBA' },
      size: dim?.startsWith('1d') === true ? '64' : '64x64',
      ...{ addressing: 'clamp_to_edge', filter: 'nearest', normalized: false },
    })),
  };
}

/** The value of an argument as the command takes it; null if none is given. */
export function argumentText({ kind, dim }: FormParameter, value: ArgumentValue): string | null {
  const text = value.text.trim();
  switch (kind) {
    case 'value':
    case 'local':
      return text === '' ? null : text;
    case 'sampler': {
      const words = [
        ...(value.addressing === ADDRESSING[0] ? [] : [value.addressing]),
        ...(value.filter === FILTERS[0] ? [] : [value.filter]),
        ...(value.normalized ? ['normalized'] : []),
      ];
      return words.length === 0 ? null : ['sampler', ...words].join(':');
    }
    case 'image':
      return value.fill === 'default' ? null : [`image${dim}`, value.size.trim(), value.channel, value.order, fillText(value)].join(':');
    case 'buffer': {
      if (value.fill === 'default') return null;
      if (value.fill === 'null') return 'null';
      const count = value.count.trim();
      return `${value.type}${count === '' ? '' : `[${count}]`}:${fillText(value)}`;
    }
    default:
      return null;
  }
}

function fillText({ fill, text, file }: ArgumentValue): string {
  const numbers = text.trim().replaceAll(/\s*[,\s]\s*/g, ',');
  if (fill === 'file') return file?.name ?? '';
  if (fill === 'values') return numbers;
  return numbers === '' ? fill : `${fill}:${numbers.replaceAll(',', ':')}`;
}

export const limitsOf = ({ maxInstructions, schedule, checks }: RunLimits): RunLimits => ({ maxInstructions, schedule, checks });

/** What the engine is given. */
export function givenOf(parameters: readonly FormParameter[], values: FormValues): GivenRun {
  const { global, local, offset, args } = values;
  const given = (text: string) => (text.trim() === '' ? undefined : text.trim());
  return {
    ...{ global: given(global), local: given(local), offset: given(offset), limits: limitsOf(values) },
    args: parameters.map((parameter, i) => {
      const value = args[i];
      return value ? argumentText(parameter, value) : null;
    }),
    files: args.flatMap(({ fill, file }) => (fill === 'file' && file ? [{ name: file.name, content: file }] : [])),
  };
}

/** The `zebin run` that does the same. Without any option it would not run, so then it has the size. */
export function commandLine(
  path: string,
  kernel: string,
  { parameters, global: size }: Pick<RunForm, 'parameters' | 'global'>,
  values: FormValues,
): string {
  const { global, local, offset, args } = givenOf(parameters, values);
  const options = Object.entries({ global, local, offset }).flatMap(([name, text]) =>
    text === undefined ? [] : [`--${name} ${shellWord(text)}`],
  );
  const given = parameters.flatMap(({ index, name }, i) => {
    const text = args[i] ?? null;
    return text === null ? [] : [`--arg ${shellWord(`${name ?? index}=${text}`)}`];
  });
  const print = parameters.find(({ kind, access, used }) => used && kind === 'buffer' && access !== 'readonly');
  const printed = print ? [`--print ${shellWord(`${print.name ?? print.index}`)}`] : [];
  const words = [...options, ...given, ...printed];
  const sized = words.length === 0 ? [`--global ${size}`] : words;
  return ['zebin run', shellWord(path), shellWord(kernel), ...sized, ...limitWords(values)].join(' ');
}

/** The same for a case of a file. */
export function caseCommandLine(path: string, kernel: string, file: string, name: string, limits: RunLimits): string {
  const options = [`--case ${shellWord(file)}`, `--only ${shellWord(name)}`];
  return ['zebin run', shellWord(path), shellWord(kernel), ...options, ...limitWords(limits)].join(' ');
}

function limitWords({ maxInstructions, schedule, checks }: RunLimits): string[] {
  const numbers = Object.entries({ '--max-instructions': maxInstructions, '--schedule': schedule }).flatMap(([option, text]) =>
    text.trim() === '' ? [] : [`${option} ${shellWord(text.trim())}`],
  );
  return [...numbers, ...(checks ? ['--checks'] : [])];
}
