/** For one instruction of a kernel: what defines the values that it reads, what uses those that it writes, and in which registers. */
import {
  type Accesses,
  ALWAYS,
  type Analysis,
  boundsText,
  common,
  definitionsOf,
  type Effects,
  type Space,
  searchOf,
  usesOf,
} from '../../analysis/instructions/index.ts';
import type { Budget } from '../../core/diag/index.ts';
import { coreFamily } from '../../devices/index.ts';
import { type Instruction, platformOfCore } from '../../formats/eu/index.ts';
import { targetCore } from '../../formats/zebin/index.ts';
import type { Item } from '../../walk/inspect.ts';
import { analysisOf } from '../disasm/analysis.ts';

/** Another instruction that a value connects one with. */
export interface CodeLink {
  /** In bytes from the start of the code. */
  readonly offset: number;
  /** In instructions, from the definition to the use in the order of addresses; 0 or less around a loop. */
  readonly distance: number;
  readonly op: string;
  /** The registers in which the value is: `r12`, `r12-r15`, `f0`. */
  readonly registers: readonly string[];
}

export interface InstructionLinks {
  readonly definitions: readonly CodeLink[];
  readonly uses: readonly CodeLink[];
  /** Why links are missing, or some are none, as a sentence; absent when all were found. */
  readonly unchecked?: string;
}

/** An instruction that a register is in. */
export interface RegisterUse {
  /** In bytes from the start of the code. */
  readonly offset: number;
  readonly reads: boolean;
  readonly writes: boolean;
}

/** Links of the instructions of one kernel, each found when it is asked for. */
export class CodeLinks {
  private readonly analysis: Analysis;
  private readonly byOffset: ReadonlyMap<number, number>;

  constructor(analysis: Analysis) {
    this.analysis = analysis;
    this.byOffset = new Map(analysis.code.instructions.slice(0, analysis.end).map(({ offset }, at) => [offset, at]));
  }

  /**
   * The links of an instruction; `undefined` where none is.
   *
   * @param offset in bytes from the start of the code
   */
  at(offset: number): InstructionLinks | undefined {
    const at = this.byOffset.get(offset);
    if (at === undefined) return undefined;
    const { analysis } = this;
    const search = searchOf(analysis.effects.length);
    const { reads, writes } = analysis.effects.at(at) as Effects;
    const links = {
      definitions: definitionsOf(analysis, at, reads, search).map((one) => this.link(one, at - one, common(this.writesOf(one), reads))),
      uses: usesOf(analysis, at, search).map((one) => this.link(one, one - at, common(writes, this.readsOf(one)))),
    };
    return search.exceeded.size === 0 ? links : { ...links, unchecked: boundsText([...search.exceeded]) };
  }

  /**
   * The instructions that read or write any part of a register, in order: also those whose text names another one, as a message does that
   * takes several.
   *
   * @param file of registers: `r`, `acc`, `f`, `a`, `s`
   */
  usesOfRegister(file: string, index: number): RegisterUse[] {
    const { code, effects, end } = this.analysis;
    const [from, to] = this.unitsOf(file, index) ?? [];
    if (from === undefined || to === undefined) return [];
    const isIn = (units: Accesses): boolean => {
      for (let i = 0; i < units.length; i += 3) if ((units[i] ?? 0) < to && from < (units[i + 1] ?? 0)) return true;
      return false;
    };
    return code.instructions.slice(0, end).flatMap(({ offset }, at): RegisterUse[] => {
      const { reads, writes } = effects.at(at) as Effects;
      const use = { offset, reads: isIn(reads), writes: isIn(writes) };
      return use.reads || use.writes ? [use] : [];
    });
  }

  /**
   * Where the instruction at an offset gets what it reads of a register, as offsets; the instruction itself, if it only writes it.
   */
  definitionsOfRegister(offset: number, file: string, index: number): number[] {
    const { analysis, byOffset } = this;
    const at = byOffset.get(offset);
    const units = this.unitsOf(file, index);
    if (at === undefined || units === undefined) return [];
    const reads = common(this.readsOf(at), units);
    if (reads.length === 0) return common(this.writesOf(at), units).length === 0 ? [] : [offset];
    return definitionsOf(analysis, at, reads).map((one) => (analysis.code.instructions[one] as Instruction).offset);
  }

  private unitsOf(file: string, index: number): Accesses | undefined {
    const row = this.analysis.space.files.find(({ name }) => name === file);
    return row && [row.start + index * row.each, row.start + (index + 1) * row.each, ALWAYS];
  }

  private readsOf(at: number): Accesses {
    return (this.analysis.effects.at(at) as Effects).reads;
  }

  private writesOf(at: number): Accesses {
    return (this.analysis.effects.at(at) as Effects).writes;
  }

  private link(to: number, distance: number, units: Accesses): CodeLink {
    const { code, space } = this.analysis;
    const { offset, operation } = code.instructions[to] as Instruction;
    return { offset, distance, op: operation?.mnemonic ?? '', registers: registersOf(units, space) };
  }
}

/**
 * The links of the code of a kernel of an image; `undefined` when it has no code that is read.
 *
 * @example codeLinks(inspect(bytes).value, 'saxpy')?.at(0x40)?.definitions
 */
export function codeLinks(item: Item, name: string, budget?: Budget): CodeLinks | undefined {
  const { content } = item;
  if (content.kind !== 'zebin') return undefined;
  const code = content.zebin.kernelEntries.find((kernel) => kernel.name === name)?.text?.bytes;
  const platform = platformOfCore(coreFamily(targetCore(content.zebin.target) ?? -1));
  if (code === undefined || platform === undefined) return undefined;
  return new CodeLinks(analysisOf(code, platform, budget));
}

/** Registers by name, runs of them as one. */
function registersOf(units: Accesses, space: Space): string[] {
  const runs: { file: string; first: number; last: number }[] = [];
  for (let i = 0; i < units.length; i += 3) {
    const [from, to] = [units[i] ?? 0, units[i + 1] ?? 0];
    const { name: file, start, each } = space.fileAt(from);
    const [first, last] = [Math.floor((from - start) / each), Math.floor((to - 1 - start) / each)];
    const before = runs.find((run) => run.file === file && run.first <= last + 1 && first <= run.last + 1);
    if (before === undefined) runs.push({ file, first, last });
    else Object.assign(before, { first: Math.min(before.first, first), last: Math.max(before.last, last) });
  }
  return runs.map(({ file, first, last }) => (first === last ? `${file}${first}` : `${file}${first}-${file}${last}`));
}
