// @ts-check
/**
 * Builds the viewer from viewer/ as one page that holds its styles, its script and its worker: dist/viewer/index.html. The page's own
 * policy allows that script by its hash, the worker that it makes, and no connection. What runs kernels is a file beside it, run.js: pages
 * that are served ask for it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { build } from 'vite';
import { licenses } from './licenses.mjs';
import { ROOT } from './stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

/** What the page imports the text of its worker as. */
const WORKER = 'virtual:worker';

/** Where the server of `zebin view`, or the page that holds files, puts something else. */
const POLICY = (/** @type {string} */ script) =>
  [
    "default-src 'none'",
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    // The text pane and the charts set styles of their own.
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'worker-src blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The modules of the worker that only running kernels needs; `explain` has the kinds of checks too. */
const RUN = /[\\/](?:src[\\/]run[\\/](?!checks[\\/]kinds\.)|src[\\/](?:documents|presentation)[\\/]run[-.]|viewer[\\/]worker[\\/]run[\\/])/;

/**
 * The script of the worker, and the one that follows it in a worker that runs kernels: each the body of a function, because the second has
 * the names of the first.
 * @param {import('rolldown').Plugin} collect
 */
async function workerScripts(collect) {
  const bundle = await rolldown({
    cwd: at('viewer'),
    input: { worker: './worker/worker.ts', run: './worker/run/worker.ts' },
    platform: 'browser',
    preserveEntrySignatures: false,
    plugins: [collect],
  });
  const groups = [
    { name: 'worker', test: (/** @type {string} */ id) => !RUN.test(id), priority: 1 },
    { name: 'run', test: RUN },
  ];
  const { output } = await bundle.generate({
    format: 'cjs',
    minify: true,
    codeSplitting: { groups, includeDependenciesRecursively: false },
  });
  const [worker, run] = ['worker.js', 'run.js'].map((name) => output.find(({ fileName }) => fileName === name));
  if (worker?.type !== 'chunk' || run?.type !== 'chunk' || output.length !== 2 || worker.imports.length > 0)
    throw new Error(
      `the worker came out as ${output.map(({ fileName }) => fileName).join(', ')}, and not as two scripts, of which the first is whole`,
    );
  return {
    worker: `(exports=>{${worker.code}\n})(self.zebin={});`,
    run: `(require=>{${run.code}\n})(()=>self.zebin);`,
  };
}

/** A script as the text of its element, which an end tag would end. */
export const inElement = (/** @type {string} */ code) => code.replaceAll('</script', '<\\/script').trim();

/** Writes dist/viewer/index.html and run.js, and the licences of what is bundled into it, which a page that is sent on has to carry too. */
export async function bundleViewer() {
  /** @type {Set<string>} */
  const modules = new Set();
  const collect = { name: 'modules', moduleParsed: (/** @type {{ id: string }} */ { id }) => void modules.add(id) };
  const scriptsOf = await workerScripts(collect);
  const workerText = {
    name: 'worker',
    resolveId: (/** @type {string} */ id) => (id === WORKER ? `\0${id}` : undefined),
    load: (/** @type {string} */ id) => (id === `\0${WORKER}` ? `export default ${JSON.stringify(scriptsOf.worker)}` : undefined),
  };
  const result = await build({
    root: at('viewer'),
    configFile: false,
    logLevel: 'warn',
    // The example of the empty page.
    assetsInclude: ['**/*.zebin'],
    build: {
      write: false,
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      // What is loaded when it is needed is in the same script, and is run then.
      rolldownOptions: { checks: { pluginTimings: false }, output: { codeSplitting: false } },
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [collect, workerText],
  });
  const { output } = Array.isArray(result) ? result[0] : /** @type {any} */ (result);
  const scripts = output.filter((/** @type {any} */ file) => file.type === 'chunk');
  const styles = output.filter((/** @type {any} */ file) => file.fileName.endsWith('.css'));
  if (scripts.length !== 1) throw new Error(`the viewer came out as ${scripts.length} scripts, not one`);
  const script = inElement(scripts[0].code);
  const style = styles.map((/** @type {any} */ file) => String(file.source)).join('\n');
  const notice = licenses('viewer', modules);
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY(script)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>zebin</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="root"><p class="unstarted">This page runs in a browser of the last two years, with scripts allowed.</p></div>
<script type="text/plain" id="licenses">${notice.replaceAll('<', '\u2039')}</script>
<script type="module">${script}</script>
</body>
</html>
`;
  mkdirSync(at('dist/viewer'), { recursive: true });
  writeFileSync(at('dist/viewer/index.html'), page);
  writeFileSync(at('dist/viewer/run.js'), scriptsOf.run);
  writeFileSync(at('dist/viewer/LICENSES.txt'), notice);
}
