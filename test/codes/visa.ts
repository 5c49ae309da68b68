import { Bytes } from '../../src/core/bytes/index.ts';
import { Reporter, type VISA_CODES } from '../../src/core/diag/index.ts';
import { decodeVisa, readVisa } from '../../src/formats/visa/read.ts';
import { reportVisa } from '../../src/formats/visa/validate.ts';
import { writeVisa } from '../../src/formats/visa/write.ts';
import { latin1 } from '../support/build-elf.ts';
import { input, kernel, kernelEntry, variable, visaBytes } from '../support/build-visa.ts';
import { by, type Case } from './case.ts';

const read = by(readVisa);

/** What reading and checking say of an object. */
const findingsOf = by((bytes) => {
  const out = new Reporter(bytes.length);
  const value = decodeVisa(new Bytes(bytes), out);
  reportVisa(value, out);
  return { value, diagnostics: out.diagnostics };
});

const V1 = { variables: [variable()] };
/** Where the entry of a kernel named `k` has its fields, and where the kernel begins. */
const ENTRY = { offset: 11, inputOffset: 19 };
const KERNEL = 32;
/** Its strings take 9 bytes, its name and the count of variables 8. */
const VARIABLE = KERNEL + 4 + 5 + 4 + 4;
const VARIABLE_SIZE = 15;
/** Its first input when it has one variable: between are the counts of other things, and that of inputs. */
const INPUT = VARIABLE + VARIABLE_SIZE + 9 + 4;
const INPUT_SIZE = 9;

/** An object with one number changed after it was laid out. */
function patched(bytes: Uint8Array, at: number, value: number, width: 1 | 2 | 4): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (width === 1) view.setUint8(at, value);
  else if (width === 2) view.setUint16(at, value, true);
  else view.setUint32(at, value, true);
  return bytes;
}

/** A kernel with these bytes as instructions; the place counts in them. */
function stream(raw: readonly number[], place?: readonly [number, number]): Case {
  const bytes = visaBytes({ instructions: { instructions: [], raw: Uint8Array.from(raw) } });
  const start = bytes.length - raw.length;
  return { bytes, find: read, ...(place ? { span: [start + place[0], start + place[1]] } : {}) };
}

export const VISA: Record<keyof typeof VISA_CODES, () => Case> = {
  'visa/not-visa': () => ({ bytes: latin1('CISB\x04\0'), find: read, span: [0, 4] }),
  'visa/header-short': () => ({ bytes: latin1('CISA\x04'), find: read, span: [0, 5] }),
  'visa/version': () => ({ bytes: visaBytes({}, { minor_version: 2 }), find: read, span: [4, 6] }),
  // 2³² variables; two are there, made of what follows.
  'visa/table-range': () => {
    const bytes = patched(visaBytes(V1), VARIABLE - 4, 0xffff_ffff, 4);
    return { bytes, find: read, span: [VARIABLE + 2 * VARIABLE_SIZE, bytes.length] };
  },
  'visa/routine-range': () => {
    const bytes = patched(visaBytes(), ENTRY.offset, 0x7fff_ffff, 4);
    return { bytes, find: read, span: [bytes.length, bytes.length] };
  },
  'visa/piece-range': () => {
    const bytes = visaBytes({ instructions: { instructions: [], raw: Uint8Array.of(0) } });
    // Size of the instructions: after it come the entry, the count of attributes and the instructions.
    return { bytes: patched(bytes, bytes.length - 11, 2, 4), find: read, span: [bytes.length - 1, bytes.length] };
  },
  // The size of the instructions is not 0, and the kernel ends where they would begin.
  'visa/stripped': () => {
    const bytes = visaBytes();
    return { bytes: patched(bytes, bytes.length - 10, 1, 4), find: read, span: [KERNEL, bytes.length] };
  },
  'visa/layout': () => ({
    bytes: visaBytes(),
    find: by((bytes) => {
      const { value } = readVisa(bytes);
      const [first] = value.kernels;
      if (!first?.routine) throw new Error('it has a kernel');
      const routine = { ...first.routine, strings: ['longer', 'V0'] };
      return { value: writeVisa({ ...value, kernels: [{ ...first, routine }] }), diagnostics: [] };
    }),
    span: [0, 0],
  }),
  'visa/reserved': () => ({ bytes: visaBytes({ ...V1, inputs: [input({ reserved: 1 })] }), find: findingsOf, span: [INPUT, INPUT + 1] }),
  'visa/range': () => ({
    bytes: visaBytes({ variables: [variable({ num_elements: 5000 })] }),
    find: findingsOf,
    span: [VARIABLE + 5, VARIABLE + 7],
  }),
  'visa/index': () => ({
    bytes: visaBytes({ variables: [variable({ name_index: 2 })] }),
    find: findingsOf,
    span: [VARIABLE, VARIABLE + 4],
  }),
  'visa/name-length': () => {
    const bytes = visaBytes({ ...V1, strings: ['k', 'V'.repeat(65)] });
    return { bytes, find: findingsOf, span: [VARIABLE + 63, VARIABLE + 67] };
  },
  'visa/alias': () => ({
    bytes: visaBytes({ variables: [variable({ alias_index: 32 })] }),
    find: findingsOf,
    span: [VARIABLE + 7, VARIABLE + 11],
  }),
  'visa/alignment': () => {
    const bytes = visaBytes({ variables: [variable({ num_elements: 2 }), variable({ alias_index: 32, alias_offset: 2 })] });
    return { bytes, find: findingsOf, span: [VARIABLE + VARIABLE_SIZE + 11, VARIABLE + VARIABLE_SIZE + 13] };
  },
  'visa/input-overlap': () => {
    const inputs = [input({ offset: 36 }), input({ offset: 36 })];
    const second = INPUT + VARIABLE_SIZE + INPUT_SIZE;
    return { bytes: visaBytes({ variables: [variable(), variable()], inputs }), find: findingsOf, span: [second + 5, second + 7] };
  },
  'visa/input-size': () => ({ bytes: visaBytes({ ...V1, inputs: [input({ size: 8 })] }), find: findingsOf, span: [INPUT + 7, INPUT + 9] }),
  'visa/input-order': () => {
    const inputs = [input({ provenance: 1 }), input({ offset: 64 })];
    return { bytes: visaBytes({ ...V1, inputs }), find: findingsOf, span: [INPUT + INPUT_SIZE, INPUT + INPUT_SIZE + 1] };
  },
  'visa/operand': () => {
    const dst = { kind: 'immediate', modifier: 0, type: 1, bits: 0, high: 0 } as const;
    const mov = { opcode: 0x29, values: [0, 0, dst, dst] };
    const bytes = visaBytes({ instructions: { instructions: [mov] } });
    // Opcode, execution size, predicate, and two operands of 6 bytes.
    return { bytes, find: findingsOf, span: [bytes.length - 16, bytes.length] };
  },
  'visa/operands-missing': () => {
    const bytes = visaBytes({ instructions: { instructions: [], raw: Uint8Array.of(0x29, 0, 0, 0, 0, 0, 0) } }, { minor_version: 1 });
    return { bytes, find: read, span: [bytes.length - 7, bytes.length] };
  },
  'visa/opcode': () => stream([0x00], [0, 1]),
  'visa/sub-opcode': () => stream([0x44, 0xff]),
  'visa/operand-class': () => stream([0x29, 0, 0, 0, 0x04, 0]),
  'visa/instruction-cut': () => stream([0x29, 0], [0, 2]),
  'visa/entry': () => ({
    bytes: patched(visaBytes(), ENTRY.inputOffset, 1, 4),
    find: findingsOf,
    span: [ENTRY.inputOffset, ENTRY.inputOffset + 4],
  }),
  'visa/input': () => ({ bytes: visaBytes({ ...V1, inputs: [input({ id: 31 })] }), find: findingsOf, span: [INPUT + 1, INPUT + 5] }),
  'visa/attribute': () => {
    const bytes = visaBytes({ strings: ['k', 'Target'], attributes: [{ name: 1, value: Uint8Array.of(2) }] });
    return { bytes, find: findingsOf, span: [bytes.length - 1, bytes.length] };
  },
  'visa/name-characters': () => {
    const bytes = visaBytes({ strings: ['k', '\t'], attributes: [{ name: 1, value: new Uint8Array(0) }] });
    return { bytes, find: findingsOf, span: [bytes.length - 5, bytes.length - 1] };
  },
  'visa/label': () => {
    const labels = [{ name_index: 1, kind: 0, attributes: [] }];
    const bytes = visaBytes({ labels, instructions: { instructions: [{ opcode: 0x32, values: [0, 0, 0] }] } });
    return { bytes, find: findingsOf, span: [bytes.length - 6, bytes.length] };
  },
  'visa/platform': () => {
    const gen_binaries = [{ gen_platform: 99, binary_offset: 0, binary_size: 0, bytes: new Uint8Array(0) }];
    const bytes = visaBytes({}, { kernels: [kernelEntry(kernel(), { gen_binaries })] });
    return { bytes, find: findingsOf, span: [ENTRY.inputOffset + 9, ENTRY.inputOffset + 10] };
  },
  'visa/operand-range': () => {
    const dst = { kind: 'general', modifier: 0, index: 32, row: 1, col: 0, region: 0x200 } as const;
    const mov = { opcode: 0x29, values: [0, 0, dst, { kind: 'immediate', modifier: 0, type: 1, bits: 0, high: 0 } as const] };
    const bytes = visaBytes({ ...V1, instructions: { instructions: [mov] } });
    return { bytes, find: findingsOf, span: [bytes.length - 19, bytes.length] };
  },
};
