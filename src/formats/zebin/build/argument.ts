import { refusal } from '../../../core/diag/index.ts';
import { coreFamily } from '../../../devices/index.ts';
import type { Kernel, PayloadArgument } from '../../zeinfo/index.ts';
import { checkArgument } from './build.ts';
import { argumentEntries } from './kernel.ts';
import { unknownArgumentKeys } from './keys.ts';
import type { ArgumentBuild } from './model.ts';
import { alignUp, naturalAlign, PAYLOAD_KINDS, type PayloadTarget, payloadRank, placeAfter } from './payload.ts';

const UNIT = 4;

/** What one more argument adds to a kernel. */
export interface AddedArgument {
  readonly payload_arguments: readonly PayloadArgument[];
  readonly binding_table_indices: readonly { readonly bti_value: number; readonly arg_index: number }[];
}

/**
 * The entries of one more argument of a kernel, after the existing ones, placed as the builder would place them. An entry of .ze_info
 * keeps an offset that it has; otherwise its offset is computed, and so are its size and index where they can be derived.
 *
 * @param core value of the device's core family
 *
 * Throws `FormatError` (`build/layout`, `build/key`, `build/device`) for an argument without a size, an argument that overlaps another, a
 * key that nothing reads, and a device whose register width is unknown.
 */
export function addedArgument(
  kernel: Kernel,
  argument: ArgumentBuild | PayloadArgument,
  is64: boolean,
  core: number | undefined,
): AddedArgument {
  const { payload_arguments: old = [], binding_table_indices: table = [] } = kernel;
  const path = `${kernel.name ?? ''}/payload_arguments[${old.length}]`;
  const next = old.reduce((most, { arg_index = -1 }) => Math.max(most, arg_index), -1) + 1;
  const pointerBytes = is64 ? 8 : 4;
  const samplers = () =>
    old.reduce((most, { sampler_index = -1 }) => Math.max(most, sampler_index), (kernel.inline_samplers?.length ?? 0) - 1) + 1;
  const entries =
    'kind' in argument ? described(argument, path, next, pointerBytes, samplers) : [written(argument, path, next, pointerBytes)];
  const stateful = 'kind' in argument && (argument.kind === 'buffer' || argument.kind === 'image') && argument.mode === 'stateful';
  let end = old.reduce((most, { offset = 0, size = 0 }) => Math.max(most, alignUp(offset + size, UNIT)), 0);
  const payload_arguments = entries.map(({ argument: { arg_type, ...rest }, bytes, align }): PayloadArgument => {
    const offset = rest.offset ?? placeAfter(end, { bytes, align }, targetOf(kernel, core));
    if (bytes > 0) apart(old, offset, bytes, path);
    end = Math.max(end, alignUp(offset + bytes, UNIT));
    return { ...(arg_type === undefined ? {} : { arg_type }), ...rest, offset };
  });
  const bti_value = table.reduce((most, one) => Math.max(most, one.bti_value ?? -1), -1) + 1;
  return { payload_arguments: payload_arguments.map(inOrder), binding_table_indices: stateful ? [{ bti_value, arg_index: next }] : [] };
}

interface Entry {
  readonly argument: PayloadArgument;
  readonly bytes: number;
  readonly align: number;
}

function described(argument: ArgumentBuild, path: string, index: number, pointerBytes: number, sampler: () => number): readonly Entry[] {
  unknownArgumentKeys(argument, path, (_, key) => {
    throw refusal('build/key', path, `there is no ${key}`);
  });
  checkArgument(argument, path);
  return argumentEntries(argument, index, pointerBytes, sampler);
}

/** The entry of .ze_info as passed in, with its size. The size follows from the kind, except for values. */
function written(argument: PayloadArgument, path: string, index: number, pointerBytes: number): Entry {
  const kind = PAYLOAD_KINDS[payloadRank(argument)];
  const common = !kind || kind.bytes === 'given' ? undefined : (kind.bytes === 'pointer' ? pointerBytes : kind.bytes) * (kind.count ?? 1);
  const size = argument.size ?? common;
  if (size === undefined || !(Number.isInteger(size) && size >= 0))
    throw refusal('build/layout', path, `${argument.arg_type ?? 'an argument'} has ${size === undefined ? 'no size' : `${size} bytes`}`);
  const explicit = /^(?:arg_|buffer_|image_|sampler_)/.test(argument.arg_type ?? '');
  const arg_index = argument.arg_index ?? (explicit ? index : undefined);
  const align = kind?.count ? size / kind.count : naturalAlign(size);
  return { argument: { ...argument, size, ...(arg_index === undefined ? {} : { arg_index }) }, bytes: size, align };
}

/** Offset and size first, as compilers write them. */
function inOrder({ arg_type, offset, size, arg_index, ...rest }: PayloadArgument): PayloadArgument {
  return Object.fromEntries(Object.entries({ arg_type, offset, size, arg_index, ...rest }).filter(([, value]) => value !== undefined));
}

function apart(old: readonly PayloadArgument[], start: number, bytes: number, path: string): void {
  for (const [i, { offset = 0, size = 0 }] of old.entries())
    if (size > 0 && start < offset + size && offset < start + bytes)
      throw refusal(
        'build/layout',
        path,
        `bytes ${start} to ${start + bytes} of the payload overlap payload_arguments[${i}], which has ${offset} to ${offset + size}`,
      );
}

function targetOf({ execution_env = {}, per_thread_payload_arguments = [] }: Kernel, value: number | undefined): PayloadTarget {
  const core = coreFamily(value ?? -1);
  if (core?.grfBytes === undefined) throw refusal('build/device', 'device', 'the registers of the device are not known: name the device');
  const { inline_data_payload_size: inlineBytes = 0 } = execution_env;
  const perThreadBytes = per_thread_payload_arguments.reduce((sum, { size = 0 }) => sum + size, 0);
  return { grfBytes: core.grfBytes, inlineBytes, perThreadBytes, loadsPayload: core.loadsPayload === true };
}
