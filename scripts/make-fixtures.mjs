// @ts-check
/**
 * Copies the files listed here from a corpus of real GPU binaries to test/fixtures, and writes manifest.json there: path, size, hash
 * and origin (compiler, device, source, commands) of each.
 *
 *   node scripts/make-fixtures.mjs CORPUS_DIR
 *
 * The corpus is a folder with a manifest of its own. The choice: every compiler, device, ELF class and ABI version, and at least
 * one file with each attribute and enumeration value of .ze_info, section, relocation, symbol and note kind that occurs in it, and
 * rather small files than large ones. Golden files in test/fixtures are left alone.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './stamp.mjs';

/** @type {Record<string, string>} */
const ZEBINS = {
  'igc1-10840/dg2': 'basic calls-indirect calls-stack globals subgroups',
  'igc1-10840/pvc': 'basic',
  'igc1-10840/skl': 'basic constants spill-private',
  'igc1-10840/tgllp': 'printf',
  'igc1-17791/icllp': 'attrs basic-visa-sections spill-private',
  'igc1-17791/skl': 'basic-32 basic-debug basic-gtpin basic functions-ptr globals loops-cost printf samplers vector-compute',
  'igc1/adl-p': 'basic',
  'igc1/bdw': 'basic',
  'igc1/dg1': 'basic',
  'igc1/dg2':
    'assert-buffer basic-32 basic-no-ir basic calls-32 calls-gtpin calls-indirect constants device-barrier dpas functions-ptr host-access library-exports library-user library spec-constants spir-metadata sync-buffer vector-compute vector-surfaces',
  'igc1/ehl': 'basic',
  'igc1/glk': 'basic',
  'igc1/pvc': 'attrs basic-grf256',
  'igc1/skl': 'basic-kernel-debug basic globals-32 globals images-depth-msaa images-mipmap images loops-non-kernel-arg vision vme',
  'igc1/tgllp': 'basic images-depth spill-global',
  'igc1/xe_hp_sdv': 'basic',
  'igc2/arl-h': 'basic',
  'igc2/bmg-g31': 'basic',
  'igc2/bmg':
    'assert-buffer basic-32-debug basic-32 basic-debug basic-eu-threads basic-gtpin basic-no-ir basic bindless-images block-2d calls-indirect clock constants device-barrier functions-ptr globals host-access images library-exports library-user library loops-cost printf ray-query samplers spec-constants spir-metadata sync-buffer vector-compute-visa-sections vector-compute vector-lsc',
  'igc2/cri': 'args atomics-grf512 attrs basic-visa-sections basic calls-indirect calls-stack region-group',
  'igc2/dg2': 'basic-no-eu-fusion basic bfloat calls-debug globals-32 host-access library-user media-block pipes spec-constants',
  'igc2/lnl-m': 'basic',
  'igc2/mtl-h': 'basic',
  'igc2/nvl-p': 'region-group',
  'igc2/nvl-s': 'basic',
  'igc2/ptl-h': 'basic ray-query spill-two-scratch',
  'igc2/pvc-vg': 'basic',
  'igc2/pvc': 'basic bfloat vector-lsc',
  'igc2/tgllp': 'basic calls-stack dot math-poison-fp64 vector-compute',
  'igc2/wcl': 'basic',
};
/** Whole folders. */
const FOLDERS = ['fat', 'decoder-probes'];
const FILES = ['patchtoken/basic-skl.bin'];

/** What the corpus says in words, not in its manifest. */
const PROBE = { source: 'written by hand for this project, one question each: the name of the file is the question' };
const VERDICTS = { source: 'what `ocloc validate` of the releases 22.43 and 26.27 says of each probe (exit code, messages)' };

const [corpus] = process.argv.slice(2);
if (!corpus) {
  console.error('usage: node scripts/make-fixtures.mjs CORPUS_DIR');
  process.exit(2);
}
const target = fileURLToPath(new URL('test/fixtures/', ROOT));
const manifest = join(target, 'manifest.json');

/** @typedef {{ path: string, sha256: string, size: number } & Record<string, unknown>} Artifact */
/** @type {Artifact[]} */
const artifacts = JSON.parse(readFileSync(join(corpus, 'manifest.json'), 'utf8')).artifacts;

/** @param {string} path @param {Buffer} bytes */
function origin(path, bytes) {
  if (path.startsWith('decoder-probes/')) return path.endsWith('.json') ? VERDICTS : PROBE;
  const artifact = artifacts.find((row) => row.path === path);
  if (!artifact) throw new Error(`${path} is not in the manifest of the corpus`);
  const { path: _, sha256, size, ...rest } = artifact;
  if (sha256 !== hash(bytes) || size !== bytes.length) throw new Error(`${path} is not the file that the manifest of the corpus describes`);
  return rest;
}

/** @param {Buffer} bytes */
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** @returns {string[]} the paths of an earlier run */
function earlier() {
  try {
    return JSON.parse(readFileSync(manifest, 'utf8')).files.map((/** @type {Artifact} */ row) => row.path);
  } catch {
    return [];
  }
}

const paths = [
  ...Object.entries(ZEBINS).flatMap(([folder, names]) => names.split(' ').map((name) => `zebin/${folder}/${name}.zebin`)),
  ...FOLDERS.flatMap((folder) => readdirSync(join(corpus, folder)).map((name) => `${folder}/${name}`)).filter(
    (path) => !path.endsWith('.md'),
  ),
  ...FILES,
].sort();
for (const path of earlier()) if (!paths.includes(path)) rmSync(join(target, path), { force: true });
const files = paths.map((path) => {
  const bytes = readFileSync(join(corpus, path));
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), bytes);
  return { path, sha256: hash(bytes), size: bytes.length, origin: origin(path, bytes) };
});
const about = 'Where the files beside this one come from. Written by scripts/make-fixtures.mjs.';
writeFileSync(manifest, `${JSON.stringify({ about, files }, null, 1)}\n`);
console.log(`${files.length} files, ${files.reduce((sum, file) => sum + file.size, 0)} bytes`);
