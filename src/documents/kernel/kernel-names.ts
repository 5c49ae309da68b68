/** Kernels by the names that people have for them: one resolver for all verbs. */

import { clip, nearest } from '../../core/schema/index.ts';
import { kernelLabel } from '../../formats/demangle/index.ts';
import { TEXT_PREFIX } from '../../formats/zebin/index.ts';
import { eachZebin, type Item } from '../../walk/item.ts';
import { namePattern } from './name-pattern.ts';

/** Names of the kernels in the zebins at and below `root`, in the order of the files. */
export function kernelNames(root: Item): string[] {
  const names: string[] = [];
  for (const { zebin } of eachZebin(root)) for (const { name } of zebin.kernels) names.push(name);
  return names;
}

/** Names of the code of kernels and functions at and below `root`: what comes after `.text.`, in the order of the files. */
export function codeNames(root: Item): string[] {
  const names = new Set<string>();
  for (const { zebin } of eachZebin(root))
    for (const { name } of zebin.elf.sections) if (name.startsWith(TEXT_PREFIX)) names.add(name.slice(TEXT_PREFIX.length));
  return [...names];
}

/** What a name of the user stands for. */
export interface KernelChoice {
  /** Names as in the file; empty if there is no such kernel, or if several could be meant. */
  readonly names: ReadonlySet<string>;
  /** Why there is none, as a sentence. */
  readonly why?: string;
}

/**
 * The kernels that a name stands for, among all names of a file. The first of these that is true of any name decides:
 *
 * 1. It is the name in the file: `_Z3fooIiEvPT_`.
 * 2. It is the demangled name, with or without the type that is returned: `void foo<int>(int*)`. Blanks do not matter.
 * 3. `*` in it stands for any characters, and the name or the demangled name matches. All that match are meant.
 * 4. It is the demangled name without parameters: `foo<int>`.
 * 5. It is a part of the name or of the demangled name.
 *
 * In the last two, one kernel is meant: several demangled names are ambiguous. Names are demangled from the second on.
 *
 * @param parts false for verbs that write: a pattern or a part of a name is not enough
 */
export function chooseKernels(pattern: string, all: Iterable<string>, parts = true): KernelChoice {
  const names = new Set(all);
  if (names.has(pattern)) return { names: new Set([pattern]) };
  const key = spelling(pattern);
  const known = [...names].map((name) => namesOf(name));
  const fitting = (fits: (one: KernelNames) => boolean): KernelNames[] => (key === '' ? [] : known.filter(fits));
  const exact = fitting(({ whole }) => whole.includes(key));
  if (exact.length > 0) return chosen(exact);
  if (parts && pattern.includes('*')) {
    const matches = namePattern(pattern);
    const candidates = known.filter(({ name, label, declared }) => matches(name) || matches(label) || matches(declared));
    return candidates.length > 0 ? chosen(candidates) : { names: new Set(), why: unknown(pattern, known) };
  }
  const isBare = ({ bare }: KernelNames) => bare === key;
  const isPart = ({ name, whole }: KernelNames) => parts && (name.includes(pattern) || whole[0].includes(key));
  for (const fits of [isBare, isPart]) {
    const matches = fitting(fits);
    const labels = new Set(matches.map(({ label }) => label));
    if (labels.size > 1)
      return { names: new Set(), why: `${clip(pattern, LONGEST)} could be any of ${listed([...labels])}: give more of the name` };
    if (labels.size === 1) return chosen(matches);
  }
  return { names: new Set(), why: unknown(pattern, known) };
}

/** Which kernels an answer is about; without either, all. */
export interface KernelQuery {
  /** The name of the kernel in the file. */
  readonly kernel?: string | undefined;
  /** The names of several. */
  readonly kernels?: ReadonlySet<string> | undefined;
  /**
   * What the command accepts in place of a name: the name, mangled or not, a part of it that fits one kernel alone, or a pattern in which
   * `*` stands for any characters.
   */
  readonly pattern?: string | undefined;
}

/** Whether a kernel is meant by a query: its name is one that is asked for, or {@link chooseKernels} chooses it for the pattern. */
export function kernelFilter({ kernel, kernels, pattern }: KernelQuery, all: () => Iterable<string>): (name: string) => boolean {
  if (kernel !== undefined) return (name) => name === kernel;
  if (kernels !== undefined) return (name) => kernels.has(name);
  if (pattern === undefined) return () => true;
  const { names } = chooseKernels(pattern, all());
  return (name) => names.has(name);
}

/** The one kernel whose whole name is given, for verbs that write; by its name in the file. Throws `TypeError` if there is none, or more than one. */
export function oneKernel(pattern: string, all: Iterable<string>): string {
  const { names, why } = chooseKernels(pattern, all, false);
  const [name, ...others] = names;
  if (name === undefined) throw new TypeError(why ?? `no kernel matches ${pattern}`);
  if (others.length > 0) throw new TypeError(`${pattern} stands for ${listed([...names])}: name one of them`);
  return name;
}

/** A kernel with the spellings of its name that are compared. */
interface KernelNames {
  readonly name: string;
  readonly label: string;
  /** The demangled name without the type that is returned. */
  readonly declared: string;
  /** The spellings of both. */
  readonly whole: readonly [string, string];
  /** Without parameters as well. */
  readonly bare: string;
}

function namesOf(name: string): KernelNames {
  const label = kernelLabel(name);
  const { start, end } = declarator(label);
  const declared = label.slice(start);
  return { name, label, declared, whole: [spelling(label), spelling(declared)], bare: spelling(label.slice(start, end)) };
}

const chosen = (matches: readonly KernelNames[]): KernelChoice => ({ names: new Set(matches.map(({ name }) => name)) });

/** Compilers and tools put blanks at different places: `foo<int, 4> >` and `foo<int,4>>`. */
const spelling = (text: string): string => text.replace(/\s+/g, '');

const OPENING = '(<[{';
const CLOSING = ')>]}';

/** Where the name begins and ends in a declaration: what is returned comes before it, the parameters after it. */
function declarator(label: string): { start: number; end: number } {
  const whole = { start: 0, end: label.length };
  // In the name of an operator, < and ( are letters.
  if (label.includes('operator')) return whole;
  let depth = 0;
  let { start, end } = whole;
  for (let i = 0; i < label.length; i++) {
    const letter = label[i] as string;
    if (depth === 0 && letter === ' ' && end === label.length) start = i + 1;
    // Not that of `(anonymous namespace)::foo`, which is at the start of the name.
    if (depth === 0 && letter === '(' && i > start && label[i - 1] !== ':') end = i;
    if (OPENING.includes(letter)) depth++;
    if (CLOSING.includes(letter) && label[i - 1] !== '-') depth--;
    if (depth < 0) return whole;
  }
  return { start, end };
}

/** Names in a sentence, and characters of each. */
const LISTED = 20;
const LONGEST = 200;

function listed(names: readonly string[]): string {
  const more = names.length > LISTED ? `, … (${names.length} in all)` : '';
  return (
    names
      .slice(0, LISTED)
      .map((name) => clip(name, LONGEST))
      .join(', ') + more
  );
}

function unknown(pattern: string, known: readonly KernelNames[]): string {
  if (known.length === 0) return `no kernel matches ${clip(pattern, LONGEST)}: there are none`;
  const labels = [...new Set(known.map(({ label }) => label))];
  const near =
    nearest(pattern, labels) ??
    nearest(
      pattern,
      known.map(({ name }) => name),
    ) ??
    nearest(
      pattern,
      known.map(({ bare }) => bare),
    );
  return `no kernel matches ${clip(pattern, LONGEST)}; ${near === undefined ? `available: ${listed(labels)}` : `did you mean ${near}?`}`;
}
