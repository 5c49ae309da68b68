import { hex } from '../../core/bytes/index.ts';
import { type Diagnostic, LIMITS, Reporter, type Span } from '../../core/diag/index.ts';
import { applied, clip, type Rule, structSize } from '../../core/schema/index.ts';
import { decodeArray, shapeOf, specConstants } from './decode.ts';
import type { Property, PropertySet } from './model.ts';
import { type PropertyRow, propertyRow, type Shape, setRow } from './table/index.ts';

const PAGE = 'intel/llvm sycl/doc/design/PropertySets.md';

/** A property with what the tables say of it. */
interface Described extends Property {
  /** Its row; undefined for a key that is not known. */
  readonly row: PropertyRow | undefined;
  /** The form of the row that the type of the value has. */
  readonly shape: Shape | undefined;
  /** The content of an array in that form; undefined if the array does not fit it. */
  readonly decoded: Decoded | undefined;
}

/** The rules of a property, of which the first that it violates is reported. */
export const PROPERTY_RULES: readonly Rule<Described, []>[] = [
  {
    code: 'props/unknown-key',
    says: 'The key is one of those in the table of its set.',
    source: PAGE,
    check({ row }, report) {
      if (!row) report('the key is not known in its set');
    },
  },
  {
    code: 'props/value-type',
    says: 'The value has the type that its key requires.',
    source: PAGE,
    check({ shape, value }, report) {
      const expected = value.type === 1 ? 'a byte array (2)' : 'a number (1)';
      if (!shape) report(`the value is of type ${value.type}, but its key has ${expected}`, { found: value.type });
    },
  },
  {
    code: 'props/value',
    name: 'number',
    says: 'A number has a meaning for its key: a flag is 1, a word or bit has a name.',
    source: PAGE,
    check({ shape, value }, report) {
      if (!shape || value.type !== 1) return;
      const problem = numberProblem(value.value, shape);
      if (problem) report(problem, { found: value.value });
    },
  },
  {
    code: 'props/value-size',
    says: 'A byte array has a whole number of the elements of its key, and not more than it allows.',
    source: PAGE,
    check({ shape, value, decoded }, report) {
      if (!shape || value.type === 1 || shape.kind === 'bytes' || decoded) return;
      report(`${value.bits} bits are not ${wantedSize(shape)}`, { found: value.bits });
    },
  },
  {
    code: 'props/value',
    name: 'array',
    says: 'The elements of an array have a meaning for their key: words, columns, numbers and truth values.',
    source: PAGE,
    check({ shape, decoded }, report) {
      const problem = shape && decoded && contentProblem(decoded, shape);
      if (problem) report(problem);
    },
  },
  {
    code: 'props/newer',
    says: 'The numbers of an array are known. Those above the newest are of a newer toolchain. This is a remark only.',
    source: 'intel/llvm sycl/include/sycl/info/aspects.def',
    check({ shape, decoded }, report) {
      if (shape?.kind !== 'uint32s' || !shape.names || decoded?.kind !== 'uint32s') return;
      const newest = newestOf(shape.names);
      const newer = decoded.values.filter((value) => value > newest);
      if (newer.length === 0) return;
      const message = `${clip(newer.join(', '), 40)} ${newer.length === 1 ? 'is' : 'are'} above ${newest}, the newest number that is known`;
      report(message, { newest });
    },
  },
];

/** The rules of a set. */
export const SET_RULES: readonly Rule<PropertySet, []>[] = [
  {
    code: 'props/unknown-set',
    says: 'The name of a set is one of those in the tables.',
    source: PAGE,
    check({ name }, report) {
      if (!setRow(name)) report(`the set ${JSON.stringify(clip(name, 120))} is not known`);
    },
  },
  {
    code: 'props/missing-key',
    says: 'A set has the keys that its table requires.',
    source: PAGE,
    check({ name, properties }, report) {
      for (const { key, required } of setRow(name)?.properties ?? [])
        if (required && !properties.some((property) => property.key === key)) report(`the set has no ${key}`, { expected: key });
    },
  },
];

/** The rules of all sets of an image together. */
export const PROPS_RULES: readonly Rule<readonly PropertySet[], [set: PropertySet, path: string]>[] = [
  {
    code: 'props/default-range',
    says: 'The default values of specialization constants have the bytes of all constants.',
    source: PAGE,
    check(sets, report) {
      const defaults = sets.find((set) => set.name === 'SYCL/specialization constants default values');
      if (!defaults) return;
      const missing = specConstants(sets).find((constant) => constant.size > 0 && constant.default === undefined);
      if (!missing) return;
      const message = `the default of ${JSON.stringify(clip(missing.name))}, ${missing.size} bytes at ${missing.offset}, is cut off`;
      report(defaults, `${defaults.name}/${clip(missing.name)}`, message);
    },
  },
];

/**
 * Checks sets against {@link SET_RULES}, {@link PROPERTY_RULES} and {@link PROPS_RULES}.
 *
 * @param whole span of findings whose property was not read from bytes
 */
export function validateProps(sets: readonly PropertySet[], whole: Span, reporter?: Reporter): readonly Diagnostic[] {
  const out = reporter ?? new Reporter(whole.end - whole.start);
  for (const set of sets) {
    const path = clip(set.name, 120);
    // The keys of a set that is not known are not known either.
    if (setRow(set.name)) for (const property of set.properties) checkProperty(set.name, property, path, whole, out);
    applied(SET_RULES, ({ code }, _, message, data) => out.report(code, set.span ?? whole, path, message, data))(set);
  }
  applied(PROPS_RULES, ({ code }, _, set, path, message) => out.report(code, set.properties[0]?.span ?? set.span ?? whole, path, message))(
    sets,
  );
  return out.diagnostics;
}

function checkProperty(set: string, property: Property, path: string, whole: Span, out: Reporter): void {
  const { key, value, span = whole } = property;
  const row = propertyRow(set, key);
  const shape = row && shapeOf(row, value);
  const decoded = !shape || value.type === 1 || shape.kind === 'bytes' ? undefined : decodeArray(value, shape);
  const check = applied(
    PROPERTY_RULES,
    ({ code }, _, message, data) => out.report(code, span, `${path}/${clip(key)}`, message, data),
    'first',
  );
  check({ ...property, row, shape, decoded });
}

type Decoded = NonNullable<ReturnType<typeof decodeArray>>;

const newestOf = (names: readonly { readonly value: number }[]): number => names.reduce((most, { value }) => Math.max(most, value), 0);

function numberProblem(value: number, shape: Shape): string | undefined {
  if (shape.kind !== 'uint32') return undefined;
  if (shape.flag && value !== 1) return `the value is ${value}; 1 is the only one with a meaning`;
  if (shape.names && !shape.names.some((row) => row.value === value)) {
    return `${value} is not one of ${shape.names.map((row) => `${row.value} (${row.name})`).join(', ')}`;
  }
  const { bits } = shape;
  if (!bits) return undefined;
  const unknown = value & ~bits.reduce((mask, bit) => mask | (1 << bit.value), 0);
  return unknown === 0 ? undefined : `bits ${hex(unknown >>> 0)} have no meaning`;
}

function wantedSize(shape: Shape): string {
  const times = (size: number, what: string, most?: number) => {
    if (most === 1) return `one ${what} of ${size} bytes`;
    return `${most === undefined ? 'a whole number of' : `at most ${most}`} ${what}s of ${size} bytes`;
  };
  switch (shape.kind) {
    case 'uint32s':
      return times(4, 'number', shape.most);
    case 'uint64s':
      return times(8, 'number', shape.most);
    case 'structs':
      return times(structSize(shape.rows, true), 'structure', shape.most);
    case 'mask':
      return `at most ${LIMITS.argumentMask} arguments`;
    default:
      return 'a whole number of bytes';
  }
}

function contentProblem(decoded: Decoded, shape: Shape): string | undefined {
  if (shape.kind === 'text' && decoded.kind === 'text') {
    if (shape.words && !shape.words.includes(decoded.value))
      return `${JSON.stringify(clip(decoded.value, 40))} is not one of ${shape.words.join(', ')}`;
    const { columns } = shape;
    const odd = columns && decoded.tuples?.find((tuple) => tuple.length !== columns.length);
    if (columns && odd) return `${JSON.stringify(clip(odd.join(','), 60))} is not ${columns.join(',')}`;
  }
  if (shape.kind === 'structs' && decoded.kind === 'structs') {
    for (const name of shape.booleans ?? []) {
      const odd = decoded.values.find((value) => (value[name] ?? 0) > 1);
      if (odd) return `${name} is ${odd[name]}, which is neither 0 nor 1`;
    }
  }
  if (shape.kind === 'uint32s' && shape.names && decoded.kind === 'uint32s') {
    const names = shape.names;
    const newest = newestOf(names);
    const unknown = decoded.values.find((value) => value <= newest && !names.some((row) => row.value === value));
    if (unknown !== undefined) return `${unknown} is not a known number`;
  }
  return undefined;
}
