import type { Bytes } from '../core/bytes/index.ts';
import { type Diagnostic, FormatError } from '../core/diag/index.ts';
import { DriverStop, Stops } from './stop.ts';

/** In the driver's order. */
export const CHECK_STEPS = ['container', 'elf', 'target', 'sections', 'ze_info', 'limits', 'link'] as const;

/** The source of each step in intel/compute-runtime. */
export const STEP_SOURCES = {
  container: 'shared/source/device_binary_format/device_binary_format_zebin.cpp',
  elf: 'shared/source/device_binary_format/elf/elf_decoder.cpp',
  target: 'shared/source/device_binary_format/zebin/zebin_decoder.cpp, validateTargetDevice',
  sections: 'shared/source/device_binary_format/zebin/zebin_decoder.cpp',
  ze_info: 'shared/source/device_binary_format/zebin/zeinfo_decoder.cpp',
  limits: 'opencl/source/program/process_device_binary.cpp, processProgramInfo',
  link: 'shared/source/compiler_interface/linker.cpp',
} as const satisfies Record<(typeof CHECK_STEPS)[number], string>;

export interface CheckStep {
  readonly name: (typeof CHECK_STEPS)[number];
  /**
   * The first failed step decides. `not-reached` is a step that cannot be checked because of a failed step, and every step after a target
   * that makes the driver compile again.
   */
  readonly outcome: 'passed' | 'failed' | 'not-reached';
  readonly findings: readonly Diagnostic[];
}

/** A reason against a file, and the step that found it. */
export interface Reason {
  readonly step: CheckStep['name'];
  readonly diagnostic: Diagnostic;
}

/** Turns a stop of a step into a diagnostic. */
export type Placed = (stop: DriverStop) => Diagnostic;

/** Collects the steps of a decision, and the reasons against the file in the driver's order. The first reason decides. */
export class Decision {
  /** Findings can be added to a step after it has run. */
  readonly steps: (CheckStep & { readonly findings: Diagnostic[] })[] = [];
  readonly reasons: Reason[] = [];
  /** What decided: a stop, or an error in reading that is not the driver's; undefined while nothing has. */
  first: DriverStop | FormatError | undefined;
  private readonly names: readonly CheckStep['name'][];
  private readonly all: boolean;

  /** @param all whether to look for further reasons after the first */
  constructor(names: readonly CheckStep['name'][], all: boolean) {
    this.names = names;
    this.all = all;
  }

  /** Runs a step. Returns its result, which is undefined if it was stopped, and whether it had no stops. */
  step<T>(name: CheckStep['name'], placed: Placed, run: (stops: Stops) => T): { readonly value: T | undefined; readonly passed: boolean } {
    const stops = new Stops(this.all);
    const findings: Diagnostic[] = [];
    let error: DriverStop | FormatError | undefined;
    let value: T | undefined;
    try {
      value = run(stops);
    } catch (thrown) {
      if (!(thrown instanceof DriverStop || thrown instanceof FormatError)) throw thrown;
      error = thrown;
    }
    for (const stop of stops.list) findings.push(placed(stop));
    if (error instanceof DriverStop) for (const stop of [error, ...error.others]) findings.push(placed(stop));
    else if (error) findings.push(error.diagnostic);
    if (findings.length > 0) this.first ??= stops.list[0] ?? error;
    this.add(name, findings, findings);
    return { value, passed: findings.length === 0 };
  }

  /** Adds a step with findings, some of which are reasons against the file. */
  add(name: CheckStep['name'], findings: readonly Diagnostic[], reasons: readonly Diagnostic[]): void {
    this.steps.push({ name, outcome: reasons.length > 0 ? 'failed' : 'passed', findings: [...findings] });
    for (const reason of reasons) this.reasons.push({ step: name, diagnostic: reason });
  }

  /** Adds findings that do not decide to a step. */
  remark(name: CheckStep['name'], findings: readonly Diagnostic[]): void {
    const step = this.steps.find((candidate) => candidate.name === name);
    for (const finding of findings) step?.findings.push(finding);
  }

  /** Every step of the list; those that did not run are `not-reached`. */
  finished(): readonly CheckStep[] {
    const stepByName = new Map(this.steps.map((step) => [step.name, step]));
    return this.names.map((name) => stepByName.get(name) ?? { name, outcome: 'not-reached', findings: [] });
  }
}

/** Places stops whose offsets are relative to `origin`. */
export function placedIn(origin: Bytes, path = ''): Placed {
  return (stop) => stop.diagnostic(origin, path);
}
