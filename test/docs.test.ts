/**
 * What the documents say: command lines in `console` blocks print what is below them, `ts` blocks compile and run, links lead
 * somewhere.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { COMMANDS, GROUPS } from '../cli/commands/index.ts';
import { COMMON_OPTIONS } from '../cli/options.ts';
import { NEWEST } from '../src/internal.ts';
import { zebin } from './cli/zebin.ts';
import { fixture } from './support/corpus.ts';
import { ROOT, runNode } from './support/run.ts';

const documents = ['README.md', 'CHANGELOG.md', 'examples/README.md', 'scripts/tools/README.md', ...markdown('docs')];

const GROUP_FILES = readdirSync(join(ROOT, 'cli/commands/groups')).map((name) => `cli/commands/groups/${name}`);

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
    test(`${document}: a command prints what the text shows: ${line}`, async () => {
      const words = line.replace(/^\$ zebin /, '').split(' ');
      expect((await zebin(words, { cwd: ROOT })).stdout.trimEnd()).toBe(rest.join('\n'));
    });
  }

  test(`${document}: links lead to files`, () => {
    const links = [...text.replace(/^```.*?^```/gms, '').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map((found) => found[1] ?? '');
    expect(links.filter((link) => !existsSync(join(ROOT, dirname(document), link)))).toEqual([]);
  });
}

test('no text runs what a registry has under the name of the package', () => {
  const examples = readdirSync(join(ROOT, 'examples'), { recursive: true, withFileTypes: true, encoding: 'utf8' });
  const texts = examples.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const found = [...documents.map((name) => join(ROOT, name)), ...texts].filter((path) =>
    /\bnpx( -\S+)* zebin\b/.test(readFileSync(path, 'latin1')),
  );
  expect(found).toEqual([]);
});

test.each([
  ['docs/library.md', /^\.(\/\w+)?$/, 'that is promised'],
  ['docs/api.md', /^\.(\/(unstable\/)?\w+)?$/, 'of the package'],
])('%s names each entry %3$s', (document, named) => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { exports: object };
  const entries = Object.keys(exports).filter((key) => named.test(key));
  expect(entries.length).toBeGreaterThan(5);
  const missing = entries.filter((key) => !text.includes(`\`zebin${key.slice(1)}\``));
  expect(missing.map((key) => `${document}: name the entry zebin${key.slice(1)}`)).toEqual([]);
});

const VERB = /`zebin ([a-z]+)\b/g;
const verbsIn = (text: string) => [...new Set([...text.matchAll(VERB)].map(([, verb]) => verb))];

test('the page of the verbs has those of each group of the help, in its order', () => {
  const [, ...sections] = readFileSync(join(ROOT, 'docs/verbs.md'), 'utf8').replaceAll('\r\n', '\n').split('\n## ');
  const tables = sections.slice(0, -1).map((section) => {
    const [title = '', ...lines] = section.split('\n');
    const commands = lines.filter((line) => line.startsWith('| `')).map((line) => line.split(' | ')[0] ?? '');
    return { title, verbs: verbsIn(commands.join('\n')) };
  });
  expect(tables).toEqual(GROUPS.map(({ title, verbs }) => ({ title, verbs: verbs.map(({ name }) => name) })));
});

test('the README has the groups of the help, each with a verb of it', () => {
  const rows = readFileSync(join(ROOT, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!question|---)/.test(line));
  const cells = rows.map((row) => row.replace(/^\| /, '').split(' | '));
  expect(cells.map(([title]) => title)).toEqual(GROUPS.map(({ title }) => title));
  const [, ...others] = GROUPS.map(({ verbs }, i) =>
    verbsIn(cells[i]?.join() ?? '').filter((verb) => verbs.some(({ name }) => name === verb)),
  );
  expect(others.filter((verbs) => verbs.length === 0)).toEqual([]);
});

test('`npm start` shows the file that the README shows', () => {
  const [line = ''] = blocks(readFileSync(join(ROOT, 'README.md'), 'utf8'), 'console');
  const file = line.split(/\s/)[3] ?? '';
  expect(existsSync(join(ROOT, file))).toBe(true);
  expect(readFileSync(join(ROOT, 'scripts/start.mjs'), 'utf8')).toContain(`'${file}'`);
});

test('the page of the tools names each of them', () => {
  const page = readFileSync(join(ROOT, 'scripts/tools/README.md'), 'utf8');
  const tools = readdirSync(join(ROOT, 'scripts/tools')).filter((name) => name.endsWith('.mjs'));
  expect(tools.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test.each(['docs/architecture.md', 'docs/adding.md'])('%s names paths that exist', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const paths = [...text.matchAll(/`((?:src|cli|viewer|test|scripts|docs)\/[^`*\s]*)`|\b(test\/[\w./-]*\w)/g)].map(
    ([, code, bare]) => code ?? bare ?? '',
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !/[A-Z]{2}/.test(path) && !existsSync(join(ROOT, path)))).toEqual([]);
});

test('the architecture names functions of the files that it names next to them', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').replace(/\s+/g, ' ');
  const named = [...text.matchAll(/`(\w+)` in \[`([^`]+\.ts)`\]/g)];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter(([, name = '', path = '']) => !readFileSync(join(ROOT, path), 'utf8').includes(name))).toEqual([]);
});

test('the map of the architecture can be read in a terminal: no line is longer than 140 characters', () => {
  const lines = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').split('\n');
  expect(lines.filter((line) => [...line].length > 140)).toEqual([]);
});

test('a text that says up to which version of ze_info something goes says the newest', () => {
  const wrong = [...documents.filter((name) => name !== 'CHANGELOG.md'), ...GROUP_FILES].flatMap((path) => {
    const lines = readFileSync(join(ROOT, path), 'utf8').split('\n');
    return lines.flatMap((line, i) =>
      [...line.matchAll(/\b1\.0 to (1\.\d+)/g)].filter(([, to]) => to !== NEWEST).map(([found]) => `${path}:${i + 1}: ${found}`),
    );
  });
  expect(wrong, `the newest is ${NEWEST}`).toEqual([]);
});

/** Options of every verb, by what help says of them. */
const OPTIONS = new Map(
  COMMANDS.map(({ name, options }) => [
    name,
    [...options, ...COMMON_OPTIONS].flatMap(({ flags }) => flags.match(/(?<![\w-])--?[a-z][\w-]*/g) ?? []),
  ]),
);

test('command lines in the text, in help and in other blocks have verbs and options that there are', () => {
  const lines = [
    ...documents.flatMap((document) => {
      const text = readFileSync(join(ROOT, document), 'utf8').replaceAll('\r\n', '\n');
      const inText = [...text.matchAll(/`zebin ([a-z][^`]*)`/g)].map(([, line = '']) => [document, line] as const);
      const inBlocks = blocks(text, 'sh').flatMap((block) =>
        [...block.matchAll(/^zebin (.*)$/gm)].map(([, line = '']) => [document, line] as const),
      );
      return [...inText, ...inBlocks];
    }),
    ...COMMANDS.flatMap(({ examples }) => examples.map(([line]) => ['help', line.replace(/^zebin /, '')] as const)),
  ];
  const wrong = lines.flatMap(([where, line]) => {
    const [verb = '', ...words] = line.split(/\s+#|[|;]/)[0]?.split(/\s+/) ?? [];
    if (['complete', 'help'].includes(verb) || verb.includes('.')) return [];
    const known = OPTIONS.get(verb);
    const unknown = known ? words.filter((word) => /^--?[a-z]/.test(word) && !known.includes(word.split('=')[0] ?? '')) : [verb];
    return unknown.map((word) => `${where}: zebin ${line}: ${word}`);
  });
  expect(wrong).toEqual([]);
  expect(lines.length).toBeGreaterThan(100);
});

/** A block of a document in a language, counted from 0. */
function block(document: string, language: string, index = 0): string {
  return blocks(readFileSync(join(ROOT, document), 'utf8').replaceAll('\r\n', '\n'), language)[index] ?? '';
}

const reading = (name: string) =>
  `import { readFileSync } from 'node:fs';\nconst bytes = new Uint8Array(readFileSync(${JSON.stringify(fixture(name).path)}));\n`;

/** The code of the first kernel of a zebin. */
const readingCode = (name: string) =>
  `import { readElf } from 'zebin/unstable/elf';\n${reading(name).replace('bytes =', 'file =')}const { bytes } = readElf(file).value.sections[1]!;\n`;

interface Example {
  readonly document: string;
  /** Which of its blocks of code. */
  readonly code: number;
  readonly before?: string;
  readonly after?: string;
  /** Which of its blocks of text it prints; or what that looks like. */
  readonly prints: number | RegExp;
}

/** The code of documents, as a user of the package has it, and what it prints. */
const EXAMPLES: readonly Example[] = [
  {
    document: 'README.md',
    code: 0,
    before: reading('zebin/igc2/ptl-h/spill-two-scratch.zebin'),
    after: '\nconsole.log(report.schema, diagnostics.length);\n',
    prints: /^spilling_private 9024$[\s\S]*^zebin\/info\/3 \d+$/m,
  },
  {
    document: 'docs/analysis.md',
    code: 0,
    before: readingCode('zebin/igc2/bmg/clock.zebin'),
    prints: /^\d+ \[/m,
  },
  { document: 'docs/building.md', code: 0, prints: 0 },
  { document: 'docs/building.md', code: 1, prints: 1 },
  { document: 'docs/building.md', code: 2, prints: 2 },
  { document: 'docs/cost.md', code: 0, before: reading('zebin/igc2/bmg/loops-cost.zebin'), prints: /^loop_arg 4051$/m },
  { document: 'docs/formats/visa.md', code: 0, prints: 0 },
  { document: 'docs/formats/zebin.md', code: 0, before: reading('zebin/igc2/bmg/clock.zebin'), prints: 0 },
];

test('every block of code in the documents is run', () => {
  const all = documents.flatMap((document) => {
    const text = readFileSync(join(ROOT, document), 'utf8').replaceAll('\r\n', '\n');
    return blocks(text, 'ts').map((_, code) => ({ document, code }));
  });
  expect(EXAMPLES.map(({ document, code }) => ({ document, code }))).toEqual(expect.arrayContaining(all));
});

describe('code', () => {
  // Inside the repository, where the package can import itself by name, and in a folder that no other test looks at.
  const folder = join(ROOT, '.tmp');
  const file = ({ document, code }: Example) => join(folder, document.replaceAll('/', '-').replace(/md$/, `${code}.mts`));
  beforeAll(() => {
    mkdirSync(folder, { recursive: true });
    for (const example of EXAMPLES) {
      const { document, code, before = '', after = '' } = example;
      writeFileSync(file(example), before + block(document, 'ts', code) + after);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('compiles in strict mode', () => {
    const options = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--skipLibCheck', '--ignoreConfig'];
    const { stdout, stderr } = runNode(['node_modules/typescript/bin/tsc', ...options, ...EXAMPLES.map(file)]);
    expect(stdout + stderr).toBe('');
  });

  test.each(EXAMPLES.map((example) => [`${example.document}, block ${example.code}`, example] as const))(
    'of %s prints what it says',
    (_, example) => {
      const { stdout } = runNode([file(example).replace(/mts$/, 'mjs')]);
      const { document, prints } = example;
      if (typeof prints === 'number') expect(stdout).toBe(block(document, 'text', prints));
      else expect(stdout).toMatch(prints);
    },
  );
});
