/**
 * Compares what property sets say about the kernels of a zebin with its attributes: different tools write the two, and a runtime uses the
 * first while a driver uses the second.
 */
import { COST, type Reporter } from '../core/diag/index.ts';
import { clip } from '../core/schema/index.ts';
import { decodeProperty, type PropertySet, type PropertyValue } from '../formats/props/index.ts';
import type { Zebin, ZebinKernel } from '../formats/zebin/index.ts';

/** A property about one kernel. */
export interface KernelProperty {
  readonly set: string;
  /** The key without the kernel's name: `@reqd_sub_group_size`, or empty. */
  readonly tag: string;
  readonly value: PropertyValue;
}

/** The set about the whole image, and its keys that kernels also have. */
const REQUIREMENTS = 'SYCL/device requirements';
const REQUIRED = ['reqd_sub_group_size', 'reqd_work_group_size', 'reqd_work_group_size_uint64_t'];

/** The properties of a kernel: those whose key is its name, or its name with an at sign and a tag. */
export type KernelProperties = ReadonlyMap<string, readonly KernelProperty[]>;

/** Property sets by kernel, found once for images that come after each other and share them. */
export class PropertyIndex {
  private latest: { readonly sets: readonly PropertySet[]; readonly byKernel: KernelProperties } | undefined;

  of(sets: readonly PropertySet[]): KernelProperties {
    if (this.latest?.sets !== sets) this.latest = { sets, byKernel: kernelProperties(sets) };
    return this.latest.byKernel;
  }
}

export function kernelProperties(sets: readonly PropertySet[]): KernelProperties {
  const byKernel = new Map<string, KernelProperty[]>();
  const add = (kernel: string, property: KernelProperty) => {
    const list = byKernel.get(kernel);
    if (list) list.push(property);
    else byKernel.set(kernel, [property]);
  };
  for (const { name: set, properties } of sets) {
    for (const { key, value } of properties) {
      add(key, { set, tag: '', value });
      const at = key.lastIndexOf('@');
      if (at > 0) add(key.slice(0, at), { set, tag: key.slice(at), value });
    }
  }
  return byKernel;
}

/** Reports where property sets and the attributes of a zebin contradict each other. `listed` is the kernels that the container names. */
export function checkJoined(zebin: Zebin, properties: KernelProperties, listed: readonly string[], out: Reporter): void {
  if (properties.size > 0) checkProperties(zebin, properties, out);
  if (listed.length === 0) return;
  const there = new Set(zebin.kernelEntries.map((kernel) => kernel.name));
  const missing = listed.filter((name) => !there.has(name));
  if (missing.length > 0) {
    const message = `the container names ${clip(missing.join(', '))}, but the image has no such ${missing.length === 1 ? 'kernel' : 'kernels'}`;
    out.report('join/kernel', zebin.bytes.span(0, 0), '', message, { missing: missing.length });
  }
}

function checkProperties(zebin: Zebin, properties: KernelProperties, out: Reporter): void {
  const facts = new JoinedFacts(zebin);
  const forAll = REQUIRED.flatMap((key) =>
    (properties.get(key) ?? []).filter(({ set }) => set === REQUIREMENTS).map((property) => ({ ...property, tag: `@${key}` })),
  );
  for (const kernel of zebin.kernels) {
    for (const property of [...forAll, ...(properties.get(kernel.name) ?? [])]) {
      // Images may share sets that are far larger than the images.
      if (!out.charge(COST.record, zebin.bytes.span(0, 0), kernel.path)) return;
      checkKernel(facts, kernel, property, out);
    }
  }
}

/** What several properties or kernels are compared with, and is found once. */
class JoinedFacts {
  readonly zebin: Zebin;
  private readonly described = new Map<string | undefined, number | undefined>();
  private readonly masks = new Map<KernelProperty, { readonly count: number; readonly removed: number } | undefined>();
  private readonly highest = new Map<ZebinKernel, number>();

  constructor(zebin: Zebin) {
    this.zebin = zebin;
    for (const { name, args_info } of zebin.zeInfo?.container.kernels_misc_info ?? [])
      if (!this.described.has(name)) this.described.set(name, args_info?.length);
  }

  /** How many arguments the first entry of kernels_misc_info for a kernel describes. */
  argumentsOf(kernel: ZebinKernel): number | undefined {
    return this.described.get(kernel.name);
  }

  /** The highest index of an argument that the code takes; -1 if there is none. */
  highestOf(kernel: ZebinKernel): number {
    let highest = this.highest.get(kernel);
    if (highest === undefined) {
      highest = (kernel.zeInfo.payload_arguments ?? []).reduce((most, { arg_index = -1 }) => Math.max(most, arg_index), -1);
      this.highest.set(kernel, highest);
    }
    return highest;
  }

  maskOf(property: KernelProperty) {
    if (!this.masks.has(property)) {
      const decoded = decodeProperty(property.set, 'kernel', property.value);
      this.masks.set(property, decoded.kind === 'mask' ? { count: decoded.count, removed: decoded.removed.length } : undefined);
    }
    return this.masks.get(property);
  }
}

function checkKernel(facts: JoinedFacts, kernel: ZebinKernel, property: KernelProperty, out: Reporter): void {
  const { zebin } = facts;
  const { tag, set } = property;
  const attributes = kernel.zeInfo.user_attributes;
  const env = kernel.zeInfo.execution_env;
  const span = (zebin.zeInfo?.bytes ?? zebin.bytes).span();
  const report = (code: 'join/sub-group-size' | 'join/work-group-size' | 'join/arguments', message: string) =>
    out.report(code, span, kernel.path, `${clip(kernel.name, 80)}: ${message}`);
  const numbers = tag.startsWith('@reqd_') ? numbersOf(property) : [];
  if (tag === '@reqd_sub_group_size' && numbers[0] !== undefined) {
    const written = attributes?.intel_reqd_sub_group_size || env?.required_sub_group_size || env?.simd_size;
    if (written && written !== numbers[0]) {
      report('join/sub-group-size', `the property sets require a sub-group size of ${numbers[0]}, but the code has ${written}`);
    }
  } else if (tag.startsWith('@reqd_work_group_size')) {
    const written = (attributes?.reqd_work_group_size ?? env?.required_work_group_size ?? []).filter((size) => size > 0);
    if (written.length > 0 && numbers.length > 0 && !sameSizes(written, numbers)) {
      report(
        'join/work-group-size',
        `the property sets require work groups of ${numbers.join(' × ')}, but the code requires ${written.join(' × ')}`,
      );
    }
  } else if (tag === '' && set === 'SYCL/kernel param opt') {
    checkMask(facts, kernel, property, (message) => report('join/arguments', message));
  }
}

function numbersOf({ set, tag, value }: KernelProperty): readonly number[] {
  const decoded = decodeProperty(set, set === REQUIREMENTS ? tag.slice(1) : `kernel${tag}`, value);
  if (decoded.kind === 'uint32') return [decoded.value];
  if (decoded.kind === 'uint32s') return decoded.values;
  return decoded.kind === 'uint64s' ? decoded.values.map(Number) : [];
}

/** SYCL counts dimensions from the slowest and the driver from the fastest; sizes of 1 at either end may be left out. */
function sameSizes(a: readonly number[], b: readonly number[]): boolean {
  const bare = (sizes: readonly number[]) => sizes.filter((size) => size !== 1).join();
  const backwards = (sizes: readonly number[]) => [...sizes].reverse();
  return bare(a) === bare(b) || bare(a) === bare(backwards(b));
}

/** Indices of arguments count those that are left. */
function checkMask(facts: JoinedFacts, kernel: ZebinKernel, property: KernelProperty, report: (message: string) => void): void {
  const mask = facts.maskOf(property);
  if (!mask) return;
  const left = mask.count - mask.removed;
  const says = `by the property sets ${mask.count} arguments less ${mask.removed} that were removed are ${left}`;
  const highest = facts.highestOf(kernel);
  const described = facts.argumentsOf(kernel);
  if (highest >= left) report(`${says}, and the code takes one with the index ${highest}`);
  else if (described !== undefined && described !== left) report(`${says}, and kernels_misc_info describes ${described}`);
}
