/** Archives: those of `ocloc`, those that `ar` makes, and what is wrong in one place. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { FormatError, LIMITS } from '../../../src/core/diag/index.ts';
import { type Ar, readAr } from '../../../src/formats/ar/index.ts';
import { buildAr, buildMember, concat, latin1 } from '../../support/build-elf.ts';
import { archives } from '../../support/corpus.ts';
import { run } from '../../support/run.ts';
import { findTool, needs, skipped, toolPath } from '../../support/tools.ts';

const it = needs('ar');
/** The options for thin archives and full names are those of GNU. */
const isGnu = findTool('ar') !== undefined && run(toolPath('ar'), ['--version']).stdout.startsWith('GNU');
const itMakes = isGnu ? it : skipped('ar of GNU: apt-get install binutils');

function read(bytes: Uint8Array) {
  const { value, diagnostics } = readAr(bytes);
  return { ar: value, codes: diagnostics.map((d) => d.code), diagnostics };
}

const text = (bytes: Bytes) => bytes.text();
/** Members proper: without the index and the table of names, which `ar t` does not list either. */
const listed = (ar: Ar) => ar.members.filter((member) => member.role !== 'symbols' && member.role !== 'names');

describe.each(archives())('$name', { tags: ['corpus'] }, (file) => {
  test('is read to its end', () => {
    const bytes = file.bytes();
    const { ar, codes } = read(bytes);
    expect(codes).toEqual([]);
    expect(ar.end).toBe(bytes.length);
    expect(ar.thin).toBe(false);
    expect(ar.members.map((member) => member.index)).toEqual(ar.members.map((_, i) => i));
    for (const member of ar.members) {
      expect(member.bytes.base).toBe(member.at + 60);
      expect(Number(member.header.ar_size)).toBe(member.bytes.length);
      expect(['device', 'padding', 'ir']).toContain(member.role);
      // Filler is there so that binaries are aligned, and consists of blanks.
      if (member.role === 'device') expect(member.bytes.base % 8).toBe(0);
      if (member.role === 'padding') expect(text(member.bytes)).toMatch(/^ *$/);
    }
  });

  it('has the members that `ar` lists, with their content', () => {
    const { ar } = read(file.bytes());
    const ours = listed(ar);
    expect(ours.map((member) => member.name)).toEqual(run(toolPath('ar'), ['t', file.path]).stdout.trimEnd().split('\n'));
    const printed = run(toolPath('ar'), ['p', file.path, ...new Set(ours.map((member) => member.name))], {
      encoding: 'latin1',
    } as object).stdout;
    expect(printed.length).toBe(ours.reduce((sum, member) => sum + member.bytes.length, 0));
    expect(printed).toBe(ours.map((member) => text(member.bytes)).join(''));
  });
});

describe('made by `ar`', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'zebin-ar-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const FILES: Readonly<Record<string, string>> = {
    a: 'x',
    'sixteen-letters.': 'even',
    'a-name-that-is-longer-than-fifteen-letters.bin': 'odd',
    'another-name-that-is-longer-than-fifteen.bin': '',
    'with blank': '`\n`\n',
    last: 'abc\n',
  };

  function make(...options: string[]): Uint8Array {
    for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content);
    rmSync(join(folder, 'made.ar'), { force: true });
    const { status, stderr } = run(toolPath('ar'), [...options, 'made.ar', ...Object.keys(FILES)], { cwd: folder });
    expect(stderr).toBe('');
    expect(status).toBe(0);
    return new Uint8Array(readFileSync(join(folder, 'made.ar')));
  }

  itMakes('names and contents come back', () => {
    const { ar, codes } = read(make('rcD'));
    expect(codes).toEqual([]);
    expect(listed(ar).map((member) => [member.name, text(member.bytes)])).toEqual(Object.entries(FILES));
    expect(ar.members[0]?.role).toBe('names');
  });

  itMakes('a thin archive has names and no contents', () => {
    const { ar, codes } = read(make('rcDT'));
    expect(codes).toEqual([]);
    expect(ar.thin).toBe(true);
    expect(listed(ar).map((member) => [member.name, member.bytes.length])).toEqual(Object.keys(FILES).map((name) => [name, 0]));
  });

  itMakes('a thin archive may name files by their full path', () => {
    writeFileSync(join(folder, 'one.bin'), 'content');
    run(toolPath('ar'), ['rcDTP', 'full.ar', join(folder, 'one.bin')], { cwd: folder });
    const { ar, codes } = read(new Uint8Array(readFileSync(join(folder, 'full.ar'))));
    expect(codes).toEqual([]);
    expect(listed(ar).map((member) => member.name)).toEqual(
      run(toolPath('ar'), ['tP', 'full.ar'], { cwd: folder }).stdout.trimEnd().split('\n'),
    );
  });
});

describe('names', () => {
  const long = 'a-name-that-is-longer-than-fifteen';

  test('are ended by a slash, or by blanks', () => {
    const { ar, codes } = read(
      buildAr([buildMember('a b/', latin1('1')), buildMember('bare', latin1('2')), buildMember('c/d/', latin1('3'))]),
    );
    expect(codes).toEqual([]);
    expect(ar.members.map((member) => [member.name, text(member.bytes)])).toEqual([
      ['a b', '1'],
      ['bare', '2'],
      ['c/d', '3'],
    ]);
  });

  test('may refer to the table of long names', () => {
    const table = latin1(`${long}/\nsecond-long-name/\n`);
    const { ar, codes } = read(
      buildAr([buildMember('//', table), buildMember('/0', latin1('1')), buildMember(`/${long.length + 2}`, latin1('2'))]),
    );
    expect(codes).toEqual([]);
    expect(ar.members.map((member) => [member.name, member.role])).toEqual([
      ['//', 'names'],
      [long, 'member'],
      ['second-long-name', 'member'],
    ]);
  });

  test('stay as they are when that table is missing or too short', () => {
    const { ar, codes, diagnostics } = read(
      buildAr([buildMember('/0', latin1('1')), buildMember('//', latin1('x/\n')), buildMember('/3', latin1('2'))]),
    );
    expect(codes).toEqual(['ar/long-name', 'ar/long-name']);
    expect(ar.members.map((member) => member.name)).toEqual(['/0', '//', '/3']);
    expect(diagnostics.map((d) => d.span.start)).toEqual(ar.members.filter((member) => member.name !== '//').map((member) => member.at));
  });

  test('of BSD are before the content', () => {
    const { ar, codes } = read(
      buildAr([buildMember('#1/20', concat([latin1('long name of BSD\0\0\0\0'), latin1('content')])), buildMember('#1/4', latin1('name'))]),
    );
    expect(codes).toEqual([]);
    expect(ar.members.map((member) => [member.name, text(member.bytes)])).toEqual([
      ['long name of BSD', 'content'],
      ['name', ''],
    ]);
    expect(ar.members[0]?.bytes.base).toBe(8 + 60 + 20);
  });

  test('of BSD that are longer than the member are reported', () => {
    const { ar, codes } = read(buildAr([buildMember('#1/9', latin1('name'))]));
    expect(codes).toEqual(['ar/long-name']);
    expect(ar.members.map((member) => [member.name, text(member.bytes)])).toEqual([['#1/9', 'name']]);
  });

  test('are cut when they are far too long', () => {
    const name = 'n'.repeat(LIMITS.memberName);
    for (const [length, codes] of [
      [LIMITS.memberName, []],
      [LIMITS.memberName + 1, ['limit/name-length']],
    ] as const) {
      const bsd = read(buildAr([buildMember(`#1/${length}`, latin1('n'.repeat(length)))]));
      const gnu = read(buildAr([buildMember('//', latin1(`${'n'.repeat(length)}/\n`)), buildMember('/0', latin1(''))]));
      expect([bsd.codes, gnu.codes]).toEqual([codes, codes]);
      expect([bsd.ar.members[0]?.name, gnu.ar.members[1]?.name]).toEqual([name, name]);
    }
  });

  test('say what a member of an ocloc archive is for', () => {
    const names = ['/', '/SYM64/', '__.SYMDEF', 'pad_12', 'generic_ir', '64.20.1.0', '32.dg2', 'pad_x', '64'];
    const { ar } = read(buildAr(names.map((name) => buildMember(name === '/' || name === '/SYM64/' ? name : `${name}/`, latin1('')))));
    expect(ar.members.map((member) => member.role)).toEqual([
      'symbols',
      'symbols',
      'symbols',
      'padding',
      'ir',
      'device',
      'device',
      'member',
      'member',
    ]);
  });
});

describe('damage', () => {
  const member = buildMember('a/', latin1('abc'));

  test('other data is not an archive', () => {
    for (const bytes of [latin1(''), latin1('!<arch>'), latin1('!<arch>\r\n'), latin1('text')]) {
      expect(() => readAr(bytes)).toThrow(FormatError);
      expect(() => readAr(bytes)).toThrow(/ar\/not-ar/);
    }
  });

  test('an archive may be empty', () => {
    expect(read(buildAr([]))).toMatchObject({ ar: { members: [], end: 8 }, codes: [] });
  });

  test('a header that is truncated ends the list', () => {
    const bytes = buildAr([member, member.slice(0, 59)]);
    const { ar, codes, diagnostics } = read(bytes);
    expect(codes).toEqual(['ar/header']);
    expect(ar.members.map((m) => m.name)).toEqual(['a']);
    expect([diagnostics[0]?.span.start, diagnostics[0]?.span.end]).toEqual([8 + 64, bytes.length]);
    expect(ar.end).toBe(8 + 64);
  });

  test.each(['', '-1', '1x', '0x10', ' 3', '1e3'])('a size of %j ends the list', (size) => {
    const { ar, codes } = read(buildAr([member, buildMember('b/', latin1('abc'), { size }), member]));
    expect(codes).toEqual(['ar/header']);
    expect(ar.members).toHaveLength(1);
  });

  test('a member that is truncated has what exists', () => {
    const bytes = buildAr([member, buildMember('b/', latin1('abc'), { size: '9999999999' })]);
    const { ar, codes, diagnostics } = read(bytes);
    expect(codes).toEqual(['ar/member-range']);
    expect(text(ar.members[1]?.bytes ?? new Bytes(new Uint8Array(0)))).toBe('abc\n');
    expect(diagnostics[0]?.data).toEqual({ expected: 9_999_999_999, found: 4 });
    expect(ar.end).toBe(bytes.length);
  });

  test('a bad end of a header is ignored', () => {
    const { ar, codes } = read(buildAr([buildMember('a/', latin1('1'), { trailer: '\r\n' }), member]));
    expect(codes).toEqual(['ar/trailer']);
    expect(ar.members.map((m) => m.name)).toEqual(['a', 'a']);
  });

  test('padding at the end may be missing', () => {
    const { ar, codes } = read(buildAr([member]).slice(0, -1));
    expect(codes).toEqual([]);
    expect(text(ar.members[0]?.bytes ?? new Bytes(new Uint8Array(0)))).toBe('abc');
  });

  test('every prefix is read as far as it goes', () => {
    const bytes = buildAr([buildMember('//', latin1('long-name-of-a-member/\n')), buildMember('/0', latin1('12345')), member]);
    for (let length = 8; length <= bytes.length; length++) {
      const { ar, diagnostics } = read(bytes.slice(0, length));
      expect(ar.end).toBeLessThanOrEqual(length);
      for (const { span } of diagnostics) expect(span.end).toBeLessThanOrEqual(length);
    }
  });

  test('spans count in the whole file when the archive is a part of one', () => {
    const bytes = concat([latin1('before'), buildAr([buildMember('a/', latin1('x'), { trailer: '??' })])]);
    const { value, diagnostics } = readAr(new Bytes(bytes).sub(6, bytes.length));
    expect(diagnostics.map((d) => [d.span.start, d.span.end])).toEqual([[6 + 8 + 58, 6 + 8 + 60]]);
    expect(value.members[0]?.bytes.base).toBe(6 + 8 + 60);
    expect(value.members[0]?.at).toBe(8);
  });
});
