/** packaging/compiler-explorer/zebin-ce, started as Compiler Explorer starts a compiler, an objdump and a tool. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MAIN, scratchFolder } from './cli/zebin.ts';
import { fixture } from './support/corpus.ts';
import { ROOT, run } from './support/run.ts';
import { needs, skipped, type Tool } from './support/tools.ts';

const WRAPPER = join(ROOT, 'packaging/compiler-explorer/zebin-ce');
const folder = scratchFolder();
const bin = join(folder, 'bin');
mkdirSync(bin);
writeFileSync(join(bin, 'zebin'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, { mode: 0o755 });
// What ocloc makes of the source of the fixture is the fixture.
const BINARY = fixture('zebin/igc2/dg2/calls-debug.zebin');
writeFileSync(
  join(bin, 'ocloc'),
  `#!/bin/sh -e\necho "$@" > '${join(folder, 'given')}'\nwhile [ "$1" != -out_dir ]; do shift; done\ncp '${BINARY.path}' "$2/zebin.bin"\n`,
  { mode: 0o755 },
);
const source = join(folder, 'calls.cl');
const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
const start = (...args: string[]) => run(WRAPPER, args, { env, cwd: folder });
writeFileSync(source, 'the source\n');

/** The wrapper is for servers, which run Linux. */
const needed = (...tools: Tool[]) => (process.platform === 'linux' ? needs(...tools) : skipped('Linux'));

/** Options by the names of properties, without the path of a site. */
const properties = Object.fromEntries(
  readFileSync(join(ROOT, 'packaging/compiler-explorer/openclc.local.properties'), 'utf8')
    .split('\n')
    .filter((line) => /^[\w.-]+=/.test(line))
    .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
);

/** The lines that Compiler Explorer reads in the output of objdump, as lib/parsers/asm-parser.ts of its sources does. */
const LINE = /^(\/[^:]+):(?<line>\d+).*/;
const LABEL = /^([\da-f]+)\s+<(.+)>:$/;
const OPCODE = /^\s*(?<address>[\da-f]+):\s*(?<opcodes>([\da-f]{2} ?)+)\s*(?<disasm>.*)/;

describe('zebin-ce', () => {
  const { code } = JSON.parse(run(process.execPath, [MAIN, 'disasm', BINARY.path, '--json']).stdout) as {
    code: {
      name: string;
      code_end: number;
      lines: { kind: string; offset: number; bytes: string; text: string; source?: { file: string; line: number }[] }[];
    }[];
  };
  const instructions = code.flatMap(({ code_end, lines }) =>
    lines.filter(({ kind, offset }) => kind === 'instruction' && offset < code_end),
  );

  needed('jq')('compiles to assembly whose lines name those of the source', () => {
    const done = start('-g', '-o', join(folder, 'output.s'), '-S', '-device', 'dg2', '-cl-std=CL2.0', source);
    expect([done.status, done.stderr]).toEqual([0, '']);
    expect(readFileSync(join(folder, 'given'), 'utf8')).toContain(
      `compile -file ${source} -device dg2 --format zebin -options -g -cl-std=CL2.0 -out_dir ${folder}`,
    );
    const text = readFileSync(join(folder, 'output.s'), 'utf8').split('\n');
    expect(text[0]).toBe('\t.file 1 "calls.cl"');
    expect(text.filter((line) => code.some(({ name }) => line === `${name}:`))).toHaveLength(code.length);
    expect(text.filter((line) => /^\t\.loc 1 [1-9]\d* 0$/.test(line)).length).toBeGreaterThan(20);
    expect(text.filter((line) => /^\t[^.]/.test(line)).map((line) => line.slice(1))).toEqual(instructions.map((one) => one.text.trimEnd()));
  });

  needed('jq')('prints a binary object as objdump does: labels, places, bytes and text', () => {
    const output = join(folder, 'output.o');
    expect(start('-g', '-o', output, '-c', source).status).toBe(0);
    const { status, stdout } = start('-d', output, '-l', '--insn-width=16');
    expect(status).toBe(0);
    const lines = stdout.split('\n').filter((line) => line !== '');
    expect(lines.every((line) => LABEL.test(line) || LINE.test(line) || OPCODE.test(line))).toBe(true);
    expect(lines.flatMap((line) => LABEL.exec(line)?.[2] ?? [])).toEqual(code.map(({ name }) => name));
    const read = lines.flatMap((line) => ((groups) => (groups === undefined ? [] : [groups]))(OPCODE.exec(line)?.groups));
    expect(
      read.map(({ address = '', opcodes = '', disasm = '' }) => [Number.parseInt(address, 16), opcodes.replaceAll(' ', ''), disasm]),
    ).toEqual(instructions.map(({ offset, bytes, text }) => [offset, bytes, text.trim()]));
  });

  needed('jq')('is a tool: each of the properties prints what its verb does', () => {
    expect(start('-g', '-o', join(folder, 'output.s'), '-S', source).status).toBe(0);
    const tools = (properties.tools ?? '').split(':');
    expect(tools).toEqual(['zebin-info', 'zebin-live', 'zebin-check']);
    const printed = tools.map((tool) => start(...(properties[`tools.${tool}.options`] ?? '').split(' '), source).stdout);
    expect(printed[0]).toMatch(/spill bytes .*\n[\s\S]* call_nested\n/);
    expect(printed[1]).toMatch(/registers are live/);
    expect(printed[2]).toContain('accepted');
  });

  needed('jq', 'ocloc')('with the real ocloc: a version, code with lines, and errors as the compiler says them', () => {
    const own = join(folder, 'own');
    mkdirSync(join(own, 'bin'), { recursive: true });
    const path = join(own, 'k.cl');
    const real = { ...process.env, PATH: `${join(own, 'bin')}${delimiter}${process.env.PATH}` };
    writeFileSync(join(own, 'bin/zebin'), readFileSync(join(bin, 'zebin')), { mode: 0o755 });
    const compiled = (text: string) => {
      writeFileSync(path, text);
      return run(WRAPPER, ['-g', '-o', join(own, 'output.s'), '-S', '-device', 'dg2', path], { env: real, cwd: own });
    };
    expect(run(WRAPPER, ['--version'], { env: real }).stdout).toMatch(/^ocloc \d+\.\d+\.\d+\n$/);
    expect(compiled('kernel void k(global int *x) {\n  x[get_global_id(0)] = 1;\n}\n')).toMatchObject({ status: 0, stderr: '' });
    expect(readFileSync(join(own, 'output.s'), 'utf8')).toMatch(/^\t\.file 1 "k\.cl"\nk:\n[\s\S]*\n\t\.loc 1 2 0\n/);
    const wrong = compiled('kernel void k() {\n  wrong;\n}\n');
    expect(wrong.status).not.toBe(0);
    expect(wrong.stderr).toMatch(/k\.cl:2:3: error: /);
  });

  test('its properties name what there is', () => {
    const ids = (properties['group.ocloc.compilers'] ?? '').split(':');
    for (const id of ids) expect(properties[`compiler.${id}.options`]).toMatch(/^-device \w+$/);
    expect(ids).toContain(properties.defaultCompiler);
  });
});
