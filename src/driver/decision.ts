import type { Bytes } from '../bytes/index.ts';
import { type Diagnostic, FormatError } from '../diag/index.ts';
import { DriverStop, Stops } from './stop.ts';

/** In the driver's order. */
export const CHECK_STEPS = ['container', 'elf', 'target', 'sections', 'ze_info', 'limits', 'link'] as const;

/** Where each step is in intel/compute-runtime. */
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
   * The first step that failed decides. `not-reached` is what cannot be checked without a step that failed, and what follows a target
   * that makes the driver compile again.
   */
  readonly outcome: 'passed' | 'failed' | 'not-reached';
  readonly findings: readonly Diagnostic[];
}

/** A reason against a file. */
export interface Reason {
  readonly step: CheckStep['name'];
  readonly diagnostic: Diagnostic;
}

/** Turns a stop of a step into a finding. */
export type Placed = (stop: DriverStop) => Diagnostic;

/** The steps of a decision as they are made, and the reasons against the file in the driver's order: the first decides. */
export class Decision {
  /** Findings are added to a step after it was made. */
  readonly steps: (CheckStep & { readonly findings: Diagnostic[] })[] = [];
  readonly reasons: Reason[] = [];
  /** The stop that decided; undefined when nothing did; otherwise possibly an error that is not the driver's. */
  first: DriverStop | FormatError | undefined;
  private readonly names: readonly CheckStep['name'][];
  private readonly all: boolean;

  /** @param all whether reasons after the first are wanted. */
  constructor(names: readonly CheckStep['name'][], all: boolean) {
    this.names = names;
    this.all = all;
  }

  /** Runs a step: what it returned, which is undefined if it was stopped, and whether nothing in it was refused. */
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

  /** A step with findings, of which some are reasons against the file. */
  add(name: CheckStep['name'], findings: readonly Diagnostic[], reasons: readonly Diagnostic[]): void {
    this.steps.push({ name, outcome: reasons.length > 0 ? 'failed' : 'passed', findings: [...findings] });
    for (const reason of reasons) this.reasons.push({ step: name, diagnostic: reason });
  }

  /** Adds what does not decide to a step. */
  remark(name: CheckStep['name'], findings: readonly Diagnostic[]): void {
    const step = this.steps.find((made) => made.name === name);
    for (const finding of findings) step?.findings.push(finding);
  }

  /** Every step of the list: those that were not made are not reached. */
  finished(): readonly CheckStep[] {
    const made = new Map(this.steps.map((step) => [step.name, step]));
    return this.names.map((name) => made.get(name) ?? { name, outcome: 'not-reached', findings: [] });
  }
}

/** Stops whose offsets count in `origin`. */
export function placedIn(origin: Bytes, path = ''): Placed {
  return (stop) => stop.diagnostic(origin, path);
}
