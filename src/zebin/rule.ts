import { compareVersions, type DriverRange } from '../schema/index.ts';
import { CONTAINER, type Container, type Kernel, type PayloadArgument, visitRecord } from '../zeinfo/index.ts';

/** What rules are applied to. */
export interface RuleContext {
  readonly container: Container;
  /** ze_info version, `1.73`. */
  readonly version: string;
  /** Release of compute-runtime; the newest that is known when not given. */
  readonly driver?: string;
  /** Width of a general register of the device, in bytes. */
  readonly grfBytes: number;
}

/** Something that a rule forbids. */
export interface Violation {
  /** `kernels[0]/payload_arguments[2]` */
  readonly path: string;
  readonly message: string;
}

/** A rule of the driver's decoder: a file that breaks it is refused, ends the process, or is taken for something else. */
export interface Rule {
  readonly name: string;
  /** What has to hold, as one sentence. */
  readonly doc: string;
  /** Where the rule stands in intel/compute-runtime, a file and function. */
  readonly source: string;
  /** Release from which on it holds; from the first when not given. */
  readonly since?: string;
  find(context: RuleContext): Iterable<Violation>;
}

/** A rule about each kernel for itself. */
export function perKernel(
  row: Omit<Rule, 'find'>,
  find: (kernel: Kernel, context: RuleContext) => Iterable<readonly [path: string, message: string]>,
): Rule {
  return {
    ...row,
    *find(context) {
      for (const [i, kernel] of (context.container.kernels ?? []).entries()) {
        for (const [path, message] of find(kernel, context)) yield { path: `kernels[${i}]${path}`, message };
      }
    },
  };
}

export type ArgumentRule = (argument: PayloadArgument, kernel: Kernel) => string | undefined;

/** A rule about each entry of payload_arguments for itself; `find` gives what is wrong. */
export function perArgument(row: Omit<Rule, 'find'>, find: ArgumentRule): Rule {
  return perKernel(row, function* (kernel) {
    for (const [i, argument] of (kernel.payload_arguments ?? []).entries()) {
      const message = find(argument, kernel);
      if (message !== undefined) yield [`/payload_arguments[${i}]`, message];
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

export interface Named {
  readonly path: string;
  /** An attribute, or a word with its attribute. */
  readonly name: string;
  /** Undefined for a word that no row has. */
  readonly range: DriverRange | undefined;
  readonly row: { readonly since?: string; readonly until?: string };
  readonly kind: string;
  readonly value: unknown;
}

/** Every attribute of a container, and every word. */
export function namesOf(container: Container): Named[] {
  const found: Named[] = [];
  visitRecord(CONTAINER, container, '', ({ key, path, attribute, value, member }) => {
    const at = path.slice(1);
    found.push({ path: at, name: key, range: attribute.driver, row: attribute, kind: attribute.type.kind, value });
    if (attribute.type.kind === 'enum')
      found.push({ path: at, name: `${key} ${value}`, range: member?.driver, row: member ?? {}, kind: 'word', value });
  });
  return found;
}

export function isInt32(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31;
}
