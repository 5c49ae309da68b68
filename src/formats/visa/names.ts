import type { VisaVersion } from './instruction.ts';
import { versionNumber } from './instruction.ts';
import { PREDEFINED, type Routine } from './model.ts';
import { quote } from './scanner.ts';
import type { Named, PrintContext, SymbolClass } from './table/kind.ts';
import { LABEL_EXTERNAL, LABEL_SUBROUTINE } from './table/references.ts';
import { PREDEFINED_SURFACES, PREDEFINED_VARIABLES, type PredefinedRow, TYPES } from './table/types.ts';

const PREDEFINED_ROWS: readonly PredefinedRow[] = PREDEFINED_VARIABLES;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Names of the pre-defined general variables of a version, by index. */
export function predefinedVariables(version: number): readonly string[] {
  return PREDEFINED_ROWS.filter((row) => (row[3] ?? 0) <= version).map(([name]) => name);
}

/**
 * General variables under names that compilers do not print: `V7` for `%r0`, which the assembler accepts too, and names of the
 * specification such as `%tm`. They are not among the strings of a routine.
 */
export const OTHER_VARIABLES: ReadonlyMap<string, number> = new Map([
  ...Array.from({ length: PREDEFINED.variables }, (_, index) => [`V${index}`, index] as const),
  ...PREDEFINED_ROWS.flatMap((row, index) => (row[4]?.page === undefined ? [] : [[row[4].page, index] as const])),
]);

/** Names that the specification reserves in this class: the predicate that means none, and the pre-defined surfaces. */
export const RESERVED: ReadonlyMap<string, SymbolClass> = new Map<string, SymbolClass>([
  ['P0', 'predicate'],
  ...Array.from({ length: PREDEFINED.surfaces }, (_, index) => [`T${index}`, 'surface'] as const),
]);

/** The pre-defined surface of that name of the page, such as `T0` for `%slm`. */
export function reservedSurface(name: string): Named | undefined {
  return RESERVED.get(name) === 'surface' ? { class: 'surface', index: Number(name.slice(1)) } : undefined;
}

/**
 * Bytes of a register of the device that a routine is for: 64 if it has an alias of %r0 of this size, as every routine that starts on a
 * device with wide registers has; else 32.
 */
export function registerBytes({ variables }: Pick<Routine, 'variables'>): 32 | 64 {
  const wide = variables.some((v) => v.alias_index === R0 && v.alias_offset === 0 && v.num_elements * (TYPES[v.type]?.[1] ?? 1) >= 64);
  return wide ? 64 : 32;
}

const R0 = 7;
/** Version from which on compilers print `_` in place of the marks that names of labels may have. */
const REPLACES_MARKS = 400;
/** Index of the sampler that stands for the bindless one. */
const BINDLESS = 31;

/**
 * Longest name that a text has. The page allows 1024 bytes. The engine hashes longer strings than this by their length alone, so that
 * thousands of them in one set would be compared with each other.
 */
const LONGEST = 16_000;

/** What the printing of a routine's instructions needs. Names that a text cannot hold, or that are not unique, are replaced. */
export function printContext(
  routine: Routine,
  version: VisaVersion,
  options: {
    readonly modern: boolean;
    readonly quotesSymbols: boolean;
    readonly numberLabels: boolean;
    /** Label names that a text gives in addition to those that it uses; undefined for an object. */
    readonly originals: ReadonlyMap<number, string> | undefined;
  },
): PrintContext {
  const number = versionNumber(version);
  const variables: (string | undefined)[] = [...PREDEFINED_VARIABLES.map(([name]) => name)];
  for (let i = variables.length; i < PREDEFINED.variables; i++) variables[i] = `V${i}`;
  const surfaces: (string | undefined)[] = [...PREDEFINED_SURFACES, ...routine.surfaces.map((_, i) => `T${PREDEFINED.surfaces + i}`)];
  const samplers: (string | undefined)[] = routine.samplers.map((_, i) => `S${i}`);
  samplers[BINDLESS] ??= `S${BINDLESS}`;
  const addresses = routine.addresses.map((_, i) => `A${i}`);
  const predicates = [undefined, ...routine.predicates.map((_, i) => `P${PREDEFINED.predicates + i}`)];
  const names = new Set<string | undefined>([...surfaces, ...samplers, ...addresses, ...predicates, ...OTHER_VARIABLES.keys()]);
  /** How many have each name: the second gets a suffix `_`, later ones `_` and a number. */
  const copies = new Map<string, number>();
  const unique = (wanted: string | undefined, index: number, usable: (name: string) => boolean, prefix: string): string => {
    const candidate = wanted !== undefined && wanted.length <= LONGEST && usable(wanted) ? wanted : `${prefix}${index}`;
    let name = candidate;
    while (names.has(name)) {
      const copy = (copies.get(candidate) ?? 0) + 1;
      copies.set(candidate, copy);
      name = copy === 1 ? `${candidate}_` : `${candidate}_${copy}`;
    }
    names.add(name);
    return name;
  };
  for (const [i, variable] of routine.variables.entries()) {
    const index = PREDEFINED.variables + i;
    variables[index] = unique(routine.strings[variable.name_index], index, (name) => NAME.test(name), 'V');
  }
  const labels: string[] = [];
  const subroutines: string[] = [];
  const external: boolean[] = [];
  const originals: (string | undefined)[] = [];
  names.clear();
  copies.clear();
  for (const [i, label] of routine.labels.entries()) {
    const stored = routine.strings[label.name_index] ?? '';
    const plain = number < REPLACES_MARKS || options.originals ? stored : stored.replace(/[.$]/g, '_');
    const suffix = `_${i}`;
    const mark = options.numberLabels && label.kind === LABEL_SUBROUTINE ? suffix : '';
    const numbered = plain + mark;
    const name = unique(numbered, i, (text) => /^[A-Za-z0-9_.$]+$/.test(text), 'label_');
    labels.push(name);
    subroutines.push(name);
    external.push(label.kind === LABEL_EXTERNAL);
    const original = options.originals ? options.originals.get(i) : plain === stored ? undefined : stored + (options.modern ? '' : mark);
    originals.push(original === undefined ? undefined : quote(original));
  }
  return {
    variables,
    addresses,
    predicates,
    samplers,
    surfaces,
    labels,
    subroutines,
    external,
    originals,
    strings: routine.strings,
    version: number,
    modern: options.modern,
    quotesSymbols: options.quotesSymbols,
    elementBytes: (index) => elementBytes(routine, index),
    registerBytes: registerBytes(routine),
    lossy: false,
  };
}

/** Bytes of an element of a general variable. */
export function elementBytes(routine: Pick<Routine, 'variables'>, index: number): number {
  if (index >= PREDEFINED.variables) return TYPES[routine.variables[index - PREDEFINED.variables]?.type ?? 0]?.[1] ?? 1;
  const name = PREDEFINED_VARIABLES[index]?.[1];
  return TYPES.find(([type]) => type === name)?.[1] ?? 4;
}
