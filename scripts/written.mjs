// @ts-check
/**
 * Part of `npm run oracle`: tests files that we write with two releases of the real decoder. A thousand zebins from the builder for each,
 * made of what that release reads; and edited copies of every real zebin, which get the answer of their originals.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { refusalOf } from '../test/oracle/ocloc.mjs';
import { ROOT } from './stamp.mjs';

const COUNT = 1000;

/** @typedef {{ what: string, ours: unknown, theirs: unknown }} Answer */
/** @typedef {{ name: string, driver: string, folder: string, shell: (script: string) => string }} Decoder */
/** @typedef {typeof import('../test/oracle/written.ts')} Written */

/** The module of the tests that makes the files, from its sources. @returns {Promise<Written>} */
async function loadWritten() {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-written-'));
  try {
    const bundle = await rolldown({
      input: fileURLToPath(new URL('test/oracle/written.ts', ROOT)),
      cwd: fileURLToPath(ROOT),
      platform: 'node',
    });
    await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'written.mjs' });
    await bundle.close();
    return await import(pathToFileURL(join(folder, 'written.mjs')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Checks all files of a folder in one process: starting one for each would take longer than they do. */
const LOOP = 'cd written && for file in *.zebin; do ocloc validate -file "$file" 2>&1; echo "=== $file $?"; done';

/**
 * The exit code for each file, and why it is refused.
 *
 * @param {Decoder} decoder
 * @param {ReadonlyMap<string, Uint8Array>} files
 * @returns {Map<string, { exit: number, refusal: string }>}
 */
function validate({ folder, shell }, files) {
  const inside = join(folder, 'written');
  mkdirSync(inside);
  let next = 0;
  const names = new Map([...files.keys()].map((name) => [`${next++}.zebin`, name]));
  for (const [file, name] of names) writeFileSync(join(inside, file), files.get(name) ?? '');
  const answers = new Map();
  let output = '';
  for (const line of shell(LOOP).split('\n')) {
    const [, file = '', exit = ''] = /^=== (\S+) (\d+)$/.exec(line) ?? [];
    if (file === '') {
      output += `${line}\n`;
      continue;
    }
    answers.set(names.get(file), { exit: Number(exit), refusal: refusalOf(output) });
    output = '';
  }
  rmSync(inside, { recursive: true });
  return answers;
}

/**
 * @param {readonly Decoder[]} decoders
 * @param {ReadonlyMap<string, string>} zebins paths of real zebins by name
 * @param {(what: string, count: number, answers: readonly Answer[]) => void} report
 */
export async function checkWritten(decoders, zebins, report) {
  const { EDIT_NAMES, broken, edited, generated } = await loadWritten();
  const originals = new Map([...zebins].map(([name, path]) => [name, new Uint8Array(readFileSync(path))]));
  /** @type {Map<string, Map<string, Uint8Array>>} */
  const edits = new Map(EDIT_NAMES.map((name) => [name, new Map()]));
  for (const [name, bytes] of originals) for (const [edit, changed] of edited(bytes)) edits.get(edit)?.set(name, changed);
  for (const decoder of decoders) {
    const forbidden = broken(decoder.name.startsWith('22.') ? 0 : 1);
    const exits = validate(decoder, new Map(forbidden.map(({ name, bytes }) => [name, bytes])));
    const signal = (/** @type {number} */ exit) => (exit > 128 ? 'crash' : exit);
    const results = forbidden.map(({ name, exit }) => ({ what: name, ours: exit, theirs: signal(exits.get(name)?.exit ?? -1) }));
    report(`${decoder.name}: what rules forbid, as known`, forbidden.length, results);
    const byName = new Map(generated(decoder.driver, COUNT).map((bytes, i) => [`generated ${i}`, bytes]));
    const verdicts = [...validate(decoder, byName)];
    const accepted = verdicts.map(([what, { exit }]) => ({ what, ours: 0, theirs: exit }));
    report(`${decoder.name}: generated zebins are accepted`, byName.size, accepted);
    const before = validate(decoder, originals);
    const good = [...before.values()].filter(({ exit }) => exit === 0).length;
    for (const [edit, files] of edits) {
      const after = validate(decoder, files);
      const answers = [...files.keys()].map((what) => ({ what, ours: after.get(what), theirs: before.get(what) }));
      report(`${decoder.name}: ${edit}, as the originals (${good} valid)`, files.size, answers);
    }
  }
}
