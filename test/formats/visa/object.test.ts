import { describe, expect, test } from 'vitest';
import { layoutVisa } from '../../../src/formats/visa/layout.ts';
import { readVisa } from '../../../src/formats/visa/read.ts';
import { writeVisa } from '../../../src/formats/visa/write.ts';
import { visaObjects } from '../../support/corpus.ts';

describe.each(visaObjects().map((file) => [file.name, file] as const))('%s', { tags: ['corpus'] }, (_, file) => {
  test('writes the bytes that were read', () => {
    const bytes = file.bytes();
    const { value } = readVisa(bytes);
    expect(Buffer.compare(writeVisa(value), bytes)).toBe(0);
    expect(value.raw).toEqual([]);
  });

  test('is laid out as the compiler lays it out', () => {
    const bytes = file.bytes();
    const { value } = readVisa(bytes);
    expect(Buffer.compare(writeVisa(layoutVisa(value)), bytes)).toBe(0);
  });
});
