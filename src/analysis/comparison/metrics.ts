import type { Elf, Section } from '../../formats/elf/index.ts';
import {
  KERNEL_RESOURCES,
  type KernelResources,
  kernelResources,
  type ResourceName,
  type ResourceRow,
  TEXT_PREFIX,
  type Zebin,
  type ZebinKernel,
} from '../../formats/zebin/index.ts';
import { CODE_COLUMNS, type CodeColumn, type CodeFigures } from '../instructions/index.ts';

/** Figures of a kernel by which builds are compared. */
export type MetricKey = ResourceMetric | CodeMetric;
export type ResourceMetric = 'code_bytes' | Exclude<ResourceName, 'memory_source' | 'code_size' | 'inline_data_payload_size'>;

/** Columns of code that say what is better. They are known only where the code was decoded. */
export type CodeMetric = Extract<(typeof CODE_COLUMNS)[number], { readonly better?: 'less' | 'more' }>['name'];

/** A metric and its better direction. */
export interface MetricRow {
  readonly key: MetricKey;
  /** Heading for people. */
  readonly title: string;
  readonly unit: string;
  readonly better: 'less' | 'more';
  /** One or more sentences. */
  readonly doc: string;
  /** Whether the code has to be decoded for it. */
  readonly ofCode: boolean;
  /** The value, or null if the file does not have it. */
  value(facts: MetricFacts): number | null;
}

/** What the value of a metric is computed from. */
interface MetricFacts {
  readonly resources: KernelResources;
  readonly kernel: ZebinKernel;
  readonly ends: CodeEnds;
  /** Absent where the code was not decoded. */
  readonly figures: CodeFigures | undefined;
}

/** The metric of a resource. The hint says what a change of it means. */
const metric = (
  key: Exclude<ResourceMetric, 'code_bytes'>,
  { hint, ...details }: Partial<MetricRow> & { hint?: string } = {},
): MetricRow => {
  const { title, unit, better, doc }: ResourceRow = KERNEL_RESOURCES[key];
  if (better === undefined) throw new TypeError(`the row of ${key} does not say which direction is better`);
  return {
    key,
    title,
    unit: unit ?? title,
    better,
    doc: hint === undefined ? doc : `${doc} ${hint}`,
    ofCode: false,
    value: ({ resources }) => comparable(resources[key]),
    ...details,
  };
};

const comparable = (value: number | boolean | null): number | null => (value === null ? null : Number(value));

/** Before 1.39 one scratch space may hold both spills and private memory, without separate sizes. */
const separate =
  (key: 'spill_size' | 'private_size') =>
  ({ resources }: MetricFacts): number | null =>
    resources.memory_source === 'single-space' && resources.scratch_size > 0 ? null : resources[key];

/** The metrics, the ones that people look at first at the beginning. Lists come in this order. */
export const METRICS: readonly MetricRow[] = [
  metric('spill_size', { value: separate('spill_size') }),
  metric('private_size', { value: separate('private_size') }),
  metric('scratch_size'),
  metric('slm_size', { hint: 'The more a group uses, the fewer groups run at a time.' }),
  metric('grf_count', { hint: 'Twice the registers means half the hardware threads; compare with the spill.' }),
  // 0 leaves the number to the register count.
  metric('eu_thread_count', { value: ({ resources: { eu_thread_count: count } }) => (count === 0 ? null : count) }),
  metric('simd_size'),
  metric('barrier_count'),
  metric('has_stack_calls', { unit: 'kernels with them' }),
  {
    key: 'code_bytes',
    title: 'code',
    unit: 'bytes',
    better: 'less',
    doc: 'Code without the padding after it. The size of the section, which `info` shows, includes the padding.',
    ofCode: false,
    value: ({ kernel, ends }) => (kernel.text ? ends.of(kernel.text) : null),
  },
  metric('cross_thread_size'),
  metric('per_thread_size'),
  ...(CODE_COLUMNS as readonly CodeColumn<CodeMetric>[]).flatMap(({ name, title, unit, doc, better }): MetricRow[] =>
    better === undefined ? [] : [{ key: name, title, unit, better, doc, ofCode: true, value: ({ figures }) => figures?.[name] ?? null }],
  ),
];

/** Values by metric; null if a file has none. */
export type MetricValues = { readonly [K in MetricKey]: number | null };

/** Whether the code was analysed: all code has instructions to count. */
export function hasFigures(values: MetricValues): boolean {
  return values.instructions !== null;
}

/**
 * @param ends of the code in its file
 * @param figures of its code, where that was decoded
 */
export function metricValues(kernel: ZebinKernel, { version }: Zebin, ends: CodeEnds, figures?: CodeFigures): MetricValues {
  const facts = { resources: kernelResources(kernel, version), kernel, ends, figures };
  return Object.fromEntries(METRICS.map((row) => [row.key, row.value(facts)])) as MetricValues;
}

/** Instructions take 8 or 16 bytes, and none is all zero. */
const SHORT_INSTRUCTION = 8;

/**
 * Where the code in the sections of a file ends. Compilers pad it with zeros. An instruction may end in zeros itself, so the functions that
 * the symbol table names in a section stay whole.
 */
export class CodeEnds {
  private readonly ends: ReadonlyMap<number, number>;

  constructor(elf: Elf) {
    this.ends = codeEnds(elf);
  }

  /** In bytes, in the section. */
  of({ index, bytes }: Section): number {
    return this.ends.get(index) ?? bytes.length;
  }
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
