/** The arguments of kernels, with what the file says of each in several places. */
import { decodeProperty } from '../props/index.ts';
import type { KernelProperty } from '../walk/join.ts';
import type { Zebin, ZebinKernel } from '../zebin/index.ts';
import type { KernelMiscInfo } from '../zeinfo/index.ts';
import { type Json, toJson } from './json.ts';

/** An argument of the payload, with its attributes in kernels_misc_info. */
export interface ArgumentDetail {
  /**
   * The attributes in the file's spelling; name, type_name and address_qualifier of kernels_misc_info. If the container says which
   * arguments of a SYCL kernel were removed, also source_argument: the index among all arguments of the source.
   */
  readonly [attribute: string]: Json;
}

type ArgInfo = NonNullable<KernelMiscInfo['args_info']>[number];

/** Attributes of an argument in kernels_misc_info that its description has. */
const DESCRIPTION = ['name', 'type_name', 'address_qualifier'] as const;

/** The arguments of the kernels of a zebin; what describes them is collected once. */
export class DescribedArguments {
  private readonly misc = new Map<string, KernelMiscInfo>();
  private readonly infos = new Map<string, ReadonlyMap<number | undefined, ArgInfo>>();
  private readonly shared: (text: string) => string;

  /** @param shared limits text that many entries have, in proportion to the file */
  constructor({ zeInfo }: Zebin, shared: (text: string) => string) {
    this.shared = shared;
    for (const entry of zeInfo?.container.kernels_misc_info ?? []) {
      if (entry.name !== undefined && !this.misc.has(entry.name)) this.misc.set(entry.name, entry);
    }
  }

  /** The entries of payload_arguments, in order. */
  of(kernel: ZebinKernel, properties: readonly KernelProperty[]): ArgumentDetail[] {
    const removed = maskOf(properties);
    const sources = removed && sourceIndices(kernel, removed);
    const infos = this.argInfos(kernel.name);
    return (kernel.zeInfo.payload_arguments ?? []).map((argument): ArgumentDetail => {
      const { arg_index = -1, extra } = argument;
      const detail = toJson(extra === undefined ? argument : { ...argument, extra: undefined }) as { [attribute: string]: Json };
      const source = sources?.[arg_index];
      if (source !== undefined) detail.source_argument = source;
      const info = infos.get(argument.arg_index);
      if (argument.arg_index === undefined || info === undefined) return detail;
      for (const attribute of DESCRIPTION) {
        const text = info[attribute];
        if (text !== undefined) detail[attribute] = this.shared(text);
      }
      return detail;
    });
  }

  /** The entries of kernels_misc_info for the arguments of a kernel, by arg_index. */
  private argInfos(kernel: string): ReadonlyMap<number | undefined, ArgInfo> {
    let found = this.infos.get(kernel);
    if (!found) {
      found = new Map((this.misc.get(kernel)?.args_info ?? []).map((info) => [info.index, info]));
      this.infos.set(kernel, found);
    }
    return found;
  }
}

/** Arguments of a SYCL kernel that the compiler removed, which the code does not count; undefined when they are not known. */
function maskOf(properties: readonly KernelProperty[]): ReadonlySet<number> | undefined {
  const property = properties.find(({ set, tag }) => set === 'SYCL/kernel param opt' && tag === '');
  const decoded = property && decodeProperty(property.set, 'kernel', property.value);
  return decoded?.kind === 'mask' ? new Set(decoded.removed) : undefined;
}

/** The index of each remaining argument among all arguments, for as many arguments as the code has. */
function sourceIndices(kernel: ZebinKernel, removed: ReadonlySet<number>): number[] {
  const entries = kernel.zeInfo.payload_arguments ?? [];
  const wanted = Math.min(entries.reduce((most, one) => Math.max(most, one.arg_index ?? -1), -1) + 1, entries.length);
  const found: number[] = [];
  for (let index = 0; found.length < wanted; index++) if (!removed.has(index)) found.push(index);
  return found;
}
