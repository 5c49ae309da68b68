/** Code past a bound of the analysis: every answer about it says what it lacks, and no gate takes it for checked. */

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { analyseCode, argumentUses, type Bound, flowOf, lanesFlow } from '../../src/analysis/instructions/index.ts';
import { assemble, readCode } from '../../src/formats/eu/index.ts';
import {
  Bytes,
  checkedOf,
  codeColumns,
  codeFaults,
  disasmDocument,
  findingsBy,
  infoDocument,
  inspect,
  kernelDocument,
  kernelParts,
  kernelRows,
  passOver,
  resourceGate,
} from '../../src/internal.ts';
import { fakeIo } from '../cli/fake-io.ts';
import { runVerb } from '../cli/run-verb.ts';
import { scratchFolder } from '../cli/zebin.ts';
import { CODE } from '../hostile/attacks/code.ts';

const attack = (name: string, scale = 1): Uint8Array => {
  const found = CODE.find((one) => one.name === `code: ${name}`);
  if (found === undefined) throw new Error(`no attack is named ${name}`);
  return found.make(scale);
};

const boundsIn = (all: readonly { readonly code: string; readonly data?: unknown }[]): unknown[] =>
  all.flatMap(({ code, data }) => (code === 'code/unchecked' ? [(data as { bound: Bound }).bound] : []));

describe.each<[name: string, scale: number, validate: readonly Bound[], disasm: readonly Bound[]]>([
  ['loads under way through many branches', 4, ['waits/started'], ['waits/started']],
  ['loads that meet where many read them', 8, ['waits/started'], ['waits/started']],
  ['loads with one token that meet at the end', 4, ['waits/started'], ['waits/started']],
  ['loads that count up one token', 4, ['waits/started'], ['waits/started']],
  ['scalar branches to everywhere, and loads', 1, ['waits/loops'], ['waits/loops']],
  ['calls of one subroutine with as many returns', 1, [], ['flow/returns']],
  ['additions of registers that stay live', 1, [], []],
])('%s', (name, scale, validate, disasm) => {
  test('validate and disasm name the bound', () => {
    const root = inspect(attack(name, scale)).value;
    expect(boundsIn(codeFaults(root))).toEqual(validate);
    expect(boundsIn(disasmDocument(root, { analysis: true }).diagnostics)).toEqual(disasm);
    expect(boundsIn(disasmDocument(root).diagnostics)).toEqual([]);
  });
});

describe('code whose waits are not all known', () => {
  const bytes = attack('loads that count up one token', 4);
  const root = inspect(bytes).value;

  test('is not checked whole', async () => {
    const findings = findingsBy([(item) => codeFaults(item)], passOver(root));
    expect(checkedOf(root, findings)).toMatchObject({ complete: false, unread: [{ address: '', code: 'code/unchecked' }] });
    const io = fakeIo();
    const path = join(scratchFolder(), 'k.zebin');
    writeFileSync(path, bytes);
    await runVerb('validate', [path], {}, io);
    expect(io.printed()).toContain('not read whole: 1 part');
    expect(io.printed().replace(/\s+/g, ' ')).toContain('not all waits of .text.k are checked');
  });

  test('has no figure of its waits, and the kernel says why', () => {
    const [kernel] = kernelDocument(root).kernels;
    expect(kernel?.code?.measures).toMatchObject({ instructions: 1_000, peak: { registers: expect.any(Number) }, longest_waits: null });
    expect(kernel?.code?.unmeasured).toMatch(/waits for some of them are left out/);
    const part = kernel && kernelParts(kernel).find(({ title }) => title === 'what the code costs');
    expect(part?.pairs?.[0]).toEqual(['not measured whole', kernel?.code?.unmeasured]);
    const names = { columns: ['longest_waits', 'peak_registers'] };
    const [row] = kernelRows({ root: '', path: 'k', size: bytes.length, sha256: null }, Bytes.from(bytes), names);
    expect(row?.slice(-2)).toEqual([expect.any(Number), null]);
  });

  test('fails a limit of its waits, and of nothing else', () => {
    const document = infoDocument(root, { columns: codeColumns(['instructions', 'longest_waits']) });
    expect(resourceGate(document, { longest_waits: 1e9 })).toMatchObject({ passed: false, unknown: [{ column: 'longest_waits' }] });
    expect(resourceGate(document, { instructions: 1e9 })).toMatchObject({ passed: true, unknown: [] });
  });
});

describe('other bounds', () => {
  const codeOf = (lines: readonly string[]) => {
    const { value, diagnostics } = assemble(lines.join('\n'), '2');
    expect(diagnostics).toEqual([]);
    return readCode(value, '2').value;
  };
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

  /** Joins that lead from one to the next, and to an instruction after them. */
  const joins = (count: number) => [...numbers(count).flatMap((i) => [`J${i}:`, `join (16|M0) J${i + 1}`]), `J${count}:`, 'nop'];

  test.each<[bound: Bound, below: number, above: number, lines: (count: number) => string[]]>([
    ['waits/joins', 1_000, 1_100, (count) => [...numbers(count).map((i) => `(f0.0) goto (16|M0) J${i} J${i}`), ...joins(count)]],
    ['waits/passed', 200, 300, (count) => ['(f0.0) goto (16|M0) J0 END', ...joins(count), 'END:', 'nop']],
  ])('%s is reported above the bound, and not below', (bound, below, above, lines) => {
    for (const [count, expected] of [
      [below, []],
      [above, [bound]],
    ] as const) {
      const code = codeOf(lines(count));
      const exceeded = new Set<Bound>();
      lanesFlow(code, flowOf(code), exceeded);
      expect([...exceeded]).toEqual(expected);
    }
  });

  test('conditions of registers that are live', () => {
    const reads = (count: number) => numbers(count).map((i) => `(f0.0) mov (4|M0) r127.0<1>:b r${1 + (i >> 4)}.${(i & 15) * 4}<4;4,1>:b`);
    expect(analyseCode(codeOf(reads(1_000))).exceeded).toEqual([]);
    expect(analyseCode(codeOf(reads(1_100))).exceeded).toEqual(['live/conditions']);
  });

  test('readers of arguments', () => {
    const analysis = analyseCode(codeOf(numbers(100).map(() => 'add (16|M0) r100.0<1>:f r10.0<1;1,0>:f r11.0<1;1,0>:f')));
    const places = (count: number) => numbers(count).map((i) => ({ register: 10, byte: i, size: 1 }));
    expect(argumentUses(analysis, places(16)).exceeded).toEqual([]);
    expect(argumentUses(analysis, places(17)).exceeded).toEqual(['arguments/readers']);
  });
});

const { ZEBIN_CORPUS_RUN: CORPUS = '' } = process.env;
const zebins = join(CORPUS, 'zebin');

describe.skipIf(CORPUS === '' || !existsSync(zebins))('compiled code [needs ZEBIN_CORPUS_RUN]', { tags: ['corpus'] }, () => {
  test.each(CORPUS === '' ? [] : readdirSync(zebins))(
    'of %s meets no bound',
    (device) => {
      const files = readdirSync(join(zebins, device));
      expect(files.length).toBeGreaterThan(0);
      const exceeded = files.filter((name) => {
        const root = inspect(new Uint8Array(readFileSync(join(zebins, device, name)))).value;
        return boundsIn(disasmDocument(root, { analysis: true }).diagnostics).length > 0;
      });
      expect(exceeded).toEqual([]);
    },
    120_000,
  );
});
