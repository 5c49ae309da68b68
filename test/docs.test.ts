/**
 * What the documents say: command lines in `console` blocks print what is below them, `ts` blocks compile and run, links lead
 * somewhere.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NEWEST } from '../src/index.ts';
import { zebin } from './cli/zebin.ts';
import { fixture } from './support/corpus.ts';
import { ROOT, runNode } from './support/run.ts';

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
    test(`${document}: ${line}`, async () => {
      const words = line.replace(/^\$ zebin /, '').split(' ');
      expect((await zebin(words, { cwd: ROOT })).stdout.trimEnd()).toBe(rest.join('\n'));
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

/** The first block of a document in a language. */
function block(document: string, language: string): string {
  const [first = ''] = blocks(readFileSync(join(ROOT, document), 'utf8').replaceAll('\r\n', '\n'), language);
  return first;
}

const reading = (name: string) =>
  `import { readFileSync } from 'node:fs';\nconst bytes = new Uint8Array(readFileSync(${JSON.stringify(fixture(name).path)}));\n`;

/** The code of documents, as a user of the package has it, and what it prints where that is below it. */
const EXAMPLES: readonly { document: string; before?: string; after?: string }[] = [
  {
    document: 'README.md',
    before: reading('zebin/igc2/ptl-h/spill-two-scratch.zebin'),
    after: '\nconsole.log(report.schema, diagnostics.length);\n',
  },
  { document: 'docs/building.md' },
  { document: 'docs/formats/visa.md' },
  { document: 'docs/formats/zebin.md', before: reading('zebin/igc2/bmg/clock.zebin') },
];

describe('code', () => {
  // Inside the repository, where the package can import itself by name, and in a folder that no other test looks at.
  const folder = join(ROOT, '.tmp');
  const file = (document: string) => join(folder, document.replaceAll('/', '-').replace(/md$/, 'mts'));
  const printed = (document: string) => runNode([file(document).replace(/mts$/, 'mjs')]).stdout;
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    for (const { document, before = '', after = '' } of EXAMPLES) writeFileSync(file(document), before + block(document, 'ts') + after);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('compiles', () => {
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--skipLibCheck', '--ignoreConfig'];
    const files = EXAMPLES.map(({ document }) => file(document));
    const { stdout, stderr } = runNode(['node_modules/typescript/bin/tsc', ...options, ...files]);
    expect(stdout + stderr).toBe('');
  });

  test('of README.md runs', () => {
    const stdout = printed('README.md');
    expect(stdout).toMatch(/^spilling_private 9024$/m);
    expect(stdout).toMatch(/^zebin\/info\/2 \d+$/m);
  });

  test.each(EXAMPLES.slice(1))('of $document prints what is below it', ({ document }) => {
    expect(printed(document)).toBe(block(document, 'text'));
  });
});
