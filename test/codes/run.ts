/** Files of cases with one fault. */
import { type Diagnostic, type FormatError, NOWHERE, type RUN_CODES } from '../../src/core/diag/index.ts';
import { inspect, runCase, runTargets, signatureOf } from '../../src/internal.ts';
import { argumentsOf, defaultOf, readCases } from '../../src/run/case/index.ts';
import { latin1 } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';
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

/** A kernel of a fixture whose run ends: it has 4,096 bytes for each pointer. */
const ending = (file: string, kernel: string, offset: number): Case => ({
  bytes: fixture(file).bytes(),
  find: (bytes) => {
    const [target] = runTargets(inspect(bytes).value, { kernel });
    if (!target) return [];
    const args = signatureOf(target.zebin, target.kernel).map(defaultOf);
    const { code, message } = runCase(target, {
      name: '',
      kernel,
      global: [8],
      local: [8],
      offset: [offset],
      args,
      outputs: [],
      launches: 1,
      path: '',
    });
    return [{ code, message, severity: 'error', span: NOWHERE, path: '' } as Diagnostic];
  },
});

export const RUN: Record<keyof typeof RUN_CODES, () => Case> = {
  'run/case': () => cases({ kind: 'buffer', type: 'float4', count: 1 }),
  'run/unsupported': () => ending('zebin/igc2/bmg/ray-query.zebin', 'ray_query', 0),
  'run/fault': () => ending('zebin/igc2/bmg/basic.zebin', 'saxpy', 1_000_000),
  'run/limit': () => cases({ kind: 'buffer', type: 'char', count: 101 }),
};
