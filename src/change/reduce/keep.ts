/** Properties that a reduced file must keep, in words: `check:refused:driver/simd-size`. */

import { CODES, type Diagnostic, FormatError } from '../../core/diag/index.ts';
import { didYouMean } from '../../core/schema/index.ts';
import { DEVICES, deviceNamed } from '../../devices/index.ts';
import { findingsOf } from '../../documents/validate/kinds.ts';
import { deviceOf } from '../../documents/verdict.ts';
import { type CheckOptions, type CheckVerdict, checkZebin, type ReleaseRange, releaseRanges, turningPoints } from '../../driver/index.ts';
import { type Item, inspect, zebinsOf } from '../../walk/inspect.ts';

const VERDICTS = ['accepted', 'rebuilt-from-ir', 'refused', 'crash'] as const satisfies readonly CheckVerdict[];

export type Keeps = (bytes: Uint8Array) => boolean;

/** A file that was read, or the reason why it cannot be. */
type ReadFile = Item | FormatError;

/** A place where a file has the property. */
interface Observation {
  /** The message, which must stay the same. */
  readonly cause: string;
  /** Codes of all that is against it: a smaller file has no others. */
  readonly codes: ReadonlySet<string>;
  /** Releases that accept it, which still accept a smaller file; undefined if the property is not about releases. */
  accepting?(): ReadonlySet<string>;
}

/** A kind of property. Its test gets the words after the name. */
interface KeepRow {
  readonly form: string;
  readonly doc: string;
  /** Where the file has the property; empty if it does not. @param device that releases are asked for, by its IP value */
  find(file: ReadFile, words: readonly string[], options: CheckOptions, device?: number): readonly Observation[];
}

/** One row for each kind of property. */
const KEEPS: Readonly<Record<string, KeepRow>> = {
  check: {
    form: 'check:VERDICT[:CODE]',
    doc: 'the driver gives this verdict for an image: accepted, rebuilt-from-ir, refused or crash; for this reason, if one is given',
    find(file, [verdict = '', code], options, device) {
      known(verdict, VERDICTS, 'verdict');
      if (code !== undefined) knownCode(code);
      return imagesOf(file).flatMap((image): readonly Observation[] => {
        const { verdict: actual, reason, reasons } = checkZebin(image, options);
        if (actual !== verdict || (code !== undefined && reason?.code !== code)) return [];
        const codes = new Set(reasons.map(({ diagnostic }) => diagnostic.code));
        return [{ cause: sentence(reason, LARGE), codes, accepting: () => acceptedBy(releaseRanges(image, device)) }];
      });
    },
  },
  finding: {
    form: 'finding:CODE',
    doc: 'reading or validating reports this code',
    find(file, [code = '']) {
      knownCode(code);
      const findings = diagnosticsOf(file);
      const codes = new Set(findings.filter(({ severity }) => severity === 'error').map((one) => one.code));
      return findings.filter((one) => one.code === code).map((one) => ({ cause: sentence(one, NUMBERS), codes }));
    },
  },
};

export interface KeepOptions extends CheckOptions {
  /** Lets a smaller file be refused for further reasons, have further errors, and be refused by releases that accept the original. */
  readonly loose?: boolean;
}

/**
 * The test for a property of a file, given in words. The message of the finding must also stay the same, except for addresses and sizes,
 * so that no other cause of the same code replaces it. Unless it is loose, the file gets no reason or error of another code than those that
 * it has, and every release that accepts it still does.
 *
 * @param original the file, or the item that was read from it
 * @returns undefined if the original does not have the property
 * @throws TypeError for words that are not a property, and as `checkZebin` for its options
 *
 * @example
 * const keeps = keepTest('check:refused:driver/simd-size', bytes, { release: '26.27', device: 'bmg' });
 */
export function keepTest(property: string, original: Uint8Array | Item, options: KeepOptions): Keeps | undefined {
  const [kind = '', ...words] = property.split(':');
  known(kind, Object.keys(KEEPS), 'property');
  const { find } = KEEPS[kind] as KeepRow;
  const read = original instanceof Uint8Array ? readFile(original) : original;
  const device = deviceAsked(read, options);
  const [first] = find(read, words, options, device);
  if (first === undefined) return undefined;
  const accepting = options.loose ? undefined : first.accepting?.();
  const isKept = ({ cause, codes, accepting: acceptingReleases }: Observation): boolean => {
    if (cause !== first.cause) return false;
    return (
      options.loose === true ||
      (holds(first.codes, codes) && (!accepting || accepting.size === 0 || holds(acceptingReleases?.() ?? NONE, accepting)))
    );
  };
  return (bytes) => find(readFile(bytes), words, options, device).some(isKept);
}

const NONE: ReadonlySet<string> = new Set();

/** Whether all of `some` are in `all`. */
function holds(all: ReadonlySet<string>, some: ReadonlySet<string>): boolean {
  for (const one of some) if (!all.has(one)) return false;
  return true;
}

/** The device for which releases are compared: a smaller file may no longer name it. */
function deviceAsked(read: ReadFile, { device, devices = DEVICES }: CheckOptions): number | undefined {
  if (device !== undefined) return deviceNamed(device, devices).device?.value;
  const [first] = read instanceof FormatError ? [] : zebinsOf(read);
  return first && deviceOf(first.zebin, devices)?.value;
}

/** The turning points of the driver at which a release accepts. */
function acceptedBy(ranges: readonly ReleaseRange[]): ReadonlySet<string> {
  const accepted = new Set<string>();
  let at = -1;
  for (const release of turningPoints()) {
    if (ranges[at + 1]?.since === release) at++;
    const { verdict } = ranges[at] ?? {};
    if (verdict === 'accepted' || verdict === 'rebuilt-from-ir') accepted.add(release);
  }
  return accepted;
}

/** Addresses and sizes, which change when a file gets smaller. Small numbers are kept: the number itself may be the reason. */
const LARGE = /0x[0-9a-f]+|\d{4,}/gi;
const NUMBERS = /0x[0-9a-f]+|\d+/gi;

const sentence = (diagnostic: Diagnostic | undefined, moving: RegExp): string =>
  diagnostic === undefined ? '' : `${diagnostic.code}: ${diagnostic.message.replace(moving, '#')}`;

/** The longest list of words that a message names. */
const LISTED = 20;

function known(word: string, words: readonly string[], what: string): void {
  if (words.includes(word)) return;
  const hint = didYouMean(word, words) || (words.length > LISTED ? '' : `; use one of ${words.join(', ')}`);
  throw new TypeError(`${word || '(nothing)'} is not a ${what}${hint}`);
}

const knownCode = (code: string): void => known(code, Object.keys(CODES), 'diagnostic code');

function readFile(bytes: Uint8Array): ReadFile {
  try {
    return inspect(bytes).value;
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
}

/** The zebins in a file. */
function imagesOf(file: ReadFile): Uint8Array[] {
  return file instanceof FormatError ? [] : zebinsOf(file).map(({ zebin }) => zebin.bytes.data);
}

const diagnosticsOf = (file: ReadFile): readonly Diagnostic[] =>
  file instanceof FormatError ? [file.diagnostic] : findingsOf(file).map(({ diagnostic }) => diagnostic);
