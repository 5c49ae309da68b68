/** Properties that a reduced file must keep, in words: `check:refused:driver/simd-size`. */
import { CODES, type Diagnostic, FormatError } from '../diag/index.ts';
import { type CheckOptions, type CheckVerdict, checkZebin } from '../driver/index.ts';
import { chargeChecks } from '../report/charged.ts';
import { judge } from '../report/validate.ts';
import { didYouMean } from '../schema/index.ts';
import { type Item, inspect, zebinsOf } from '../walk/inspect.ts';

const VERDICTS = ['accepted', 'rebuilt-from-ir', 'refused', 'crash'] as const satisfies readonly CheckVerdict[];

export type Keeps = (bytes: Uint8Array) => boolean;

/** A file that was read, or the reason why it cannot be. */
type ReadFile = Item | FormatError;

/** A kind of property. Its test gets the words after the name. */
interface KeepRow {
  readonly form: string;
  readonly doc: string;
  /** The messages that must stay the same; empty if the file does not have the property. */
  find(file: ReadFile, words: readonly string[], options: CheckOptions): readonly string[];
}

/** One row for each kind of property. */
const KEEPS: Readonly<Record<string, KeepRow>> = {
  check: {
    form: 'check:VERDICT[:CODE]',
    doc: 'the driver gives this verdict for an image: accepted, rebuilt-from-ir, refused or crash; for this reason, if one is given',
    find(file, [verdict = '', code], options) {
      known(verdict, VERDICTS, 'verdict');
      if (code !== undefined) knownCode(code);
      return imagesOf(file).flatMap((image) => {
        const { verdict: found, reason } = checkZebin(image, options);
        return found === verdict && (code === undefined || reason?.code === code) ? [sentence(reason, LARGE)] : [];
      });
    },
  },
  finding: {
    form: 'finding:CODE',
    doc: 'reading or validating reports this code',
    find(file, [code = '']) {
      knownCode(code);
      return findingsOf(file)
        .filter((one) => one.code === code)
        .map((one) => sentence(one, NUMBERS));
    },
  },
};

/**
 * The test for a property of a file, given in words. The message of the finding must also stay the same, except for addresses and sizes,
 * so that no other cause of the same code replaces it.
 *
 * @param original the file, or the item that was read from it
 * @returns undefined if the original does not have the property
 * @throws TypeError for words that are not a property, and as `checkZebin` for its options
 *
 * @example
 * const keeps = keepTest('check:refused:driver/simd-size', bytes, { release: '26.27', device: 'bmg' });
 */
export function keepTest(property: string, original: Uint8Array | Item, options: CheckOptions): Keeps | undefined {
  const [kind = '', ...words] = property.split(':');
  known(kind, Object.keys(KEEPS), 'property');
  const { find } = KEEPS[kind] as KeepRow;
  const [first] = find(original instanceof Uint8Array ? readFile(original) : original, words, options);
  return first === undefined ? undefined : (bytes) => find(readFile(bytes), words, options).includes(first);
}

/** Addresses and sizes, which change when a file gets smaller. Small numbers are kept: the number itself may be the reason. */
const LARGE = /0x[0-9a-f]+|\d{4,}/gi;
const NUMBERS = /0x[0-9a-f]+|\d+/gi;

const sentence = (found: Diagnostic | undefined, moving: RegExp): string =>
  found === undefined ? '' : `${found.code}: ${found.message.replace(moving, '#')}`;

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

/** The zebins in a file that its budget allows to check. */
function imagesOf(file: ReadFile): Uint8Array[] {
  return file instanceof FormatError ? [] : zebinsOf(file).flatMap(({ item, zebin }) => (chargeChecks(item) ? [zebin.bytes.data] : []));
}

const findingsOf = (file: ReadFile): readonly Diagnostic[] =>
  file instanceof FormatError ? [file.diagnostic] : judge(file).map(({ diagnostic }) => diagnostic);
