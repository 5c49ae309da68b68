// @ts-check
/**
 * `npm run site`: makes the site, a folder of static files that any server can serve: site/dist/.
 *
 *   --base PATH    path of the site on its server, by default that of `homepage` in package.json, else `/`
 *
 * The guides are the documents of the repository. The pages of the reference are written from what `zebin explain` answers, with examples
 * from the fixtures of the tests. The viewer is the page that the build makes. VitePress makes the rest: frame, themes, search.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SITE, siteStamp } from './site/built.mjs';
import { escapeHtml } from './site/html.mjs';
import { isBuilt, ROOT } from './stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const STAGE = at('site/.stage/');
const OUTPUT = at('site/dist/');

/** What the landing page opens by a click: in one page, because each has all of the viewer in it. */
const EXAMPLES = ['test/fixtures/zebin/igc2/ptl-h/spill-two-scratch.zebin', 'examples/basic-dg2-bmg.ar'];

const { values } = parseArgs({ options: { base: { type: 'string' } } });
const { homepage } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const base = `/${(values.base ?? (homepage === undefined ? '' : new URL(homepage).pathname)).replace(/^\/+|\/+$/g, '')}/`.replace(
  '//',
  '/',
);

/** Files that documents link to, which VitePress would take for pages. */
const env = { ...process.env, VITE_EXTRA_EXTENSIONS: 'magic,py,sh,sql' };

function node(/** @type {string[]} */ ...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: at('.'), env, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

if (!isBuilt()) node('scripts/build.mjs', '--no-gen');

const stamp = siteStamp();
rmSync(SITE, { force: true });
rmSync(STAGE, { recursive: true, force: true });
rmSync(OUTPUT, { recursive: true, force: true });
const pages = await writePages();
copyViewer();
node('node_modules/vitepress/bin/vitepress.js', 'build', 'site');
rmSync(STAGE, { recursive: true, force: true });
writeFileSync(SITE, JSON.stringify({ stamp, base }));

const files = readdirSync(OUTPUT, { recursive: true, encoding: 'utf8' })
  .map((name) => statSync(join(OUTPUT, name)))
  .filter((file) => file.isFile());
const megabytes = files.reduce((sum, { size }) => sum + size, 0) / 1e6;
console.log(`site/dist: ${pages} pages of the reference, ${files.length} files, ${megabytes.toFixed(1)} MB, for ${base}`);

/** Writes the sources of all pages, and what VitePress needs to know of them. */
async function writePages() {
  const { allEntries, documentEntries, earlierPageOf } = await import('../dist/internal.js');
  const { examples } = await import('./site/examples.mjs');
  const { copyGuides, guides, mentions } = await import('./site/guides.mjs');
  const { Names } = await import('./site/names.mjs');
  const { Reference } = await import('./site/reference.mjs');
  const { GROUPS } = await import('./site/folders.mjs');
  const schemas = readdirSync(at('schemas')).map((name) => JSON.parse(readFileSync(at(`schemas/${name}`), 'utf8')));
  const entries = allEntries();
  const names = new Names(entries, base);
  const reference = new Reference([...entries, ...schemas.flatMap(documentEntries)], names, await examples(entries), mentions(names));
  const written = reference.files();
  for (const { path, text } of written) write(path, text);
  // Of several on one page the first.
  for (const entry of entries.toReversed()) leadOn(earlierPageOf(entry), entry);
  write('index.md', readFileSync(at('site/index.md'), 'utf8'));
  copyGuides(STAGE, join(STAGE, 'public'));
  write(
    'site.json',
    JSON.stringify({
      base,
      names: Object.fromEntries([...names.pages.keys()].flatMap((name) => (names.find(name) ? [[name, names.find(name)]] : []))),
      guides: guides().map(({ group, documents }) => ({
        text: group,
        items: documents.map(({ title, path }) => ({ text: title, link: `/${path.replace(/\.md$/, '')}` })),
      })),
      reference: GROUPS.map(([group, folders]) => ({
        text: group,
        items: Object.entries(folders).map(([folder, { title }]) => ({ text: title, link: `/reference/${folder}/` })),
      })),
    }),
  );
  return written.length;
}

/**
 * An address of before pages were joined leads to the place where its entry is now; one of a part of that page to the part.
 *
 * @param {string | undefined} earlier @param {import('../dist/explain/entry.js').Entry} entry
 */
function leadOn(earlier, { name, page }) {
  if (earlier === undefined || earlier.includes('#')) return;
  const [address, anchor] = page.split('#');
  const to = escapeHtml(`${base}${page}`);
  write(
    `public/${earlier}index.html`,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(name)}</title><link rel="canonical" href="${base}${address}"><script>location.replace("${base}${address}"+(location.hash||"#${anchor}"))</script><meta http-equiv="refresh" content="0;url=${to}"><a href="${to}">${escapeHtml(name)}</a></html>\n`,
  );
}

/**
 * The page itself, and once more with the examples in it, as `zebin view -o` makes it: they ask nobody for anything but the script, which
 * both have from one file, and what runs kernels.
 */
function copyViewer() {
  const folder = join(STAGE, 'public/viewer');
  mkdirSync(folder, { recursive: true });
  cpSync(at('dist/viewer'), folder, { recursive: true });
  const examples = join(folder, 'examples.html');
  node('dist/cli/main.js', 'view', ...EXAMPLES, '-o', examples);
  for (const page of [join(folder, 'index.html'), examples]) {
    const text = readFileSync(page, 'utf8').replace(/<script type="module">([\s\S]*?)<\/script>/, (_, script) => {
      writeFileSync(join(folder, 'viewer.js'), script);
      return '<script type="module" src="viewer.js"></script>';
    });
    writeFileSync(page, served(text).replace(/script-src 'sha256-[^']*'/, "script-src 'self'"));
  }
}

/** A page that may ask for what runs kernels, as those of `zebin view`: cli/view/page.ts. @param {string} page */
function served(page) {
  const data = page.includes('id="zebin">')
    ? page
    : page.replace('</body>', '<script type="application/json" id="zebin">{"files":[]}</script>\n</body>');
  return data.replace('id="zebin">{', 'id="zebin">{"run":"run.js",').replace("connect-src 'none'", "connect-src 'self'");
}

/** @param {string} path @param {string} text */
function write(path, text) {
  mkdirSync(dirname(join(STAGE, path)), { recursive: true });
  writeFileSync(join(STAGE, path), text);
}
