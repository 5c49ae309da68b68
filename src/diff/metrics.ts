import type { Elf } from '../elf/index.ts';
import { type KernelResources, kernelResources, TEXT_PREFIX, type Zebin, type ZebinKernel } from '../zebin/index.ts';

/** The metrics of a kernel and their better direction, one row each. */
export interface MetricRow {
  readonly key: string;
  /** Heading for people. */
  readonly title: string;
  readonly unit: string;
  readonly better: 'less' | 'more';
  /** One sentence in our words. */
  readonly doc: string;
  /** The value, or null if the file does not have it. */
  value(resources: KernelResources, kernel: ZebinKernel, zebin: Zebin): number | null;
}

/** Before 1.39 one scratch space may hold both spills and private memory, without separate sizes. */
const split = (resources: KernelResources, value: number): number | null =>
  resources.memory_source === 'single-space' && resources.scratch_size > 0 ? null : value;

/** Lists come in this order. */
export const METRICS = [
  {
    key: 'spill_size',
    title: 'spill',
    unit: 'bytes per hardware thread',
    better: 'less',
    doc: 'Registers that did not fit and go through memory.',
    value: (r) => split(r, r.spill_size),
  },
  {
    key: 'private_size',
    title: 'private',
    unit: 'bytes per hardware thread',
    better: 'less',
    doc: 'Private memory, for variables that are indexed or too many for registers.',
    value: (r) => split(r, r.private_size),
  },
  {
    key: 'scratch_size',
    title: 'scratch',
    unit: 'bytes per hardware thread',
    better: 'less',
    doc: 'Scratch buffers together.',
    value: (r) => r.scratch_size,
  },
  {
    key: 'slm_size',
    title: 'SLM',
    unit: 'bytes per work group',
    better: 'less',
    doc: 'Shared local memory of fixed size; more of it lets fewer groups run at a time.',
    value: (r) => r.slm_size,
  },
  {
    key: 'grf_count',
    title: 'GRF',
    unit: 'registers per hardware thread',
    better: 'less',
    doc: 'Twice the registers means half the hardware threads; compare with the spill.',
    value: (r) => r.grf_count,
  },
  {
    key: 'eu_thread_count',
    title: 'threads',
    unit: 'hardware threads per EU',
    better: 'more',
    doc: 'Hardware threads of an execution unit; not compared where the file leaves it to the register count.',
    value: (r) => (r.eu_thread_count === 0 ? null : r.eu_thread_count),
  },
  {
    key: 'simd_size',
    title: 'SIMD',
    unit: 'lanes per hardware thread',
    better: 'more',
    doc: 'Work-items that one hardware thread runs.',
    value: (r) => r.simd_size,
  },
  {
    key: 'barrier_count',
    title: 'barriers',
    unit: 'barriers',
    better: 'less',
    doc: 'Barriers of a work group.',
    value: (r) => r.barrier_count,
  },
  {
    key: 'stack_calls',
    title: 'stack calls',
    unit: 'kernels with them',
    better: 'less',
    doc: 'Whether the kernel calls functions through a stack.',
    value: (r) => (r.has_stack_calls ? 1 : 0),
  },
  {
    key: 'code_bytes',
    title: 'code',
    unit: 'bytes',
    better: 'less',
    doc: 'Code without the padding after it; the size of the section, which `info` shows, has that too.',
    value: (_, kernel, zebin) => (kernel.text ? codeBytes(kernel, zebin).length : null),
  },
  {
    key: 'cross_thread_size',
    title: 'payload',
    unit: 'bytes',
    better: 'less',
    doc: 'Arguments that all threads share.',
    value: (r) => r.cross_thread_size,
  },
  {
    key: 'per_thread_size',
    title: 'thread payload',
    unit: 'bytes per hardware thread',
    better: 'less',
    doc: 'Arguments that each hardware thread has for itself.',
    value: (r) => r.per_thread_size,
  },
] as const satisfies readonly MetricRow[];

export type MetricKey = (typeof METRICS)[number]['key'];

/** Values by metric; null if a file has none. */
export type MetricValues = { readonly [K in MetricKey]: number | null };

export function metricValues(kernel: ZebinKernel, zebin: Zebin): MetricValues {
  const resources = kernelResources(kernel, zebin.version);
  return Object.fromEntries(METRICS.map((row) => [row.key, row.value(resources, kernel, zebin)])) as MetricValues;
}

/** Instructions take 8 or 16 bytes, and none is all zero. */
const SHORT_INSTRUCTION = 8;

const codes = new WeakMap<Elf, ReadonlyMap<number, number>>();

/**
 * The code of a kernel without the zeros that compilers pad it with. An instruction may end in zeros itself, so the functions that the
 * symbol table names in the section stay whole.
 */
export function codeBytes({ text }: ZebinKernel, { elf }: Zebin): Uint8Array {
  if (!text) return new Uint8Array();
  let ends = codes.get(elf);
  if (!ends) {
    ends = codeEnds(elf);
    codes.set(elf, ends);
  }
  return text.bytes.data.subarray(0, ends.get(text.index));
}

/** Where the instructions in these bytes end. */
function codeEnd(data: Uint8Array): number {
  let end = data.length;
  while (end > 0 && data[end - 1] === 0) end--;
  return Math.min(Math.ceil(end / SHORT_INSTRUCTION) * SHORT_INSTRUCTION, data.length);
}

/** Where the code in each executable section ends. */
function codeEnds({ sections }: Elf): Map<number, number> {
  const ends = new Map<number, number>();
  for (const { index, name, bytes } of sections) {
    if (!name.startsWith(TEXT_PREFIX)) continue;
    ends.set(index, codeEnd(bytes.data));
  }
  for (const { content } of sections) {
    if (content.kind !== 'symbols') continue;
    for (const { st_shndx, st_value, st_size } of content.symbols) {
      const end = ends.get(st_shndx);
      if (end === undefined || st_size === 0n) continue;
      const last = Number(st_value) + Number(st_size);
      if (last <= (sections[st_shndx]?.bytes.length ?? 0)) ends.set(st_shndx, Math.max(end, last));
    }
  }
  return ends;
}
