/** Whether the driver takes a text for its dialect, as the whole decision says it. */
import { describe, expect, test } from 'vitest';
import { Bytes } from '../../src/core/bytes/index.ts';
import { dialectFault, oclocValidate, RELEASES } from '../../src/driver/index.ts';
import { readZebin } from '../../src/formats/zebin/index.ts';
import { buildZebin } from '../support/build-elf.ts';
import { probes, zebins } from '../support/corpus.ts';
import { mulberry32 } from '../support/mutate.ts';

const NEWEST = RELEASES.at(-1) ?? '';
const DIALECT: readonly (string | undefined)[] = ['driver/yaml', 'driver/yaml-abort'];

/** What each says. */
function asked(bytes: Uint8Array) {
  const zebin = readZebin(bytes).value;
  const { reason } = oclocValidate(bytes, NEWEST);
  return {
    fault: dialectFault(Bytes.from(bytes), zebin, NEWEST),
    replayed: DIALECT.includes(reason?.code) ? reason : undefined,
  };
}

test('genuine files and probes have the fault of the replay', { tags: ['corpus'] }, () => {
  const files = [...zebins(), ...probes()];
  for (const file of files) {
    const { fault, replayed } = asked(file.bytes());
    expect(fault, file.name).toEqual(replayed);
  }
});

test.each([
  'key: word\nlist:\n  - a: 1\n    b: [ 1, 2 ]\n',
  "---\nversion: '1.73'\nblock:\n  key: 1\n...\n",
  'payload_arguments:\nversion: 1\n',
  'kernels:\n- name: a\n',
  'kernels:\n  - name:\n      a: 1\n',
  'kernels:\n  - a\n',
  'key: 1x\n',
  '1key: x\n',
  'key: -1\n',
  'key: restrict const\n',
  'key:  uses-fp64-math\n',
  'key: a.b - c\n',
  'Key: []\n',
  'key: [ ]\n',
  'key: [ 1, ]\n',
  'key: a b \n',
  'key: -a\n',
  'key: a: b\n',
  'key: a b:c\n',
  'key: a b #c\n',
  'key: a # b\n',
  'key: a\r\n',
  'key: a',
  "key: 'a\\'\n",
  "key: 'it''s'\n",
  'key: [ a ]\n',
  'key: [ 1, 2\n',
  '\tkey: a\n',
  'key: a\n\nkey: b\n',
  '  key: a\n',
  'key: a\n    b: c\n',
  '- key: a\n',
])('the fault of the whole decision is that of the replay: %j', (text) => {
  const found = asked(buildZebin({ zeInfo: text }).bytes);
  expect(found.fault).toEqual(found.replayed);
});

/** Lines lost, doubled, exchanged and shifted, and pieces that make a difference put anywhere. */
describe('changed texts', () => {
  const PIECES = [
    '\n',
    ' ',
    '  ',
    '- ',
    '-',
    ':',
    ': ',
    "'",
    '#',
    '[ 1 ]',
    '1',
    'x',
    '_',
    '---\n',
    'kernels_misc_info',
    'kernels:\n',
    '\t',
    '\r',
    '{',
    '\\',
  ];
  const texts = zebins()
    .filter(({ name }) => name.startsWith('zebin/'))
    .map((file) => readZebin(file.bytes()).value.zeInfo?.document.text ?? '')
    .filter((text) => text !== '' && text.length < 40_000);

  test.each([1, 2, 3, 4])('seed %i', { tags: ['corpus'] }, (seed) => {
    const random = mulberry32(seed);
    const at = (count: number) => random() % count;
    let refused = 0;
    for (let i = 0; i < 400; i++) {
      const lines = (texts[at(texts.length)] ?? '').split('\n');
      const from = at(lines.length);
      const to = at(lines.length);
      const line = lines[from] ?? '';
      const cut = at(line.length + 1);
      const changes = [
        [],
        [line, line],
        [`  ${line}`],
        [line.replace(/^ {2}/, '')],
        [lines[to] ?? ''],
        [line.slice(0, cut) + PIECES[at(PIECES.length)] + line.slice(cut)],
      ];
      lines.splice(from, 1, ...(changes[at(changes.length)] ?? []));
      const found = asked(buildZebin({ zeInfo: lines.join('\n') }).bytes);
      expect(found.fault, lines.join('\n')).toEqual(found.replayed);
      if (found.fault) refused++;
    }
    expect(refused).toBeGreaterThan(50);
  });
});

/** So many nodes are allowed in a file that is not small. */
const CODE = { name: '.text.a', flags: 6, data: new Uint8Array(1 << 16) };

/** Texts of many nodes, with more to a line the further down, so that the driver's guess of their number is often too low. */
test.each([1, 2, 3, 4])('capacity for nodes, seed %i', { tags: ['corpus'] }, (seed) => {
  const random = mulberry32(seed);
  const below = (count: number) => random() % count;
  const numbers = (count: number) => (count === 0 ? '[]' : `[ ${Array.from({ length: count }, (_, i) => i).join(', ')} ]`);
  const counts = { capacity: 0, none: 0 };
  for (let i = 0; i < 150; i++) {
    const lines: string[] = below(2) ? ['---'] : [];
    const long = 2 + below(4);
    while (lines.length < 300 + below(900)) {
      lines.push(`list${lines.length}:`);
      for (let item = below(4); item >= 0; item--) {
        lines.push('  - name: a');
        for (let entry = below(6); entry > 0; entry--) {
          const dense = below(1_000) < lines.length;
          lines.push(dense ? `    key: ${numbers(below(long))}` : '    key: some words');
          if (below(8)) continue;
          lines.push('    inner:', '      - size: 1');
          for (let j = below(30); j > 0; j--) lines.push(below(3) ? '      - size: 1' : '        offset: 2');
        }
      }
    }
    const found = asked(buildZebin({ zeInfo: `${lines.join('\n')}\n`, sections: [CODE] }).bytes);
    expect(found.fault).toEqual(found.replayed);
    if (found.fault) counts.none++;
    else counts.capacity++;
  }
  expect(Math.min(counts.capacity, counts.none)).toBeGreaterThan(30);
});
