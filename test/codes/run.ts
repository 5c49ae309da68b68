/** Files of cases with one fault. */
import type { FormatError, RUN_CODES } from '../../src/core/diag/index.ts';
import { argumentsOf, readCases } from '../../src/run/case/index.ts';
import { latin1 } from '../support/build-elf.ts';
import type { Case } from './case.ts';

const cases = (argument: object): Case => ({
  bytes: latin1(JSON.stringify({ cases: [{ name: 'a', kernel: 'k', global: [1], local: [1], args: [argument] }] })),
  find: (bytes) => {
    try {
      const { value, diagnostics } = readCases(bytes);
      for (const one of value.cases) argumentsOf(one, { maxMemory: 100 });
      return diagnostics;
    } catch (error) {
      return [(error as FormatError).diagnostic];
    }
  },
});

export const RUN: Record<keyof typeof RUN_CODES, () => Case> = {
  'run/case': () => cases({ kind: 'buffer', type: 'float4', count: 1 }),
  'run/limit': () => cases({ kind: 'buffer', type: 'char', count: 101 }),
};
