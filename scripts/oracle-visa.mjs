// @ts-check
/**
 * What `GenX_IR` of IGC 1.0.5353, the assembler of Debian 11, makes of our vISA: called by scripts/oracle.mjs.
 *
 * It assembles the text that we print of a compiler's object, and the compiler's own text: the objects must be the same. And it reads
 * the object that we assemble: it must print the same text of it as of its own. It knows vISA 3.6 only, and its runs leave files where
 * the text says, so each has a folder of its own.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** @typedef {import('../test/oracle/ocloc.mjs').Answer} Answer */
/** @typedef {{ folder: string, shell: (script: string) => string }} Tree */

/** @param {Tree} tree @param {string} name of the folder, which is made again @param {Record<string, string | Uint8Array>} files */
function place({ folder }, name, files) {
  const path = join(folder, name);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(join(path, 'dump'), { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(join(path, file), content);
  return path;
}

/**
 * The object that it makes of a text, or what it says instead. @param {Tree} tree @param {string | Uint8Array} text @param {string}
 * platform
 */
function assemble(tree, text, platform) {
  const path = place(tree, 'asm', { 'k.visaasm': text });
  const output = tree.shell(`cd asm && GenX_IR k.visaasm -platform ${platform} -output -binary -outputCisaBinaryName k.isa 2>&1`);
  const object = join(path, 'k.isa');
  return existsSync(object) ? new Uint8Array(readFileSync(object)) : output;
}

/** The text that it prints of an object, or what it says instead. @param {Tree} tree @param {Uint8Array} bytes @param {string} platform */
function print(tree, bytes, platform) {
  const path = place(tree, 'dis', { 'k.isa': bytes });
  const output = tree.shell(`cd dis && GenX_IR k.isa -platform ${platform} -dumpcommonisa -output 2>&1`);
  const file = readdirSync(join(path, 'dump')).find((name) => name.endsWith('.visaasm'));
  return file === undefined ? output : readFileSync(join(path, 'dump', file), 'latin1');
}

/**
 * @param {Tree} tree
 * @param {string} from the fixtures or the corpus
 * @param {typeof import('../src/internal.ts')} zebin
 * @param {(what: string, count: number, answers: readonly Answer[]) => void} report
 */
export function checkVisa(tree, from, zebin, report) {
  const folder = join(from, 'visa/igc1-5353');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.visaasm'));
  const answers = names.sort().flatMap((name) => {
    const platform = basename(dirname(join(folder, name))).toUpperCase();
    const text = new Uint8Array(readFileSync(join(folder, name)));
    const compiled = new Uint8Array(readFileSync(join(folder, name.replace(/visaasm$/, 'isa'))));
    const object = assemble(tree, text, platform);
    const ofOurs = assemble(tree, Buffer.from(zebin.printVisa(zebin.readVisa(compiled).value)), platform);
    const what = `visa/igc1-5353/${name}`;
    if (typeof object === 'string') return [{ what, ours: 'an object', theirs: object }];
    const bytes = zebin.writeVisa(zebin.layoutVisa(zebin.parseVisa(text).value));
    return [
      { what: `${what}: object of our text`, ours: typeof ofOurs === 'string' ? ofOurs : bare(ofOurs, zebin), theirs: bare(object, zebin) },
      { what: `${what}: text of our object`, ours: print(tree, bytes, platform), theirs: print(tree, object, platform) },
    ];
  });
  report('GenX_IR: objects of our texts, texts of our objects', names.length, answers);
}

/**
 * The object without the machine code that the assembler makes too, which is not the same each time.
 * @param {Uint8Array} bytes @param {typeof import('../src/internal.ts')} zebin
 */
function bare(bytes, zebin) {
  const object = zebin.readVisa(bytes).value;
  const kernels = object.kernels.map((kernel) => ({ ...kernel, gen_binaries: [] }));
  return Buffer.from(zebin.writeVisa(zebin.layoutVisa({ ...object, kernels }))).toString('hex');
}
