/** The arguments of a kernel as its file describes them. */
import type { Zebin, ZebinKernel } from '../formats/zebin/index.ts';
import type { Kernel, ZeInfo } from '../formats/zeinfo/index.ts';
import type { ImageShape } from './image-formats.ts';

/** What hosts pass to kernels. */
export type ParameterKind = 'buffer' | 'value' | 'local' | 'image' | 'sampler';
/** What the code does with the memory of an argument. */
export type ParameterAccess = 'readonly' | 'writeonly' | 'readwrite';

/** An argument that a host passes to a kernel. */
export interface Parameter {
  /** Its place in the source, from 0. */
  readonly index: number;
  /** As in the source, if the file has it. */
  readonly name?: string;
  /** As in the source, if the file has it: `float*`. */
  readonly type?: string;
  /** What is passed; undefined for an argument that the code does not use and the file does not describe. */
  readonly kind?: ParameterKind;
  /** Bytes of a value. */
  readonly size?: number;
  /** The memory that a pointer refers to. */
  readonly space?: 'global' | 'constant';
  readonly access?: ParameterAccess;
  /** The kind of an image; undefined if the file does not say it. */
  readonly dim?: ImageShape['dim'];
  /** Whether the payload has it, or something about it. */
  readonly isUsed: boolean;
}

type PayloadArgument = NonNullable<Kernel['payload_arguments']>[number];
type ArgInfo = NonNullable<NonNullable<NonNullable<ZeInfo['container']['kernels_misc_info']>[number]['args_info']>[number]>;

/** More arguments than a kernel has: indices beyond are not looked at. */
const MOST_PARAMETERS = 4_096;

/**
 * The arguments of a kernel, by index. Names and types are those of `kernels_misc_info`, which compilers write on demand.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * signatureOf(zebin, zebin.kernels[0]).map(({ kind }) => kind); // ['buffer']
 */
export function signatureOf({ zeInfo }: Pick<Zebin, 'zeInfo'>, kernel: ZebinKernel): Parameter[] {
  const payload = (kernel.zeInfo.payload_arguments ?? []).filter(({ arg_index = -1 }) => arg_index >= 0 && arg_index < MOST_PARAMETERS);
  const described = zeInfo?.container.kernels_misc_info?.find(({ name }) => name === kernel.name)?.args_info ?? [];
  const infos = described.filter(({ index = -1 }) => index >= 0 && index < MOST_PARAMETERS);
  const info: ArgInfo[] = [];
  for (const one of infos) info[one.index ?? 0] = one;
  const count = payload.reduce((most, { arg_index = -1 }) => Math.max(most, arg_index + 1), info.length);
  const entries = Array.from({ length: count }, (): PayloadArgument[] => []);
  for (const one of payload) entries[one.arg_index ?? 0]?.push(one);
  return entries.map((own, index) => parameterOf(index, own, info[index]));
}

function parameterOf(index: number, own: readonly PayloadArgument[], info: ArgInfo | undefined): Parameter {
  const type = info?.type_name?.replace(/;.*$/s, '');
  const pointer = own.find(({ arg_type }) => arg_type === 'arg_bypointer');
  const values = own.filter(({ arg_type }) => arg_type === 'arg_byvalue');
  const size = values.reduce((most, one) => Math.max(most, Math.max(one.source_offset ?? 0, 0) + (one.size ?? 0)), 0);
  const kind = pointer ? kindOfPointer(pointer) : values.length > 0 ? 'value' : kindOfInfo(info);
  const dim = kind === 'image' ? dimOf(pointer?.image_type ?? type ?? '') : undefined;
  const space = pointer?.addrspace ?? info?.address_qualifier?.replace(/^__/, '');
  return {
    index,
    ...(info?.name === undefined || info.name === '' ? {} : { name: info.name }),
    ...(type === undefined || type === '' ? {} : { type }),
    ...(kind === undefined ? {} : { kind }),
    ...(values.length > 0 ? { size } : {}),
    ...(kind === 'buffer' && (space === 'global' || space === 'constant') ? { space } : {}),
    ...(pointer?.access_type === undefined || !ACCESSES.some((one) => one === pointer.access_type)
      ? {}
      : { access: pointer.access_type as ParameterAccess }),
    ...(dim === undefined ? {} : { dim }),
    isUsed: own.length > 0,
  };
}

const ACCESSES: readonly ParameterAccess[] = ['readonly', 'writeonly', 'readwrite'];

function kindOfPointer({ addrspace }: PayloadArgument): ParameterKind {
  return (['local', 'image', 'sampler'] as const).find((one) => one === addrspace) ?? 'buffer';
}

/** The kind of an argument that the payload does not have. */
function kindOfInfo(info: ArgInfo | undefined): ParameterKind | undefined {
  if (info === undefined) return undefined;
  const { address_qualifier: space, type_name: type = '' } = info;
  if (/^image/.test(type)) return 'image';
  if (/^sampler/.test(type)) return 'sampler';
  if (space === '__local') return 'local';
  return space === '__global' || space === '__constant' ? 'buffer' : 'value';
}

/** Of `image_2d_array_depth`, or of `image2d_array_t`; undefined for a kind that kernels do not have, such as a cube. Media images are of two dimensions. */
function dimOf(type: string): ImageShape['dim'] | undefined {
  const [, plane, array = ''] = /^image_?(\dd|buffer)(_array|_buffer)?/.exec(type) ?? [];
  if (plane === undefined) return undefined;
  if (plane === 'buffer' || array === '_buffer') return '1d_buffer';
  return (plane === '3d' ? '3d' : `${plane}${array}`) as ImageShape['dim'];
}
