// @ts-check
/**
 * The modules of the library in dist/, without their types and unchecked: what was changed in src/ since they were made, file for file, in
 * some milliseconds. The TypeScript compiler, which makes what is published, takes seconds for all of them.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { transformSync } from 'rolldown/utils';
import { fileStamp, filesBelow, ROOT, readStamp, writeStamp } from './stamp.mjs';

const STAMP = 'modules';

/** The module that stands in dist/ as what it evaluates to, as its source says. */
const EVALUATED = 'src/core/diag/severity.ts';

const urlOf = (/** @type {string} */ source) => new URL(source.replace(/^src\/(.*)\.ts$/, 'dist/$1.js'), ROOT);

/** @returns {Record<string, string>} the sources of modules, each with what changes whenever it does. */
export function sources() {
  const paths = filesBelow('src').filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  return Object.fromEntries(paths.map((path) => [path, fileStamp(path)]));
}

/** Notes that dist/ has the modules of the sources as they were. @param {Record<string, string>} then */
export function noteModules(then) {
  writeStamp(STAMP, JSON.stringify(then));
}

/** Brings the modules in dist/ up to date. */
export async function freshModules() {
  const now = sources();
  /** @type {Record<string, string>} */
  const before = JSON.parse(readStamp(STAMP) ?? '{}');
  const changed = Object.keys(now).filter((path) => now[path] !== before[path] || !existsSync(urlOf(path)));
  const gone = Object.keys(before).filter((path) => !(path in now));
  if (changed.length + gone.length === 0) return;
  for (const path of gone) rmSync(urlOf(path), { force: true });
  for (const path of new Set([...changed, EVALUATED])) {
    const { code, errors } = transformSync(path, readFileSync(new URL(path, ROOT), 'utf8'), {
      target: 'es2022',
      typescript: { rewriteImportExtensions: 'rewrite', onlyRemoveTypeImports: true },
    });
    if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
    mkdirSync(new URL('.', urlOf(path)), { recursive: true });
    writeFileSync(urlOf(path), code);
  }
  await evaluate();
  noteModules(now);
}

/** Replaces the module that is published as the values of its exports. */
export async function evaluate() {
  const module = urlOf(EVALUATED);
  const values = Object.entries(await import(module.href));
  writeFileSync(module, values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};\n`).join(''));
}
