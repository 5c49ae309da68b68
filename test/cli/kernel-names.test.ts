/** Every verb finds a kernel by its demangled name, and shows it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editItem, inspect } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const OUT = scratchFolder();
const FILE = join(OUT, 'mangled.zebin');
const costs = inspect(readFileSync(fixture('zebin/igc2/bmg/loops-cost.zebin').path)).value;
const [first = '', second = ''] = [...new Set(costs.content.kind === 'zebin' ? costs.content.zebin.kernels.map(({ name }) => name) : [])];
const renamed = editItem(costs, [
  { kind: 'rename', kernel: first, to: '_Z3fooIiEvPT_' },
  { kind: 'rename', kernel: second, to: '_Z3fooIfEvPT_' },
]);
writeFileSync(FILE, renamed.bytes.data);

const SHOWN = 'void foo<int>(int*)';
const OTHER = 'void foo<float>(float*)';
const LINE = 'mov (8|M0) r20.0<1>:f r21.0<1;1,0>:f';
const out = (name: string) => ['--output', join(OUT, name)];

/** The words before and after the name. */
const VERBS: Readonly<Record<string, readonly [before: readonly string[], after: readonly string[]]>> = {
  info: [['info', FILE, '-k'], []],
  kernel: [['kernel', FILE], []],
  disasm: [['disasm', FILE], []],
  compare: [['compare', FILE, FILE, '-k'], []],
  diff: [['diff', FILE, FILE, '-k'], []],
  extract: [['extract', FILE, '-k'], out('extracted')],
  patch: [
    ['patch', FILE],
    ['--at', '_entry', '--insert', LINE, ...out('patched')],
  ],
};

test.each(Object.entries(VERBS))(
  '%s finds it as it is pasted, and says what is ambiguous and what was meant',
  async (_verb, [before, after]) => {
    for (const name of ['_Z3fooIiEvPT_', SHOWN, 'foo<int>', 'foo< int >(int *)']) {
      const { status, stderr } = await zebin([...before, name, ...after]);
      expect([status, stderr.includes('no kernel')], `${name}: ${stderr}`).toEqual([0, false]);
    }
    const wrong = await zebin([...before, 'foo<itn>', ...after]);
    expect(wrong.status).not.toBe(0);
    expect(wrong.stderr).toContain('did you mean foo<int>?');
    const ambiguous = await zebin([...before, 'foo', ...after]);
    expect(ambiguous.status).not.toBe(0);
    expect(ambiguous.stderr).toContain(SHOWN);
    expect(ambiguous.stderr).toContain(OTHER);
  },
);

test.each([
  [['info', FILE, '-k', 'foo<int>']],
  [['kernel', FILE, 'foo<int>']],
  [['disasm', FILE, 'foo<int>']],
  [['check', FILE]],
  [['info', FILE, '--markdown']],
])('%j shows the name demangled', async (words) => {
  const { stdout } = await zebin(words);
  expect(stdout).toContain(words.includes('--markdown') ? 'foo' : SHOWN);
});

test.each(['info', 'kernel', 'disasm', 'check', 'coverage'])('%s --json has the demangled name as label', async (verb) => {
  const { stdout } = await zebin([verb, FILE, '--json']);
  expect(stdout).toContain(`"label": "${SHOWN}"`);
  expect(stdout).toContain('"name": "_Z3fooIiEvPT_"');
});

test('edit renames it by its demangled name, but not by a part of a name', async () => {
  const { status } = await zebin(['edit', FILE, '--rename', 'foo<int>=bar', ...out('renamed')]);
  expect(status).toBe(0);
  expect((await zebin(['kernel', join(OUT, 'renamed'), 'bar'])).status).toBe(0);
  expect((await zebin(['edit', FILE, '--rename', 'fooIi=bar', ...out('renamed')])).status).not.toBe(0);
});
