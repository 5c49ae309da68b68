/** What connects the instructions of a kernel: arguments, definitions and uses. The kernel is `y[i] = alpha * x[i] + y[i]`. */
import { expect, test } from 'vitest';
import { codeLinks, disasmDocument, inspect, kernelDocument } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';

const root = inspect(fixture('zebin/igc2/bmg/basic.zebin').bytes()).value;
const [listing] = disasmDocument(root, { pattern: 'saxpy', analysis: true }).code;
const lines = listing?.lines.filter(({ kind, live }) => kind === 'instruction' && live !== undefined) ?? [];
const [kernel] = kernelDocument(root, { pattern: 'saxpy' }).kernels;

/** What reads arguments of each kind. */
const OPERATIONS: Readonly<Record<string, string>> = { arg_byvalue: 'mad', arg_bypointer: 'add' };

test('instructions name the arguments that they read where the kernel gets them', () => {
  const readers = new Map<number, (string | undefined)[]>();
  for (const { instruction, arguments: own = [] } of lines)
    for (const entry of own) readers.set(entry, [...(readers.get(entry) ?? []), instruction?.op]);
  const explicit = (kernel?.payload.entries ?? []).flatMap(({ arg_type }, entry) =>
    arg_type in OPERATIONS ? [[arg_type, entry] as const] : [],
  );
  expect(explicit.length).toBe(3);
  for (const [kind, entry] of explicit) expect(new Set(readers.get(entry))).toEqual(new Set([OPERATIONS[kind]]));
});

test('a value is found from its use and from its definition, in the same registers', () => {
  const links = codeLinks(root, 'saxpy');
  let count = 0;
  for (const { offset } of lines) {
    for (const { offset: from, distance, registers } of links?.at(offset)?.definitions ?? []) {
      const back = links?.at(from)?.uses.find((use) => use.offset === offset);
      expect(back).toMatchObject({ distance, registers });
      count++;
    }
  }
  expect(count).toBeGreaterThan(30);
  const [mad] = lines.filter(({ instruction }) => instruction?.op === 'mad').slice(-1);
  expect(links?.at(mad?.offset ?? -1)?.uses.map(({ op }) => op)).toEqual(['send']);
  expect(links?.at(3)).toBeUndefined();
  expect(codeLinks(root, 'none')).toBeUndefined();
});
