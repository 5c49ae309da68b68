/**
 * Damaged vISA objects: a value with diagnostics or a `FormatError`, in bounded time, that writes as it was read.
 */

import { describe, expect, test } from 'vitest';
import { checkDiagnostic } from '../../../scripts/fuzz/examine.mjs';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { CODES, type Code, FormatError, Reporter } from '../../../src/core/diag/index.ts';
import type { VisaObject } from '../../../src/formats/visa/model.ts';
import { openVisa } from '../../../src/formats/visa/open.ts';
import { parseVisa } from '../../../src/formats/visa/parse.ts';
import { printVisa } from '../../../src/formats/visa/print.ts';
import { decodeVisa, readVisa } from '../../../src/formats/visa/read.ts';
import { reportVisa, validateVisa } from '../../../src/formats/visa/validate.ts';
import { writeVisa } from '../../../src/formats/visa/write.ts';
import { kernel, kernelEntry, variable, visaBytes, visaObject } from '../../support/build-visa.ts';
import { fixture } from '../../support/corpus.ts';
import { mulberry32, mutate } from '../../support/mutate.ts';

const FILES = [
  'visa/igc1-5353/skl/basic-32.k.isa',
  'visa/igc1-10840/skl/visa-flow.switches.isa',
  'visa/igc1-10840/pvc/visa-lsc.flat.isa',
  'visa/igc1/dg2/vector-compute.isa',
];

/** Reads, checks and writes back; the findings, or the one that is thrown. */
function examine(bytes: Uint8Array): readonly { readonly code: Code }[] {
  const out = new Reporter(bytes.length);
  let object: VisaObject;
  try {
    object = decodeVisa(new Bytes(bytes), out);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return [error.diagnostic];
  }
  reportVisa(object, out);
  for (const found of out.diagnostics) checkDiagnostic({ CODES }, found, bytes);
  if (Buffer.compare(writeVisa(object), bytes) !== 0) throw new Error('it is not written as it was read');
  return out.diagnostics;
}

describe.each(FILES)('%s', (name) => {
  const bytes = fixture(name).bytes();

  test('every beginning is read with a finding, or refused', { tags: ['corpus'] }, () => {
    for (let end = 0; end < bytes.length; end++) {
      if (examine(bytes.subarray(0, end)).length === 0) throw new Error(`the first ${end} bytes are whole`);
    }
  });

  test('damaged copies are written as they were read', { tags: ['corpus'] }, () => {
    const random = mulberry32(4);
    for (let i = 0; i < 500; i++) examine(mutate(bytes, random));
  });
});

const u32 = (bytes: Uint8Array, at: number, value: number): Uint8Array => {
  new DataView(bytes.buffer, bytes.byteOffset).setUint32(at, value, true);
  return bytes;
};

describe('much from little', () => {
  const MB = 1 << 20;

  test('counts of 2³²', () => {
    const object = visaBytes({ variables: [variable()] });
    for (const at of [32, 45]) expect(examine(u32(object.slice(), at, 0xffff_ffff)).map((d) => d.code)).toContain('visa/table-range');
  });

  test.each([
    ['strings', 32, MB],
    ['variables', 45, MB],
  ])('as many %s as there are bytes', (_, at, size) => {
    const bytes = new Uint8Array(size);
    bytes.set(u32(visaBytes(), at, 0xffff_ffff));
    expect(examine(bytes).length).toBeGreaterThan(0);
  });

  test('many kernels that are one place', () => {
    const routine = kernel({
      strings: Array.from({ length: 2_000 }, () => 'a'),
      variables: Array.from({ length: 500 }, () => variable()),
    });
    const object = visaObject(
      {},
      { kernels: Array.from({ length: 500 }, (_, i) => ({ ...kernelEntry(routine), name: `k${i}` })).slice(0, 1) },
    );
    const one = object.kernels[0];
    if (!one) throw new Error('it has a kernel');
    const head = { ...object, kernels: Array.from({ length: 500 }, () => one) };
    // The same place for all: the header alone grows.
    const grown = 499 * 22;
    const moved = { ...one, offset: one.offset + grown, input_offset: one.input_offset + grown };
    const bytes = writeVisa({ ...head, kernels: head.kernels.map(() => moved), fileSize: object.fileSize + grown });
    const out = new Reporter(bytes.length);
    const value = decodeVisa(new Bytes(bytes), out);
    expect(Buffer.compare(writeVisa(value), bytes)).toBe(0);
    expect(out.diagnostics.map((d) => d.code)).toContain('limit/work');
  });

  test('aliases in a circle and in a long chain', () => {
    const chain = Array.from({ length: 40_000 }, (_, i) => variable({ alias_index: 32 + ((i + 1) % 40_000) }));
    const { value } = readVisa(visaBytes({ variables: chain }));
    expect(validateVisa(value).filter((d) => d.code === 'visa/alias')).toHaveLength(1);
  });
});

describe('texts that are much work for their size', () => {
  const head = '.version 4.0\n.kernel "k"\n';
  test.each([
    ['scopes in one another', '{\n', 'limit/work'],
    ['kernels', '.kernel "k"\n', 'limit/work'],
    ['one label again and again', 'l:\n', 'visa-text/label'],
    ['lines that are nothing', 'x\n', 'visa-text/instruction'],
  ] as const)('%s', (_, line, code) => {
    const found = openVisa(Buffer.from(head + line.repeat(100_000))).diagnostics.map((d) => d.code);
    expect(found).toContain(code);
    expect(found.length).toBeLessThanOrEqual(1_002);
  });
});

test('what a text ends with is printed once, after all kernels', () => {
  const { value } = parseVisa(Buffer.from('.version 4.0\n.kernel "a"\n.kernel "b"\nnot-a-line\n'));
  expect(printVisa(value).split('not-a-line')).toHaveLength(2);
});

test('variables of one name that is far too long are printed under other names', () => {
  const object = visaObject({ strings: ['k', 'V'.repeat(60_000)], variables: Array.from({ length: 200 }, () => variable()) });
  expect(printVisa(object).length).toBeLessThan(100_000);
});
