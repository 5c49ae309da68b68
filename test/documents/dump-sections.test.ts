/** Dumps of containers whose parts are sections of an ELF file. */
import { describe, expect, test } from 'vitest';
import { dumpDocument } from '../../src/documents/index.ts';
import { inspect } from '../../src/walk/inspect.ts';
import { fixture } from '../support/corpus.ts';

describe('a program of patch tokens in its ELF file', () => {
  const { value: root } = inspect(fixture('patchtoken/basic-skl.bin').bytes());

  test.each([{ shallow: false }, { shallow: true }])('no two structures claim the same bytes: %o', (options) => {
    expect(dumpDocument(root, options).diagnostics.filter(({ code }) => code === 'inspect/overlap')).toEqual([]);
  });

  test('its tokens, other sections, and the names in the table of strings are spans', () => {
    const paths = dumpDocument(root).spans.map(({ path }) => path);
    const device = 'Intel(R) OpenCL Device Binary';
    expect(paths).toContain(`${device}!header/Magic`);
    expect(paths).toContain(`${device}!kernels[0]/patch_list[0]`);
    expect(paths.filter((path) => path === 'SPIRV Object')).toHaveLength(1);
    expect(paths).toContain('.shstrtab+1');
    expect(paths).not.toContain(device);
  });
});
