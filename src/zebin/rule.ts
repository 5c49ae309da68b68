import type { Execution } from '../device/index.ts';
import { compareVersions, type DriverRange } from '../schema/index.ts';
import type { Container, Kernel, PayloadArgument } from '../zeinfo/index.ts';

/** What rules are applied to. */
export interface RuleContext {
  readonly container: Container;
  /** ze_info version, `1.73`. */
  readonly version: string;
  /** Release of compute-runtime; the newest that is known when not given. */
  readonly driver?: string;
  /** Width of a general register of the device, in bytes. */
  readonly grfBytes: number;
  /** False when that width is only the default, because the device is not known. */
  readonly deviceKnown?: boolean;
  /** False in 32-bit files. */
  readonly is64?: boolean;
  /** The limits of the device; absent when they are not known, and rules about them then forbid nothing. */
  readonly execution?: Execution;
}

/** Something that a rule forbids. */
export interface Violation {
  /** `kernels[0]/payload_arguments[2]` */
  readonly path: string;
  readonly message: string;
}

/** A rule of the driver's decoder: a file that breaks it is refused, aborts the process, or is treated as something else. */
export interface Rule {
  readonly name: string;
  /** What has to hold, as one sentence. */
  readonly doc: string;
  /** Where the rule is in intel/compute-runtime, a file and function. */
  readonly source: string;
  /** Release from which on it holds; from the first when not given. */
  readonly since?: string;
  /**
   * Attributes and words, as {@link rowNamed} finds them: in a text that uses none of them, the rule forbids nothing. Reading counts what is
   * used, so that validation does not look for it in each kernel again.
   */
  readonly about?: readonly string[];
  find(context: RuleContext, report: Report): void;
}

/** Takes what a rule forbids: where it is, and a message. */
export type Report = (path: string, message: string) => void;

/** A rule about each kernel separately; its paths begin at the kernel. */
export function perKernel(row: Omit<Rule, 'find'>, find: (kernel: Kernel, report: Report, context: RuleContext) => void): Rule {
  return {
    ...row,
    find(context, report) {
      const { kernels = [] } = context.container;
      let at = 0;
      const inKernel: Report = (path, message) => report(`kernels[${at}]${path}`, message);
      for (; at < kernels.length; at++) find(kernels[at] as Kernel, inKernel, context);
    },
  };
}

export type ArgumentRule = (argument: PayloadArgument, kernel: Kernel) => string | undefined;

/** A rule about each entry of payload_arguments separately; `find` returns what is wrong. */
export function perArgument(row: Omit<Rule, 'find'>, find: ArgumentRule): Rule {
  return perKernel(row, (kernel, report) => {
    const { payload_arguments: args } = kernel;
    if (args === undefined) return;
    for (let i = 0; i < args.length; i++) {
      const message = find(args[i] as PayloadArgument, kernel);
      if (message !== undefined) report(`/payload_arguments[${i}]`, message);
    }
  });
}

/** Why a release (the newest when not given) does not read a name; undefined when it does. */
export function unread({ since, until }: DriverRange, driver: string | undefined): string | undefined {
  if (since === undefined) return 'no public release reads it';
  if (driver === undefined) return until === undefined ? undefined : `releases from ${until} on do not read it`;
  if (compareVersions(driver, since) < 0) return `it is read from ${since} on, and this is for ${driver}`;
  return until !== undefined && compareVersions(driver, until) >= 0 ? `releases from ${until} on do not read it` : undefined;
}

export function isInt32(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value;
}
