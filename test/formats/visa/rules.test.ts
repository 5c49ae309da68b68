/**
 * Cases made from rows: of fields, attributes, provenances, pre-defined variables and instructions. The right value is silent, the wrong one
 * has its code, at its bytes.
 */
import { describe, expect, test } from 'vitest';
import { Reporter } from '../../../src/core/diag/index.ts';
import { instructionSet, rowOf } from '../../../src/formats/visa/compile.ts';
import type { Instruction, Value, VectorOperand } from '../../../src/formats/visa/instruction.ts';
import type { KernelRoutine, VisaObject } from '../../../src/formats/visa/model.ts';
import { ATTRIBUTES, type AttributeRow } from '../../../src/formats/visa/table/attributes.ts';
import { STRUCTS, type VisaField, type VisaRows } from '../../../src/formats/visa/table/header.ts';
import type { VectorKind } from '../../../src/formats/visa/table/operands.ts';
import { ROWS } from '../../../src/formats/visa/table/ops.ts';
import { KNOWN_PROVENANCES, PREDEFINED_VARIABLES, type PredefinedRow, TYPE_NAMES, TYPES } from '../../../src/formats/visa/table/types.ts';
import { reportVisa, validateVisa } from '../../../src/formats/visa/validate.ts';
import { writeVisa } from '../../../src/formats/visa/write.ts';
import { input, kernelEntry, variable, visaObject } from '../../support/build-visa.ts';
import {
  BYTES,
  fileVariable,
  findingsOf,
  full,
  fullKernel,
  functionEntry,
  functionRoutine,
  NAMES,
  SPOTS,
  type Spot,
  sizes,
  state,
} from '../../support/visa-full.ts';
import { type SampleContext, sampleOf } from '../../support/visa-samples.ts';

test('the object that has one of everything is sound', () => {
  expect(findingsOf(BYTES).map((d) => `${d.code} ${d.path} ${d.message}`)).toEqual([]);
});

/** What is said of a number in place of the one that is there: codes at exactly its bytes. */
function at(spot: Spot, value: number): string[] {
  const bytes = BYTES.slice();
  const width = spot.end - spot.start;
  for (let i = 0; i < width; i++) bytes[spot.start + i] = Math.floor(value / 256 ** i) & 0xff;
  return findingsOf(bytes)
    .filter((d) => d.span.start === spot.start && d.span.end === spot.end)
    .map((d) => d.code);
}

describe('rows of fields', () => {
  const rows = STRUCTS.flatMap((struct: VisaRows) => struct.fields.map((field) => ({ struct: struct.name, field })));
  const checkedRows = rows.filter(({ field }) => field.range || field.values || field.refersTo || hasReserved(field));

  function hasReserved({ kind }: VisaField): boolean {
    return kind.kind === 'bits' && kind.parts.some(({ reserved }) => reserved);
  }

  test('every row that has a range, values, a reference or reserved bits has a case', () => {
    const covered = checkedRows.filter(({ field }) => SPOTS.some((spot) => spot.field === field));
    const reading = checkedRows.filter(({ field }) => field.name === 'magic_number');
    expect(reading.length).toBe(1);
    expect(covered.length).toBe(checkedRows.length);
    expect(checkedRows.length).toBeGreaterThanOrEqual(30);
  });

  const most = (spot: Spot) => 256 ** (spot.end - spot.start) - 1;
  const plain = SPOTS.filter(({ field, counted }) => !counted && field.kind.kind === 'int' && field.name !== 'magic_number');

  test.each(plain.filter(({ field }) => field.range).map((spot) => [spot.path, spot] as const))('%s has a range', (_, spot) => {
    const [least, last] = spot.field.range ?? [0, 0];
    for (const right of [least, last]) expect(at(spot, right), String(right)).not.toContain('visa/range');
    for (const wrong of [least - 1, last + 1, most(spot)].filter((n) => n >= 0 && n <= most(spot) && (n < least || n > last))) {
      expect(at(spot, wrong), String(wrong)).toContain('visa/range');
    }
  });

  test.each(plain.filter(({ field }) => field.values).map((spot) => [spot.path, spot] as const))('%s has values', (_, spot) => {
    const values = spot.field.values ?? [];
    for (const right of values) expect(at(spot, right), String(right)).not.toContain('visa/range');
    const wrong = Array.from({ length: 256 }, (_, n) => n).filter((n) => !values.includes(n));
    for (const number of [wrong[0], wrong.at(-1)] as number[]) expect(at(spot, number), String(number)).toContain('visa/range');
  });

  test.each(plain.filter(({ field }) => field.refersTo).map((spot) => [spot.path, spot] as const))('%s refers to something', (_, spot) => {
    const count = spot.field.refersTo === 'string' ? NAMES.length : 33;
    expect(at(spot, count - 1)).not.toContain('visa/index');
    expect(at(spot, count)).toContain('visa/index');
  });

  test.each(SPOTS.filter(({ field, part }) => part === 'reserved' && hasReserved(field)).map((spot) => [spot.path, spot] as const))(
    '%s is zero',
    (_, spot) => {
      expect(at(spot, 1 << spot.low)).toContain('visa/reserved');
    },
  );

  const of = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);
  const text = (count: number) => 'n'.repeat(count);
  /** How an object with so many of a field is made; the names are those of the rows. */
  const COUNTED: { readonly [path: string]: (count: number) => VisaObject } = {
    num_kernels: (n) => full({}, {}, { kernels: of(n, kernelEntry(fullKernel())) }),
    'kernels[0]/name_len': (n) => full({}, { name: text(n) }),
    'kernels[0]/num_gen_binaries': (n) =>
      full({}, { gen_binaries: of(n, { gen_platform: 5, binary_offset: 0, binary_size: 0, bytes: new Uint8Array(0) }) }),
    'variables[0]/name_len': (n) => full({}, {}, { variables: [{ ...fileVariable, name: text(n) }] }),
    'functions[0]/name_len': (n) => full({}, {}, { functions: [functionEntry(undefined, { name: text(n) })] }),
    'kernels[0]/string_count': (n) => full({ strings: of(n, 'a') }),
    'kernels[0]/variable_count': (n) => full({ variables: of(n, variable()) }),
    'kernels[0]/address_count': (n) => full({ addresses: of(n, state) }),
    'kernels[0]/predicate_count': (n) => full({ predicates: of(n, state) }),
    'kernels[0]/sampler_count': (n) => full({ samplers: of(n, state) }),
    'kernels[0]/num_inputs': (n) => full({ inputs: of(n, input()) }),
    'functions[0]/string_count': (n) => full({}, {}, { functions: [functionEntry(functionRoutine({ strings: of(n, 'a') }))] }),
    'functions[0]/variable_count': (n) => full({}, {}, { functions: [functionEntry(functionRoutine({ variables: of(n, variable()) }))] }),
    'functions[0]/address_count': (n) => full({}, {}, { functions: [functionEntry(functionRoutine({ addresses: of(n, state) }))] }),
    'functions[0]/predicate_count': (n) => full({}, {}, { functions: [functionEntry(functionRoutine({ predicates: of(n, state) }))] }),
    'functions[0]/sampler_count': (n) => full({}, {}, { functions: [functionEntry(functionRoutine({ samplers: of(n, state) }))] }),
  };
  const counted = SPOTS.filter(({ counted, field }) => counted && field.range);

  test('every count that has a range has a case', () => {
    expect(new Set(counted.map(({ path }) => path))).toEqual(new Set(Object.keys(COUNTED)));
  });

  test.each(counted.map((spot) => [spot.path, spot] as const))(
    '%s counts something',
    (path, { field, start, end }) => {
      const [least, last] = field.range ?? [0, 0];
      const said = (count: number) =>
        validateVisa(COUNTED[path]?.(count) as VisaObject).filter((d) => d.code === 'visa/range' && d.path === path).length;
      for (const right of [least, last]) expect(said(right), String(right)).toBe(0);
      if (least > 0) expect(said(least - 1)).toBe(1);
      if (last + 1 < 256 ** (end - start)) expect(said(last + 1)).toBe(1);
    },
    60_000,
  );
});

describe('rows of attributes', () => {
  const rows: readonly AttributeRow[] = ATTRIBUTES;
  const said = ({ name, of }: AttributeRow, value: Uint8Array) => {
    const strings = [...NAMES, name];
    const attributes = [{ name: NAMES.length, value }];
    const object = full(of === 'routine' ? { strings, attributes } : { strings, variables: [variable({ attributes })] });
    const bytes = writeVisa(object);
    const found = findingsOf(bytes).filter((d) => d.code === 'visa/attribute');
    for (const { span } of found) expect(bytes.slice(span.start, span.end)).toEqual(value);
    return found.length;
  };
  const number = (value: number, width: 1 | 2 | 4 = 4) => Uint8Array.from({ length: width }, (_, i) => (value >>> (8 * i)) & 0xff);

  test.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
    if (row.type === 'text') {
      expect([said(row, Uint8Array.of(97)), said(row, new Uint8Array(255).fill(97)), said(row, new Uint8Array(0))]).toEqual([0, 0, 1]);
      return;
    }
    expect(said(row, new Uint8Array(5))).toBe(1);
    if (row.type === 'flag') {
      expect([said(row, new Uint8Array(0)), said(row, number(0, 1)), said(row, number(1)), said(row, number(2, 1))]).toEqual([0, 0, 0, 1]);
      return;
    }
    for (const right of row.values ?? row.range ?? []) expect(said(row, number(right)), String(right)).toBe(0);
    if (row.values) expect([said(row, number(Math.max(...row.values) + 1)), said(row, number(7))]).toEqual([1, 1]);
    if (row.range) expect([said(row, number(row.range[1] + 1)), said(row, number(255, 1))]).toEqual([1, 1]);
    if (row.ofRegisters) expect([said(row, number(64)), said(row, number(33))]).toEqual([0, 1]);
  });

  test.each(rows.filter((row) => row.required).map(({ name }) => [name]))('%s must be there in a function', (name) => {
    const attributes = sizes.filter((one) => NAMES[one.name] !== name);
    const codes = findingsOf(writeVisa(full({}, {}, { functions: [functionEntry(functionRoutine({ attributes }))] }))).map((d) => d.code);
    expect(codes).toEqual(['visa/attribute']);
  });

  test.each(rows.filter((row) => row.once).map(({ name }) => [name]))('%s is there once', (name) => {
    const one = { name: NAMES.length, value: number(1) };
    expect(findingsOf(writeVisa(full({ strings: [...NAMES, name], attributes: [one, one] }))).map((d) => d.code)).toEqual([
      'visa/attribute',
    ]);
  });
});

describe('rows of pre-defined variables', () => {
  const rows: readonly PredefinedRow[] = PREDEFINED_VARIABLES;
  /** The device is known by its machine code: 5 is SKL, whose registers have 32 bytes, 14 is PVC. */
  const said = (alias_index: number, bytes: number, gen_platform = 5) => {
    const gen_binaries = [{ gen_platform, binary_offset: 0, binary_size: 0, bytes: new Uint8Array(0) }];
    const alias = variable({ type: 4, num_elements: bytes, alias_index });
    return findingsOf(writeVisa(full({ variables: [variable(), alias] }, { gen_binaries }))).map((d) => d.code);
  };
  const indices = Array.from({ length: 31 }, (_, i) => i + 1);

  test.each(indices.map((index) => [rows[index]?.[0] ?? `V${index}`, index] as const))('aliases of %s', (_, index) => {
    const alias = rows[index]?.[4]?.alias;
    if (!alias) return expect(said(index, 1)).toEqual(['visa/alias']);
    const most = 'bytes' in alias ? alias.bytes : 32 * alias.registers;
    expect([said(index, most), said(index, most + 1)]).toEqual([[], ['visa/alias']]);
    if ('registers' in alias) expect([said(index, 2 * most, 14), said(index, 2 * most + 1, 14)]).toEqual([[], ['visa/alias']]);
    return undefined;
  });
});

describe('rows of provenances', () => {
  const types = (name: string) => TYPES.findIndex(([type]) => type === name);
  test.each(Array.from({ length: 32 }, (_, n) => [n] as const))('%d', (provenance) => {
    const row = KNOWN_PROVENANCES.find(({ value }) => value === provenance);
    const said = (type: string, num_elements: number) => {
      const size = num_elements * (TYPES[types(type)]?.[1] ?? 1);
      const object = full({ variables: [variable({ type: types(type), num_elements })], inputs: [input({ provenance, size })] });
      return findingsOf(writeVisa(object)).map((d) => d.code);
    };
    if (!row) return expect(said('d', 1)).toEqual(['visa/reserved']);
    if (!row.form) return expect(said('d', 1)).toEqual([]);
    expect(said('d', 1)).toEqual(['visa/input']);
    if (row.form.type !== 'surface') return expect(said(row.form.type, row.form.elements)).toEqual([]);
    const surface = findingsOf(writeVisa(full({ inputs: [input({ category: 2, id: 6, provenance })] })));
    return expect(surface).toEqual([]);
  });
});

describe('rows of instructions', () => {
  const COUNT = { variable: 32, address: 4, predicate: 4, sampler: 4, surface: 4, label: 4, string: NAMES.length };
  const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  /** Variable 32 + n is of type n % 16; packed types and predicates, which no variable has, become bytes. */
  const typeOf = (n: number) => (['v', 'vf', 'bool', 'uv'].includes(TYPE_NAMES[n % 16] ?? '') ? 4 : n % 16);
  const named = { name_index: 1, num_elements: 16, attributes: [] };
  const tables: Partial<KernelRoutine> = {
    variables: many(COUNT.variable, (n) => variable({ type: typeOf(n), num_elements: 4096 })),
    addresses: many(COUNT.address, () => named),
    predicates: many(COUNT.predicate, () => named),
    samplers: many(COUNT.sampler, () => named),
    surfaces: many(COUNT.surface, () => named),
    labels: many(COUNT.label, (n) => ({ name_index: 1, kind: n % 2, attributes: [] })),
    inputs: [],
  };
  const places = many(COUNT.label, (n): Instruction => ({ opcode: n % 2 ? 0x30 : 0x31, values: [n] }));
  let seed = 1;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };

  /** Codes about each instruction; all come after those that place the labels. */
  function said(version: number, all: readonly Instruction[], own: readonly Instruction[]): string[][] {
    const instructions = { instructions: [...own, ...all] };
    const [major_version, minor_version] = [Math.floor(version / 100), version % 100];
    const object = visaObject({ strings: NAMES, ...tables, instructions }, { major_version, minor_version });
    const codes: string[][] = all.map(() => []);
    const out = new Reporter(2 ** 24);
    reportVisa(object, out);
    for (const { path, code } of out.diagnostics) {
      const index = /^kernels\[0\]\/instructions\[([0-9]+)\]$/.exec(path)?.[1];
      codes[Number(index ?? -1) - own.length]?.push(code);
    }
    return codes;
  }

  function operandOf(kind: VectorOperand['kind'], type: number): VectorOperand {
    const index = kind === 'general' ? 32 + type : 1;
    switch (kind) {
      case 'general':
        return { kind, modifier: 0, index, row: 0, col: 0, region: 0x200 };
      case 'address':
        return { kind, modifier: 0, index, offset: 0, width: 0 };
      case 'predicate':
        return { kind, modifier: 0, index };
      case 'indirect':
        return { kind, modifier: 0, index, addr_offset: 0, indirect_offset: 0, type, region: 0x200 };
      case 'immediate':
        return { kind, modifier: 0, type, bits: 0, high: 0 };
      case 'state':
        return { kind, modifier: 0, class: 0, index: 6, offset: 0 };
    }
  }

  const CLASSES = ['general', 'address', 'predicate', 'indirect', 'immediate', 'state'] as const;
  const NUMBERS: ReadonlyMap<string, number> = new Map([
    ['surface', 6 + COUNT.surface],
    ['sampler', COUNT.sampler],
    ['label', COUNT.label],
    ['file', COUNT.string],
    ['symbol', COUNT.string],
    ['pred', 1 + COUNT.predicate],
  ]);

  /** An instance of a row whose labels are of the right kind. */
  function instanceOf(row: (typeof ROWS)[number], version: number): Instruction {
    const values: Value[] = [];
    const entries = Object.entries(row.fields).filter(([, field]) => field.since === undefined || field.since <= version);
    for (const [name, field] of entries) {
      const context: SampleContext = { random, version, modern: version >= 402, count: COUNT, before: values };
      const condition = field.when && entries.findIndex(([other]) => other === field.when?.[0]);
      if (condition !== undefined && condition >= 0 && ((values[condition] as number) & (field.when?.[1] ?? 0)) === 0)
        values.push(undefined);
      else if ('hidden' in field) values.push(field.hidden);
      else {
        let value: Value = sampleOf(row, name, context);
        const odd = row.mnemonic === 'call' || row.mnemonic === 'subroutine' ? 1 : 0;
        if (field.kind.name === 'label') value = ((value as number) & ~1) | odd;
        if (Array.isArray(value) && field.kind.name === 'list of label') value = value.map((v) => (v as number) & ~1);
        if ('classes' in field.kind) {
          const { classes, types } = field.kind as VectorKind;
          value = operandOf(classes[0] ?? 'general', types.length === 0 ? 1 : TYPE_NAMES.indexOf(types[0] ?? 'd'));
        }
        if (Array.isArray(value)) values[entries.findIndex(([other]) => other === 'count')] = value.length;
        values.push(value);
      }
    }
    return { opcode: row.opcode, values };
  }

  const cases = [400, 402].flatMap((version) =>
    ROWS.filter((row) => (row.since ?? 0) <= version).map((row) => [row.mnemonic, version, row] as const),
  );

  test.each(cases)('%s of version %i', (mnemonic, version, row) => {
    const instance = instanceOf(row, version);
    const placing = mnemonic === 'label' || mnemonic === 'subroutine';
    const own = places.filter(({ values }) => !placing || values[0] !== instance.values[0]);
    const variants: { readonly what: string; readonly instruction: Instruction; readonly wanted: readonly string[] }[] = [];
    const add = (what: string, at: number, value: Value, ...wanted: string[]) =>
      variants.push({ what, instruction: { ...instance, values: instance.values.map((v, i) => (i === at ? value : v)) }, wanted });
    const compiled = rowOf(instructionSet(version), instance.opcode, instance.values);
    compiled?.fields.forEach((field, i) => {
      const old = instance.values[i];
      const name = compiled.names[i] ?? '';
      if (old === undefined || 'hidden' in field || field.selects) return;
      const beyond = NUMBERS.get(field.kind.name);
      if (typeof old === 'number' && beyond !== undefined) add(name, i, beyond, 'visa/index');
      if (field.kind.name === 'raw') {
        add(name, i, { kind: 'raw', index: 32 + COUNT.variable, offset: 0 }, 'visa/index');
        add(name, i, { kind: 'raw', index: 36, offset: 4096 }, 'visa/operand-range');
        add(name, i, { kind: 'raw', index: 25, offset: 0 }, 'visa/index');
      }
      if (!('classes' in field.kind)) return;
      const { classes, types } = field.kind as VectorKind;
      for (const kind of CLASSES) {
        const type = types.length === 0 ? 1 : TYPE_NAMES.indexOf(types[0] ?? 'd');
        add(`${name} ${kind}`, i, operandOf(kind, type), ...(classes.includes(kind) ? [] : ['visa/operand']));
        if (kind === 'immediate' || !classes.includes(kind)) continue;
        const beyondClass = { general: 32 + COUNT.variable, address: COUNT.address, indirect: COUNT.address, state: 6 + COUNT.surface };
        const index = kind === 'predicate' ? 1 + COUNT.predicate : beyondClass[kind];
        add(`${name} ${kind} ${index}`, i, { ...operandOf(kind, type), index } as VectorOperand, 'visa/index');
      }
      for (const kind of ['general', 'indirect', 'immediate'] as const) {
        if (!classes.includes(kind) || types.length === 0) continue;
        for (const [type, typeName] of TYPE_NAMES.entries()) {
          if (typeOf(type) !== type) continue;
          const other = typeName.startsWith('u') ? typeName.slice(1) : `u${typeName}`;
          const right = types.includes(typeName) || types.includes(other);
          // Operands that agree have types of one kind; those of another are tried below.
          const unlike = row.unmixed && TYPE_NAMES.indexOf(types[0] ?? 'd') !== type && /f$/.test(typeName);
          if (!unlike) add(`${name} ${kind} ${typeName}`, i, operandOf(kind, type), ...(right ? [] : ['visa/operand']));
        }
      }
    });
    expect(said(version, [instance], own)).toEqual([[]]);
    // A label is once: those instructions are checked one by one.
    const found = placing
      ? variants.flatMap(({ instruction }) => said(version, [instruction], own))
      : said(
          version,
          variants.map(({ instruction }) => instruction),
          own,
        );
    expect(variants.map(({ what }, i) => [what, found[i]])).toEqual(variants.map(({ what, wanted }) => [what, wanted]));
  });
});
