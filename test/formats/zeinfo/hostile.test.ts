/** Printing, editing, converting and checking what was read from text that is made to be as much work as its size allows. */
import { expect, test } from 'vitest';
import { encodeText } from '../../../src/core/bytes/index.ts';
import { readZebin } from '../../../src/formats/zebin/index.ts';
import { convertZeInfo, editZeInfo, printZeInfo, readZeInfo, validateZeInfo } from '../../../src/formats/zeinfo/index.ts';
import { bombs } from '../../support/mutate.ts';

const texts = bombs(0.02).flatMap(([what, make]) => {
  try {
    const { zeInfo } = readZebin(make()).value;
    return zeInfo ? [[what, zeInfo] as const] : [];
  } catch {
    // Not a zebin at all: nothing to print.
    return [];
  }
});

test.each(texts)('work on what was read stays in proportion: %s', (_, zeInfo) => {
  const printed = printZeInfo(zeInfo.container);
  const again = readZeInfo(encodeText(printed)).value;
  expect(Object.keys(again.container)).toEqual(Object.keys(zeInfo.container));
  expect(validateZeInfo(zeInfo).length).toBeLessThan(1_100);
  expect(convertZeInfo(zeInfo.container, '1.14').container.version).toBe('1.14');
  try {
    expect(readZeInfo(editZeInfo(zeInfo, [{ kind: 'set', path: 'version', value: '1.14' }])).value.container.version).toBe('1.14');
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
});

test('there are such texts', () => {
  expect(texts.length).toBeGreaterThan(30);
});
