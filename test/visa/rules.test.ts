/**
 * A case for every rule of the vISA page: the right value is silent, the wrong one has its code, at its bytes. Cases of fields,
 * attributes, provenances, pre-defined variables and operands are made from their rows; each other rule has one here, and a rule
 * without one fails.
 */
import { describe, expect, test } from 'vitest';
import { type Diagnostic, Reporter } from '../../src/diag/index.ts';
import { instructionSet, rowOf } from '../../src/visa/compile.ts';
import type { Instruction, Value, VectorOperand } from '../../src/visa/instruction.ts';
import { layoutVisa } from '../../src/visa/layout.ts';
import type { FunctionEntry, FunctionRoutine, KernelEntry, KernelRoutine, VisaObject } from '../../src/visa/model.ts';
import { parseVisa } from '../../src/visa/parse.ts';
import { readVisa } from '../../src/visa/read.ts';
import { walkRecord } from '../../src/visa/record.ts';
import { HEADER_RULES, OPERAND_RULES, ROUTINE_RULES, RULES } from '../../src/visa/rules/index.ts';
import { ATTRIBUTES, type AttributeRow } from '../../src/visa/table/attributes.ts';
import { COMMON_ISA_HEADER, type FieldRow, FUNCTION_DATA, KERNEL_DATA, STRUCTS, type StructRows } from '../../src/visa/table/header.ts';
import type { VectorKind } from '../../src/visa/table/operands.ts';
import { ROWS } from '../../src/visa/table/ops.ts';
import { KNOWN_PROVENANCES, PREDEFINED_VARIABLES, type PredefinedRow, TYPE_NAMES, TYPES } from '../../src/visa/table/types.ts';
import { validateVisa } from '../../src/visa/validate.ts';
import { writeVisa } from '../../src/visa/write.ts';
import { input, kernel, kernelEntry, variable, visaObject } from '../support/build-visa.ts';
import { type SampleContext, sampleOf } from '../support/visa-samples.ts';

const NAMES = ['k', 'V0', 'ArgSize', 'RetValSize', 'Note'];
const flag = { name: 4, value: new Uint8Array(0) };
const sizes = [2, 3].map((name) => ({ name, value: Uint8Array.of(1) }));

function functionRoutine(of: Partial<FunctionRoutine> = {}): FunctionRoutine {
  const { inputs: _, ...tables } = kernel({ strings: NAMES });
  return { ...tables, kind: 'function', name_index: 0, input_size: 1, return_value_size: 1, attributes: sizes, ...of };
}

function functionEntry(routine: FunctionRoutine | undefined = functionRoutine(), of: Partial<FunctionEntry> = {}): FunctionEntry {
  const tables = { variable_reloc_symtab: [], function_reloc_symtab: [] };
  return { linkage: 0, name: 'k', offset: 0, size: 0, ...tables, routine, ...of };
}

const fileVariable = { linkage: 2, name: 'v', type: 0, alignment: 2, num_elements: 4, attributes: [] };
const state = { name_index: 1, num_elements: 1, attributes: [flag] };
const SYMBOL = { symbolic_index: 0, resolved_index: 0 };

/** A kernel that has one of everything. */
const fullKernel = (of: Partial<KernelRoutine> = {}): KernelRoutine =>
  kernel({
    strings: NAMES,
    variables: [variable({ attributes: [flag] })],
    addresses: [state],
    predicates: [state],
    labels: [{ name_index: 1, kind: 0, attributes: [flag] }],
    samplers: [state],
    surfaces: [state],
    vmes: [state],
    inputs: [input()],
    attributes: [flag],
    ...of,
  });

/** An object that has one of everything, laid out. */
function full(routine: Partial<KernelRoutine> = {}, entry: Partial<KernelEntry> = {}, object: Partial<VisaObject> = {}): VisaObject {
  const gen = { gen_platform: 5, binary_offset: 0, binary_size: 4, bytes: Uint8Array.of(1, 2, 3, 4) };
  const tables = { variable_reloc_symtab: [SYMBOL], function_reloc_symtab: [SYMBOL], gen_binaries: [gen] };
  const kernels = [kernelEntry(fullKernel(routine), { ...tables, ...entry })];
  return visaObject({}, { kernels, variables: [fileVariable], functions: [functionEntry(undefined, tables)], ...object });
}

interface Spot {
  readonly path: string;
  readonly field: FieldRow;
  readonly part?: string;
  readonly low: number;
  readonly counted: boolean;
  readonly start: number;
  readonly end: number;
}

/** Where each field of an object lies. */
function spotsOf(object: VisaObject): Spot[] {
  const spots: Spot[] = [];
  const visit =
    (rows: StructRows) =>
    ({ field, part, counted, start, end, path }: Parameters<Parameters<typeof walkRecord>[5]>[0]): void => {
      void rows;
      spots.push({ path, field, ...(part && { part: part.name }), low: part?.low ?? 0, counted: counted === true, start, end });
    };
  const version = object.major_version * 100 + object.minor_version;
  walkRecord(COMMON_ISA_HEADER, object, version, 0, '', visit(COMMON_ISA_HEADER));
  for (const { routine, offset } of object.kernels) {
    if (routine) walkRecord(KERNEL_DATA, routine, version, offset, 'kernels[0]/', visit(KERNEL_DATA));
  }
  for (const { routine, offset } of object.functions) {
    if (routine) walkRecord(FUNCTION_DATA, routine, version, offset, 'functions[0]/', visit(FUNCTION_DATA));
  }
  return spots;
}

/** What checking says of the bytes. */
function judged(bytes: Uint8Array): readonly Diagnostic[] {
  return validateVisa(readVisa(bytes).value);
}

const SOUND = full();
const BYTES = writeVisa(SOUND);
const SPOTS = spotsOf(SOUND);

test('the object that has one of everything is sound', () => {
  expect(judged(BYTES).map((d) => `${d.code} ${d.path} ${d.message}`)).toEqual([]);
});

/** What is said of a number in place of the one that is there: codes at exactly its bytes. */
function at(spot: Spot, value: number): string[] {
  const bytes = BYTES.slice();
  const width = spot.end - spot.start;
  for (let i = 0; i < width; i++) bytes[spot.start + i] = Math.floor(value / 256 ** i) & 0xff;
  return judged(bytes)
    .filter((d) => d.span.start === spot.start && d.span.end === spot.end)
    .map((d) => d.code);
}

describe('rows of fields', () => {
  const rows = STRUCTS.flatMap((struct: StructRows) => struct.fields.map((field) => ({ struct: struct.name, field })));
  const judgedRows = rows.filter(({ field }) => field.range || field.values || field.refersTo || hasReserved(field));

  function hasReserved({ kind }: FieldRow): boolean {
    return kind.kind === 'bits' && kind.parts.some(({ reserved }) => reserved);
  }

  test('every row that has a range, values, a reference or reserved bits has a case', () => {
    const covered = judgedRows.filter(({ field }) => SPOTS.some((spot) => spot.field === field));
    const reading = judgedRows.filter(({ field }) => field.name === 'magic_number');
    expect(reading.length).toBe(1);
    expect(covered.length).toBe(judgedRows.length);
    expect(judgedRows.length).toBeGreaterThanOrEqual(30);
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
    const found = judged(bytes).filter((d) => d.code === 'visa/attribute');
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
    const codes = judged(writeVisa(full({}, {}, { functions: [functionEntry(functionRoutine({ attributes }))] }))).map((d) => d.code);
    expect(codes).toEqual(['visa/attribute']);
  });

  test.each(rows.filter((row) => row.once).map(({ name }) => [name]))('%s is there once', (name) => {
    const one = { name: NAMES.length, value: number(1) };
    expect(judged(writeVisa(full({ strings: [...NAMES, name], attributes: [one, one] }))).map((d) => d.code)).toEqual(['visa/attribute']);
  });
});

describe('rows of pre-defined variables', () => {
  const rows: readonly PredefinedRow[] = PREDEFINED_VARIABLES;
  /** The device is known by its machine code: 5 is SKL, whose registers have 32 bytes, 14 is PVC. */
  const said = (alias_index: number, bytes: number, gen_platform = 5) => {
    const gen_binaries = [{ gen_platform, binary_offset: 0, binary_size: 0, bytes: new Uint8Array(0) }];
    const alias = variable({ type: 4, num_elements: bytes, alias_index });
    return judged(writeVisa(full({ variables: [variable(), alias] }, { gen_binaries }))).map((d) => d.code);
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
      return judged(writeVisa(object)).map((d) => d.code);
    };
    if (!row) return expect(said('d', 1)).toEqual(['visa/reserved']);
    if (!row.form) return expect(said('d', 1)).toEqual([]);
    expect(said('d', 1)).toEqual(['visa/input']);
    if (row.form.type !== 'surface') return expect(said(row.form.type, row.form.elements)).toEqual([]);
    const surface = judged(writeVisa(full({ inputs: [input({ category: 2, id: 6, provenance })] })));
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
    for (const { path, code } of validateVisa(object, new Reporter(2 ** 24))) {
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
      if (condition !== undefined && ((values[condition] as number) & (field.when?.[1] ?? 0)) === 0) values.push(undefined);
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

/** What GenX_IR of IGC 1.0.12504 takes, asked with each pair; bf as in visa/IsaVerification.cpp, verifyBFMixedMode. */
const UNMIXED = [['ud', 'd', 'uw', 'w', 'ub', 'b', 'uq', 'q'], ['f', 'hf', 'bf'], ['df']];

describe('arithmetic does not mix types', () => {
  const types = UNMIXED.flat();
  const variables = types.map((name) => variable({ type: TYPE_NAMES.indexOf(name), num_elements: 64 }));
  const rows = ROWS.filter((row) => row.unmixed);

  test('in rows of four instructions', () => {
    expect(rows.map(({ mnemonic }) => mnemonic)).toEqual(['add', 'div', 'mad', 'mul']);
  });

  test.each(rows.map((row) => [row.mnemonic, row] as const))('%s', (_, row) => {
    const names = Object.keys(row.fields);
    const sources = names.filter((name) => name.startsWith('src'));
    for (const [to, result] of types.entries()) {
      for (const [from, type] of types.entries()) {
        for (const odd of sources) {
          const operand = (name: string): Value => (/^dst|^src/.test(name) ? general(32 + (name === odd ? from : to)) : 0);
          const object = full({
            variables,
            inputs: [],
            instructions: { instructions: [{ opcode: row.opcode, values: names.map(operand) }] },
          });
          const agree = UNMIXED.some((kind) => kind.includes(result) && kind.includes(type));
          const found = validateVisa(object).map(({ code, path }) => [code, path]);
          expect([result, odd, type, found]).toEqual([result, odd, type, agree ? [] : [['visa/operand', 'kernels[0]/instructions[0]']]]);
        }
      }
    }
  });
});

/** A rule's sound object and the one that breaks it, and the field where that is found. */
interface RuleCase {
  readonly right: () => VisaObject;
  readonly wrong: () => VisaObject;
  /** Path of the field whose bytes the finding has; absent for one of an instruction. */
  readonly path?: string;
}

const LABELS = [0, 1, 2].map((kind) => ({ name_index: 1, kind, attributes: [] }));
const LABEL = 0x31;
const SUBROUTINE = 0x30;
const JMP = 0x32;
const CALL = 0x33;
const code = (...instructions: Instruction[]) => full({ labels: LABELS, instructions: { instructions } });
const mov = (dst: VectorOperand, src: VectorOperand): Instruction => ({ opcode: 0x29, values: [0x03, 0, dst, src] });
const general = (index: number, row = 0, region = 0x200): VectorOperand => ({ kind: 'general', modifier: 0, index, row, col: 0, region });
const immediate: VectorOperand = { kind: 'immediate', modifier: 0, type: 1, bits: 0, high: 0 };
const wide = { variables: [variable({ num_elements: 64 })], inputs: [] };
const movs = (...instructions: Instruction[]) => full({ ...wide, instructions: { instructions } });
const variables = (...all: object[]) => full({ variables: all.map((of) => variable(of)), inputs: [] });
const inputs = (of: object, more: Partial<KernelRoutine> = {}) => full({ inputs: [input(of)], ...more });
const withStrings = (index: number, name: string) => NAMES.map((old, i) => (i === index ? name : old));
const slm = (size: number) =>
  full({
    strings: [...NAMES, 'SLMSize'],
    attributes: [{ name: NAMES.length, value: Uint8Array.of(size) }],
    instructions: {
      instructions: [{ opcode: 0x2d, values: [0, general(32), { kind: 'state', modifier: 0, class: 0, index: 0, offset: 0 }] }],
    },
    variables: [variable({ type: 0 })],
    inputs: [],
  });

/** The object with a number of its layout changed. */
const entryChanged = (of: (entry: KernelEntry) => Partial<KernelEntry>): VisaObject => {
  const object = full();
  return { ...object, kernels: object.kernels.map((entry) => ({ ...entry, ...of(entry) })) };
};

const CASES: { readonly [id: string]: RuleCase } = {
  'file-scope-type': {
    right: () => full({}, {}, { variables: [{ ...fileVariable, type: 7 }] }),
    wrong: () => full({}, {}, { variables: [{ ...fileVariable, type: 14 }] }),
    path: 'variables[0]/type',
  },
  'file-scope-alignment': {
    right: () => full({}, {}, { variables: [{ ...fileVariable, alignment: 9 }] }),
    wrong: () => full({}, {}, { variables: [{ ...fileVariable, alignment: 10 }] }),
    path: 'variables[0]/alignment',
  },
  'relocated-variable': {
    right: full,
    wrong: () => full({}, { variable_reloc_symtab: [{ symbolic_index: 0, resolved_index: 1 }] }),
    path: 'kernels[0]/variable_reloc_symtab[0]/resolved_index',
  },
  'relocated-function': {
    right: full,
    wrong: () => full({}, { function_reloc_symtab: [{ symbolic_index: 0, resolved_index: 1 }] }),
    path: 'kernels[0]/function_reloc_symtab[0]/resolved_index',
  },
  platform: {
    right: full,
    wrong: () => full({}, { gen_binaries: [{ gen_platform: 99, binary_offset: 0, binary_size: 0, bytes: new Uint8Array(0) }] }),
    path: 'kernels[0]/gen_binaries[0]/gen_platform',
  },
  'extern-function': {
    right: () => full({}, {}, { functions: [{ ...functionEntry(), routine: undefined }] }),
    wrong: () => full({}, {}, { functions: [{ ...functionEntry(), routine: undefined, size: 4 }] }),
    path: 'functions[0]/size',
  },
  'function-linkage': {
    right: () => full({}, {}, { functions: [{ ...functionEntry(), routine: undefined }] }),
    wrong: () => full({}, {}, { functions: [{ ...functionEntry(), routine: undefined, linkage: 2 }] }),
    path: 'functions[0]/linkage',
  },
  'entry-name': { right: full, wrong: () => full({}, { name: 'other' }), path: 'kernels[0]/name_index' },
  'entry-inputs': {
    right: full,
    wrong: () => entryChanged(({ input_offset }) => ({ input_offset: input_offset + 4 })),
    path: 'kernels[0]/input_offset',
  },
  'entry-size': { right: full, wrong: () => entryChanged(({ size }) => ({ size: size + 1 })), path: 'kernels[0]/size' },
  'first-instruction': {
    right: full,
    wrong: () => entryChanged(({ routine, size }) => ({ routine: routine && { ...routine, entry: routine.entry + 1 }, size: size + 1 })),
    path: 'kernels[0]/entry',
  },
  'name-length': {
    right: () => full({ strings: withStrings(1, 'n'.repeat(64)) }),
    wrong: () => full({ strings: withStrings(1, 'n'.repeat(65)) }),
    path: 'kernels[0]/variables[0]/name_index',
  },
  'routine-name-length': {
    right: () => full({ strings: withStrings(0, 'n'.repeat(1023)) }, { name: 'n'.repeat(1023) }),
    wrong: () => full({ strings: withStrings(0, 'n'.repeat(1024)) }, { name: 'n'.repeat(1024) }),
    path: 'kernels[0]/name_index',
  },
  'attribute-name-length': {
    right: () => full({ strings: withStrings(4, 'n'.repeat(64)) }),
    wrong: () => full({ strings: withStrings(4, 'n'.repeat(65)) }),
    path: 'kernels[0]/attributes[0]/name',
  },
  'attribute-name-characters': {
    right: full,
    wrong: () => full({ strings: withStrings(4, 'a\u0007') }),
    path: 'kernels[0]/attributes[0]/name',
  },
  'variable-type': { right: () => variables({ type: 15 }), wrong: () => variables({ type: 10 }), path: 'kernels[0]/variables[0]/type' },
  'variable-alignment': {
    right: () => variables({ alignment: 9 }),
    wrong: () => variables({ alignment: 10 }),
    path: 'kernels[0]/variables[0]/alignment',
  },
  'alias-none': {
    right: () => variables({}),
    wrong: () => variables({ alias_offset: 4 }),
    path: 'kernels[0]/variables[0]/alias_offset',
  },
  'alias-aligned': {
    right: () => variables({ num_elements: 4 }, { alias_index: 32, alias_offset: 4 }),
    wrong: () => variables({ num_elements: 4 }, { alias_index: 32, alias_offset: 2 }),
    path: 'kernels[0]/variables[1]/alias_offset',
  },
  'alias-predefined': {
    right: () => variables({ alias_index: 7 }),
    wrong: () => variables({ alias_index: 6 }),
    path: 'kernels[0]/variables[0]/alias_index',
  },
  'alias-within': {
    right: () => variables({ num_elements: 4 }, { alias_index: 32, alias_offset: 12 }),
    wrong: () => variables({ num_elements: 4 }, { alias_index: 32, alias_offset: 16 }),
    path: 'kernels[0]/variables[1]/alias_offset',
  },
  'alias-file-scope': {
    right: () =>
      full(
        { variables: [variable({ alias_index: 1, alias_scope_specifier: 1 })], inputs: [] },
        {},
        { variables: [fileVariable, fileVariable] },
      ),
    wrong: () => variables({ alias_index: 1, alias_scope_specifier: 1 }),
    path: 'kernels[0]/variables[0]/alias_index',
  },
  'alias-circle': {
    right: () => variables({}, { alias_index: 32 }),
    wrong: () => variables({ alias_index: 33 }, { alias_index: 32 }),
    path: 'kernels[0]/variables[0]/alias_index',
  },
  'attribute-value': {
    right: () => full({ strings: withStrings(4, 'Scope'), variables: [variable({ attributes: [{ name: 4, value: Uint8Array.of(1) }] })] }),
    wrong: () => full({ strings: withStrings(4, 'Scope'), variables: [variable({ attributes: [{ name: 4, value: Uint8Array.of(2) }] })] }),
    path: 'kernels[0]/variables[0]/attributes[0]/value',
  },
  'attribute-required': {
    right: full,
    wrong: () => full({}, {}, { functions: [functionEntry(functionRoutine({ attributes: sizes.slice(1) }))] }),
    path: 'functions[0]/attribute_count',
  },
  'attribute-once': {
    right: full,
    wrong: () => {
      const twice = { name: 4, value: Uint8Array.of(1) };
      return full({ strings: withStrings(4, 'SLMSize'), attributes: [twice, twice] });
    },
    path: 'kernels[0]/attributes[1]/name',
  },
  'input-there': { right: full, wrong: () => inputs({ id: 33 }), path: 'kernels[0]/inputs[0]/id' },
  'input-predefined': {
    right: () => inputs({ category: 2, id: 6 }),
    wrong: () => inputs({ category: 2, id: 5 }),
    path: 'kernels[0]/inputs[0]/id',
  },
  'input-offset': {
    right: () => inputs({ offset: 0 }),
    wrong: () => inputs({ offset: -4 }),
    path: 'kernels[0]/inputs[0]/offset',
  },
  'input-size': { right: full, wrong: () => inputs({ category: 2, id: 6, size: 8 }), path: 'kernels[0]/inputs[0]/size' },
  'input-aligned': {
    right: () => inputs({ category: 1, id: 0, offset: 36 }),
    wrong: () => inputs({ category: 1, id: 0, offset: 38 }),
    path: 'kernels[0]/inputs[0]/offset',
  },
  'input-one-register': {
    right: () => inputs({ size: 8, offset: 56 }, { variables: [variable({ num_elements: 2 })] }),
    wrong: () => inputs({ size: 8, offset: 60 }, { variables: [variable({ num_elements: 2 })] }),
    path: 'kernels[0]/inputs[0]/offset',
  },
  'input-alias': {
    right: full,
    wrong: () => inputs({}, { variables: [variable({ alias_index: 33 }), variable()] }),
    path: 'kernels[0]/inputs[0]/id',
  },
  'input-overlap': {
    right: () => full({ variables: [variable(), variable()], inputs: [input(), input({ id: 33, offset: 36 })] }),
    wrong: () => full({ variables: [variable(), variable()], inputs: [input(), input({ id: 33 })] }),
    path: 'kernels[0]/inputs[1]/offset',
  },
  'input-order': {
    right: () => full({ variables: [variable(), variable()], inputs: [input(), input({ id: 33, offset: 36, provenance: 12 })] }),
    wrong: () => full({ variables: [variable(), variable()], inputs: [input({ provenance: 12 }), input({ id: 33, offset: 36 })] }),
    path: 'kernels[0]/inputs[1]/provenance',
  },
  'input-provenance': {
    right: () => inputs({ provenance: 12 }),
    wrong: () => inputs({ provenance: 9 }),
    path: 'kernels[0]/inputs[0]/provenance',
  },
  'input-implicit': {
    right: () => inputs({ provenance: 1, size: 12 }, { variables: [variable({ type: 0, num_elements: 3 })] }),
    wrong: () => inputs({ provenance: 1 }),
    path: 'kernels[0]/inputs[0]/provenance',
  },
  'label-kind': {
    right: () => code({ opcode: LABEL, values: [0] }, { opcode: JMP, values: [0, 0, 0] }, { opcode: CALL, values: [0, 0, 2] }),
    wrong: () => code({ opcode: SUBROUTINE, values: [1] }, { opcode: JMP, values: [0, 0, 1] }),
  },
  'label-once': {
    right: () => code({ opcode: LABEL, values: [0] }),
    wrong: () => code({ opcode: LABEL, values: [0] }, { opcode: LABEL, values: [0] }),
  },
  'label-there': {
    right: () => code({ opcode: LABEL, values: [0] }, { opcode: JMP, values: [0, 0, 0] }),
    wrong: () => code({ opcode: JMP, values: [0, 0, 0] }),
  },
  'operand-there': { right: () => movs(mov(general(32), immediate)), wrong: () => movs(mov(general(33), immediate)) },
  'operand-reserved': { right: () => movs(mov(general(32), general(18))), wrong: () => movs(mov(general(32), general(20))) },
  'operand-class': {
    right: () => movs(mov(general(32), immediate)),
    wrong: () => movs(mov({ kind: 'state', modifier: 0, class: 0, index: 6, offset: 0 }, immediate)),
  },
  'operand-type': {
    right: () => movs({ opcode: 0x2b, values: [0, { kind: 'predicate', modifier: 0, index: 1 }, immediate] }),
    wrong: () => movs({ opcode: 0x2b, values: [0, { kind: 'predicate', modifier: 0, index: 1 }, { ...immediate, type: 7 }] }),
  },
  'operand-unmixed': {
    right: () => movs({ opcode: 0x01, values: [0, 0, general(32), general(32), immediate] }),
    wrong: () => movs({ opcode: 0x01, values: [0, 0, general(32), general(32), { ...immediate, type: 7 }] }),
  },
  'operand-within': { right: () => movs(mov(general(32, 7), immediate)), wrong: () => movs(mov(general(32, 8), immediate)) },
  'operand-written': { right: () => movs(mov(general(8), immediate)), wrong: () => movs(mov(general(7), immediate)) },
  'shared-memory': { right: () => slm(1), wrong: () => slm(0) },
};

describe('rules', () => {
  const judging = [...HEADER_RULES, ...ROUTINE_RULES, ...OPERAND_RULES].filter((rule) => rule.judge);

  test('every rule that is checked has a case, and the others say why they are not', () => {
    expect(Object.keys(CASES).sort()).toEqual(judging.map(({ id }) => id).sort());
    for (const rule of RULES) if (!judging.some(({ id }) => id === rule.id)) expect(rule.differs, rule.id).toBeDefined();
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
    expect([judging.length, RULES.length - judging.length]).toMatchInlineSnapshot(`
      [
        48,
        2,
      ]
    `);
  });

  test.each(judging.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
    const { right, wrong, path } = CASES[id] as RuleCase;
    const of = (object: VisaObject) => validateVisa(object).filter((d) => d.code === rule.code);
    expect(of(right()).map((d) => d.message)).toEqual([]);
    const object = wrong();
    const [found] = of(object);
    expect(found, id).toBeDefined();
    const last = (object.kernels[0]?.routine?.instructions.instructions.length ?? 0) - 1;
    if (path === undefined) return expect(found?.path).toBe(`kernels[0]/instructions[${last}]`);
    const spot = spotsOf(object).find((one) => one.path === path);
    return expect([found?.span.start, found?.span.end]).toEqual([spot?.start, spot?.end]);
  });

  test.each(judging.filter(({ id }) => !NOT_IN_BYTES.includes(id)).map((rule) => [rule.id, rule] as const))(
    '%s, in bytes that are read',
    (id, rule) => {
      const bytes = writeVisa((CASES[id] as RuleCase).wrong());
      expect(judged(bytes).map((d) => d.code)).toContain(rule.code);
    },
  );
});

/** Objects that are not laid out as they say cannot be written. */
const NOT_IN_BYTES = ['first-instruction', 'extern-function'];

describe('of a text', () => {
  const HEAD =
    '.version 4.0\n.kernel "k"\n.decl V40 v_type=G type=d num_elts=64 align=GRF\n.decl T6 v_type=T num_elts=1\n.kernel_attr SimdSize=16\n';
  const CASES_OF_TEXT: readonly (readonly [line: string, code: string])[] = [
    ['.decl P0 v_type=P num_elts=16', 'visa-text/redeclared'],
    ...[0, 1, 2, 3, 4, 5].map((n) => [`.decl T${n} v_type=T num_elts=1`, 'visa-text/redeclared'] as const),
    ['.decl V5 v_type=G type=d num_elts=1', 'visa-text/redeclared'],
    ['.decl %tm v_type=G type=d num_elts=1', 'visa-text/redeclared'],
    ['.decl V41 v_type=G type=ud num_elts=1 alias=<%tm, 0>', 'visa/alias'],
    ['.decl V41 v_type=G type=ud num_elts=17 alias=<%r0, 0>', 'visa/alias'],
    ['.decl V41 v_type=G type=d num_elts=65 alias=<V40, 0>', 'visa/alias'],
    ['.decl V41 v_type=G type=d num_elts=1 attrs={Scope=2}', 'visa/attribute'],
    ['.decl A0 v_type=A num_elts=17', 'visa/range'],
    ['.decl P1 v_type=P num_elts=3', 'visa/range'],
    ['.input %r0 offset=32 size=32', 'visa/input'],
    ['.input %slm offset=32 size=4', 'visa/input'],
    ['.input V40 offset=-256 size=256', 'visa/range'],
    ['.input V40 offset=32 size=4', 'visa/input-size'],
    ['.input T6 offset=34 size=4', 'visa/alignment'],
    ['.implicit_UNDEFINED_9 V40 offset=32 size=256', 'visa/reserved'],
    ['.kernel_attr SLMSize=65', 'visa/attribute'],
    ['.kernel_attr Target=2', 'visa/attribute'],
    ['    mov (M1, 8) V40(9,0)<1> 0x0:d', 'visa/operand-range'],
    ['    mov (M1, 8) V40(0,0)<1> V25(0,0)<0;1,0>', 'visa/index'],
    ['    (P0) mov (M1, 8) V40(0,0)<1> 0x0:d', 'visa-text/value'],
    ['    asin (M1, 8) V40(0,0)<1> V40(0,0)<0;1,0>', 'visa-text/instruction'],
  ];

  test.each(CASES_OF_TEXT)('%s', (line, wanted) => {
    const text = `${HEAD}${line}\n`;
    const { value, diagnostics } = parseVisa(text);
    const found = [...diagnostics, ...validateVisa(value)];
    expect(found.map((d) => d.code)).toEqual([wanted]);
    const start = HEAD.length;
    for (const { span } of found) expect(span.start >= start && span.end <= start + line.length).toBe(true);
  });

  test('names of the page and of the compilers are the same variables', () => {
    const names = ['%tm', '%tsc', 'V6', '%implicit_arg_ptr', '%impl_arg_buf_ptr', '%implicit_local_id_buf_ptr', '%local_id_buf_ptr'];
    const lines = names.map((name) => `    mov (M1, 1) V40(0,0)<1> ${name}(0,0)<0;1,0>\n`).join('');
    const { value, diagnostics } = parseVisa(HEAD + lines);
    expect(diagnostics).toEqual([]);
    const indices = value.kernels[0]?.routine?.instructions.instructions.map(({ values }) => (values[3] as { index: number }).index);
    expect(indices).toEqual([6, 6, 6, 18, 18, 19, 19]);
    expect(validateVisa(layoutVisa(value))).toEqual([]);
  });

  test.each([['2.9'], ['4.3'], ['9.9']])('version %s is not known', (version) => {
    const { diagnostics } = parseVisa(`.version ${version}\n.kernel "k"\n    ret (M1, 1)\n`);
    expect(diagnostics.map((d) => [d.code, d.span.start, d.span.end])).toEqual([['visa/version', 9, 12]]);
  });

  test('a function needs the sizes of its arguments and its result', () => {
    const { value } = parseVisa('.version 4.0\n.global_function "f"\n    fret (M1, 1)\n');
    expect(validateVisa(value).map((d) => [d.code, d.span.start])).toEqual([
      ['visa/attribute', 13],
      ['visa/attribute', 13],
    ]);
  });
});
