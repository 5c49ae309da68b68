import { describe, expect, test } from 'vitest';
import { openVisa, visaInfo } from '../../../src/formats/visa/index.ts';
import { dumpDocument, inspect, visaInfoDocument } from '../../../src/internal.ts';
import { fixture, visaObjects, visaTexts } from '../../support/corpus.ts';

const document = (name: string) => visaInfoDocument(inspect(fixture(name).bytes()).value);

test('a kernel: resources, variables, inputs, instructions, machine code', () => {
  const { format, version, routines, diagnostics } = document('visa/igc1-5353/skl/basic-32.saxpy.isa');
  expect([format, version, diagnostics]).toEqual(['visa-object', '3.6', []]);
  const [kernel] = routines;
  expect(kernel).toMatchObject({ kind: 'kernel', name: 'saxpy', simd_size: 32, slm_size: null, spill_mem_offset: null });
  expect(kernel?.gen_binaries).toEqual([{ platform: 'SKL', size: expect.any(Number) }]);
  expect(kernel?.inputs[0]).toMatchObject({ class: 'general', provenance: 'caller' });
  expect(kernel?.variables.find((row) => row.class === 'label')).toMatchObject({ count: 1 });
});

test('an object and its text hold the same', () => {
  const object = document('visa/igc1-5353/skl/basic-32.saxpy.isa').routines[0];
  const text = document('visa/igc1-5353/skl/basic-32.saxpy.visaasm').routines[0];
  expect(text?.instructions).toEqual(object?.instructions);
  expect(text?.variables).toEqual(object?.variables);
  expect(text?.inputs).toEqual(object?.inputs);
});

test('instructions that were not read are counted as bytes', () => {
  const [kernel] = document('visa/igc1/skl/basic.k.isa').routines;
  expect(kernel?.instructions.raw_bytes).toBeGreaterThan(0);
});

describe.each(visaObjects().map((file) => [file.name, file] as const))('%s', { tags: ['corpus'] }, (_, file) => {
  const bytes = file.bytes();

  test('counts add up', () => {
    for (const { instructions, variables } of visaInfo(openVisa(bytes).value)) {
      expect(instructions.mix.reduce((sum, entry) => sum + entry.count, 0)).toBe(instructions.count);
      expect(variables.filter((row) => row.count === 0)).toEqual([]);
    }
  });

  test('every byte is in one span of the dump', () => {
    const { spans, gap_bytes } = dumpDocument(inspect(bytes).value);
    const breaks = spans.filter((span, i) => span.offset !== (spans[i - 1]?.end ?? 0));
    expect([gap_bytes, breaks, spans.at(-1)?.end]).toEqual([0, [], bytes.length]);
  });
});

test('every text is recognised, and every line of it is a span of its dump', { tags: ['corpus'] }, () => {
  for (const file of visaTexts()) {
    const bytes = file.bytes();
    const item = inspect(bytes).value;
    expect(item.kind).toBe('visa-text');
    const { spans, gap_bytes } = dumpDocument(item);
    expect([gap_bytes, spans.at(-1)?.end]).toEqual([0, bytes.length]);
    expect(spans.length).toBe(Buffer.from(bytes).toString('latin1').trimEnd().split('\n').length);
  }
});
