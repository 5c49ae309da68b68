// @ts-check
/** The guides of the site: the documents of the repository, at the same paths, so that their links lead to the same things. */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NOTICE } from '../gen/notice.mjs';
import { ROOT } from '../stamp.mjs';

/** @import { Names } from './names.mjs' */
/** @import { Guide } from './reference.mjs' */

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

/** In the order of the list on the left. A document that is not here is an error. @type {readonly (readonly [string, readonly string[]])[]} */
const GROUPS = [
  ['Start', ['README.md', 'docs/verbs.md', 'docs/library.md', 'docs/viewer.md', 'docs/containers.md', 'docs/checking.md']],
  [
    'Kernels and code',
    [
      'docs/kernels.md',
      'docs/cost.md',
      'docs/disassembly.md',
      'docs/analysis.md',
      'docs/run.md',
      'docs/debugging.md',
      'docs/kernel-tests.md',
      'docs/execution.md',
    ],
  ],
  ['Builds and trees', ['docs/comparing.md', 'docs/pull-requests.md', 'docs/scale.md']],
  [
    'Other tools',
    [
      'docs/packages.md',
      'docs/integrations.md',
      'docs/vscode.md',
      'docs/compiler-explorer.md',
      'docs/python.md',
      'docs/json.md',
      'docs/api.md',
      'examples/README.md',
    ],
  ],
  ['Write', ['docs/building.md', 'docs/assembly.md', 'docs/linking.md']],
  ['Formats', ['docs/formats/']],
  ['Tables', ['docs/diagnostics.md', 'docs/reference/']],
  ['The project', ['CHANGELOG.md', 'docs/']],
];

/** Files that documents link to, and that the site has as they are. */
const FILES = ['examples', 'schemas', 'LICENSE'];

/** Every document with its title, by group. A folder stands for what no group before it has. */
export function guides() {
  const left = new Set(['README.md', 'CHANGELOG.md', 'examples/README.md', ...markdown('docs')]);
  return GROUPS.map(([group, places]) => ({
    group,
    documents: places.flatMap((place) => {
      const paths = [...left].filter((path) => (place.endsWith('/') ? path.startsWith(place) && !isLater(path, group) : path === place));
      if (paths.length === 0) throw new Error(`scripts/site/guides.mjs names ${place}, which is not there`);
      for (const path of paths) left.delete(path);
      return paths.map((path) => ({ path, title: titleOf(path), page: path.replace(/\.md$/, '.html') }));
    }),
  }));
}

/** A document that a group below names itself. @param {string} path @param {string} group */
const isLater = (path, group) => GROUPS.slice(GROUPS.findIndex(([name]) => name === group) + 1).some(([, places]) => places.includes(path));

/** @param {string} folder */
function markdown(folder) {
  const names = readdirSync(at(folder), { recursive: true, encoding: 'utf8' });
  return names
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md'))
    .sort();
}

const textOf = (/** @type {string} */ path) => readFileSync(at(path), 'utf8').replaceAll('\r\n', '\n');

function titleOf(/** @type {string} */ path) {
  const title = /^# (.*)$/m.exec(textOf(path))?.[1] ?? path;
  return path === 'README.md' ? 'Overview' : title.replaceAll('`', '');
}

/**
 * Which guides name something in the reference, by its address. Generated tables name everything, and are left out.
 *
 * @param {Names} names
 * @returns {Map<string, Guide[]>}
 */
export function mentions(names) {
  /** @type {Map<string, Guide[]>} */
  const byName = new Map();
  for (const { path, title, page } of guides().flatMap(({ documents }) => documents)) {
    const text = textOf(path);
    if (text.includes(NOTICE)) continue;
    const pages = [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => names.find(name));
    for (const to of new Set(pages)) if (to !== undefined) byName.set(to, [...(byName.get(to) ?? []), { title, page }]);
  }
  return byName;
}

/** Links to sources, which are in the repository alone: the site has their paths as text. */
const TO_SOURCES = /\[(`[^`\]]+`)\]\(\.\.\/(?:src|cli|editors|viewer|scripts|packaging)\/[^)]*\)/g;

/**
 * Copies the documents, and what they link to; links to sources become their texts.
 *
 * @param {string} pages folder of pages
 * @param {string} files folder of files that are served as they are
 */
export function copyGuides(pages, files) {
  for (const { path } of guides().flatMap(({ documents }) => documents)) {
    mkdirSync(dirname(join(pages, path)), { recursive: true });
    writeFileSync(join(pages, path), textOf(path).replace(TO_SOURCES, '$1'));
  }
  cpSync(at('docs/images'), join(pages, 'docs/images'), { recursive: true });
  for (const path of FILES) cpSync(at(path), join(files, path), { recursive: true, filter: (name) => !/\.md$|__pycache__/.test(name) });
}
