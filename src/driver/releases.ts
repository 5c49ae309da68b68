import { Bytes } from '../core/bytes/index.ts';
import { type Diagnostic, FormatError } from '../core/diag/index.ts';
import { releaseText } from '../core/schema/index.ts';
import type { Devices, Execution, ProductConfig } from '../devices/index.ts';
import { SHT_ZEBIN_ZEINFO, TEXT_PREFIX } from '../formats/zebin/index.ts';
import { Behaviour, Shared } from './behaviour.ts';
import { Check, type CheckAnswer, type CheckVerdict, grfBytesOf, limitsOf } from './check.ts';
import { DriverFile } from './file.ts';
import type { DriverSections } from './sections.ts';
import { refusedKernels } from './steps.ts';
import { DriverStop } from './stop.ts';
import { TABLES } from './tables.ts';

/** Consecutive releases that decide alike about a file on a device, or about one of its kernels. */
export interface ReleaseRange {
  /** A tag of intel/compute-runtime, or `next`. */
  readonly since: string;
  /** First release that decides differently; absent when there is none. */
  readonly until?: string;
  readonly verdict: CheckVerdict;
  /** Code of the diagnostic that decided. */
  readonly code?: string;
  readonly message?: string;
}

/** A range of releases in a sentence: `24.05.28454.5 to before 24.45.31740.8`. */
export function releaseRangeText({ since, until }: Pick<ReleaseRange, 'since' | 'until'>): string {
  return until === undefined ? `from ${releaseText(since)} on` : `${releaseText(since)} to before ${releaseText(until)}`;
}

/** The decisions of all releases, in ranges from the oldest to the newest. */
export interface ReleaseAnswers {
  readonly file: readonly ReleaseRange[];
  /** The decision about the ze_info of each kernel, by index, as if it were alone in the file; devices and other sections are left out. */
  readonly kernels: readonly (readonly ReleaseRange[])[];
}

/** Asks releases about a file on a device. What they have in common is decided once. */
export interface ReleaseQuestions {
  /** The complete decision of one release, with every reason. */
  answer(release: string): CheckAnswer;
  /** What all releases decide. @param kernels number of kernels to decide about separately, from the first on */
  ranges(kernels: number): ReleaseAnswers;
}

/** @param device IP value; if absent, the device is taken to be the one that the file names */
export function releaseQuestions(source: DriverFile, device: number | undefined, { devices, releases } = TABLES): ReleaseQuestions {
  const config = device === undefined ? undefined : devices.config(device);
  const answers = new Shared<CheckAnswer>();
  const check = (behaviour: Behaviour, all: boolean) => new Check(source, config, devices, behaviour, all).answer();
  const answerOf = (release: Behaviour) => answers.of(release, (behaviour) => check(behaviour, false));
  return {
    answer: (release) => {
      const answer = answerOf(new Behaviour(release));
      return answer.reason ? check(new Behaviour(release), true) : answer;
    },
    ranges: (kernels) => {
      const file = new Ranges();
      const each = Array.from({ length: kernels }, () => new Ranges());
      const stopsOf = kernelDecider(source, config, devices);
      // All releases up to the next one that answers a question of this decision differently decide alike.
      let [since] = releases;
      while (since !== undefined) {
        const behaviour = new Behaviour(since);
        const { verdict, reason, steps } = answerOf(behaviour);
        file.add(since, verdict, reason);
        if (kernels > 0) {
          const passed = steps.some(({ name, outcome }) => name === 'ze_info' && outcome === 'passed');
          const stops = stopsOf(behaviour, passed);
          for (const [i, ranges] of each.entries()) {
            const stop = stops ? stops(i) : reason;
            ranges.add(since, stop ? (stop.code.endsWith('-abort') ? 'crash' : 'refused') : 'accepted', stop);
          }
        }
        since = behaviour.turn();
      }
      return { file: file.list, kernels: each.map((ranges) => ranges.list) };
    },
  };
}

/** Why a release refuses each kernel, by its index; undefined if it does not read as far as the kernels. */
function kernelDecider(source: DriverFile, config: ProductConfig | undefined, devices: Devices) {
  const grfBytes = grfBytesOf(devices, config);
  const shared = new Shared<ReturnType<typeof kernelStops>>();
  const needs = new Shared<ReadonlyMap<number, Diagnostic>>();
  const execution = limitsOf(devices, config);
  return (behaviour: Behaviour, passed: boolean) => {
    const stops = passed ? NONE : shared.of(behaviour, (variant) => kernelStops(source, variant, grfBytes));
    const beyond = needs.of(behaviour, (variant) => kernelsBeyond(source, execution, variant));
    return stops && ((index: number) => stops.get(index) ?? beyond.get(index));
  };
}

/**
 * What all releases decide about a file on a device.
 *
 * @param device IP value; if absent, the device is taken to be the one that the file names
 * @param kernels number of kernels in the file
 */
export function releaseAnswers(
  input: Uint8Array | Bytes | DriverFile,
  device: number | undefined,
  kernels: number,
  tables = TABLES,
): ReleaseAnswers {
  return releaseQuestions(input instanceof DriverFile ? input : new DriverFile(Bytes.from(input)), device, tables).ranges(kernels);
}

/** Kernels that a release does not load or create because of what they need, by index. */
function kernelsBeyond(file: DriverFile, execution: Execution | undefined, behaviour: Behaviour): ReadonlyMap<number, Diagnostic> {
  const { refused } = file.needs(execution, behaviour);
  return new Map(refused.map((finding) => [Number(/kernels\[(\d+)\]/.exec(finding.path)?.[1]), finding]));
}

const NONE: ReadonlyMap<number, DriverStop> = new Map();

/**
 * What each known release says of a zebin, oldest first, and after them the next one, in ranges of the same answer.
 *
 * @param device IP value; the device that the file names when left out
 *
 * @example
 * releaseRanges(bytes).at(-1)?.verdict; // 'accepted'
 */
export function releaseRanges(bytes: Uint8Array | Bytes, device?: number): readonly ReleaseRange[] {
  return releaseAnswers(bytes, device, 0).file;
}

type Draft = { -readonly [Member in keyof ReleaseRange]: ReleaseRange[Member] };

/** Joins consecutive releases with the same result. */
class Ranges {
  readonly list: Draft[] = [];

  add(since: string, verdict: CheckVerdict, reason: { readonly code: string; readonly message: string } | undefined): void {
    const last = this.list.at(-1);
    if (last && last.verdict === verdict && last.code === reason?.code && last.message === reason?.message) return;
    if (last) last.until = since;
    this.list.push({ since, verdict, ...(reason ? { code: reason.code, message: reason.message } : {}) });
  }
}

/** Why each kernel is refused, whatever the driver decides about other sections. */
function kernelStops(file: DriverFile, behaviour: Behaviour, grfBytes: number): ReadonlyMap<number, DriverStop> | undefined {
  try {
    const { sections } = file.elf(behaviour);
    const zeInfo = sections.find(({ type }) => type === SHT_ZEBIN_ZEINFO);
    const texts = sections.filter(({ name }) => name.startsWith(TEXT_PREFIX));
    const plainText = sections.find(({ name }) => name === '.text');
    const driverSections: DriverSections = { texts, ...(zeInfo ? { zeInfo } : {}), ...(plainText ? { plainText } : {}) };
    return refusedKernels(file, driverSections, behaviour, grfBytes);
  } catch (error) {
    if (error instanceof DriverStop || error instanceof FormatError) return undefined;
    throw error;
  }
}
