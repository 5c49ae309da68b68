/** `zebin test`: what it finds, runs, compiles and says, as text, JSON, JUnit and Markdown. */
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../cli/commands/test.ts';
import { machineOf } from '../../src/run/index.ts';
import { fixture } from '../support/corpus.ts';
import { parseXml, type XmlElement } from '../support/xml.ts';
import { fakeIo } from './fake-io.ts';
import { optionsFor } from './run-verb.ts';
import { scratchFolder, shell, zebin } from './zebin.ts';

const ARCHIVE = fixture('fat/basic-dg2-bmg.ar').path;
const BMG = fixture('zebin/igc2/bmg/basic.zebin').path;
const PRINTF = fixture('zebin/igc2/bmg/printf.zebin').path;
const posix = process.platform !== 'win32';

/** y = a * x + y for eight items. */
function saxpy(name: string, expected: readonly number[] | undefined, more: object = {}): object {
  return {
    ...{ name, kernel: 'saxpy', global: [8], local: [8] },
    args: [
      { kind: 'buffer', type: 'float', count: 8, fill: { iota: [0, 1] } },
      { kind: 'buffer', type: 'float', count: 8, fill: { const: 1 } },
      { kind: 'scalar', type: 'float', value: 2 },
    ],
    outputs: [{ arg: 1, ...(expected && { expect: { base64: Buffer.from(Float32Array.from(expected).buffer).toString('base64') } }) }],
    ...more,
  };
}
const RIGHT = [1, 3, 5, 7, 9, 11, 13, 15];
const WRONG = [1, 3, 5, 7.5, 9, 11, 13, 16];

/** A folder with files: texts, objects as JSON, and copies of fixtures by their path after `=`. */
function folderOf(files: Readonly<Record<string, string | object>>): string {
  const folder = scratchFolder();
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    if (typeof content === 'string' && content.startsWith('=')) copyFileSync(content.slice(1), path);
    else writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }
  return folder;
}
const casesOf = (...cases: readonly object[]): object => ({ cases });
const lines = (text: string): string[] =>
  text
    .replace(/\d+ instructions/g, 'N instructions')
    .split('\n')
    .slice(0, -1);

describe('what is run', () => {
  test('each case with each image that has its kernel, of the folder and of those below', async () => {
    const cwd = folderOf({
      'a.json': casesOf(saxpy('right', RIGHT), { ...saxpy('empty', []), kernel: 'empty_kernel', args: [], outputs: [] }),
      'a.ar': `=${ARCHIVE}`,
      'below/b.zebin': `=${BMG}`,
      'below/b.json': casesOf(saxpy('wrong', WRONG)),
      'notes.txt': 'saxpy',
      'package.json': { name: 'x' },
    });
    const { status, stdout, stderr } = await zebin(['test'], { cwd });
    expect([status, stderr]).toEqual([1, '']);
    expect(lines(stdout)).toEqual([
      '7 cases: 3 equal, 1 different, 3 completed',
      'a.ar!64.dg2 saxpy: right: equal (1 thread, N instructions)',
      'a.ar!64.bmg saxpy: right: equal (1 thread, N instructions)',
      'a.ar!64.dg2 empty_kernel: empty: completed (1 thread, N instructions)',
      'a.ar!64.bmg empty_kernel: empty: completed (1 thread, N instructions)',
      'below/b.zebin saxpy: right: equal (1 thread, N instructions)',
      'below/b.zebin empty_kernel: empty: completed (1 thread, N instructions)',
      'below/b.zebin saxpy: wrong: different: argument 1 (y)[3]: expected 7.5 (0x40f00000), got 7 (0x40e00000); 2 of 8 elements differ',
    ]);
    expect((await zebin(['test', '.', 'a.json', './below', '--only', 'right'], { cwd })).stdout.split('\n')[0]).toBe('3 cases: 3 equal');
    expect((await zebin(['test', 'below/b.json', '--max-memory', '10'], { cwd })).stdout).toContain(
      'wrong: limit: cases[0]: the arguments need 64 bytes; --max-memory allows 10 [run/limit]',
    );
  });

  test('a case that meets no binary fails, and says what there is', async () => {
    const cwd = folderOf({
      'a.json': casesOf(
        saxpy('other kernel', RIGHT, { kernel: 'gone' }),
        saxpy('other device', RIGHT, { needs: { devices: ['pvc'] } }),
        saxpy('here', RIGHT, { needs: { devices: ['bmg'] } }),
      ),
      'a.ar': `=${ARCHIVE}`,
    });
    const { status, stdout } = await zebin(['test'], { cwd });
    expect([status, lines(stdout)]).toEqual([
      2,
      [
        '3 cases: 1 equal, 2 invalid',
        'a.ar!64.bmg saxpy: here: equal (1 thread, N instructions)',
        'a.json gone: other kernel: invalid: no binary beside the file has the kernel gone [command/no-match]',
        'a.json saxpy: other device: invalid: no binary beside the file has the kernel saxpy for pvc; it is there for DG2-G10 C0, BMG-G21 A0 [command/no-match]',
      ],
    ]);
  });

  test('devices are chosen, and each has to be there; a case for others is left out', async () => {
    const cwd = folderOf({
      'a.json': casesOf(saxpy('any', RIGHT), saxpy('one', RIGHT, { needs: { devices: ['bmg'] } })),
      'a.ar': `=${ARCHIVE}`,
    });
    const one = await zebin(['test', '-d', 'dg2'], { cwd });
    expect([one.status, lines(one.stdout), one.stderr]).toEqual([
      0,
      ['1 case: 1 equal', 'a.ar!64.dg2 saxpy: any: equal (1 thread, N instructions)'],
      'zebin: one: left out, because it is for bmg\n',
    ]);
    expect(lines((await zebin(['test', '-d', 'dg2,bmg', '-d', 'bmg'], { cwd })).stdout)[0]).toBe('3 cases: 3 equal');
    const none = await zebin(['test', '--device', 'bmg,skl'], { cwd });
    expect([none.status, lines(none.stdout).at(-1)]).toEqual([
      2,
      'a.json saxpy: any: invalid: no binary beside the file has the kernel saxpy for skl; it is there for DG2-G10 C0, BMG-G21 A0 [command/no-match]',
    ]);
    const out = await zebin(['test', '--only', 'one', '--device', 'dg2'], { cwd });
    expect([out.status, out.stdout, out.stderr.split('\n')[1]]).toEqual([
      2,
      '',
      'zebin: all cases are for other devices than those of --device',
    ]);
    expect((await zebin(['test', '--device', 'gpu'], { cwd })).status).toBe(2);
  });

  test('nothing to run is no good answer', async () => {
    const cwd = folderOf({ 'a.zebin': `=${BMG}`, 'empty/x': '', 'none.json': casesOf(), 'a.json': casesOf(saxpy('a', RIGHT)) });
    const said = async (...args: string[]) => {
      const { status, stdout, stderr } = await zebin(['test', ...args], { cwd });
      return [status, stdout, stderr];
    };
    expect(await said('empty')).toEqual([2, '', 'zebin: empty: there are no cases (docs/kernel-tests.md has the format)\n']);
    expect(await said('none.json')).toEqual([2, '', 'zebin: none.json: there are no cases (docs/kernel-tests.md has the format)\n']);
    expect(await said('--only', 'b')).toEqual([2, '', 'zebin: .: there is no case b; available: a\n']);
    expect(await said('gone')).toEqual([2, '', 'zebin: gone does not exist; give a folder with files of cases, or such a file\n']);
    expect((await said('a.zebin')).slice(0, 2)).toEqual([
      2,
      expect.stringMatching(/^no cases; 1 file was not read whole\na\.zebin: not read: the file is not JSON/),
    ]);
  });

  test('what cannot be read is said, and the rest is run', async () => {
    const cwd = folderOf({
      'a.json': casesOf(saxpy('a', RIGHT), { name: 'b' }),
      'a.zebin': `=${BMG}`,
      'cut.json': '{"cases": [',
      'list.json': { cases: { a: 1 } },
      'document.json': { schema: 'zebin/run/1', cases: [] },
      'text.json': '"cases": no',
    });
    writeFileSync(join(cwd, 'cut.ar'), readFileSync(ARCHIVE).subarray(0, 3000));
    writeFileSync(join(cwd, 'cut.zebin'), readFileSync(BMG).subarray(0, 3000));
    const { status, stdout } = await zebin(['test'], { cwd });
    expect([status, lines(stdout).map((line) => line.replace(/(not read): .*(?= \[)/, '$1'))]).toEqual([
      2,
      [
        '1 case: 1 equal; 5 files were not read whole',
        'a.json: not read [run/case]',
        'cut.json: not read [run/case]',
        'text.json: not read [run/case]',
        'cut.ar!64.dg2: not read [inspect/cut]',
        'cut.zebin: not read [elf/table-range]',
        'a.zebin saxpy: a: equal (1 thread, N instructions)',
      ],
    ]);
    expect(stdout).toContain('a.json: not read: cases[1].global: it has to be a list, and is missing [run/case]\n');
    expect(JSON.parse((await zebin(['test', '--json'], { cwd })).stdout)).toMatchObject({
      schema: 'zebin/test/1',
      totals: { equal: 1, invalid: 0 },
      files: [{ path: 'a.json', cases: [{ name: 'a', file: 'a.zebin', result: 'equal' }] }],
      unread: [{ address: 'a.json', code: 'run/case' }, {}, {}, { address: 'cut.ar!64.dg2' }, { address: 'cut.zebin' }],
    });
  });

  test.runIf(posix)('links are not followed, and hidden folders and node_modules are not looked into', async () => {
    const cwd = folderOf({
      'a.json': casesOf(saxpy('a', RIGHT)),
      'sub/a.zebin': `=${BMG}`,
      '.git/x.json': '{"cases": [',
      'node_modules/x/x.json': '{"cases": [',
    });
    symlinkSync('.', join(cwd, 'loop'));
    symlinkSync('..', join(cwd, 'sub/up'));
    symlinkSync(BMG, join(cwd, 'link.zebin'));
    const { status, stdout } = await zebin(['test', 'loop'], { cwd });
    expect([status, lines(stdout)]).toEqual([0, ['1 case: 1 equal', 'loop/sub/a.zebin saxpy: a: equal (1 thread, N instructions)']]);
  });

  test('a folder of thousands of files', async () => {
    const cwd = folderOf({ 'a.json': casesOf(saxpy('a', RIGHT)), 'a.zebin': `=${BMG}` });
    mkdirSync(join(cwd, 'data'));
    for (let i = 0; i < 3_000; i++) writeFileSync(join(cwd, `data/${i}.${i % 2 ? 'json' : 'txt'}`), `{"a": ${i}}`);
    expect(lines((await zebin(['test'], { cwd })).stdout)).toHaveLength(2);
  });
});

describe('reports', () => {
  const NAME = 'quo"te <b>&amp; ]]> \u0001\u001b[31m new\nline \u202e é';
  const cwd = folderOf({
    'a & "b".json': casesOf(saxpy(NAME, WRONG), saxpy('right', RIGHT), saxpy('few', RIGHT, { args: [], outputs: [] }), {
      ...saxpy('gone', RIGHT),
      kernel: 'no <such>',
    }),
    "it's.zebin": `=${BMG}`,
    'cut.json': '{"cases": [',
    'printf/hello.json': casesOf({
      name: 'hello',
      kernel: 'hello',
      global: [2],
      local: [2],
      args: [],
      outputs: [{ class: 'stdout', expect: { base64: '' } }],
    }),
    'printf/p.zebin': `=${PRINTF}`,
  });

  test('JUnit is XML whatever the names are, with failures, errors and what kernels print', async () => {
    const { status } = await zebin(['test', '--junit', 'junit.xml'], { cwd });
    expect(status).toBe(2);
    const root = parseXml(readFileSync(join(cwd, 'junit.xml'), 'utf8'));
    expect([root.name, root.attributes]).toEqual(['testsuites', { name: 'zebin test', tests: '6', failures: '2', errors: '3' }]);
    expect(root.children.map(({ name, attributes }) => [name, attributes])).toEqual([
      ['testsuite', { name: 'a & "b".json', tests: '4', failures: '1', errors: '2' }],
      ['testsuite', { name: 'printf/hello.json', tests: '1', failures: '1', errors: '0' }],
      ['testsuite', { name: 'cut.json', tests: '1', failures: '0', errors: '1' }],
    ]);
    const shown = ({ attributes, children }: XmlElement) => [
      attributes,
      ...children.map(({ name, attributes: own, text }) => [name, own.type, text]),
    ];
    const [first, second, third] = root.children.map(({ children }) => children.map(shown));
    const wrong = 'argument 1 (y)[3]: expected 7.5 (0x40f00000), got 7 (0x40e00000); 2 of 8 elements differ';
    expect(first).toEqual([
      [
        { classname: "it's.zebin", name: 'saxpy: quo"te <b>&amp; ]]> \\x01\\x1b[31m new\\x0aline \\u{202e} é' },
        ['failure', 'different', wrong],
      ],
      [{ classname: "it's.zebin", name: 'saxpy: right' }],
      [
        { classname: "it's.zebin", name: 'saxpy: few' },
        ['error', 'invalid', 'the kernel has an argument 2, and the case has 0 arguments [run/case]'],
      ],
      [
        { classname: 'a & "b".json', name: 'no <such>: gone' },
        ['error', 'invalid', 'no binary beside the file has the kernel no <such> [command/no-match]'],
      ],
    ]);
    expect(second).toEqual([
      [
        { classname: 'printf/p.zebin', name: 'hello: hello' },
        ['failure', 'different', 'printed text, line 1: expected none, got "hello"; 2 lines differ'],
        ['system-out', undefined, 'hello\nhello\n'],
      ],
    ]);
    expect(third).toEqual([
      [{ classname: 'cut.json', name: 'is read' }, ['error', 'run/case', expect.stringContaining('the file is not JSON')]],
    ]);
  });

  test('Markdown is appended: what is wrong first; no name is markup', async () => {
    writeFileSync(join(cwd, 'summary.md'), '# Before\n');
    await zebin(['test', '--markdown', 'summary.md'], { cwd });
    const text = readFileSync(join(cwd, 'summary.md'), 'utf8');
    expect(text).toMatch(
      /^# Before\n### zebin test: 5 cases: 1 equal, 2 different, 2 invalid; 1 file was not read whole\n\n\*\*Not read\*\*\n/,
    );
    expect(text).toContain(
      '\n| different | `printf/p.zebin` | `hello` | `hello` | `printed text, line 1: expected none, got "hello"; 2 lines differ` |\n',
    );
    expect(text).toContain('<details><summary>As expected (1)</summary>');
    expect(text).not.toMatch(/<b>|\u202e|new\nline/);
    // One row for each case, each of five cells.
    const rows = text.split('\n').filter((line) => /^\| (different|invalid|equal) /.test(line));
    expect(rows.map((row) => row.split(' | ').length)).toEqual([5, 5, 5, 5, 5]);
  });

  test('a report that could not be written is said before the tests run', async () => {
    for (const [report, why] of [
      [['--junit', 'gone/x.xml'], /^zebin: gone\/x\.xml cannot be written: /],
      [['--markdown', 'printf/hello.json'], /^zebin: printf\/hello\.json cannot be written, because it is read/],
    ] as const) {
      const { status, stdout, stderr } = await zebin(['test', 'printf', ...report], { cwd });
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(why);
    }
  });
});

describe.runIf(posix)('--compile', () => {
  const source = { 'k.cl': 'a kernel', 'prebuilt/bmg': `=${BMG}` };
  const LOG = 'printf "%s|%s|%s\\n" "$ZEBIN_SOURCE" "$ZEBIN_DEVICE" "$ZEBIN_OPTIONS" >> log; ';
  const COPY = 'cp prebuilt/bmg "$ZEBIN_OUTPUT/k.bin"';

  test('runs once for each source, options and device; only what it makes is used', async () => {
    const cwd = folderOf({
      ...source,
      'a.json': {
        source: 'k.cl',
        options: '-O "x y"',
        cases: [saxpy('a', RIGHT), saxpy('b', WRONG), saxpy('c', RIGHT, { options: '-g' })],
      },
      'plain.json': casesOf(saxpy('plain', RIGHT)),
    });
    const { status, stdout } = await zebin(['test', '--compile', LOG + COPY, '--device', 'bmg,dg2'], { cwd });
    const none = (file: string, name: string) =>
      `${file}.json saxpy: ${name}: invalid: no binary ${file === 'a' ? 'that --compile made' : 'beside the file'} has the kernel saxpy for dg2; it is there for BMG-G21 A0 [command/no-match]`;
    expect([status, lines(stdout)]).toEqual([
      2,
      [
        '8 cases: 3 equal, 1 different, 4 invalid',
        'bmg/k.bin saxpy: a: equal (1 thread, N instructions)',
        expect.stringMatching(/^bmg\/k\.bin saxpy: b: different: /),
        none('a', 'a'),
        none('a', 'b'),
        'bmg/k.bin saxpy: c: equal (1 thread, N instructions)',
        none('a', 'c'),
        'prebuilt/bmg saxpy: plain: equal (1 thread, N instructions)',
        none('plain', 'plain'),
      ],
    ]);
    const path = join(cwd, 'k.cl');
    const log = readFileSync(join(cwd, 'log'), 'utf8').replaceAll('/private/', '/');
    expect(log).toBe(`${path}|bmg|-O "x y"\n${path}|dg2|-O "x y"\n${path}|bmg|-g\n${path}|dg2|-g\n`);
  });

  test('without a device it is empty; names with quotes, line feeds and .. arrive as they are', async () => {
    const name = `it's "$(touch pwned)"\n\`x\` ;.cl`;
    const cwd = folderOf({ ...source, [name]: '', 'sub/a.json': { source: `../${name}`, cases: [saxpy('a', RIGHT)] } });
    const { status, stderr } = await zebin(['test', 'sub', '--compile', LOG + COPY], { cwd });
    expect([status, stderr, existsSync(join(cwd, 'pwned'))]).toEqual([0, '', false]);
    expect(readFileSync(join(cwd, 'log'), 'utf8').replace('/private/', '/')).toBe(`${join(cwd, name)}||\n`);
  });

  test.each([
    ['echo one >&2; echo "two  " >&2; echo >&2; echo never; exit 3', 'ended with 3: one; two'],
    ['echo only; exit 1', 'ended with 1: only'],
    ['kill -KILL $$', 'was ended by SIGKILL'],
    ['seq 1 20 >&2; exit 1', 'ended with 1: 13; 14; 15; 16; 17; 18; 19; 20'],
    ['nosuchcommand 2>/dev/null', 'ended with 127'],
  ])('%s is an answer', async (command, said) => {
    const cwd = folderOf({ ...source, 'a.json': { source: 'k.cl', cases: [saxpy('a', RIGHT), saxpy('b', RIGHT)] } });
    const { status, stdout } = await zebin(['test', '--compile', command, '-d', 'bmg'], { cwd });
    expect([status, lines(stdout)]).toEqual([
      2,
      ['2 cases: 2 invalid', `a.json saxpy: a: invalid: bmg: --compile ${said}`, `a.json saxpy: b: invalid: bmg: --compile ${said}`],
    ]);
  });

  test('a source that is not there, and one that no process can be given', async () => {
    const cwd = folderOf({ 'a.json': casesOf(saxpy('a', RIGHT, { source: 'gone.cl' }), saxpy('b', RIGHT, { source: 'x\0.cl' })) });
    const { status, stdout } = await zebin(['test', '--compile', 'touch ran'], { cwd });
    expect([status, lines(stdout), existsSync(join(cwd, 'ran'))]).toEqual([
      2,
      [
        '2 cases: 2 invalid',
        'a.json saxpy: a: invalid: gone.cl is not there, or is not a file',
        'a.json saxpy: b: invalid: the source or its options have a null character, which no command can be given',
      ],
      false,
    ]);
  });

  test('its folders are removed', () => {
    const cwd = folderOf({ ...source, 'a.json': { source: 'k.cl', cases: [saxpy('a', RIGHT)] }, 'tmp/x': '' });
    const { status } = shell(`cd "$1"; TMPDIR="$1/tmp" zebin test --compile '${COPY}'`, [cwd]);
    expect([status, readdirSync(join(cwd, 'tmp'))]).toEqual([0, ['x']]);
  });
});

describe('what ends a run', () => {
  const cwd = folderOf({
    'a.json': casesOf(saxpy('a', RIGHT), saxpy('b', RIGHT)),
    'a.zebin': `=${BMG}`,
    'b.json': casesOf(saxpy('c', RIGHT)),
  });

  test('Ctrl-C: the cases that were not run are no good answer, and nothing is blessed', async () => {
    const io = fakeIo();
    const others = process.listeners('SIGINT');
    const before = readFileSync(join(cwd, 'a.json'));
    const code = await run({ arguments: [cwd], options: optionsFor('test', { bless: true }), io }, (...launch) => {
      for (const listener of process.listeners('SIGINT')) if (!others.includes(listener)) (listener as () => void)();
      return machineOf(...launch);
    });
    expect([code, lines(io.printed().replaceAll(`${cwd}/`, ''))]).toEqual([
      2,
      [
        '4 cases: 1 equal, 3 limit',
        'a.zebin saxpy: a: equal (1 thread, N instructions)',
        'a.json saxpy: a: limit: not run with every binary: interrupted [run/limit]',
        'a.json saxpy: b: limit: not run with every binary: interrupted [run/limit]',
        'b.json saxpy: c: limit: not run with every binary: interrupted [run/limit]',
      ],
    ]);
    expect(readFileSync(join(cwd, 'a.json'))).toEqual(before);
    expect(process.listeners('SIGINT')).toEqual(others);
  });

  test.runIf(posix)('--timeout, also in a command that compiles', async () => {
    const folder = folderOf({ 'k.cl': '', 'a.json': { source: 'k.cl', cases: [saxpy('a', RIGHT)] } });
    const { status, stdout } = await zebin(['test', '--compile', 'exec sleep 60', '--timeout', '0.5', '--junit', 'x.xml'], { cwd: folder });
    expect([status, lines(stdout)[0]]).toEqual([2, '1 case: 1 limit']);
    expect(stdout).toContain('a.json saxpy: a: limit: not run with every binary: the time of the run is over');
    expect(parseXml(readFileSync(join(folder, 'x.xml'), 'utf8')).attributes.errors).toBe('1');
  });
});

describe('--bless', () => {
  /** The text of a case with an output, in any layout. */
  const head = `"kernel":"saxpy","global":[8],"local":[8],"note":"12345678901234567890.10 stays é",
  "args":[{"kind":"buffer","type":"float","count":8,"fill":{"iota":[0,1]}},{"kind":"buffer","type":"float","count":8,"fill":{"const":1.0}},{"kind":"scalar","type":"float","value":2.00}]`;
  const base64 = Buffer.from(Float32Array.from(RIGHT).buffer).toString('base64');

  test.each([
    ['{"arg":1}', `{"arg":1,"expect":{"base64":"${base64}"}}`],
    ['{ "arg": 1 }', `{ "arg": 1, "expect": { "base64": "${base64}" } }`],
    ['{\n    "arg": 1\n  }', `{\n    "arg": 1,\n    "expect": { "base64": "${base64}" }\n  }`],
    ['{\r\n\t"arg": 1}', `{\r\n\t"arg": 1,\r\n\t"expect": { "base64": "${base64}" }}`],
    ['{"arg":1,"expect":{"size":0,"base64":""},"class":"exact"}', `{"arg":1,"expect":{"base64":"${base64}"},"class":"exact"}`],
    [
      '{"expect": {"base64": "AAAA"}, "arg": 1, "\\u0065xpect": {"base64": "BBBB"}}',
      `{"expect": {"base64": "AAAA"}, "arg": 1, "\\u0065xpect": { "base64": "${base64}" }}`,
    ],
  ])('%j becomes what was computed, and all else stays byte for byte', async (output, blessed) => {
    const textOf = (one: string) =>
      ` {"cases" : [\r\n{"name":"first","outputs":[${one}],${head}} ,{"name":"second","outputs":[],${head}}]}\n\n`;
    const cwd = folderOf({ 'a.json': textOf(output), 'a.zebin': `=${BMG}` });
    const { status, stdout, stderr } = await zebin(['test', '--bless'], { cwd });
    expect([status, stderr]).toEqual([0, 'zebin: a.json: first: wrote 1 result as expected\n']);
    expect(stdout).toMatch(/^2 cases: .*; 1 case was blessed\n/);
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).toBe(textOf(blessed));
    // What is as expected is not written.
    const again = await zebin(['test', '--bless', '--json'], { cwd });
    expect([again.status, again.stderr, JSON.parse(again.stdout).files[0].blessed]).toEqual([0, '', []]);
    expect(readdirSync(cwd).sort()).toEqual(['a.json', 'a.zebin']);
  });

  test('only outputs that are not as expected are written; large ones are compressed', async () => {
    const many = {
      ...saxpy('many', undefined),
      global: [4096],
      args: [
        { kind: 'buffer', type: 'float', count: 4096 },
        { kind: 'buffer', type: 'float', count: 4096, fill: { const: 1 } },
        { kind: 'scalar', type: 'float', value: 2 },
      ],
      outputs: [
        { arg: 0, class: 'any' },
        { arg: 1 },
        { arg: 1, class: 'float', abs: 1, expect: { base64: Buffer.alloc(4 * 4096).toString('base64') } },
      ],
    };
    const cwd = folderOf({ 'a.json': casesOf(many), 'a.zebin': `=${BMG}` });
    const { status, stdout } = await zebin(['test', '--bless', '--json'], { cwd });
    expect([status, JSON.parse(stdout).files[0].blessed]).toEqual([0, [{ name: 'many', outputs: [1] }]]);
    const [first, second, third] = JSON.parse(readFileSync(join(cwd, 'a.json'), 'utf8')).cases[0].outputs;
    expect([first, second.expect.deflate, third]).toEqual([many.outputs[0], true, many.outputs[2]]);
    expect(second.expect.base64.length).toBeLessThan(200);
    expect(lines((await zebin(['test'], { cwd })).stdout)[0]).toBe('1 case: 1 equal');
  });

  test('refuses what two binaries do not agree about, by the rules of the case', async () => {
    const cwd = folderOf({
      'a.json': casesOf(
        saxpy('exact', undefined, { outputs: [{ arg: 1 }] }),
        saxpy('near', undefined, { outputs: [{ arg: 1, class: 'float', abs: 100 }] }),
      ),
      'a.zebin': `=${BMG}`,
    });
    // The same kernel without its multiplication: y = y.
    const { stdout: code } = await zebin(['disasm', 'a.zebin', 'saxpy'], { cwd });
    const [, place = ''] = /^([0-9a-f]+) .*\bmad .*:f/m.exec(code) ?? [];
    expect((await zebin(['patch', 'a.zebin', 'saxpy', '--at', place, '--delete', '-o', 'b.zebin'], { cwd })).status).toBe(0);
    const text = readFileSync(join(cwd, 'a.json'), 'utf8');
    const { status, stderr } = await zebin(['test', '--bless'], { cwd });
    expect(status).toBe(2);
    expect(stderr).toContain('zebin: a.json: exact: not blessed, because a.zebin and b.zebin disagree about argument 1, element ');
    expect(stderr).toContain('zebin: a.json: near: wrote 1 result as expected\n');
    expect(readFileSync(join(cwd, 'a.json'), 'utf8')).not.toBe(text);
  });

  test('refuses a run that did not complete', async () => {
    const cwd = folderOf({ 'a.json': casesOf(saxpy('a', undefined), saxpy('b', WRONG)), 'a.zebin': `=${BMG}` });
    const before = readFileSync(join(cwd, 'a.json'));
    const { status, stderr } = await zebin(['test', '--bless', '--max-instructions', '3'], { cwd });
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(
        /^zebin: a\.json: a: not blessed, because a\.zebin did not complete: .*3 instructions.*\nzebin: a\.json: b: not blessed, because a\.zebin .*\n$/,
      ),
    ]);
    expect(readFileSync(join(cwd, 'a.json'))).toEqual(before);
  });

  test('what a kernel printed', async () => {
    const cwd = folderOf({
      'p.json': casesOf({ name: 'hello', kernel: 'hello', global: [2], local: [2], args: [], outputs: [{ class: 'stdout' }] }),
      'p.zebin': `=${PRINTF}`,
    });
    await zebin(['test', '--bless'], { cwd });
    expect(Buffer.from(JSON.parse(readFileSync(join(cwd, 'p.json'), 'utf8')).cases[0].outputs[0].expect.base64, 'base64').toString()).toBe(
      'hello\nhello\n',
    );
    appendFileSync(join(cwd, 'p.json'), '\n');
    expect((await zebin(['test'], { cwd })).status).toBe(0);
  });
});
