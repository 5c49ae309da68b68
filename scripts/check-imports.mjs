// @ts-check
/**
 * Checks the floors of the code: reads the import lines of src/, cli/ and viewer/, and fails with a list of the imports that the tables
 * below do not allow, and of cycles between files. Imports of types count too, because they are dependencies.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

/**
 * The folders of src/, lowest first: each may import those before it. The files in src/ itself may import all of them.
 */
export const FLOORS = ['core', 'devices', 'formats', 'walk', 'driver', 'analysis', 'explain', 'documents', 'change', 'presentation', 'api'];

/**
 * The floors that consist of rooms, and what each room may import of the others. A room without a row imports none.
 * @type {Record<string, Record<string, readonly string[]>>}
 */
export const ROOMS = {
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
  const [floor = '', room = ''] = placeOf(from);
  const [otherFloor = '', otherRoom = ''] = placeOf(to);
  if (floor === '') return undefined;
  if (!FLOORS.includes(floor)) return `${floor} has no row in FLOORS (scripts/check-imports.mjs)`;
  if (floor !== otherFloor)
    return FLOORS.slice(0, FLOORS.indexOf(floor)).includes(otherFloor)
      ? undefined
      : `${floor} may not import ${otherFloor || 'the entry'} (FLOORS in scripts/check-imports.mjs)`;
  const rooms = ROOMS[floor];
  if (!rooms || room === otherRoom || rooms[room]?.includes(otherRoom)) return undefined;
  return `${room} may not import ${otherRoom} (ROOMS in scripts/check-imports.mjs)`;
}

/** The folders of a file of src/: its floor, its room, and so on. @param {string} path */
function placeOf(path) {
  const [, ...folders] = path.split('/').slice(0, -1);
  return folders;
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
