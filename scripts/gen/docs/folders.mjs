// @ts-check
/** The folders of src/: the layers as the gate of imports has them, and of each folder the first sentence of its index. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { APART, LAYERS } from '../../check-imports.mjs';
import { ROOT } from '../../stamp.mjs';
import { code, page, prose, table } from '../markdown.mjs';

const at = (/** @type {string} */ path) => new URL(path, ROOT);
const entries = (/** @type {string} */ path) => readdirSync(at(path), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));

/** The first sentence of a folder: of its index, or of the file that has its name; undefined for entries of the package. @param {string} path */
function sentence(path) {
  const files = ['index', basename(path)].map((name) => `${path}/${name}.ts`).filter((file) => existsSync(at(file)));
  for (const file of files) {
    const text = /^\/\*\*([\s\S]*?)\*\//
      .exec(readFileSync(at(file), 'utf8'))?.[1]
      ?.replace(/\s*\n\s*\*\s*/g, ' ')
      .trim();
    if (text) return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text;
  }
  return undefined;
}

/** The files of a folder, and the folders in it. @param {string} path */
const files = (path) =>
  entries(path).flatMap((entry) => (entry.isDirectory() ? [`${entry.name}/`] : entry.name === 'index.ts' ? [] : [entry.name.slice(0, -3)]));

/** A row for each folder in a folder. @param {string} path */
const inside = (path) =>
  entries(`src/${path}`).flatMap((entry) =>
    entry.isDirectory()
      ? [[code(`${path.split('/').at(-1)}/${entry.name}`), '', files(`src/${path}/${entry.name}`).map(code).join(' · ')]]
      : [],
  );

/** @param {string} layer */
function section(layer) {
  /** @type {{ name: string, about: string }[]} */
  const below = entries(`src/${layer}`).flatMap((entry) => {
    if (!entry.isDirectory() || layer === 'api') return [];
    const about = sentence(`src/${layer}/${entry.name}`);
    if (about === undefined)
      throw new Error(`src/${layer}/${entry.name}: neither index.ts nor ${entry.name}.ts begins with a sentence about the folder`);
    return [{ name: entry.name, about }];
  });
  const names = files(`src/${layer}`).filter((name) => !name.endsWith('/'));
  const imports = Object.entries(APART[layer] ?? {}).map(([name, others]) => `${code(name)} imports ${others.map(code).join(', ')}`);
  return [
    `## ${layer}`,
    prose(LAYERS[/** @type {keyof typeof LAYERS} */ (layer)]),
    ...(names.length > 0 ? [`Files: ${names.map(code).join(' · ')}.`] : []),
    ...(below.length > 0
      ? [
          table(
            ['Folder', 'What it is for', 'Files'],
            below.flatMap(({ name, about }) => [
              [code(name), prose(about), files(`src/${layer}/${name}`).map(code).join(' · ')],
              ...inside(`${layer}/${name}`),
            ]),
          ),
        ]
      : []),
    ...(layer in APART ? [`The only imports between these folders: ${imports.join('; ')}.`] : []),
  ];
}

export default function foldersPage() {
  return page(
    'Folders',
    'The layers of `src`, lowest first: a file may import the layers before its own. [architecture.md](architecture.md) tells how they work together. ' +
      'A file name says what the file does: `read` bytes → model, `parse` text → model, `dump` bytes → annotated spans, `table` the rows, `model` ' +
      'the types; `write`, `print` and `layout` are the inverses; `validate` checks. `rewrite` puts other parts into a container, `extent` finds where data ends, `rows` and `records` are made from the table. A format without one of these does not support it.',
    ...Object.keys(LAYERS).flatMap(section),
  );
}
