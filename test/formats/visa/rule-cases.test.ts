/**
 * A case for every other rule of the vISA page: the right value is silent, the wrong one has its code, at its bytes. A rule without a case
 * fails.
 */
import { describe, expect, test } from 'vitest';
import type { Instruction, Value, VectorOperand } from '../../../src/formats/visa/instruction.ts';
import type { KernelEntry, KernelRoutine, VisaObject } from '../../../src/formats/visa/model.ts';
import { HEADER_RULES, OPERAND_RULES, ROUTINE_RULES, RULES } from '../../../src/formats/visa/rules/index.ts';
import { ROWS } from '../../../src/formats/visa/table/ops.ts';
import { TYPE_NAMES } from '../../../src/formats/visa/table/types.ts';
import { validateVisa } from '../../../src/formats/visa/validate.ts';
import { writeVisa } from '../../../src/formats/visa/write.ts';
import { input, variable } from '../../support/build-visa.ts';
import { fileVariable, findingsOf, full, functionEntry, functionRoutine, NAMES, sizes, spotsOf } from '../../support/visa-full.ts';

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
  const checked = [...HEADER_RULES, ...ROUTINE_RULES, ...OPERAND_RULES].filter((rule) => rule.check);

  test('every rule that is checked has a case, and the others say why they are not', () => {
    expect(Object.keys(CASES).sort()).toEqual(checked.map(({ name }) => name).sort());
    for (const rule of RULES) if (!checked.some(({ name }) => name === rule.name)) expect(rule.differs, rule.name).toBeDefined();
    expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
    expect([checked.length, RULES.length - checked.length]).toMatchInlineSnapshot(`
      [
        48,
        2,
      ]
    `);
  });

  test.each(checked.map((rule) => [rule.name ?? '', rule] as const))(
    '%s is silent for a right value, and has its place for a wrong one',
    (name, rule) => {
      const { right, wrong, path } = CASES[name] as RuleCase;
      const of = (object: VisaObject) => validateVisa(object).filter((d) => d.code === rule.code);
      expect(of(right()).map((d) => d.message)).toEqual([]);
      const object = wrong();
      const [found] = of(object);
      expect(found, name).toBeDefined();
      const last = (object.kernels[0]?.routine?.instructions.instructions.length ?? 0) - 1;
      if (path === undefined) return expect(found?.path).toBe(`kernels[0]/instructions[${last}]`);
      const spot = spotsOf(object).find((one) => one.path === path);
      return expect([found?.span.start, found?.span.end]).toEqual([spot?.start, spot?.end]);
    },
  );

  test.each(checked.filter(({ name = '' }) => !NOT_IN_BYTES.includes(name)).map((rule) => [rule.name ?? '', rule] as const))(
    '%s, in bytes that are read',
    (name, rule) => {
      const bytes = writeVisa((CASES[name] as RuleCase).wrong());
      expect(findingsOf(bytes).map((d) => d.code)).toContain(rule.code);
    },
  );
});

/** Objects that are not laid out as they say cannot be written. */
const NOT_IN_BYTES = ['first-instruction', 'extern-function'];
