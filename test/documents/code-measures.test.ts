/** The figures of code in the document of a kernel are those of the library. */
import { describe, expect, test } from 'vitest';
import { analyseCode, measuresOf } from '../../src/analysis/instructions/index.ts';
import { type Platform, readCode } from '../../src/formats/eu/index.ts';
import { disasmDocument, inspect, kernelDocument } from '../../src/internal.ts';
import { buildZebin } from '../support/build-elf.ts';
import { fixture } from '../support/corpus.ts';

const FILES = [
  'igc1/bdw/basic.zebin',
  'igc1-17791/skl/loops-cost.zebin',
  'igc1/tgllp/spill-global.zebin',
  'igc1/dg2/basic.zebin',
  'igc2/pvc/basic.zebin',
  'igc2/bmg/loops-cost.zebin',
  'igc2/ptl-h/spill-two-scratch.zebin',
  'igc2/cri/basic.zebin',
];

describe.each(FILES)('%s', (name) => {
  const bytes = fixture(`zebin/${name}`).bytes();
  const { kernels } = kernelDocument(inspect(bytes).value);
  const listings = disasmDocument(inspect(bytes).value, { analysis: true }).code;

  test('every kernel has the figures of its code', () => {
    for (const { code } of kernels) {
      const listing = listings.find(({ section }) => section === code?.section);
      const read = readCode(bytes.slice(code?.offset, (code?.offset ?? 0) + (code?.size ?? 0)), listing?.platform as Platform).value;
      const analysis = analyseCode(read);
      const own = analysis && measuresOf(analysis);
      expect(own).toBeDefined();
      expect(code?.unmeasured).toBeNull();
      expect(code?.measures).toMatchObject({
        instructions: own?.instructions,
        by_pipe: own?.byPipe,
        by_depth: own?.byDepth,
        sends: own?.sends,
        spills: own?.spills,
        fills: own?.fills,
        indirect: own?.indirect,
        peak: listing?.analysis?.peak,
      });
      expect(code?.measures?.loops.map(({ instructions }) => instructions)).toEqual(own?.loops.map(({ instructions }) => instructions));
    }
    expect(kernels.length).toBeGreaterThan(0);
  });

  test('spills and fills are counted where the compiler reports spills', () => {
    for (const { resources, code } of kernels) {
      if (resources.memory_source === 'single-space') continue;
      expect((code?.measures?.spills.count ?? 0) > 0).toBe(resources.spill_size > 0);
    }
  });
});

test('code of a device that is not known is not measured', () => {
  const zeInfo = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
  const { bytes } = buildZebin({ zeInfo, sections: [{ name: '.text.k', flags: 6, data: new Uint8Array(64) }] });
  const [kernel] = kernelDocument(inspect(bytes).value).kernels;
  expect(kernel?.code).toMatchObject({ measures: null, unmeasured: expect.any(String) });
});
