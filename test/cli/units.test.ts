import { expect, test } from 'vitest';
import { inUnits } from '../../cli/text.ts';

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KiB'],
  [1_048_524, '1023.9 KiB'],
  [1_048_550, '1.0 MiB'],
  [55_364_812, '52.8 MiB'],
  [2 ** 32, '4.0 GiB'],
  [2 ** 52, '4096.0 TiB'],
])('%i bytes are printed as %s', (bytes, text) => {
  expect(inUnits(bytes)).toBe(text);
});
