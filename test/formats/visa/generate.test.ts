/**
 * Valid instances of every instruction, made at random from its row: bytes, values and text must agree in all directions.
 * `VISA_INSTANCES=1000000` makes so many instead of the default number.
 *
 * @module-tag corpus
 */
import { describe, expect, test } from 'vitest';
import { Bytes, ByteWriter, reading } from '../../../src/core/bytes/index.ts';
import { must, Reporter } from '../../../src/core/diag/index.ts';
import { instructionSet, sameValue } from '../../../src/formats/visa/compile.ts';
import type { Instruction, Value } from '../../../src/formats/visa/instruction.ts';
import { layoutVisa } from '../../../src/formats/visa/layout.ts';
import type { KernelRoutine, VisaObject } from '../../../src/formats/visa/model.ts';
import { parseVisa } from '../../../src/formats/visa/parse.ts';
import { printVisa } from '../../../src/formats/visa/print.ts';
import { decodeVisa } from '../../../src/formats/visa/read.ts';
import { readInstructions } from '../../../src/formats/visa/read-instructions.ts';
import { ROWS } from '../../../src/formats/visa/table/ops.ts';
import { NARROW_TYPE_NAMES } from '../../../src/formats/visa/table/types.ts';
import { writeVisa } from '../../../src/formats/visa/write.ts';
import { writeInstructions } from '../../../src/formats/visa/write-instructions.ts';
import { type SampleContext, sampleOf } from '../../support/visa-samples.ts';

const INSTANCES = Number(process.env.VISA_INSTANCES ?? 20_000);
const FORMS = [
  [3, 0, false],
  [3, 3, false],
  [3, 6, false],
  [4, 0, false],
  [4, 1, true],
  [4, 2, true],
] as const;
const COUNT = { variable: 40, address: 12, predicate: 10, sampler: 4, surface: 5, label: 6, string: 3 } as const;
const NAMES = ['callee', 'weird name', 'a.b'];
/** Label instructions are before all others, once each. */
const LABEL = 0x31;
const SUBROUTINE = 0x30;

function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 0x1_0000_0000) * below);
  };
}

/** An object with variables of all kinds and types, and these instructions. */
function objectOf(major_version: number, minor_version: number, modern: boolean, instructions: readonly Instruction[]): VisaObject {
  const strings = ['k', ...NAMES];
  const name = (text: string) => strings.push(text) - 1;
  const many = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i));
  const routine: KernelRoutine = {
    kind: 'kernel',
    strings,
    name_index: 0,
    variables: many(COUNT.variable, (i) => ({
      name_index: name(`X${i}`),
      type: i % NARROW_TYPE_NAMES.length === 10 ? 0 : i % NARROW_TYPE_NAMES.length,
      alignment: 2,
      num_elements: 1,
      alias_index: 0,
      alias_offset: 0,
      alias_scope_specifier: 0,
      attributes: [],
    })),
    addresses: many(COUNT.address, (i) => ({ name_index: name(`A${i}`), num_elements: 1, attributes: [] })),
    predicates: many(COUNT.predicate, (i) => ({ name_index: name(`P${i + 1}`), num_elements: 32, attributes: [] })),
    labels: many(COUNT.label, (i) => ({ name_index: name(`L${i}`), kind: i % 2, attributes: [] })),
    samplers: many(COUNT.sampler, (i) => ({ name_index: name(`S${i}`), num_elements: 1, attributes: [] })),
    surfaces: many(COUNT.surface, (i) => ({ name_index: name(`T${i + 6}`), num_elements: 1, attributes: [] })),
    vmes: [],
    inputs: [],
    attributes: [],
    size: 0,
    entry: 0,
    instructions: {
      instructions: [...many(COUNT.label, (i) => ({ opcode: i % 2 ? SUBROUTINE : LABEL, values: [i] })), ...instructions],
    },
  };
  const entry = { name: 'k', offset: 0, size: 0, input_offset: 0, variable_reloc_symtab: [], function_reloc_symtab: [], gen_binaries: [] };
  return {
    kind: 'visa-object',
    magic_number: 0x4153_4943,
    major_version,
    minor_version,
    kernels: [{ ...entry, routine }],
    variables: [],
    functions: [],
    raw: [],
    fileSize: 0,
    text: { modern, functions: [], routines: [], tail: '' },
  };
}

/** Rows whose labels and calls a random target fits: calls go to subroutines, jumps to blocks. */
function makeInstance(row: (typeof ROWS)[number], version: number, modern: boolean, random: (below: number) => number): Instruction {
  const values: Value[] = [];
  const entries = Object.entries(row.fields).filter(([, field]) => field.since === undefined || field.since <= version);
  for (const [name, field] of entries) {
    const context: SampleContext = { random, version, modern, count: COUNT, before: values };
    const condition = field.when && entries.findIndex(([other]) => other === field.when?.[0]);
    if (field.when && condition !== undefined && condition >= 0 && ((values[condition] as number) & field.when[1]) === 0) {
      values.push(undefined);
    } else if ('hidden' in field) values.push(field.hidden);
    else {
      let value: Value = sampleOf(row, name, context);
      if (field.kind.name === 'label') value = ((value as number) & ~1) | (row.mnemonic === 'call' ? 1 : 0);
      if (Array.isArray(value) && field.kind.name === 'list of label') value = value.map((v) => (v as number) & ~1);
      if (Array.isArray(value)) values[entries.findIndex(([other]) => other === 'count')] = value.length;
      values.push(value);
    }
  }
  return { opcode: row.opcode, values };
}

/** Strings are compared by what they say: a text numbers them again. */
function resolved(object: VisaObject): Instruction[] {
  const routine = object.kernels[0]?.routine;
  const set = instructionSet(object.major_version * 100 + object.minor_version);
  return (routine?.instructions.instructions ?? []).map(({ opcode, values }) => {
    const family = set.families[opcode];
    const row = family && (family.selector < 0 ? family.first : family.rows.get((values[family.selector] as number) & family.mask));
    const names = values.map((value, i) =>
      ['symbol', 'file'].includes(row?.fields[i]?.kind.name ?? '') ? (routine?.strings[value as number] as never) : value,
    );
    return { opcode, values: names };
  });
}

const others = ROWS.filter((row) => row.line !== 'label' && row.line !== 'subroutine');

describe.each(FORMS)('version %i.%i', (major, minor, modern) => {
  const version = major * 100 + minor;
  const random = randomOf(version);
  const own = others.filter((row) => (row.since ?? 0) <= version);
  const rounds = Math.max(1, Math.ceil(INSTANCES / FORMS.length / own.length));

  test(
    `${rounds} of each of ${own.length} instructions agree in bytes, values and text`,
    () => {
      for (let round = 0; round < rounds; round++) {
        const instructions = own.map((row) => makeInstance(row, version, modern, random));
        const object = objectOf(major, minor, modern, instructions);
        const text = printVisa(object);
        const lines = text.split('\n').filter((line) => line.includes('.bytes'));
        expect(lines, 'an instance without text').toEqual([]);

        const writer = new ByteWriter();
        const stream = object.kernels[0]?.routine?.instructions ?? { instructions: [] };
        writeInstructions(stream, object, writer);
        const bytes = writer.finish();
        const out = new Reporter(bytes.length);
        const read = readInstructions(new Bytes(bytes), object, { path: '' }, out);
        expect(out.diagnostics).toEqual([]);
        const same = (a: readonly Instruction[], b: readonly Instruction[], what: string) => {
          expect(a.length, what).toBe(b.length);
          for (const [i, instruction] of a.entries()) {
            if (sameValue(instruction.values, b[i]?.values ?? [])) continue;
            expect({ what, ...instruction }).toEqual({ what, ...b[i] });
          }
        };
        same(read.instructions, stream.instructions, 'read back');

        const parsed = parseVisa(text);
        expect(parsed.diagnostics).toEqual([]);
        same(resolved(parsed.value), resolved(object), 'parsed');
        expect(printVisa(parsed.value)).toBe(text);
        const written = must(reading(writeVisa(layoutVisa(parsed.value)), (bytes) => decodeVisa(bytes, new Reporter(1e6))));
        same(resolved(written), resolved(object), 'written and read');
      }
    },
    20 * INSTANCES,
  );
});
