import { describe, expect, test } from 'vitest';
import { compileRow, instructionSet } from '../../../src/formats/visa/compile.ts';
import { ROWS } from '../../../src/formats/visa/table/ops.ts';

/** Versions between which fields come and go, and those of real files. */
const VERSIONS = [300, 301, 302, 304, 306, 400, 401, 402];

test('every instruction is distinguished from the others', () => {
  const keys = ROWS.map((row) => {
    const selects = Object.values(row.fields).find((field) => field.selects)?.selects;
    return `${row.opcode}/${selects?.value ?? ''}`;
  });
  expect(new Set(keys).size).toBe(keys.length);
});

test('every mnemonic and every word that begins a text is of one instruction', () => {
  const mnemonics = ROWS.map((row) => row.mnemonic);
  expect(new Set(mnemonics).size).toBe(mnemonics.length);
  const words = ROWS.flatMap((row) => row.words ?? [row.mnemonic]);
  expect(new Set(words).size).toBe(words.length);
});

test('opcodes fit a byte, and instructions of one opcode have the same fields up to the one that distinguishes them', () => {
  const heads = new Map<number, string>();
  for (const { opcode, fields, mnemonic } of ROWS) {
    expect(opcode).toBeGreaterThan(0);
    expect(opcode).toBeLessThan(256);
    const entries = Object.entries(fields);
    const at = entries.findIndex(([, field]) => field.selects);
    const head = JSON.stringify(entries.slice(0, at + 1).map(([name, { kind, since }]) => [name, kind.name, since]));
    expect(heads.get(opcode) ?? head, mnemonic).toBe(head);
    heads.set(opcode, head);
  }
});

describe.each(VERSIONS)('of version %i', (version) => {
  test.each(ROWS.map((row) => [row.mnemonic, row] as const))('%s shows each field once', (_, row) => {
    const compiled = compileRow(row, version);
    const shown = compiled.fields.map(() => 0);
    for (const { at, aside } of compiled.steps) if (!aside) for (const i of at) shown[i] = (shown[i] ?? 0) + 1;
    for (const [i, field] of compiled.fields.entries()) {
      const silent = 'hidden' in field || (field.selects !== undefined && shown[i] === 0);
      const expected = silent ? 0 : 1;
      expect(shown[i], `${row.mnemonic} ${compiled.names[i]}`).toBe(expected);
    }
  });

  test('all words lead to an instruction of that word', () => {
    const { words } = instructionSet(version);
    expect(words.size).toBeGreaterThan(150);
  });
});

test('the number of instructions is a decision', () => {
  expect(ROWS.length, 'npx vitest run -u test/formats/visa/table.test.ts accepts it').toMatchInlineSnapshot(`279`);
  // Pieces are the irregular part of the texts: a new one should be worth it.
  expect(new Set(ROWS.flatMap((row) => Object.values(row.pieces ?? {}))).size).toBeLessThan(250);
});
