/** Archives written back, and made again as `ocloc` and `ar` make them. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dumpDocument } from '../../../src/documents/index.ts';
import { arMembers, readAr, writeAr } from '../../../src/formats/ar/index.ts';
import { inspect } from '../../../src/walk/inspect.ts';
import { buildAr, buildMember, concat, latin1 } from '../../support/build-elf.ts';
import { archives, sycl } from '../../support/corpus.ts';
import { run } from '../../support/run.ts';
import { needs, toolPath } from '../../support/tools.ts';

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;

describe.each([...archives(), ...sycl().filter(({ name }) => /\.(a|ar)$/.test(name))])('$name', { tags: ['corpus'] }, (file) => {
  test('is written back byte for byte', () => {
    const { value } = readAr(file.bytes());
    expect(same(writeAr(arMembers(value), { thin: value.thin }), file.bytes())).toBe(true);
  });
});

test.each(archives())('$name is made again as ocloc makes it', { tags: ['corpus'] }, (file) => {
  const members = readAr(file.bytes()).value.members.filter(({ role }) => role !== 'padding');
  const anew = members.map(({ name, bytes }) => ({ name, data: bytes.data }));
  expect(same(writeAr(anew, { align: true }), file.bytes())).toBe(true);
});

describe('what `ar` reads', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'zebin-ar-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const it = needs('ar');
  const LONG = 'a-name-that-is-much-longer-than-fifteen';

  it('short and long names, odd sizes', () => {
    const members = [
      { name: 'short', data: latin1('odd') },
      { name: LONG, data: latin1('even') },
      { name: `${LONG}-too`, data: latin1('') },
    ];
    const path = join(folder, 'made.a');
    writeFileSync(path, writeAr(members));
    expect(run(toolPath('ar'), ['t', path]).stdout.trimEnd().split('\n')).toEqual(members.map(({ name }) => name));
    expect(run(toolPath('ar'), ['p', path]).stdout).toBe('oddeven');
  });

  it('what `ar` makes is written back', () => {
    const path = join(folder, 'theirs.a');
    for (const name of ['one', LONG]) writeFileSync(join(folder, name), `${name}!`);
    run(toolPath('ar'), ['rcs', path, join(folder, 'one'), join(folder, LONG)]);
    expect(existsSync(path)).toBe(true);
    const bytes = new Uint8Array(readFileSync(path));
    expect(same(writeAr(arMembers(readAr(bytes).value)), bytes)).toBe(true);
  });
});

test('names of BSD, another filler and sizes spelt with zeros are kept', () => {
  const bytes = buildAr([buildMember('#1/8', latin1('name\0\0\0\0content')), buildMember('x/', latin1('abc'), { size: '003' })]);
  bytes[8 + 60 + 15] = 0x21;
  const { value, diagnostics } = readAr(bytes);
  expect(diagnostics).toEqual([]);
  expect(value.members.map(({ name }) => name)).toEqual(['name', 'x']);
  expect(same(writeAr(arMembers(value)), bytes)).toBe(true);
});

test('the byte that aligns a member belongs to the archive, and may be missing', () => {
  const odd = (name: string) => buildMember(`${name}/`, latin1('abc'));
  const bare = (name: string) => odd(name).slice(0, -1);
  for (const [bytes, filled] of [
    [buildAr([odd('a'), odd('b')]), true],
    [buildAr([odd('a'), bare('b')]), true],
    // A writer that does not align members.
    [buildAr([bare('a'), bare('b')]), false],
    [buildAr([bare('a'), odd('b')]), false],
  ] as const) {
    const { value, diagnostics } = readAr(bytes);
    expect(diagnostics).toEqual([]);
    expect(value.members.map((member) => member.bytes.text())).toEqual(['abc', 'abc']);
    expect(value.members[1]?.at).toBe(filled ? 72 : 71);
    expect(same(writeAr(arMembers(value)), bytes)).toBe(true);
    const { spans, gap_bytes } = dumpDocument(inspect(bytes).value);
    expect([gap_bytes, spans.filter(({ path }) => path === 'members[0]/filler').length]).toEqual([0, filled ? 1 : 0]);
  }
});

test('zeros after an archive are not a member', () => {
  const { value, diagnostics } = readAr(concat([buildAr([buildMember('a/', latin1('abcd'))]), new Uint8Array(1_000)]));
  expect([value.members.length, value.end, diagnostics]).toEqual([1, 72, []]);
});

test('a member is replaced', () => {
  const members = readAr(
    writeAr([
      { name: '64.20.1.0', data: latin1('old') },
      { name: 'x', data: latin1('y') },
    ]),
  ).value;
  const changed = arMembers(members).map((member) => (member.name === 'x' ? member : { ...member, data: latin1('longer') }));
  expect(readAr(writeAr(changed)).value.members.map(({ name, bytes }) => [name, bytes.text()])).toEqual([
    ['64.20.1.0', 'longer'],
    ['x', 'y'],
  ]);
});

test('what does not fit is refused', () => {
  const data = latin1('x');
  expect(() => writeAr([{ name: 'x', data, header: { ar_mode: '123456789' } }])).toThrow(RangeError);
  expect(() => writeAr([{ name: 'long', data, header: { ar_name: '#1/3' } }])).toThrow(RangeError);
});
