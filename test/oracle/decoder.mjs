// @ts-check
/**
 * The driver's own decoder, asked in process through the small program of scripts/tools/decoder, compared with our replay of it.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KINDS, mutateZebin, random } from './mutations.mjs';

export const HARNESS = fileURLToPath(new URL('../../scripts/tools/decoder/harness.c', import.meta.url));
const FIXTURES = fileURLToPath(new URL('../fixtures/zebin/', import.meta.url));

/** Releases that are held to the real decoder: Debian's packages of ocloc in bookworm and, in a tree of its own, in sid. */
export const RELEASES = { igc1: '22.43.24595.41', igc2: '26.27.39122.14' };

/** What the numbers of the real decoder mean; everything else is a crash. */
const VERDICTS = new Map([
  ['0', 'valid'],
  ['2', 'invalid'],
  ['-2', 'invalid'],
  ['3', 'unhandled'],
  ['4', 'unknown-attribute'],
]);

/** Files that the committed verdicts belong to: all compilers, ELF32 and ELF64, every section of ze_info. */
const BASES = [
  'igc1-10840/dg2/globals',
  'igc1-10840/skl/spill-private',
  'igc1-17791/skl/functions-ptr',
  'igc1-17791/skl/samplers',
  'igc1-17791/skl/vector-compute',
  'igc1/dg2/assert-buffer',
  'igc1/dg2/basic-32',
  'igc1/dg2/calls-gtpin',
  'igc1/dg2/host-access',
  'igc1/dg2/library-exports',
  'igc1/dg2/library',
  'igc1/dg2/spec-constants',
  'igc1/skl/images-mipmap',
  'igc1/skl/vme',
  'igc1/tgllp/spill-global',
  'igc2/bmg/bindless-images',
  'igc2/bmg/functions-ptr',
  'igc2/bmg/library-user',
  'igc2/dg2/basic-no-eu-fusion',
  'igc2/dg2/globals-32',
  'igc2/dg2/media-block',
  'igc2/dg2/pipes',
  'igc2/dg2/spec-constants',
  'igc2/mtl-h/basic',
  'igc2/nvl-p/region-group',
  'igc2/tgllp/calls-stack',
  'igc2/tgllp/vector-compute',
];

/** @typedef {{ name: string, kind: string, seed: number, bytes: Uint8Array }} Case */
/** @typedef {{ verdict: string, messages: string }} Answer */

export const bases = () => BASES.map((name) => ({ name, bytes: new Uint8Array(readFileSync(join(FIXTURES, `${name}.zebin`))) }));

/**
 * Seeded cases, all kinds in turn.
 * @param {readonly { readonly name: string, readonly bytes: Uint8Array }[]} files @param {number} count @param {number} seed
 * @returns {Generator<Case>}
 */
export function* changedFiles(files, count, seed) {
  const next = random(seed);
  for (let i = 0; i < count; i++) {
    const kind = KINDS[i % KINDS.length] ?? '';
    const file = files[Math.floor(next() * files.length)];
    const caseSeed = Math.floor(next() * 0x1_0000_0000);
    if (file) yield { name: file.name, kind, seed: caseSeed, bytes: mutateZebin(file.bytes, kind, caseSeed) };
  }
}

/** Compiles the program that asks. @param {string} output */
export function buildHarness(output) {
  const { status, stderr, error } = spawnSync('cc', ['-O2', '-o', output, HARNESS, '-ldl'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cc failed: ${error?.message ?? stderr}`);
}

const BATCH = 500;

/**
 * The real decoder's answers.
 * @param {readonly string[]} command @param {readonly { readonly bytes: Uint8Array }[]} cases
 * @returns {Answer[]}
 */
export function ask(command, cases) {
  // Forking is dear for a process that holds much.
  if (cases.length > BATCH) return [...ask(command, cases.slice(0, BATCH)), ...ask(command, cases.slice(BATCH))];
  const input = Buffer.concat(
    cases.flatMap(({ bytes }) => {
      const size = Buffer.alloc(4);
      size.writeUInt32LE(bytes.length);
      return [size, bytes];
    }),
  );
  const { status, stdout, stderr, error } = spawnSync(command[0] ?? '', command.slice(1), { input, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${command.join(' ')} failed: ${error?.message ?? stderr}`);
  const lines = stdout.toString('latin1').split('\n').slice(0, cases.length);
  return lines.map((line) => {
    const [code = '', messages = ''] = line.split('\t');
    return { verdict: VERDICTS.get(code) ?? 'crash', messages };
  });
}

/** @typedef {{ answered: number, agree: number, crashed: number, crashedHere: number, validHere: number }} Tally */

/** @returns {Tally} */
export const emptyTally = () => ({ answered: 0, agree: 0, crashed: 0, crashedHere: 0, validHere: 0 });

/** Counts one case: crashes of the real decoder apart. @param {Tally} tally @param {string} real @param {string} here */
export function count(tally, real, here) {
  if (real === 'crash') {
    tally.crashed++;
    if (here === 'crash') tally.crashedHere++;
    if (here === 'valid') tally.validHere++;
  } else {
    tally.answered++;
    if (here === real) tally.agree++;
  }
}
