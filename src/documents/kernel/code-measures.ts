/** Figures of a kernel's code, as data and as parts of its document. */
import {
  type Analysis,
  boundsOf,
  boundsText,
  type CodeFigures,
  codeFigures,
  type Measures,
  measuresOf,
  type PipeCounts,
  type Sum,
} from '../../analysis/instructions/index.ts';
import type { Bytes } from '../../core/bytes/index.ts';
import type { Budget } from '../../core/diag/index.ts';
import { coreFamily } from '../../devices/index.ts';
import type { Section } from '../../formats/elf/index.ts';
import { type Instruction, platformOfCore } from '../../formats/eu/index.ts';
import { type Target, targetCore, type Zebin, type ZebinKernel } from '../../formats/zebin/index.ts';
import { analysisOf } from '../disasm/analysis.ts';

/**
 * What `measuresOf` of `zebin/unstable/analysis` counts. Offsets are in bytes from the start of the code; what is after its end is not
 * counted.
 */
export interface CodeMeasures {
  readonly instructions: number;
  /** Instructions by the pipe that runs them. */
  readonly by_pipe: PipeCounts;
  /** Instructions by the pipe that runs them, for each depth of loops: the first is outside of all. */
  readonly by_depth: readonly PipeCounts[];
  /** Messages by kind, and the bytes that they move with all lanes, each executed once. */
  readonly sends: Measures['sends'];
  /** Messages that spill and fill, and other messages to the surface of the scratch space. */
  readonly spills: Sum;
  readonly fills: Sum;
  readonly private_memory: Sum;
  /** The most general registers that are live at a time, and the first instruction before which they are; null for none, and if not known. */
  readonly peak: { readonly registers: number; readonly offset: number } | null;
  /** Instructions that use an address register: what they read is not counted as live. */
  readonly indirect: number;
  /** The most messages of which each starts after the answer of the one before was waited for, and where the last wait is; null for none, and if not known. */
  readonly longest_waits: { readonly messages: number; readonly offset: number } | null;
  readonly loops: readonly LoopMeasuresJson[];
}

export interface LoopMeasuresJson {
  /** Offset of the first instruction of its header. */
  readonly offset: number;
  readonly depth: number;
  /** Instructions of the loop, without those of inner loops. */
  readonly instructions: number;
  /** An estimate: cycles that these take to issue, once each; null where no public source has numbers (before Xe). */
  readonly issue_cycles: number | null;
}

/** The figures, and why there are none, or why some are not known. */
export interface MeasuredCode {
  readonly measures: CodeMeasures | null;
  /** Why the code is not measured, or figures of it are not known, as a sentence; null when all are. */
  readonly unmeasured: string | null;
}

/** Counts what the code of a file for a device does. */
export function measuredCode(code: Bytes, target: Target, budget?: Budget): MeasuredCode {
  const analysis = analysisFor(code, target, budget);
  if (typeof analysis === 'string') return { measures: null, unmeasured: analysis };
  const { instructions } = analysis.code;
  const offsetOf = (at: number): number | undefined => (instructions[at] as Instruction | undefined)?.offset;
  return { measures: measuresJson(measuresOf(analysis), offsetOf), unmeasured: whyUnknown(analysis) };
}

/** Why figures are not known, as a sentence; null when all are. */
const whyUnknown = ({ exceeded }: Analysis): string | null => (exceeded.length === 0 ? null : boundsText(exceeded));

/** The analysis of code of a file for a device, or why there is none, as a sentence. */
function analysisFor(code: Bytes, target: Target, budget: Budget | undefined): Analysis | string {
  const platform = platformOfCore(coreFamily(targetCore(target) ?? -1));
  if (platform === undefined) return 'the instructions of the device are not known';
  return analysisOf(code, platform, budget);
}

/** The figures of a kernel, and why there are none or some of them are null, as a sentence; null when all are known. */
interface KnownFigures {
  readonly figures: CodeFigures | undefined;
  readonly unmeasured: string | null;
}

/** The columns of code for the kernels of a zebin. Code that several of them have is decoded once. */
export class FiguresOf {
  private readonly known = new Map<Section, KnownFigures>();
  private readonly target: Target;
  private readonly budget: Budget | undefined;

  constructor({ target }: Zebin, budget?: Budget) {
    this.target = target;
    this.budget = budget;
  }

  /** Undefined for a kernel without code, and for a device whose instructions are not known. */
  of(kernel: ZebinKernel): CodeFigures | undefined {
    return this.orWhy(kernel).figures;
  }

  /** The figures, and why some are not known. */
  orWhy({ text }: ZebinKernel): KnownFigures {
    if (!text) return { figures: undefined, unmeasured: 'the kernel has no code' };
    let figures = this.known.get(text);
    if (figures === undefined) {
      const analysis = analysisFor(text.bytes, this.target, this.budget);
      figures =
        typeof analysis === 'string'
          ? { figures: undefined, unmeasured: analysis }
          : { figures: codeFigures(analysis), unmeasured: whyUnknown(analysis) };
      this.known.set(text, figures);
    }
    return figures;
  }
}

function measuresJson(measures: Measures, offsetOf: (at: number) => number | undefined): CodeMeasures {
  const { instructions, byPipe, byDepth, sends, spills, fills, privateMemory, indirect } = measures;
  const known = (of: 'live' | 'waits', at: number) => (boundsOf(measures.exceeded, of).length === 0 ? offsetOf(at) : undefined);
  const peak = known('live', measures.peakAt);
  const wait = known('waits', measures.longestWaitsAt);
  return {
    instructions,
    by_pipe: byPipe,
    by_depth: byDepth,
    sends,
    spills,
    fills,
    private_memory: privateMemory,
    peak: peak === undefined ? null : { registers: measures.peakRegisters, offset: peak },
    indirect,
    longest_waits: wait === undefined ? null : { messages: measures.longestWaits, offset: wait },
    loops: measures.loops.map(({ at, depth, instructions, issueCycles }) => ({
      offset: offsetOf(at) as number,
      depth,
      instructions,
      issue_cycles: issueCycles ?? null,
    })),
  };
}
