/**
 * The figures of a comparison computed a second time, with nothing of the library: sections found by hand, attributes read by another
 * parser of YAML, kernels paired by file and name, Student's quantile by summing up the density.
 */
import { parse } from 'yaml';

export interface Kernel {
  readonly name: string;
  readonly values: Record<string, number | null>;
}

interface Section {
  readonly name: string;
  readonly type: number;
  readonly data: Buffer;
}

/** Little-endian, of either class. */
function sectionsOf(file: Buffer): Section[] {
  const is64 = file[4] === 2;
  const word = (at: number) => (is64 ? Number(file.readBigUInt64LE(at)) : file.readUInt32LE(at));
  const [table, count, names] = is64
    ? [word(40), file.readUInt16LE(60), file.readUInt16LE(62)]
    : [word(32), file.readUInt16LE(48), file.readUInt16LE(50)];
  const header = (i: number) => {
    const at = table + (is64 ? 64 : 40) * i;
    const [offset, size] = is64 ? [word(at + 24), word(at + 32)] : [word(at + 16), word(at + 20)];
    return { name: file.readUInt32LE(at), type: file.readUInt32LE(at + 4), data: file.subarray(offset, offset + size) };
  };
  const strings = header(names).data;
  return Array.from({ length: count }, (_, i) => {
    const { name, type, data } = header(i);
    return { name: strings.toString('latin1', name, strings.indexOf(0, name)), type, data };
  });
}

/** Where a symbol lies and ends. */
function* symbolsOf(table: Buffer, is64: boolean): Generator<{ section: number; size: number; end: number }> {
  for (let at = 0; at < table.length; at += is64 ? 24 : 16) {
    const word = (offset: number) => (is64 ? Number(table.readBigUInt64LE(at + offset)) : table.readUInt32LE(at + offset));
    const [value, size] = is64 ? [word(8), word(16)] : [word(4), word(8)];
    yield { section: table.readUInt16LE(at + (is64 ? 6 : 14)), size, end: value + size };
  }
}

type Env = Record<string, number | boolean | undefined>;
interface Entry {
  readonly name: string;
  readonly execution_env: Env;
  readonly payload_arguments?: readonly { offset: number; size: number }[];
  readonly per_thread_payload_arguments?: readonly { offset: number; size: number }[];
  readonly per_thread_memory_buffers?: readonly { type: string; usage: string; size: number; slot?: number; is_simt_thread?: boolean }[];
}

/** What the compiler calls an entry that only holds functions. */
const HOLDER = /^Intel_Symbol_Table_Void_Program(_GenXSIMD(8|16|32))?$/;

export function kernelsOf(bytes: Uint8Array): Kernel[] {
  const file = Buffer.from(bytes);
  const sections = sectionsOf(file);
  const text = sections.find((section) => section.name === '.ze_info')?.data.toString('latin1') ?? '';
  const { version, kernels } = (parse(text, { uniqueKeys: false }) ?? {}) as { version?: string; kernels?: Entry[] | null };
  const minor = Number(String(version).replaceAll("'", '').split('.')[1]);
  const symbols = sections.find((section) => section.type === 2)?.data ?? Buffer.alloc(0);
  return (kernels ?? [])
    .filter(({ name }) => !HOLDER.test(name))
    .map((entry): Kernel => {
      const env = entry.execution_env;
      const number = (key: string) => Number(env[key] ?? 0);
      const buffers = entry.per_thread_memory_buffers ?? [];
      const total = (list: typeof buffers) => list.reduce((sum, one) => sum + one.size, 0);
      const scratch = buffers.filter((one) => one.type === 'scratch');
      const old = minor < 39 && env.spill_size === undefined && env.private_size === undefined;
      const mixed = old && scratch.some((one) => one.usage === 'single_space');
      const lanes = number('simd_size');
      const global = buffers
        .filter((one) => one.type === 'global')
        .reduce((sum, one) => sum + one.size * (one.is_simt_thread ? lanes : 1), 0);
      const end = (list: Entry['payload_arguments']) => Math.max(0, ...(list ?? []).map((one) => one.offset + one.size));
      const spill = old ? total(scratch.filter((one) => (one.slot ?? 0) === 0)) : number('spill_size');
      const own = old ? total(scratch.filter((one) => one.slot === 1)) + global : number('private_size');
      return {
        name: entry.name,
        values: {
          spill_size: mixed ? null : spill,
          private_size: mixed ? null : own,
          scratch_size: total(scratch),
          slm_size: number('slm_size'),
          grf_count: number('grf_count'),
          eu_thread_count: number('eu_thread_count') || null,
          simd_size: number('simd_size'),
          barrier_count: number('barrier_count'),
          has_stack_calls: env.has_stack_calls ? 1 : 0,
          code_bytes: codeOf(sections, symbols, file[4] === 2, entry.name),
          cross_thread_size: end(entry.payload_arguments),
          per_thread_size: end(entry.per_thread_payload_arguments),
        },
      };
    });
}

/** As far as a symbol or anything that is not zero reaches, in steps of 8. */
function codeOf(sections: readonly Section[], symbols: Buffer, is64: boolean, name: string): number | null {
  const index = sections.findIndex((section) => section.name === `.text.${name}`);
  const data = sections[index]?.data;
  if (!data) return null;
  let last = 0;
  for (const [i, byte] of data.entries()) if (byte !== 0) last = i + 1;
  let end = Math.ceil(last / 8) * 8;
  for (const symbol of symbolsOf(symbols, is64)) if (symbol.section === index && symbol.size > 0) end = Math.max(end, symbol.end);
  return end;
}

/** Of so many values that are worse and better. */
export function verdict(worse: number, better: number): string {
  const words = [...(worse > 0 ? ['worse'] : []), ...(better > 0 ? ['better'] : [])];
  return words.length === 2 ? 'mixed' : (words[0] ?? 'same');
}

export function statistics(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 ? sorted[half] : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
  return { minimum: sorted[0], maximum: sorted.at(-1), mean: average(values), median };
}

const average = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

export function interval(values: readonly number[]) {
  const mean = average(values);
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
  const half = (quantile(values.length - 1) * deviation) / Math.sqrt(values.length);
  return { low: mean - half, mean, high: mean + half };
}

/** Where the density of Student's distribution, added up from 0 by Simpson's rule, reaches 0.475. */
export function quantile(freedom: number): number {
  const shape = (x: number) => (1 + (x * x) / freedom) ** (-(freedom + 1) / 2);
  let factor = freedom % 2 === 0 ? 1 / (2 * Math.sqrt(freedom)) : 1 / (Math.PI * Math.sqrt(freedom));
  for (let i = freedom - 1; i > 1; i -= 2) factor *= i / (i - 1);
  const step = 1 / 16384;
  let sum = 0;
  for (let x = 0; ; x += step) {
    const part = ((shape(x) + 4 * shape(x + step / 2) + shape(x + step)) / 6) * step * factor;
    if (sum + part >= 0.475) return x + ((0.475 - sum) / part) * step;
    sum += part;
  }
}
