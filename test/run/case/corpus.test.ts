/**
 * Fills and comparisons, for all cases of a corpus, against the programs next to them: fills.mjs (the bytes of arguments) and
 * `oracle.py judge` (what it says of results that are wrong in some places).
 *
 * Needs ZEBIN_CORPUS_RUN, and Python for the second.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { argumentsOf, type Case, type CaseOutput, checkOf, readCases, sizeOf } from '../../../src/run/case/index.ts';
import { unpackExpected } from '../../../src/run/case/packed.ts';
import { RandomStream } from '../../../src/run/case/random.ts';
import { scratchFolder } from '../../cli/zebin.ts';
import { needs } from '../../support/tools.ts';

const { ZEBIN_CORPUS_RUN: CORPUS = '' } = process.env;
const folder = join(CORPUS, 'cases');
const files = CORPUS === '' ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));

const casesOf = (file: string): readonly Case[] => {
  const { value, diagnostics } = readCases(new Uint8Array(readFileSync(join(folder, file))));
  expect(diagnostics).toEqual([]);
  return value.cases;
};

describe.skipIf(CORPUS === '')('every case of the corpus [needs ZEBIN_CORPUS_RUN]', { tags: ['corpus'] }, () => {
  test('arguments have the bytes that fills.mjs gives them', async () => {
    const { initial } = (await import(pathToFileURL(join(CORPUS, 'fills.mjs')).href)) as {
      initial: (argument: object) => Uint8Array | null;
    };
    const wrong: string[] = [];
    let compared = 0;
    for (const file of files) {
      const raw = JSON.parse(readFileSync(join(folder, file), 'utf8')).cases as { readonly args: readonly object[] }[];
      for (const [i, one] of casesOf(file).entries())
        for (const [k, made] of argumentsOf(one).entries()) {
          const expected = initial(raw[i]?.args[k] ?? {});
          const got = 'bytes' in made ? made.bytes : undefined;
          if (expected !== null) compared++;
          if (Buffer.compare(Buffer.from(expected ?? []), Buffer.from(got ?? [])) !== 0) wrong.push(`${file} ${one.name} ${k}`);
        }
    }
    expect(wrong).toEqual([]);
    expect(compared).toBeGreaterThan(2_000);
  });

  needs('python3')('results that are wrong in places differ where oracle.py says so', () => {
    const scratch = scratchFolder();
    const script = join(scratch, 'judge.py');
    writeFileSync(script, SCRIPT);
    const stream = new RandomStream(5n);
    const made = files.flatMap((file) => casesOf(file).map((one, i) => wrongCopy(join(scratch, `${file}-${i}`), file, one, stream)));
    const asked = made.map(({ path, file, one }) => ({ path, file: join(folder, file), case: one.name }));
    const { stdout, stderr } = spawnSync('python3', [script, CORPUS], {
      input: JSON.stringify(asked),
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const answers = JSON.parse(stdout || `"${stderr}"`) as readonly (readonly string[])[];
    const said = made.map(({ differences }) =>
      differences.map(({ argument, what, index, different }) => {
        const where = argument === undefined ? 'stdout' : `argument ${argument}`;
        return what === 'element' ? `${where}: ${different} [${index}]` : `${where}: line ${index}`;
      }),
    );
    expect(said.flat().length).toBeGreaterThan(500);
    expect(said).toEqual(answers.map((lines, i) => lines.map((line) => shortened(line, made[i]?.one.outputs ?? []))));
    rmSync(scratch, { recursive: true });
  });
});

/** Asks for all copies in one process. */
const SCRIPT = `
import json, sys, os
sys.path.insert(0, sys.argv[1])
import oracle
answers, files = [], {}
for one in json.load(sys.stdin):
    cases = files.setdefault(one['file'], {c['name']: c for c in json.load(open(one['file']))['cases']})
    case, path = cases[one['case']], one['path']
    read = lambda name: open(os.path.join(path, name), 'rb').read()
    got = {'args': {o['arg']: read('arg%d.bin' % o['arg']) for o in case['outputs'] if 'arg' in o}, 'stdout': read('stdout')}
    answers.append(oracle.judge_case(case, got))
print(json.dumps(answers))
`;

/** `argument 2: 12 of 66 elements differ; first [5]: …` is `argument 2: 12 [5]`. */
function shortened(line: string, outputs: readonly CaseOutput[]): string {
  const [, where = '', rest = ''] = /^(stdout|argument \d+): (.*)$/s.exec(line) ?? [];
  const elements = /^(\d+) of \d+ elements differ; first (\[\d+\])/.exec(rest);
  const text = /^line (\d+)/.exec(rest);
  if (elements) return `${where}: ${elements[1]} ${elements[2]}`;
  if (text) return `${where}: line ${text[1]}`;
  // Of sorted elements the oracle names the stretch.
  const sorted = outputs.find((output) => output.class === 'sorted' && where === `argument ${output.arg}`);
  return sorted ? `${where}: sorted` : line;
}

/** The expected results of a case with some of them changed, as files and as differences. */
function wrongCopy(path: string, file: string, one: Case, stream: RandomStream) {
  mkdirSync(path);
  writeFileSync(join(path, 'stdout'), '');
  const args: Uint8Array[] = [];
  let printf = '';
  for (const output of one.outputs) {
    const bytes = output.expect ? unpackExpected(output.expect).slice() : new Uint8Array(0);
    if (output.arg === undefined) {
      printf = `${new TextDecoder().decode(bytes)}more\n`;
      writeFileSync(join(path, 'stdout'), printf);
      continue;
    }
    if (output.class !== 'sorted') spoil(bytes, sizeOf(output.type), stream);
    args[output.arg] = bytes;
    writeFileSync(join(path, `arg${output.arg}.bin`), bytes);
  }
  return { path, file, one, differences: checkOf(one).differences({ arguments: args, printf }) };
}

/** Changes the last bits of some elements, a little or much. */
function spoil(bytes: Uint8Array, size: number, stream: RandomStream): void {
  for (let i = 0; i < 3 && bytes.length > 0; i++) {
    stream.next();
    const at = stream.below(bytes.length / size) * size;
    stream.next();
    const bit = stream.below(Math.min(8 * size, 14));
    bytes[at + (bit >> 3)] = (bytes[at + (bit >> 3)] ?? 0) ^ (1 << (bit & 7));
  }
}
