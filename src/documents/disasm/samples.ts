/** Where samples of stalls land in code: on which instruction, and for which other one it waits. */

import type { Analysis, Wait } from '../../analysis/instructions/index.ts';
import { hex } from '../../core/bytes/index.ts';
import { type Code, type Diagnostic, diagnostic, NOWHERE } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { kernelLabel } from '../../formats/demangle/index.ts';
import { type ElfSymbol, type Section, symbolType } from '../../formats/elf/index.ts';
import { type Instruction, InstructionPrinter, platformNumber } from '../../formats/eu/index.ts';
import {
  plainName,
  type Sample,
  type SampledKernel,
  STALL_REASONS,
  type StallCounts,
  type StallSamples,
  summedSamples,
  sumOf,
} from '../../formats/samples/index.ts';
import type { Zebin } from '../../formats/zebin/index.ts';
import type { CodeSamples, HotInstruction, SampleCounts, SourceJson, WaitedInstruction } from './model.ts';

/** Code that samples may belong to. */
export interface NamedCode {
  readonly section: Section | undefined;
  /** Names of the kernel and of functions in it, and where these start; none for code that is in no container. */
  readonly names: readonly { readonly name: string; readonly offset: number }[];
}

/** The samples of each section, and what could not be placed. */
export interface PlacedSamples {
  readonly bySection: ReadonlyMap<Section | undefined, readonly Sample[]>;
  readonly diagnostics: readonly Diagnostic[];
}

/** STT_FUNC. */
const FUNCTION = 2;

/**
 * The names under which a profiler may know code sections.
 *
 * @param sections with the names of their kernels
 */
export function namesOf({ elf }: Zebin, sections: ReadonlyMap<Section, string>): NamedCode[] {
  const functions = new Map<number, ElfSymbol[]>();
  for (const { content } of elf.sections) {
    if (content.kind !== 'symbols') continue;
    for (const symbol of content.symbols) {
      if (symbolType(symbol) !== FUNCTION || symbol.st_value === 0n) continue;
      const known = functions.get(symbol.st_shndx);
      if (known) known.push(symbol);
      else functions.set(symbol.st_shndx, [symbol]);
    }
  }
  return [...sections].map(([section, kernel]) => {
    const inner = (functions.get(section.index) ?? []).map(({ name, st_value }) => ({ name, offset: Number(st_value) }));
    const names = [{ name: kernel, offset: 0 }, ...inner];
    const labels = names.map(({ name, offset }) => ({ name: kernelLabel(name), offset })).filter(({ name }, i) => name !== names[i]?.name);
    return { section, names: [...names, ...labels] };
  });
}

/**
 * Finds the code that samples are of.
 *
 * @param isAll whether all code of the file is there, so that a kernel without code is worth a finding
 */
export function placeSamples({ kernels }: StallSamples, code: readonly NamedCode[], isAll: boolean): PlacedSamples {
  const named = new Map<string, { readonly section: Section | undefined; readonly offset: number }[]>();
  for (const { section, names } of code) {
    for (const { name, offset } of names) {
      const known = named.get(name);
      if (known === undefined) named.set(name, [{ section, offset }]);
      else known.push({ section, offset });
    }
  }
  // Code without names, and samples without names, belong together where there is only one of them.
  const [only] = code;
  const one = code.length === 1 && only ? [{ section: only.section, offset: 0 }] : [];
  const unnamed = kernels.length === 1 && only?.names.length === 0 ? one : [];
  const bySection = new Map<Section | undefined, Sample[]>();
  const missing: SampledKernel[] = [];
  const ambiguous: SampledKernel[] = [];
  for (const kernel of kernels) {
    const places = kernel.name === undefined ? one : (named.get(plainName(kernel.name)) ?? unnamed);
    const [place] = places;
    if (place === undefined) missing.push(kernel);
    else if (places.length > 1) ambiguous.push(kernel);
    else {
      const into = bySection.get(place.section) ?? [];
      bySection.set(place.section, into);
      for (const sample of kernel.samples) into.push(place.offset === 0 ? sample : { ...sample, offset: sample.offset + place.offset });
    }
  }
  const diagnostics = [
    ...(isAll || code.length === 0 || missing.some(({ name }) => name === undefined)
      ? finding('samples/kernel', missing, 'that the file does not have')
      : []),
    ...finding('samples/ambiguous', ambiguous, 'that are in the file several times'),
  ];
  return { bySection: new Map([...bySection].map(([section, samples]) => [section, summedSamples(samples)])), diagnostics };
}

/** Kernels that a finding names. */
const NAMED = 5;

function finding(code: Code, kernels: readonly SampledKernel[], which: string): Diagnostic[] {
  if (kernels.length === 0) return [];
  const total = kernels.reduce((sum, { samples }) => sum + samples.reduce((all, { counts }) => all + sumOf(counts), 0), 0);
  const names = kernels.slice(0, NAMED).map(({ name }) => (name === undefined ? 'a kernel without name' : clip(name, 100)));
  const more = kernels.length > NAMED ? `, and ${kernels.length - NAMED} more` : '';
  return [diagnostic(code, `${total} samples are of kernels ${which}: ${names.join(', ')}${more}`, NOWHERE, '')];
}

/** What the samples of a piece of code say. */
export interface SampledCode {
  readonly summary: CodeSamples;
  readonly diagnostics: readonly Diagnostic[];
  /** The samples of the instruction with this number. */
  of(at: number): SampleCounts | undefined;
}

/** Instructions in the list of the hottest. */
const HOTTEST = 100;

/**
 * @param samples in ascending order of their offset
 * @param sourceOf the places in the source of an instruction
 */
export function sampledCode(
  analysis: Analysis,
  samples: readonly Sample[],
  name: string,
  sourceOf: (instruction: Instruction) => readonly SourceJson[] | undefined,
): SampledCode {
  const { code, end } = analysis;
  const byIndex = new Map<number, Sample>();
  const elsewhere: Sample[] = [];
  let at = 0;
  for (const sample of samples) {
    while (at < end && (code.instructions[at] as Instruction).offset < sample.offset) at++;
    if (at < end && code.instructions[at]?.offset === sample.offset) byIndex.set(at, sample);
    else elsewhere.push(sample);
  }
  const landed = [...byIndex.values()];
  const all = STALL_REASONS.map((_, i) => landed.reduce((sum, { counts }) => sum + (counts[i] ?? 0), 0));
  const printer = new InstructionPrinter(platformNumber(code.platform), { numericLabels: true });
  const hottest = [...byIndex]
    .map(([at, { counts }]) => ({ at, counts, total: sumOf(counts) }))
    .sort((a, b) => b.total - a.total || a.at - b.at)
    .slice(0, HOTTEST)
    .map(({ at, counts }): HotInstruction => {
      const instruction = code.instructions[at] as Instruction;
      const source = sourceOf(instruction);
      return {
        offset: instruction.offset,
        text: printer.print(instruction).trim(),
        ...countsJson(counts),
        loop_depth: analysis.loops.depthOf[analysis.flow.blockOf[at] ?? 0] ?? 0,
        waits_for: waitedFor(analysis, at, counts),
        ...(source === undefined || source.length === 0 ? {} : { source }),
      };
    });
  return {
    summary: {
      ...countsJson(all),
      instructions: byIndex.size,
      elsewhere: elsewhere.reduce((sum, { counts }) => sum + sumOf(counts), 0),
      hottest,
    },
    diagnostics: [...lost(elsewhere, name), ...otherBuild(analysis, byIndex, name)],
    of(at) {
      const sample = byIndex.get(at);
      return sample && countsJson(sample.counts);
    },
  };
}

function countsJson(counts: StallCounts): SampleCounts {
  const reasons = STALL_REASONS.flatMap(({ name }, i) => (counts[i] === 0 ? [] : [[name, counts[i] ?? 0] as const]));
  return { total: sumOf(counts), reasons: Object.fromEntries(reasons) };
}

/** Producers of one instruction that are named. */
const PRODUCERS = 32;

/** The instructions that the sampled reasons wait for. */
function waitedFor({ code, waits }: Analysis, at: number, counts: StallCounts): WaitedInstruction[] {
  const by = new Set(STALL_REASONS.flatMap((row, i) => ('waitedBy' in row && counts[i] !== 0 ? [row.waitedBy] : [])));
  const kindOf = (wait: Wait) => (wait.kind === 'distance' ? 'distance' : 'token');
  return (waits.at(at) ?? [])
    .filter((wait) => by.has(kindOf(wait)))
    .flatMap((wait) => wait.on.map((producer) => ({ by: kindOf(wait), producer }) as const))
    .slice(0, PRODUCERS)
    .map(({ by, producer }) => {
      const { offset, operation } = code.instructions[producer] as Instruction;
      return { by, offset, op: operation?.mnemonic ?? '', distance: at - producer };
    });
}

function lost(samples: readonly Sample[], name: string): Diagnostic[] {
  const [first] = samples;
  if (first === undefined) return [];
  const message = `${name}: no instruction starts at ${hex(first.offset)}${samples.length > 1 ? `, nor at ${samples.length - 1} other addresses with samples` : ', which has samples'}`;
  return [diagnostic('samples/address', message, NOWHERE, '')];
}

/** Addresses where iaprof saw a different operation than the code has. */
function otherBuild({ code }: Analysis, byIndex: ReadonlyMap<number, Sample>, name: string): Diagnostic[] {
  for (const [at, { offset, operation }] of byIndex) {
    const here = code.instructions[at]?.operation?.mnemonic;
    if (operation === undefined || operation === here) continue;
    const message = `${name}: the profiler saw ${clip(operation, 40)} at ${hex(offset)}, where the code has ${here ?? 'no instruction'}`;
    return [diagnostic('samples/address', message, NOWHERE, '')];
  }
  return [];
}
