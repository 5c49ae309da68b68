/** Files of profilers that are wrong in one place each, and samples that do not fit the code. */
import { type Diagnostic, NOWHERE, type SAMPLES_CODES } from '../../src/core/diag/index.ts';
import { readSamples, readTimes } from '../../src/formats/samples/index.ts';
import { disasmDocument, inspect } from '../../src/internal.ts';
import { latin1 } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';
import { by, type Case, marked } from './case.ts';

/** The samples as text; what is found when they are placed on code. */
const placed = (path: Uint8Array, text: string): Case => ({
  bytes: latin1(text),
  find: (bytes) => {
    const samples = readSamples(bytes).value;
    const { diagnostics } = disasmDocument(inspect(path).value, { analysis: true, samples });
    return diagnostics.map(({ code, severity, message }) => ({ code, severity, message, span: NOWHERE, path: '' }) as Diagnostic);
  },
});

const BASIC = () => fixture('zebin/igc2/bmg/basic.zebin').bytes();

export const SAMPLES: Record<keyof typeof SAMPLES_CODES, () => Case> = {
  'samples/format': () => marked('‹a,b\n1,2\n›', by(readSamples)),
  'samples/row': () => marked('address,sbid\n‹0x10,many›\n', by(readSamples)),
  'samples/kernel': () => placed(BASIC(), 'kernel,address,sbid\nnone,0,1\n'),
  'samples/ambiguous': () => placed(fixture('fat/basic-dg2-bmg.ar').bytes(), 'kernel,address,sbid\nsaxpy,0,1\n'),
  'samples/address': () => placed(BASIC(), 'kernel,address,sbid\nsaxpy,4,1\n'),
  'times/format': () => marked('‹kernel,address,sbid\n›', by(readTimes)),
  'times/row': () => marked('Kernel, Calls, Time (ns)\n‹saxpy, many, 12›\n', by(readTimes)),
};
