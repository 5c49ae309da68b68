import { hex } from '../../core/bytes/index.ts';
import { type Diagnostic, LIMITS, Reporter, type Span } from '../../core/diag/index.ts';
import { clip, structSize } from '../../core/schema/index.ts';
import { decodeArray, shapeOf, specConstants } from './decode.ts';
import type { Property, PropertySet } from './model.ts';
import { propertyRow, type Shape, setRow } from './table/index.ts';

/**
 * Checks sets against the tables: known names and keys, types, sizes, values that have a meaning, defaults for all constants.
 *
 * @param whole span of findings whose property was not read from bytes
 */
export function validateProps(sets: readonly PropertySet[], whole: Span, reporter?: Reporter): readonly Diagnostic[] {
  const out = reporter ?? new Reporter(whole.end - whole.start);
  for (const set of sets) {
    const row = setRow(set.name);
    const path = clip(set.name, 120);
    if (!row) {
      out.report('props/unknown-set', set.span ?? whole, path, `the set ${JSON.stringify(path)} is not known`);
      continue;
    }
    for (const property of set.properties) checkProperty(set.name, property, `${path}/${clip(property.key)}`, property.span ?? whole, out);
    for (const { key, required } of row.properties)
      if (required && !set.properties.some((property) => property.key === key))
        out.report('props/missing-key', set.span ?? whole, path, `the set has no ${key}`, { expected: key });
  }
  checkDefaults(sets, whole, out);
  return out.diagnostics;
}

function checkProperty(set: string, { key, value }: Property, path: string, span: Span, out: Reporter): void {
  const row = propertyRow(set, key);
  if (!row) {
    out.report('props/unknown-key', span, path, 'the key is not known in its set');
    return;
  }
  const shape = shapeOf(row, value);
  if (!shape) {
    const wanted = value.type === 1 ? 'a byte array (2)' : 'a number (1)';
    out.report('props/value-type', span, path, `the value is of type ${value.type}, but its key has ${wanted}`, { found: value.type });
    return;
  }
  if (value.type === 1) {
    const problem = numberProblem(value.value, shape);
    if (problem) out.report('props/value', span, path, problem, { found: value.value });
    return;
  }
  if (shape.kind === 'bytes') return;
  const decoded = decodeArray(value, shape);
  if (!decoded) {
    out.report('props/value-size', span, path, `${value.bits} bits are not ${wantedSize(shape)}`, { found: value.bits });
    return;
  }
  const problem = contentProblem(decoded, shape);
  if (problem) out.report('props/value', span, path, problem);
  else reportNewer(decoded, shape, path, span, out);
}

/** Numbers are given in order: one past the newest that is known comes from a newer toolchain. */
function reportNewer(decoded: Decoded, shape: Shape, path: string, span: Span, out: Reporter): void {
  if (shape.kind !== 'uint32s' || !shape.names || decoded.kind !== 'uint32s') return;
  const newest = newestOf(shape.names);
  const newer = decoded.values.filter((value) => value > newest);
  if (newer.length === 0) return;
  const message = `${clip(newer.join(', '), 40)} ${newer.length === 1 ? 'is' : 'are'} above ${newest}, the newest number that is known`;
  out.report('props/newer', span, path, message, { newest });
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

function checkDefaults(sets: readonly PropertySet[], whole: Span, out: Reporter): void {
  const defaults = sets.find((set) => set.name === 'SYCL/specialization constants default values');
  if (!defaults) return;
  const constants = specConstants(sets);
  const missing = constants.find((constant) => constant.size > 0 && constant.default === undefined);
  if (!missing) return;
  const message = `the default of ${JSON.stringify(clip(missing.name))}, ${missing.size} bytes at ${missing.offset}, is cut off`;
  const span = defaults.properties[0]?.span ?? defaults.span ?? whole;
  out.report('props/default-range', span, `${defaults.name}/${clip(missing.name)}`, message);
}
