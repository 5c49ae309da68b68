// @ts-check
/**
 * Checks the layers of the code: reads the import lines of src/, cli/ and viewer/, and fails with a list of the imports that the tables
 * below do not allow, and of cycles between files. Imports of types count too, because they are dependencies.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

const BASE = ['diag', 'bytes', 'schema'];

/**
 * What a format may import in addition to those. Every folder of src/ that has no row in LAYERS is a format; one that imports no other
 * format needs no row here.
 * @type {Record<string, string[]>}
 */
const FORMAT_LAYERS = {
  dwarf: ['elf'],
  zeinfo: ['yaml'],
  zebin: ['elf', 'zeinfo', 'device'],
  offload: ['inflate'],
  syclbin: ['offload', 'props'],
  bundle: ['inflate'],
  zip: ['inflate'],
  host: ['elf', 'props'],
};
/** Stands for every format in a row of LAYERS. */
const FORMATS = '(formats)';

/** Folders that build on the formats; documents build on these. */
const USES = ['analysis', 'code', 'cost', 'driver', 'build', 'walk', 'explain', 'coverage', 'folder', 'diff'];

/**
 * Which folder may import which others. `(root)` is the files that are in src/ itself.
 * @type {Record<string, string[]>}
 */
const LAYERS = {
  diag: [],
  bytes: ['diag'],
  schema: ['diag', 'bytes'],
  analysis: ['diag', 'eu'],
  code: [...BASE, 'elf', 'device', 'yaml', 'zeinfo', 'zebin', 'eu'],
  cost: [...BASE, 'zeinfo', 'zebin'],
  driver: [...BASE, 'elf', 'device', 'zeinfo', 'zebin'],
  build: [...BASE, 'elf', 'device', 'zeinfo', 'zebin', 'eu', 'driver'],
  walk: [...BASE, FORMATS],
  explain: [...BASE, FORMATS, 'walk', 'driver'],
  coverage: [...BASE, FORMATS, 'walk'],
  folder: [...BASE, FORMATS, 'walk', 'code'],
  diff: [...BASE, FORMATS, 'walk', 'analysis'],
  report: [...BASE, FORMATS, ...USES],
  reduce: [...BASE, FORMATS, ...USES, 'report'],
  api: [...BASE, FORMATS, ...USES, 'report', 'reduce'],
  '(root)': [...BASE, FORMATS, ...USES, 'report', 'reduce', 'api'],
};

/** @param {string} layer */
const isFormat = (layer) => !(layer in LAYERS);

/**
 * @param {string} from
 * @param {string} to
 */
function mayImport(from, to) {
  const allowed = LAYERS[from] ?? [...BASE, ...(FORMAT_LAYERS[from] ?? [])];
  return allowed.includes(to) || (isFormat(to) && allowed.includes(FORMATS));
}

/** Packages that the library may import: its run-time dependencies. The command may import any, because it is bundled. */
const PACKAGES = ['pako', '@noble/hashes'];

/** The only file of src/ that files outside src/ import. */
const ENTRY = 'src/internal.ts';

/** The only file that the page shares with the command: it makes names from files safe for display. */
const VISIBLE = 'cli/visible.ts';
/** The part of the viewer that parses: the page itself imports types of the library alone. */
const WORKER = 'viewer/worker/';

const SPECIFIER =
  /^(?:import|export)\b[^'"`;=]*?\bfrom\s*['"]([^'"]+)['"]|^import\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"`]([^'"`]+)['"`]\s*\)/gm;

/** @param {string} path */
const layerOf = (path) => (path.split('/').length === 2 ? '(root)' : (path.split('/')[1] ?? ''));

/**
 * @param {string} root folder that holds src/, cli/ and viewer/
 * @returns {string[]} one sentence for each thing that is wrong
 */
export function checkImports(root) {
  /** @type {string[]} */
  const problems = [];
  const paths = ['src', 'cli', 'viewer']
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
          problems.push(`${path} imports ${specifier}: the library takes no package`);
        continue;
      }
      const target = posix.join(posix.dirname(path), specifier);
      targets.push(target);
      if (!library) {
        if (target.startsWith('src/') && target !== ENTRY) problems.push(`${path} imports ${target}: only ${ENTRY} is open to the command`);
        if (path.startsWith('viewer/')) problems.push(...wrongInViewer(path, target, match[0]));
        continue;
      }
      const [from, to] = [layerOf(path), layerOf(target)];
      if (!target.startsWith('src/')) problems.push(`${path} imports ${target}: the library imports nothing outside src`);
      else if (from !== to && !mayImport(from, to)) {
        const rows = isFormat(from) ? 'FORMAT_LAYERS' : 'LAYERS';
        problems.push(`${path} imports ${target}: ${from} may not import ${to} (${rows} in scripts/check-imports.mjs)`);
      }
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
  if (target.startsWith('cli/') && target !== VISIBLE)
    return [`${path} imports ${target}: of the command only ${VISIBLE} is open to the viewer`];
  if (target !== ENTRY || path.startsWith(WORKER) || line.startsWith('import type ') || line.startsWith('export type ')) return [];
  return [`${path} imports ${target} for more than types: only ${WORKER} parses`];
}

/**
 * @param {Map<string, string[]>} graph
 * @returns {string[]}
 */
function cycles(graph) {
  /** @type {string[]} */
  const found = [];
  const done = new Set();
  /** @type {string[]} */
  const trail = [];
  const visit = (/** @type {string} */ path) => {
    if (trail.includes(path)) found.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' -> ')}`);
    if (done.has(path) || trail.includes(path)) return;
    trail.push(path);
    for (const target of graph.get(path) ?? []) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return found;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkImports(fileURLToPath(ROOT));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}
