/**
 * Cases that the rows of property sets make: for every set, key and shape a right value, of which nothing is said, and each value that
 * breaks what the shape says, with its code at the bytes of its line. A shape that no case is made for fails.
 */
import { describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { LIMITS, Reporter } from '../../../src/core/diag/index.ts';
import { structSize } from '../../../src/core/schema/index.ts';
import {
  decodeProps,
  PROPERTY_SETS,
  type PropertyRow,
  type PropertySet,
  type PropertySetRow,
  type PropertyValue,
  parseProps,
  printProps,
  propertyRow,
  propertySets,
  propsOf,
  type Shape,
  validateProps,
} from '../../../src/formats/props/index.ts';
import { latin1 } from '../../support/build-elf.ts';

const sets: readonly PropertySetRow[] = PROPERTY_SETS;

const number = (value: number): PropertyValue => ({ type: 1, value });
const bytes = (data: Uint8Array, bits = data.length * 8): PropertyValue => ({ type: 2, bits, data });
const zeros = (count: number) => bytes(new Uint8Array(count));
const words = (...values: readonly number[]) => bytes(new Uint8Array(Uint32Array.from(values).buffer));
const text = (value: string) => bytes(latin1(value));

interface Wrong {
  readonly code: string;
  readonly value: PropertyValue;
}
interface Values {
  readonly right: readonly PropertyValue[];
  readonly wrong: readonly Wrong[];
}

/** A number that none of these is. */
const other = (taken: readonly number[]) => Math.max(...taken) + 1;

/** Values that a shape has and does not have, without those of another type. */
function valuesOf(shape: Shape): Values {
  const value = (wrong: PropertyValue): Wrong => ({ code: 'props/value', value: wrong });
  const size = (...wrong: readonly PropertyValue[]): Wrong[] => wrong.map((one) => ({ code: 'props/value-size', value: one }));
  switch (shape.kind) {
    case 'uint32': {
      if (shape.flag) return { right: [number(1)], wrong: [value(number(0)), value(number(2))] };
      if (shape.names) {
        const known = shape.names.map((row) => row.value);
        return { right: known.map(number), wrong: [value(number(other(known))), value(number(0xffff_ffff))] };
      }
      if (shape.bits) {
        const known = shape.bits.map((row) => row.value);
        const all = known.reduce((mask, bit) => (mask | (1 << bit)) >>> 0, 0);
        return { right: [number(0), ...known.map((bit) => number(2 ** bit)), number(all)], wrong: [value(number(2 ** other(known)))] };
      }
      return { right: [number(0), number(0xffff_ffff)], wrong: [] };
    }
    case 'uint32s': {
      const most = shape.most ?? 5;
      const known = shape.names?.map((row) => row.value);
      const right = known ? [words(), words(...known)] : [words(), words(1), words(...Array.from({ length: most }, () => 7))];
      // One above the newest known is of a newer toolchain.
      const unknown = known ? [{ code: 'props/newer', value: words(...known, other(known)) } as const] : [];
      return { right, wrong: [...size(zeros(3), zeros(6)), ...(shape.most ? size(zeros((most + 1) * 4)) : []), ...unknown] };
    }
    case 'uint64s': {
      const most = shape.most ?? 5;
      return { right: [zeros(0), zeros(8), zeros(most * 8)], wrong: size(zeros(4), ...(shape.most ? [zeros((most + 1) * 8)] : [])) };
    }
    case 'structs': {
      const one = structSize(shape.rows, true);
      const most = shape.most ?? 4;
      const odd = (shape.booleans ?? []).map((name) => {
        const at = shape.rows.fields.find((field) => field.name === name)?.at64[0] ?? Number.NaN;
        const data = new Uint8Array(one);
        // The fourth byte of the field: a reader of its first byte alone sees 0.
        data[at + 3] = 1;
        return value(bytes(data));
      });
      return {
        right: [zeros(one), zeros(one * most)],
        wrong: [...size(zeros(0), zeros(one - 1), ...(shape.most ? [zeros(one * (most + 1))] : [])), ...odd],
      };
    }
    case 'mask':
      return { right: [bytes(Uint8Array.of(0x81, 1), 9), zeros(0)], wrong: size(zeros((LIMITS.argumentMask >> 3) + 1)) };
    case 'text': {
      const partial = size(bytes(Uint8Array.of(0x61, 1), 9));
      if (shape.words) return { right: shape.words.map(text), wrong: [value(text('')), value(text(shape.words.join(','))), ...partial] };
      if (shape.columns) {
        const row = shape.columns.join(',');
        const short = shape.columns.slice(1).join(',');
        return {
          right: [text(''), text(row), text(`${row};${row}`)],
          wrong: [value(text(short)), value(text(`${row};${row},x`)), ...partial],
        };
      }
      return { right: [text(shape.list ? 'a,b' : 'some'), text('')], wrong: partial };
    }
    case 'bytes':
      return { right: [zeros(0), zeros(3), bytes(Uint8Array.of(0x61, 1), 9)], wrong: [] };
  }
}

/** Values of the types that none of the shapes has. */
function ofOtherTypes({ shapes }: PropertyRow): Wrong[] {
  const types = new Set(shapes.map(({ kind }) => (kind === 'uint32' ? 1 : 2)));
  return [number(1), words(1)].filter(({ type }) => !types.has(type)).map((value) => ({ code: 'props/value-type', value }));
}

/** Text with a set of this property, and those that it must have. */
function findingsOf({ name, properties }: PropertySetRow, row: PropertyRow, value: PropertyValue) {
  const key = row.key.replace(/\{\w+\}/, 'some');
  // The pattern of a key takes no key of another row.
  expect(propertyRow(name, key)).toBe(row);
  const required = properties.flatMap((one) => {
    const right = one.required && one !== row ? valuesOf(one.shapes[0] as Shape).right[0] : undefined;
    return right ? [{ key: one.key, value: right }] : [];
  });
  const set: PropertySet = { name, properties: [...required, { key, value }] };
  const printed = printProps(propsOf([set]));
  const data = latin1(printed);
  const out = new Reporter(data.length);
  const read = propertySets(decodeProps(new Bytes(data), out));
  validateProps(read, new Bytes(data).span(), out);
  return out.diagnostics.map(({ code, span }) => [code, printed.slice(span.start, span.end).trimEnd().split('=')[0]]);
}

const rows = sets.flatMap((set) => set.properties.map((row) => [`${set.name}: ${row.key}`, set, row] as const));

describe('every key of every set', () => {
  test.each(rows)('%s', (_, set, row) => {
    const key = row.key.replace(/\{\w+\}/, 'some');
    const wrong = ofOtherTypes(row);
    for (const shape of row.shapes) {
      const values = valuesOf(shape);
      expect(values.right.length).toBeGreaterThan(0);
      for (const value of values.right) expect([shape.kind, value, findingsOf(set, row, value)]).toEqual([shape.kind, value, []]);
      wrong.push(...values.wrong);
    }
    for (const { code, value } of wrong) expect([value, findingsOf(set, row, value)]).toEqual([value, [[code, key]]]);
  });

  test('what a shape can say has a value that breaks it', () => {
    // A shape of one member says more than its kind.
    const says = (shape: Shape) => Object.keys(shape).some((member) => !['kind', 'list', 'rows'].includes(member));
    for (const [name, , row] of rows) {
      for (const shape of row.shapes.filter(says)) expect([name, valuesOf(shape).wrong.length > 0]).toEqual([name, true]);
    }
  });
});

describe('every set reports missing and unknown keys', () => {
  const codes = (list: readonly PropertySet[]) => {
    const printed = printProps(propsOf(list));
    const data = latin1(printed);
    const found = validateProps(propertySets(parseProps(data).value), new Bytes(data).span());
    return found.map(({ code, span }) => [code, printed.slice(span.start, span.end).trimEnd()]);
  };

  test.each(sets.map((set) => [set.name, set] as const))('%s', (name, { properties }) => {
    const required = properties.filter((row) => row.required);
    expect(codes([{ name, properties: [] }])).toEqual(required.map(() => ['props/missing-key', `[${name}]`]));
    // Unless a pattern takes any key.
    if (properties.some(({ key }) => key.endsWith('}'))) return;
    const right = required.map(({ key, shapes }) => ({ key, value: valuesOf(shapes[0] as Shape).right[0] as PropertyValue }));
    expect(codes([{ name, properties: [...right, { key: 'nonsense', value: number(1) }] }])).toEqual([
      ['props/unknown-key', 'nonsense=1|1'],
    ]);
  });

  test('that is unknown', () => {
    expect(codes([{ name: 'SYCL/nonsense', properties: [] }])).toEqual([['props/unknown-set', '[SYCL/nonsense]']]);
  });
});
