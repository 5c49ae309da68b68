/**
 * What the documents say: command lines in `console` blocks print what is below them, `ts` blocks compile and run, links lead
 * somewhere.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { NEWEST } from '../src/index.ts';
import { fixture } from './support/corpus.ts';
import { ROOT, run, runNode } from './support/run.ts';

const documents = ['README.md', 'CHANGELOG.md', 'examples/README.md', ...markdown('docs')];

function markdown(folder: string): string[] {
  const names = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.md')).map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}

function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map((found) => found[1] ?? '');
}

for (const document of documents) {
  const text = readFileSync(join(ROOT, document), 'utf8').replaceAll('\r\n', '\n');

  for (const block of blocks(text, 'console')) {
    const [line = '', ...rest] = block.trimEnd().split('\n');
    test(`${document}: ${line}`, () => {
      const words = line.replace(/^\$ zebin /, '').split(' ');
      expect(runNode(['dist/cli/main.js', ...words]).stdout.trimEnd()).toBe(rest.join('\n'));
    });
  }

  test(`${document}: links lead to files`, () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((found) => found[1] ?? '');
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(document), link)))).toEqual([]);
  });
}

test('a text that says up to which version of ze_info something goes says the newest', () => {
  const wrong = [...documents.filter((name) => name !== 'CHANGELOG.md'), 'cli/commands/index.ts'].flatMap((path) => {
    const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
    return lines.flatMap((line, i) =>
      [...line.matchAll(/\b1\.0 to (1\.\d+)/g)].filter(([, to]) => to !== NEWEST).map(([found]) => `${path}:${i + 1}: ${found}`),
    );
  });
  expect(wrong, `the newest is ${NEWEST}`).toEqual([]);
});

/** Compiles and runs code as a user of the package has it, and gives what it prints. */
function ran(code: string): string {
  // Inside the repository, where the package can import itself by name, and in a folder that no other test looks at.
  const folder = join(ROOT, '.tmp');
  const file = join(folder, 'example.mts');
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(file, code);
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--skipLibCheck', '--ignoreConfig', file];
    const compiled = run(process.execPath, ['node_modules/typescript/bin/tsc', ...options]);
    expect(compiled.stdout + compiled.stderr).toBe('');
    return runNode([file.replace(/mts$/, 'mjs')]).stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('README.md: the code of the library section compiles and runs', () => {
  const [code = ''] = blocks(readFileSync(join(ROOT, 'README.md'), 'utf8').replaceAll('\r\n', '\n'), 'ts');
  const input = JSON.stringify(fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').path);
  const read = `import { readFileSync } from 'node:fs';\nconst bytes = new Uint8Array(readFileSync(${input}));\n`;
  const stdout = ran(`${read}${code}\nconsole.log(report.schema, diagnostics.length);\n`);
  expect(stdout).toMatch(/^spilling_private 9024$/m);
  expect(stdout).toMatch(/^zebin\/info\/2 \d+$/m);
});

test('docs/building.md: the code compiles, and prints what is below it', () => {
  const text = readFileSync(join(ROOT, 'docs/building.md'), 'utf8').replaceAll('\r\n', '\n');
  const [code = ''] = blocks(text, 'ts');
  const [printed] = blocks(text, 'text');
  expect(ran(code)).toBe(printed);
});

test('docs/formats/visa.md: the code compiles, and prints what is below it', () => {
  const text = readFileSync(join(ROOT, 'docs/formats/visa.md'), 'utf8').replaceAll('\r\n', '\n');
  const [code = ''] = blocks(text, 'ts');
  const [printed] = blocks(text, 'text');
  expect(ran(code)).toBe(printed);
});

test('docs/formats/zebin.md: the code compiles, and prints what is below it', () => {
  const text = readFileSync(join(ROOT, 'docs/formats/zebin.md'), 'utf8').replaceAll('\r\n', '\n');
  const [code = ''] = blocks(text, 'ts');
  const [printed] = blocks(text, 'text');
  const read = `import { readFileSync } from 'node:fs';\nconst bytes = new Uint8Array(readFileSync(${JSON.stringify(fixture('zebin/igc2/bmg/clock.zebin').path)}));\n`;
  expect(ran(read + code)).toBe(printed);
});
