/** Programs in patch tokens, taken out of the legacy files of the corpus. */
import { describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { FormatError, Reporter } from '../../../src/core/diag/index.ts';
import { partition } from '../../../src/core/schema/index.ts';
import { readElf } from '../../../src/formats/elf/index.ts';
import { annotatePatchTokens, decodePatchTokens, readPatchTokens } from '../../../src/formats/legacy/index.ts';
import { patchTokens } from '../../support/corpus.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';

const DEVICE_BINARY = 0xff00_0005;

const programs = patchTokens().map((file) => ({
  name: file.name,
  program: () => {
    const section = readElf(file.bytes()).value.sections.find((s) => s.sh_type === DEVICE_BINARY);
    if (!section) throw new Error(`${file.name} has no device binary`);
    return section.bytes.data.slice();
  },
}));

test('there are programs', () => expect(programs.length).toBeGreaterThan(0));

describe.each(programs)('$name', { tags: ['corpus'] }, ({ name, program }) => {
  const data = program();
  const { value, diagnostics } = readPatchTokens(data);

  test('every kernel is listed and named', () => {
    expect(diagnostics).toEqual([]);
    expect(value.kernels.length).toBe(value.header.NumberOfKernels);
    expect(value.rest.length).toBe(0);
    for (const kernel of value.kernels) {
      expect(kernel.name).toMatch(/^[A-Za-z_]\w*$/);
      expect(kernel.header.KernelUnpaddedSize).toBeLessThanOrEqual(kernel.header.KernelHeapSize);
      expect(kernel.tokens.every((token) => token.name !== undefined)).toBe(true);
      expect(kernel.tokens.map((token) => token.name)).toContain('EXECUTION_ENVIRONMENT');
    }
  });

  test('a dump has every byte once', () => {
    const bytes = new Bytes(data);
    const out = new Reporter(data.length);
    const spans = [...partition(bytes, annotatePatchTokens(decodePatchTokens(bytes, out), out), out)];
    expect(out.diagnostics).toEqual([]);
    expect(spans.filter(({ role }) => role === 'gap' || role === 'padding')).toEqual([]);
    expect(spans.at(-1)?.span.end).toBe(data.length);
  });

  test('prefixes and flips give a value or a FormatError', () => {
    const attempt = (bytes: Uint8Array) => {
      try {
        readPatchTokens(bytes);
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
    };
    for (let length = 0; length < data.length; length += Math.ceil(data.length / 300)) attempt(data.slice(0, length));
    for (let seed = 0; seed < 300; seed++) attempt(flip(data, mulberry32(seed)));
  });

  if (name.endsWith('basic-skl.bin')) {
    test('the kernels of its source', () => {
      const names = value.kernels.map((kernel) => kernel.name);
      expect(names.slice(0, 5)).toEqual(['empty_kernel', 'k', 'store_one', 'saxpy', 'copy_bytes']);
      expect(names.length).toBe(9);
    });
  }
});
