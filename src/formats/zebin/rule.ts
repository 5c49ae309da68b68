import {
  compareVersions,
  type DriverRange,
  NEXT_RELEASE,
  type Rule,
  type RuleReport,
  type RuleRow,
  releaseText,
} from '../../core/schema/index.ts';
import type { Execution } from '../../devices/index.ts';
import type { Container, Kernel, PayloadArgument } from '../zeinfo/index.ts';

/** The input of rules. */
export interface RuleContext {
  readonly container: Container;
  /** ze_info version, `1.73`. */
  readonly version: string;
  /** Release of compute-runtime; by default the newest known one. */
  readonly driver?: string;
  /** Width of a general register of the device, in bytes. */
  readonly grfBytes: number;
  /** False if that width is only the default, because the device is unknown. */
  readonly deviceKnown?: boolean;
  /** False in 32-bit files. */
  readonly is64?: boolean;
  /** The limits of the device; if they are absent, rules about limits do not apply. */
  readonly execution?: Execution;
}

/** A violation of a rule. */
export interface Violation {
  /** `kernels[0]/payload_arguments[2]` */
  readonly path: string;
  readonly message: string;
  readonly rule: RuleRow;
}

/**
 * A rule about .ze_info: of a driver (`RULES`), of the specification (`SPEC_RULES`), or of what a device can do (`DEVICE_RULES`). A driver
 * refuses a file that violates one of its own, aborts the process, or treats the file as something else.
 */
export type InfoRule = Rule<RuleContext, [path: string]>;
type InfoReport = RuleReport<[path: string]>;

/** A rule that is applied to each kernel separately; its paths are relative to the kernel. */
export function perKernel(row: RuleRow, check: (kernel: Kernel, report: InfoReport, context: RuleContext) => void): InfoRule {
  return {
    ...row,
    check(context, report) {
      const { kernels = [] } = context.container;
      let at = 0;
      const inKernel: InfoReport = (path, message) => report(`kernels[${at}]${path}`, message);
      for (; at < kernels.length; at++) check(kernels[at] as Kernel, inKernel, context);
    },
  };
}

type ArgumentCheck = (argument: PayloadArgument, kernel: Kernel) => string | undefined;

/** A rule that is applied to each entry of payload_arguments separately; `check` returns what is wrong. */
export function perArgument(row: RuleRow, check: ArgumentCheck): InfoRule {
  return perKernel(row, (kernel, report) => {
    const { payload_arguments: args } = kernel;
    if (args === undefined) return;
    for (let i = 0; i < args.length; i++) {
      const message = check(args[i] as PayloadArgument, kernel);
      if (message !== undefined) report(`/payload_arguments[${i}]`, message);
    }
  });
}

/** Why a release (by default the newest) does not read a name; undefined if it does. */
export function unread({ since, until }: DriverRange, driver: string | undefined): string | undefined {
  if (since === undefined) return 'no public release reads it';
  if (driver === undefined) return until === undefined || until === NEXT_RELEASE ? undefined : `releases from ${until} on do not read it`;
  if (compareVersions(driver, since) < 0) return `it is read from ${releaseText(since)} on, and this is for ${driver}`;
  return until !== undefined && compareVersions(driver, until) >= 0 ? `releases from ${releaseText(until)} on do not read it` : undefined;
}

export function isInt32(value: unknown): boolean {
  return typeof value === 'number' && (value | 0) === value;
}
