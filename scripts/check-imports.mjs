// @ts-check
/**
 * Checks the layers of the code: reads the import lines of src/, cli/, viewer/ and editors/, and fails with a list of the imports that the tables
 * below do not allow, and of cycles between files. Imports of types count too, because they are dependencies.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

/**
 * The layers of src/, lowest first: a file may import those before its own, with what each is for (docs/folders.md shows it). The files in
 * src/ itself may import all of them.
 */
export const LAYERS = {
  core: 'What every format is made of: places and findings, bytes, rows, decompression.',
  devices: 'GPUs by numbers and names: what binaries name, and what drivers know.',
  formats: 'A folder for each format: from bytes to a model, and back. A reader knows nothing of what is around its data, or in it.',
  walk: 'Any file, level by level: which format it is, and what its containers hold.',
  driver: 'The decision of the driver about a zebin, replayed for any release.',
  analysis: 'What models mean: what code does and costs, which device gets which kernel, what changed between two builds.',
  run: 'What a kernel computes: its code executed without a GPU.',
  explain: 'Every name, and what it means.',
  documents: 'What each verb that reads answers, as data: what `--json` prints.',
  change: 'What gives bytes: each verb that changes a file, and zebins from scratch.',
  presentation: 'How documents are shown: what the command and the page have in common.',
  language: 'What an editor asks about a text: findings, names, blocks, layout, completion.',
  api: 'What the package exports.',
};
const ORDER = Object.keys(LAYERS);

/**
 * The layers whose folders are apart, and what each folder may import of the others. One without a row imports none of them.
 * @type {Record<string, Record<string, readonly string[]>>}
 */
export const APART = {
  core: { bytes: ['diag'], schema: ['diag', 'bytes'], inflate: ['diag', 'bytes', 'schema'] },
  formats: {
    dwarf: ['elf'],
    zeinfo: ['yaml'],
    zebin: ['elf', 'zeinfo'],
    syclbin: ['offload', 'props'],
    host: ['elf', 'props'],
  },
  analysis: { comparison: ['instructions'] },
};

/**
 * Why a file of src/ may not import another; undefined if it may.
 * @param {string} from
 * @param {string} to
 */
function wrongInLibrary(from, to) {
  if (!to.startsWith('src/')) return 'the library imports nothing outside src';
  const [layer = '', folder = ''] = placeOf(from);
  const [otherLayer = '', otherFolder = ''] = placeOf(to);
  if (layer === '') return undefined;
  if (!ORDER.includes(layer)) return `${layer} has no row in LAYERS (scripts/check-imports.mjs)`;
  if (layer !== otherLayer)
    return ORDER.slice(0, ORDER.indexOf(layer)).includes(otherLayer)
      ? undefined
      : `${layer} may not import ${otherLayer || 'the entry'} (LAYERS in scripts/check-imports.mjs)`;
  const folders = APART[layer];
  if (!folders || folder === otherFolder || folders[folder]?.includes(otherFolder)) return undefined;
  return `${folder} may not import ${otherFolder} (APART in scripts/check-imports.mjs)`;
}

/** The folders of a file of src/: its layer, its folder there, and so on. @param {string} path */
function placeOf(path) {
  const [, ...folders] = path.split('/').slice(0, -1);
  return folders;
}

/** Packages that the library may import: its run-time dependencies. The command may import any, because it is bundled. */
const PACKAGES = ['pako', '@noble/hashes'];

/** The only file of src/ that files outside src/ import. */
const ENTRY = 'src/internal.ts';

/** The only files that the page shares with the command: they make names safe for display and for command lines, and as short as distinguishes them. */
const SHARED = ['cli/shell-word.ts', 'cli/view/short-paths.ts', 'cli/visible.ts'];
/** The part of the viewer that parses: the page itself imports types of the library alone. */
const WORKER = 'viewer/worker/';

const SPECIFIER =
  /^(?:import|export)\b[^'"`;=]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"`]([^'"`]+)['"`]\s*\)/gm;

/**
 * @param {string} root folder that holds src/, cli/, viewer/ and editors/
 * @returns {string[]} one sentence for each thing that is wrong
 */
export function checkImports(root) {
  /** @type {string[]} */
  const problems = [];
  const paths = ['src', 'cli', 'viewer', 'editors']
    .filter((folder) => existsSync(join(root, folder)))
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .map((path) => path.replaceAll(sep, '/'))
    .filter((path) => /\.tsx?$/.test(path))
    .sort();
  /** @type {Map<string, string[]>} */
  const graph = new Map();

  for (const path of paths) {
    const library = path.startsWith('src/');
    /** @type {string[]} */
    const targets = [];
    graph.set(path, targets);
    for (const match of readFileSync(join(root, path), 'utf8').matchAll(SPECIFIER)) {
      const specifier = match[1] ?? match[2] ?? match[3] ?? '';
      if (!specifier.startsWith('.')) {
        const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
        if (library && (isBuiltin(specifier) || !PACKAGES.includes(name)))
          problems.push(`${path} imports ${specifier}: the library takes no package but ${PACKAGES.join(' and ')}`);
        continue;
      }
      const target = posix.join(posix.dirname(path), specifier);
      targets.push(target);
      if (!library) {
        if (target.startsWith('src/') && target !== ENTRY) problems.push(`${path} imports ${target}: only ${ENTRY} is open to the command`);
        if (path.startsWith('viewer/')) problems.push(...wrongInViewer(path, target, match[0]));
        continue;
      }
      const wrong = wrongInLibrary(path, target);
      if (wrong !== undefined) problems.push(`${path} imports ${target}: ${wrong}`);
    }
  }
  return [...problems, ...cycles(graph)];
}

/**
 * @param {string} path file of the viewer
 * @param {string} target what it imports
 * @param {string} line how
 * @returns {string[]}
 */
function wrongInViewer(path, target, line) {
  if (target.startsWith('cli/') && !SHARED.includes(target))
    return [`${path} imports ${target}: of the command only ${SHARED.join(', ')} are open to the viewer`];
  if (target !== ENTRY || path.startsWith(WORKER) || line.startsWith('import type ') || line.startsWith('export type ')) return [];
  return [`${path} imports ${target} for more than types: only ${WORKER} parses`];
}

/**
 * @param {Map<string, string[]>} graph
 * @returns {string[]}
 */
function cycles(graph) {
  /** @type {string[]} */
  const chains = [];
  const done = new Set();
  /** @type {string[]} */
  const trail = [];
  const visit = (/** @type {string} */ path) => {
    if (trail.includes(path)) chains.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}`);
    if (done.has(path) || trail.includes(path)) return;
    trail.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return chains;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkImports(fileURLToPath(ROOT));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}
