// @ts-check
/**
 * Copies the files listed here from a corpus of real GPU binaries to test/fixtures, and writes manifest.json there: path, size, hash
 * and origin (compiler, device, source, commands) of each.
 *
 *   node scripts/tools/make-fixtures.mjs CORPUS_DIR SYCL_CORPUS_DIR
 *
 * The corpus is a folder with a manifest of its own. The choice: every compiler, device, ELF class and ABI version, and at least
 * one file with each attribute and enumeration value of .ze_info, section, relocation, symbol and note kind that occurs in it, and
 * rather small files than large ones. Golden files in test/fixtures are left alone.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../stamp.mjs';

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
/** vISA objects and texts, one for each instruction and directive that occurs, and what the real assembler makes of a few. @type {Record<string, string>} */
const VISA = {
  'visa-assembled/igc1-10840/dg2': 'visa-sampler.gathers4.isa',
  'visa-assembled/igc1-10840/pvc': 'visa-alu.float_one.isa visa-lsc.flat.isa',
  'visa-assembled/igc1-10840/skl': 'visa-alu.addresses.isa visa-flow.switches.isa visa-memory.owords.isa',
  'visa-assembled/igc1-5353/skl': 'basic-32.k.isa visa-sampler.pixel_null.isa',
  'visa/igc1-10840/dg2':
    'calls-indirect.Intel_Symbol_Table_Void_Program.f1.scale4.visaasm functions-ptr.Intel_Symbol_Table_Void_Program.isa functions-ptr.Intel_Symbol_Table_Void_Program.visaasm visa-misc.qwords.isa visa-misc.qwords.visaasm visa-misc.systolic.isa visa-misc.systolic.visaasm visa-sampler.gathers4.isa visa-sampler.gathers4.visaasm visa-sampler.samples_compare.isa visa-sampler.samples_compare.visaasm',
  'visa/igc1-10840/icllp':
    'visa-sampler.gathers4.isa visa-sampler.gathers4.visaasm visa-sampler.gradients.isa visa-sampler.gradients.visaasm visa-sampler.infos.isa visa-sampler.infos.visaasm visa-sampler.loads.isa visa-sampler.loads.visaasm visa-sampler.loads_ms.isa visa-sampler.loads_ms.visaasm visa-sampler.old_forms.isa visa-sampler.old_forms.visaasm visa-sampler.samples.isa visa-sampler.samples.visaasm visa-sampler.unorm.isa visa-sampler.unorm.visaasm',
  'visa/igc1-10840/pvc':
    'vector-lsc.write_through.visaasm visa-alu.double_ieee.isa visa-alu.double_ieee.visaasm visa-alu.float_one.isa visa-alu.float_one.visaasm visa-alu.int_bfn.isa visa-alu.int_bfn.visaasm visa-flow.named_barriers.isa visa-flow.named_barriers.visaasm visa-lsc.flat.isa visa-lsc.flat.visaasm visa-lsc.shared.isa visa-lsc.shared.visaasm visa-lsc.strided.isa visa-lsc.strided.visaasm visa-lsc.typed_surfaces.isa visa-lsc.typed_surfaces.visaasm visa-misc.systolic.isa visa-misc.systolic.visaasm',
  'visa/igc1-10840/skl':
    'calls-stack.recursive.f0.odd.visaasm visa-alu.addresses.isa visa-alu.addresses.visaasm visa-alu.double_two.isa visa-alu.double_two.visaasm visa-alu.float_dots.isa visa-alu.float_dots.visaasm visa-alu.float_lrp.isa visa-alu.float_lrp.visaasm visa-alu.float_plane.isa visa-alu.float_plane.visaasm visa-alu.float_three.isa visa-alu.float_three.visaasm visa-alu.float_two.isa visa-alu.float_two.visaasm visa-alu.int_divide.isa visa-alu.int_divide.visaasm visa-alu.int_fields.isa visa-alu.int_fields.visaasm visa-alu.int_one.isa visa-alu.int_one.visaasm visa-alu.int_two.isa visa-alu.int_two.visaasm visa-alu.predicates.isa visa-alu.predicates.visaasm visa-alu.quantifiers.isa visa-alu.quantifiers.visaasm visa-flow.fences.isa visa-flow.fences.visaasm visa-flow.lifetimes.isa visa-flow.lifetimes.visaasm visa-flow.pauses.isa visa-flow.pauses.visaasm visa-flow.places.isa visa-flow.places.visaasm visa-flow.split_barriers.isa visa-flow.split_barriers.visaasm visa-flow.switches.isa visa-flow.switches.visaasm visa-memory.atomics_dword.isa visa-memory.atomics_dword.visaasm visa-memory.gathers.isa visa-memory.gathers.visaasm visa-memory.media_blocks.isa visa-memory.media_blocks.visaasm visa-memory.owords.isa visa-memory.owords.visaasm visa-memory.scaled.isa visa-memory.scaled.visaasm visa-memory.svm_messages.isa visa-memory.svm_messages.visaasm visa-memory.typed.isa visa-memory.typed.visaasm visa-misc.differences.isa visa-misc.differences.visaasm visa-misc.lines.isa visa-misc.lines.visaasm visa-misc.motion.isa visa-misc.motion.visaasm visa-misc.raw_send_old.isa visa-misc.raw_send_old.visaasm visa-misc.raw_sends_two.isa visa-misc.raw_sends_two.visaasm visa-urb.urb.isa visa-urb.urb.visaasm',
  'visa/igc1-10840/tgllp':
    'visa-alu.int_dp4a.isa visa-alu.int_dp4a.visaasm visa-alu.int_rotate.isa visa-alu.int_rotate.visaasm visa-alu.wide_mad.isa visa-alu.wide_mad.visaasm visa-misc.avs_read.isa visa-misc.avs_read.visaasm',
  'visa/igc1-17791/icllp': 'calls-stack.call_twice.f0.mix.visaasm',
  'visa/igc1-5353/skl':
    'basic-32.k.isa basic-32.k.visaasm basic-32.saxpy.isa basic-32.saxpy.visaasm calls-subroutine.call_twice.isa calls-subroutine.call_twice.visaasm visa-sampler.pixel_null.isa visa-sampler.pixel_null.visaasm',
  'visa/igc1/dg2': 'vector-compute.isa',
  'visa/igc1/pvc': 'visa-lsc.lsc_fences.isa visa-lsc.lsc_fences.visaasm',
  'visa/igc1/skl': 'basic.k.isa basic.k.visaasm',
  'visa/igc2/bmg': 'functions-ptr.call_table.visaasm subgroups.sg_image_blocks.visaasm vector-lsc.write_through.visaasm',
  'visa/igc2/cri':
    'visa-new.functions.visaasm visa-new.roots.visaasm visa-new.shift_registers.visaasm visa-new.stops.visaasm visa-new.systolic8.visaasm',
  'visa/igc2/dg2': 'dpas.dpas_u8_i8.visaasm visa-memory.svm_blocks.visaasm',
  'visa/igc2/pvc': 'visa-misc.conversions8.visaasm',
  'visa/igc2/tgllp': 'dot.dot_acc.visaasm',
};
/** Whole folders. */
const FOLDERS = ['fat', 'decoder-probes'];
const FILES = ['patchtoken/basic-skl.bin'];

/** SYCL containers: one of each form, and everything that must be refused. What must be read from them goes into sycl/manifest.json. */
const SYCL = {
  'property-sets': /\.prop$/,
  syclbin: /^(?:bad-.*|v1-design-doc|v1-runtime-writer|v2-no-modules|v2)\.syclbin$/,
  'offload-binary': /^(?:bad-.*|hand-.*|llvm23-sycl-linker.*)\.bin$/,
  peers: /^(?:objdump-offloading-2[23]|offload-bundler-list)\.txt$/,
  bundles:
    /^(?:bad-.*\.bundle|hand-ccob-v[123]-zlib\.bundle|llvm22-ccob.*\.bundle|llvm22\.bundle|llvm22-text\.(?:ii|ll)|hand-sycl-fat\.o)$/,
  host: /^(?:intel-l1\.so|intel-l2-(?:compressed|i386)\.so|intel-l2-(?:i386\.o|msvc\.exe|msvc\.obj)|intel-l3\.so|llvm2[23]-sycl-bmg\.exe|llvm22-sycl-(?:fat\.o|multi\.exe)|libthin\.a)$/,
};
/** Larger files of these folders are left out. */
const SYCL_MOST = 70_000;

/** What the corpus says in words, not in its manifest. */
const ASSEMBLED = { source: 'what GenX_IR of IGC 1.0.10840 or 1.0.5353 makes of the text of the same name under visa/' };
const PROBE = { source: 'written by hand for this project, one question each: the name of the file is the question' };
const VERDICTS = { source: 'what `ocloc validate` of the releases 22.43 and 26.27 says of each probe (exit code, messages)' };

const [corpus, syclCorpus] = process.argv.slice(2);
if (!corpus || !syclCorpus) {
  console.error('usage: node scripts/tools/make-fixtures.mjs CORPUS_DIR SYCL_CORPUS_DIR');
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
  if (path.startsWith('visa-assembled/')) return ASSEMBLED;
  const artifact = artifacts.find((row) => row.path === path);
  if (!artifact) throw new Error(`${path} is not in the manifest of the corpus`);
  const { path: _, sha256, size, ...rest } = artifact;
  if (sha256 !== hash(bytes) || size !== bytes.length) throw new Error(`${path} is not the file that the manifest of the corpus describes`);
  return rest;
}

/** @param {Buffer} bytes */
const hash = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** What was made for a test and is in no corpus stays, with the origin that the manifest has. @type {Artifact[]} */
const keptFiles = JSON.parse(readFileSync(manifest, 'utf8')).files.filter((/** @type {Artifact} */ row) =>
  /^(?:analysis|cases|dwarf|run)\//.test(row.path),
);

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
  ...Object.entries(VISA).flatMap(([folder, names]) => names.split(' ').map((name) => `${folder}/${name}`)),
  ...FILES,
].sort();
for (const path of earlier())
  if ((!paths.includes(path) && !keptFiles.some((row) => row.path === path)) || path.startsWith('sycl/'))
    rmSync(join(target, path), { force: true });
const files = paths.map((path) => {
  const bytes = readFileSync(join(corpus, path));
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), bytes);
  return { path, sha256: hash(bytes), size: bytes.length, origin: origin(path, bytes) };
});

/** @typedef {{ path: string, sha256: string, bytes: number, made: string, expect?: object, expectFile?: string, verdict?: string }} SyclRow */
const syclManifest = JSON.parse(readFileSync(join(syclCorpus, 'manifest.json'), 'utf8'));
/** @type {SyclRow[]} */
const syclRows = syclManifest.files;
const chosen = syclRows.filter(({ path, bytes }) => {
  const [folder = '', name = ''] = path.split('/');
  const match = Object.hasOwn(SYCL, folder) ? SYCL[/** @type {keyof typeof SYCL} */ (folder)] : undefined;
  return match?.test(name) && bytes <= SYCL_MOST;
});
/** @param {string} path @param {Buffer | string} bytes @param {{ [x: string]: unknown }} from */
function addSycl(path, bytes, from) {
  const data = Buffer.from(bytes);
  mkdirSync(dirname(join(target, path)), { recursive: true });
  writeFileSync(join(target, path), data);
  files.push({ path, sha256: hash(data), size: data.length, origin: from });
}
const expectations = chosen.map(({ path, made, expect, expectFile, verdict }) => {
  addSycl(`sycl/${path}`, readFileSync(join(syclCorpus, path)), { made });
  const separate = expectFile ? JSON.parse(readFileSync(join(syclCorpus, expectFile), 'utf8')) : {};
  return { path, expect: { ...expect, ...separate }, ...(verdict ? { verdict } : {}) };
});
const EXPECTED = 'What must be read from the files next to this one; from the manifest of the corpus of SYCL containers.';
addSycl('sycl/manifest.json', `${JSON.stringify({ about: EXPECTED, files: expectations }, null, 1)}\n`, { source: EXPECTED });

files.push(.../** @type {typeof files} */ (keptFiles));

const about = 'The origin of the files next to this one. Written by scripts/tools/make-fixtures.mjs.';
writeFileSync(manifest, `${JSON.stringify({ about, files }, null, 1)}\n`);
console.log(`${files.length} files, ${files.reduce((sum, file) => sum + file.size, 0)} bytes`);
