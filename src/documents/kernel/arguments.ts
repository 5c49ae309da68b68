/** The arguments of kernels, with what the file says of each in several places. */
import { decodeProperty } from '../../formats/props/index.ts';
import type { Zebin, ZebinKernel } from '../../formats/zebin/index.ts';
import type { KernelMiscInfo } from '../../formats/zeinfo/index.ts';
import type { KernelProperty } from '../../walk/join.ts';
import { type Json, toJson } from '../json.ts';

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
  /** By kernel and by the text of arg_index: the hash of numbers has no seed. */
  private readonly infos = new Map<string, ReadonlyMap<string, ArgInfo>>();
  private readonly sources = new Map<readonly KernelProperty[], SourceIndex | undefined>();
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
    const sourceOf = this.sourceIndex(properties);
    const infos = this.argInfos(kernel.name);
    const entries = kernel.zeInfo.payload_arguments ?? [];
    const count = Math.min(entries.reduce((most, one) => Math.max(most, one.arg_index ?? -1), -1) + 1, entries.length);
    return entries.map((argument): ArgumentDetail => {
      const { arg_index = -1, extra } = argument;
      const detail = toJson(extra === undefined ? argument : { ...argument, extra: undefined }) as { [attribute: string]: Json };
      if (sourceOf && arg_index >= 0 && arg_index < count) detail.source_argument = sourceOf(arg_index);
      const info = infos.get(`${argument.arg_index}`);
      if (argument.arg_index === undefined || info === undefined) return detail;
      for (const attribute of DESCRIPTION) {
        const text = info[attribute];
        if (text !== undefined) detail[attribute] = this.shared(text);
      }
      return detail;
    });
  }

  /** The entries of kernels_misc_info for the arguments of a kernel, by arg_index. */
  private argInfos(kernel: string): ReadonlyMap<string, ArgInfo> {
    let infos = this.infos.get(kernel);
    if (!infos) {
      infos = new Map((this.misc.get(kernel)?.args_info ?? []).map((info) => [`${info.index}`, info]));
      this.infos.set(kernel, infos);
    }
    return infos;
  }

  /** Kernels of one name share their properties. */
  private sourceIndex(properties: readonly KernelProperty[]): SourceIndex | undefined {
    if (!this.sources.has(properties)) this.sources.set(properties, sourceIndex(properties));
    return this.sources.get(properties);
  }
}

/** The index of an argument of the code among all arguments of the source. */
type SourceIndex = (index: number) => number;

/** Skips the arguments of a SYCL kernel that the compiler removed, which the code does not count; undefined when they are not known. */
function sourceIndex(properties: readonly KernelProperty[]): SourceIndex | undefined {
  const property = properties.find(({ set, tag }) => set === 'SYCL/kernel param opt' && tag === '');
  const decoded = property && decodeProperty(property.set, 'kernel', property.value);
  if (decoded?.kind !== 'mask') return undefined;
  const removed = new Set(decoded.removed);
  const kept = Array.from({ length: decoded.count }, (_, index) => index).filter((index) => !removed.has(index));
  return (index) => kept[index] ?? decoded.count + index - kept.length;
}
