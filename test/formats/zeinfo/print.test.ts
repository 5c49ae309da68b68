/** Printing: the text of every real file comes out of its model byte for byte, and what is odd reads as the same again. */
import { describe, expect, test } from 'vitest';
import { encodeText } from '../../../src/core/bytes/index.ts';
import { type Attribute, existsIn } from '../../../src/core/schema/index.ts';
import { readZebin } from '../../../src/formats/zebin/index.ts';
import {
  CONTAINER,
  type Container,
  NEWEST,
  plainRecord,
  printZeInfo,
  RECORDS,
  readZeInfo,
  visitRecord,
} from '../../../src/formats/zeinfo/index.ts';
import { zebins } from '../../support/corpus.ts';
import { generateZeInfo, VERSIONS } from '../../support/generate-zeinfo.ts';
import { mulberry32, mutate } from '../../support/mutate.ts';

const again = (text: string): Container => readZeInfo(encodeText(text)).value.container;
const plain = (container: Container) => plainRecord(CONTAINER, container);

describe('the text of a model that was read', () => {
  test('is that of the section, byte for byte, for every real file', { tags: ['corpus'] }, () => {
    const files = zebins();
    const texts = files.flatMap((file) => {
      const { zeInfo } = readZebin(file.bytes()).value;
      return zeInfo ? [{ name: file.name, zeInfo }] : [];
    });
    const different = texts.filter(({ zeInfo }) => !Buffer.from(encodeText(printZeInfo(zeInfo.container))).equals(zeInfo.bytes.data));
    expect(different.map((one) => one.name)).toEqual([]);
    expect(texts.length).toBeGreaterThan(process.env.ZEBIN_CORPUS ? 300 : 10);
  });
});

describe('a model that was made', () => {
  test.each(VERSIONS)('of version %s reads as the same, and prints as the same', (version) => {
    for (let seed = 0; seed < 8; seed++) {
      const model = generateZeInfo(seed, { version });
      const text = printZeInfo(model);
      const { value, diagnostics } = readZeInfo(encodeText(text));
      expect(diagnostics).toEqual([]);
      expect(plain(value.container)).toEqual(plain(model));
      expect(printZeInfo(value.container)).toBe(text);
    }
  });

  test('has every attribute and word of its version', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 1_200; seed++) {
      visitRecord(CONTAINER, generateZeInfo(seed, { version: NEWEST }), '', ({ record, key, member }) => {
        seen.add(`${record.name}/${key}`);
        if (member) seen.add(`${record.name}/${key}=${member.value}`);
      });
    }
    const there = RECORDS.flatMap((record) =>
      Object.entries<Attribute>(record.attributes)
        .filter(([, row]) => existsIn(row, NEWEST) && row.specified !== false)
        .map(([key]) => `${record.name}/${key}`),
    );
    expect(there.filter((name) => !seen.has(name))).toEqual([]);
  });
});

describe('odd text', () => {
  const KEPT: readonly [string, string][] = [
    ['unknown keys in their places', 'a: 1\nversion: 1.0\nb: "q"\nc: \'1\'\nkernels: []\nd:\n'],
    ['a block of unknown keys', 'kernels:\n- name: k\n  new_block:\n      x: 1\n      y:\n         z: 2\n  other: [1, 2]\n'],
    ['a list of unknown entries', 'version: 1.0\nnew_list:\n  -  a: 1\n     b: 2\n  - c\n  -\n'],
    ['values of the wrong type', 'kernels:\n- name: k\n  execution_env:\n    grf_count: many\n    simd_size: "8"\n'],
    ['repeated keys', 'kernels: []\nversion: 1.0\nkernels: []\nversion: 2\n'],
    ['entries that are not maps', "kernels:\n- a\n- - b\n  - c\n-\n- name: k\n- ''\n"],
    ['values outside the dialect', 'a: |\n  x\n  y\nb: &c d\nversion: *e\n'],
    ['empty keys', "'': 1\n: 2\nversion: 1.0\n"],
    ['long inline values', 'a: [1,\n  2,\n   {x: y}]\nversion: 1.0\n'],
    ['inline records', 'kernels: [{name: k, execution_env: {simd_size: 8, odd: 1}}]\n'],
  ];

  test.each(KEPT)('%s: nothing is lost', (_, text) => {
    const first = again(text);
    const printed = printZeInfo(first);
    expect(texts(plain(again(printed)))).toEqual(texts(plain(first)));
    expect(printZeInfo(again(printed))).toBe(printed);
  });

  test('of any sort prints as something that prints as itself', { tags: ['corpus'] }, () => {
    const seeds = Array.from({ length: 20 }, (_, seed) =>
      encodeText(printZeInfo(generateZeInfo(seed, { version: VERSIONS[seed * 3] ?? NEWEST }))),
    );
    const random = mulberry32(7);
    for (let i = 0; i < 500; i++) {
      const bytes = mutate(seeds[i % seeds.length] as Uint8Array, random);
      const { container } = readZeInfo(bytes).value;
      const printed = printZeInfo(container);
      expect(texts(plain(again(printed)))).toEqual(texts(plain(container)));
    }
  });
});

/**
 * Without blanks around the lines of unknown blocks, whose indentation depends on where they are; and with extra entries in one order,
 * since each follows its attribute, and attributes are printed in the order of the rows.
 */
function texts(value: unknown): unknown {
  const one = (key: string, part: unknown) => {
    if (key === 'text') return (part as string).split('\n').map((line) => line.trim());
    return key === 'extra'
      ? [...(part as { key: string; text: string }[])].sort((a, b) => (a.key + a.text < b.key + b.text ? -1 : 1))
      : part;
  };
  return JSON.parse(JSON.stringify(value, one));
}
