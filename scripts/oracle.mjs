// @ts-check
/**
 * `npm run oracle`: runs releases of ocloc in separate trees, because they need another Debian, and compares their answers with ours. Needs
 * Debian and root; scripts/toolchains.sh makes the trees when they are missing (some minutes, once).
 *
 *   npm run oracle              prints what was compared; ends with 1 on any disagreement, or when a committed answer is stale
 *   npm run oracle -- --bless   also writes the answers that the suite uses to test/oracle/expected/
 *
 * 26.27 (igc2) answers everything: device names, files that it compiles here and now, the fixtures and, where ZEBIN_CORPUS is
 * set, the zebins there. 20.44 (igc0) makes no zebins and refuses them, so only its names and its archives are looked at, and its
 * assembler of vISA is asked (oracle-visa.mjs).
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { CASES, TINY } from '../test/oracle/kernels.mjs';
import * as oracle from '../test/oracle/ocloc.mjs';
import { compile, must, openHost, openTree, stop } from './ocloc.mjs';
import { piglitAnswers, runPiglit } from './oracle-piglit.mjs';
import { runAll } from './oracle-run.mjs';
import { checkVisa } from './oracle-visa.mjs';
import { isBuilt, ROOT } from './stamp.mjs';
import { checkWritten } from './written.mjs';

/** @typedef {import('../test/oracle/kernels.mjs').Case} Case */
/** @typedef {import('../test/oracle/ocloc.mjs').Answer} Answer */
/** @typedef {import('./ocloc.mjs').Ocloc} Ocloc */

const FIXTURES = fileURLToPath(new URL('test/fixtures/', ROOT));
const EXPECTED = fileURLToPath(new URL('test/oracle/expected/', ROOT));

/** One of each architecture that 26.27 compiles for. */
const DEVICES = ['tgllp', 'dg2', 'pvc', 'mtl-h', 'arl-h', 'bmg', 'lnl-m', 'ptl-h', 'wcl', 'nvl-s', 'nvl-p', 'cri'];

/** Fixtures whose `ocloc disasm` is committed: one for each kind of section, relocation and symbol, and both ELF classes. */
const DUMPED = [
  'igc1-17791/skl/loops-cost',
  'igc1/dg2/calls-gtpin',
  'igc1/dg2/calls-32',
  'igc1/skl/images',
  'igc2/bmg/basic-32-debug',
  'igc2/bmg/calls-indirect',
  'igc2/bmg/globals',
  'igc2/bmg/host-access',
  'igc2/bmg/spec-constants',
  'igc2/bmg/vector-compute-visa-sections',
  'igc2/cri/basic-visa-sections',
].map((name) => `zebin/${name}.zebin`);

const args = process.argv.slice(2);
const bless = args.includes('--bless');
const unknown = args.find((arg) => arg !== '--bless');
if (unknown !== undefined) stop(`unknown argument ${unknown}`);
if (process.getuid?.() !== 0) stop('this needs root, for chroot');
if (!isBuilt())
  must(spawnSync(process.execPath, ['scripts/build.mjs', '--no-gen'], { cwd: fileURLToPath(ROOT), stdio: 'inherit' }), 'build');

/** @type {typeof import('../src/internal.ts')} */
const zebin = await import(new URL('dist/internal.js', ROOT).href);
/** @type {typeof import('../src/devices/index.ts')} */
const device = await import(new URL('dist/devices/index.js', ROOT).href);
/** @type {typeof import('../src/formats/zebin/index.ts')} */
const { PSEUDO_KERNELS } = await import(new URL('dist/formats/zebin/index.js', ROOT).href);

// ---- what is printed

let disagreements = 0;

/**
 * One line of the table, and below it what was answered differently.
 *
 * @param {string} what
 * @param {number} count files or names
 * @param {readonly Answer[]} answers
 */
function report(what, count, answers) {
  const wrong = oracle.disagreements(answers);
  disagreements += wrong.length;
  console.log([what.padEnd(58), String(count).padStart(6), String(answers.length).padStart(8), String(wrong.length).padStart(8)].join(' '));
  for (const line of wrong.slice(0, 20)) console.log(`  ${line.length > 400 ? `${line.slice(0, 400)}…` : line}`);
  if (wrong.length > 20) console.log(`  and ${wrong.length - 20} more`);
  if (count === 0) stop(`${what}: there was nothing to compare`);
}

/** @param {string} name @param {readonly Answer[]} answers @returns {Answer[]} */
const under = (name, answers) => answers.map((answer) => ({ ...answer, what: `${name}: ${answer.what}` }));

/**
 * An answer for the suite: written with --bless, else compared with what is committed.
 *
 * @param {string} name
 * @param {object} content
 */
function commit(name, content) {
  const path = join(EXPECTED, name);
  if (bless) {
    mkdirSync(EXPECTED, { recursive: true });
    writeFileSync(path, JSON.stringify(content));
    must(
      spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', path], { cwd: fileURLToPath(ROOT) }),
      name,
    );
  }
  const committed = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  const fresh = isDeepStrictEqual(committed, JSON.parse(JSON.stringify(content)));
  report(`committed: ${name}`, 1, [{ what: name, ours: fresh ? 'fresh' : 'stale, see --bless', theirs: 'fresh' }]);
}

// ---- 26.27

/** @typedef {import('../src/devices/index.ts').ProductConfig} ProductConfig */
const isCurrent = (/** @type {ProductConfig} */ row) => row.until === undefined;
const current = device.PRODUCT_CONFIGS.filter(isCurrent);

/** @param {Ocloc} ocloc */
function checkNames({ run, version }) {
  const listed = [...oracle.readNames(run(['ids', '--help']).output), ...oracle.readNames(run(['compile', '--help']).output)];
  const idsOf = (/** @type {string} */ name) => oracle.readIds(run(['ids', name]).output);
  const ids = Object.fromEntries([...new Set(listed)].map((name) => [name, idsOf(name)]));
  // Ours too: a name that only we know, or that has come to mean another device, would not be in the list.
  const libraryNames = [
    ...device.PRODUCT_CONFIGS.flatMap((row) => [row.ip, String(row.value), ...row.acronyms]),
    // The names of reserved steppings have a remark in them.
    ...device.PRODUCT_CONFIGS.filter((row) => !row.name.includes('(')).map((row) => row.name.toLowerCase().replaceAll(' ', '-')),
    ...device.PRODUCT_FAMILIES.map((row) => row.acronym.toLowerCase()),
    ...device.RELEASES.flatMap((row) => [row.name, row.family]),
  ];
  const names = [...new Set([...Object.keys(ids), ...libraryNames])];
  report(
    'names: ids',
    names.length,
    names.map((name) => ({ what: name, ours: oracle.idsByTables(name, device, isCurrent), theirs: ids[name] ?? idsOf(name) })),
  );
  commit('igc2-ids.json', {
    about: 'What `ocloc ids` says of each name that it lists. Written by scripts/oracle.mjs.',
    ocloc: version,
    ids,
  });
}

/** @param {Ocloc} ocloc */
function checkDevices(ocloc) {
  const answers = current.flatMap((row) => {
    const { bytes, log } = compile(ocloc, TINY, row.ip);
    if (!bytes) return [{ what: row.name, ours: 'a zebin', theirs: log }];
    const { target } = zebin.readZebin(bytes).value;
    const family = device.productFamily(row.family);
    return under(row.name, [
      { what: 'IP version', ours: row.value, theirs: target.product_config?.value },
      { what: 'product family', ours: row.family, theirs: target.product_family?.value },
      { what: 'core family', ours: family?.core, theirs: target.gfxcore_family?.value },
    ]);
  });
  report('devices: notes of a zebin for each', current.length, answers);
}

/** @param {Ocloc} ocloc */
function checkArchives(ocloc) {
  const groups = device
    .targetGroups()
    .map((group) => group.name)
    .filter((name) => device.findDevice(name).some(isCurrent));
  const lists = [...groups, DEVICES.join(','), 'lnl,arl-h', 'nvl-ul,acm-g11,bmg-g21-b0,dg2-g10-a0'];
  const answers = lists.flatMap((devices) => {
    const { bytes, log } = compile(ocloc, TINY, devices);
    if (!bytes) return [{ what: devices, ours: 'an archive', theirs: log }];
    const root = zebin.inspect(bytes).value;
    const names = devices.split(',').flatMap((name) =>
      device
        .findDevice(name)
        .filter(isCurrent)
        .map((row) => row.ip),
    );
    const images = zebin.zebinsOf(root);
    return under(devices, [
      // A group of one device gives no archive but its zebin.
      ...(root.kind === 'ar' ? [{ what: 'member names', ours: names, theirs: images.flatMap(({ item }) => ipsOf(item.name)) }] : []),
      { what: 'devices', ours: names, theirs: images.map((image) => image.zebin.target.product_config?.ip) },
      { what: 'errors', ours: errorsOf(root), theirs: [] },
      ...soundness(root),
    ]);
  });
  report('archives: members', lists.length, answers);
}

/** @param {string} name */
const ipsOf = (name) => device.findDevice(name).map((row) => row.ip);

/** @param {import('../src/internal.ts').Item} root */
const errorsOf = (root) => zebin.allDiagnostics(root).filter((d) => d.severity === 'error');

/** Every byte is in one span of the dump, and none is unexplained. @param {import('../src/internal.ts').Item} root @returns {Answer[]} */
function soundness(root) {
  const { spans, gap_bytes, diagnostics } = zebin.dumpDocument(root);
  const breaks = spans.filter((span, i) => span.offset !== (spans[i - 1]?.end ?? 0)).length;
  // The remark that the metrics are not notes is right for every file of these compilers.
  const codes = diagnostics.map((d) => d.code).filter((code) => code !== 'note/not-a-table');
  const result = { breaks, end: spans.at(-1)?.end, gap_bytes, codes };
  return [{ what: 'dump', ours: result, theirs: { breaks: 0, end: root.bytes.length, gap_bytes: 0, codes: [] } }];
}

/** @param {Ocloc} ocloc */
function checkSources(ocloc) {
  /** @type {Answer[]} */
  const answers = [];
  let count = 0;
  let accepted = 0;
  for (const source of CASES) {
    for (const name of DEVICES.filter((name) => !source.except?.includes(name))) {
      count++;
      const what = `${source.name} for ${name}`;
      const { bytes, log } = compile(ocloc, source, name);
      if (!bytes) {
        answers.push({ what, ours: 'a zebin', theirs: log });
        continue;
      }
      const tools = compareTools(ocloc, bytes);
      answers.push(...under(what, [...compareCompiled(source, log, bytes), ...tools.answers]));
      if (tools.accepted) accepted++;
      else if (!oracle.WIDE_REGISTERS.test(tools.verdict)) answers.push({ what, ours: 'valid', theirs: tools.verdict });
    }
  }
  report(`compiled now: source, disasm; validate of ${accepted}`, count, answers);
}

/** What ocloc validates: the kernels, and the entries that only hold functions. @param {import('../src/internal.ts').Item} root */
const entriesOf = (root) => [
  ...zebin.kernelDocument(root).kernels,
  ...PSEUDO_KERNELS.flatMap(({ name }) => zebin.kernelDocument(root, { pattern: name }).kernels),
];

/** @param {Case} source @param {string} log @param {Uint8Array} bytes @returns {Answer[]} */
function compareCompiled(source, log, bytes) {
  const root = zebin.inspect(bytes).value;
  const { elf, target } = zebin.readZebin(bytes).value;
  return [
    { what: 'errors', ours: errorsOf(root), theirs: [] },
    ...soundness(root),
    ...oracle.compareSource(source, log, entriesOf(root), elf, target.grfBytes ?? null),
  ];
}

/**
 * What `ocloc validate` and `ocloc disasm` say of a file.
 *
 * @param {Ocloc} ocloc
 * @param {Uint8Array} bytes
 */
function compareTools({ folder, run }, bytes) {
  writeFileSync(join(folder, 'in.zebin'), bytes);
  const dump = join(folder, 'dump');
  rmSync(dump, { recursive: true, force: true });
  mkdirSync(dump);
  const validate = run(['validate', '-file', 'in.zebin']);
  const disasm = run(['disasm', '-file', 'in.zebin', '-dump', 'dump', '-skip-asm-translation']);
  const root = zebin.inspect(bytes).value;
  const { elf } = zebin.readZebin(bytes).value;
  const files = oracle.readDump(dump);
  const kernels = oracle.readValidate(validate.output);
  /** @type {Answer[]} */
  const answers = [{ what: 'disasm', ours: 0, theirs: disasm.exit }, ...oracle.compareDump(files, elf)];
  // It tells the kernels only of files that it accepts.
  if (validate.exit === 0) {
    answers.push({ what: 'validate', ours: oracle.validateByModel(entriesOf(root), true), theirs: kernels });
  }
  return { answers, accepted: validate.exit === 0, verdict: validate.output, kernels: kernels.kernels, files };
}

/** @param {Ocloc} ocloc */
function checkFixtures(ocloc) {
  const { ZEBIN_CORPUS } = process.env;
  /** @type {Record<string, unknown>} */
  const validated = {};
  /** @type {Record<string, unknown>} */
  const dumped = {};
  for (const [what, folder] of [['fixtures', FIXTURES], ...(ZEBIN_CORPUS ? [['corpus', ZEBIN_CORPUS]] : [])]) {
    /** @type {Answer[]} */
    const answers = [];
    let accepted = 0;
    const paths = zebinsIn(String(folder));
    for (const path of paths) {
      const result = compareTools(ocloc, new Uint8Array(readFileSync(join(String(folder), path))));
      answers.push(...under(path, result.answers));
      if (result.accepted) accepted++;
      if (what !== 'fixtures') continue;
      if (result.accepted) validated[path] = result.kernels.map((row) => [row.name, row.entries, row.crossThread, row.perThread]);
      if (DUMPED.includes(path)) dumped[path] = textsOf(result.files);
    }
    report(`${what}: disasm; validate of ${accepted}`, paths.length, answers);
  }
  const by = 'Written by scripts/oracle.mjs.';
  const { version } = ocloc;
  const kernels = 'name, entries of the binding table, bytes of shared arguments, bytes of arguments for each thread';
  commit('igc2-validate.json', {
    about: `What \`ocloc validate\` says of each kernel: ${kernels}. ${by}`,
    ocloc: version,
    files: validated,
  });
  commit('igc2-disasm.json', { about: `Texts that \`ocloc disasm\` writes of some files. ${by}`, ocloc: version, files: dumped });
}

/** @param {string} folder */
function zebinsIn(folder) {
  return readdirSync(join(folder, 'zebin'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.zebin'))
    .map((name) => `zebin/${name}`)
    .sort();
}

/** The files that hold text, whatever the compiler put into them. @param {Map<string, Buffer>} files */
function textsOf(files) {
  const texts = [...files].filter(([name]) => name === 'sections.txt' || name === '.symtab' || name.startsWith('.rel')).sort();
  return Object.fromEntries(texts.map(([name, bytes]) => [name, bytes.toString('latin1')]));
}

/** The verdicts that are part of the fixtures. @param {Ocloc} ocloc */
function checkVerdicts({ folder, run }) {
  /** @type {import('../test/support/corpus.ts').ProbeVerdict[]} */
  const verdicts = JSON.parse(readFileSync(join(FIXTURES, 'decoder-probes/verdicts.json'), 'utf8'));
  const answers = verdicts.flatMap(({ file, 'ocloc-26.27': theirs }) => {
    writeFileSync(join(folder, 'in.zebin'), readFileSync(join(FIXTURES, 'decoder-probes', file)));
    const { exit, output } = run(['validate', '-file', 'in.zebin']);
    const messages = theirs.messages.filter((message) => output.includes(message));
    // Where it reads past the end, the bytes there decide between a crash and a refusal.
    const same = exit === theirs.exit || (typeof theirs.exit === 'string' && exit !== 0);
    return [{ what: file, ours: { exit: theirs.exit, messages: theirs.messages }, theirs: { exit: same ? theirs.exit : exit, messages } }];
  });
  report('probes: verdicts.json', verdicts.length, answers);
}

// ---- 20.44

/** It numbers no devices, but its names are still those in old archives. @param {Ocloc} ocloc */
function checkOldNames(ocloc) {
  const help = /<device_type> can be: (.*?) - can be/.exec(ocloc.run(['compile', '--help']).output)?.[1] ?? '';
  const names = help.split(', ').filter((name) => name !== '');
  const known = names.map((name) => ({ what: name, ours: device.findDevice(name).length > 0, theirs: true }));
  report('20.44: names', names.length, known);

  const { bytes, log } = compile(ocloc, TINY, '*');
  if (!bytes) return report('20.44: members of its archive', 1, [{ what: 'archive', ours: 'an archive', theirs: log }]);
  const members = zebin.readAr(bytes).value.members.filter((member) => member.role === 'device');
  // `64.skl.9`: width of pointers, name, stepping.
  const answers = members.flatMap(({ name, bytes }) => {
    const devices = device.findDevice(name);
    const expected = device.findDevice(name.split('.')[1] ?? '');
    return [
      { what: name, ours: [devices.length, devices[0]?.ip], theirs: [1, expected[0]?.ip] },
      { what: name, ours: zebin.detect(bytes.data), theirs: 'legacy-elf' },
    ];
  });
  const singles = names.filter((name) => device.findDevice(name).length === 1 && !name.startsWith('Gen')).length;
  report('20.44: members of its archive', members.length, [{ what: 'members', ours: members.length, theirs: singles }, ...answers]);
}

// ---- what we write

/** @param {Ocloc} ocloc @returns {import('./written.mjs').Decoder} */
function decoderOf({ folder, shell, version }) {
  const [driver = '', name = ''] = /^(\d+\.\d+)[\d.]*/.exec(version) ?? [];
  return { name, driver, folder, shell };
}

/** @param {Ocloc | undefined} igc1 @param {Ocloc} igc2 */
async function checkWriting(igc1, igc2) {
  const { ZEBIN_CORPUS } = process.env;
  const from = ZEBIN_CORPUS ?? FIXTURES;
  const paths = new Map(zebinsIn(from).map((name) => [name, join(from, name)]));
  const decoders = [igc1, igc2].flatMap((ocloc) => (ocloc ? [decoderOf(ocloc)] : []));
  if (!igc1) console.log('22.43 is not in PATH, so it is not asked about what we write (scripts/toolchains.sh igc1)');
  await checkWritten(decoders, paths, report);
}

function checkRuns() {
  const { ZEBIN_CORPUS_RUN } = process.env;
  if (!ZEBIN_CORPUS_RUN) return console.log('ZEBIN_CORPUS_RUN is not set, so no kernel is run');
  const answers = runAll(ZEBIN_CORPUS_RUN, zebin);
  report('kernels that are run', answers.length, answers);
}

/** Faults whose results differ; scripts/oracle-against.mjs alone plants more. */
const FAULTS = 50;

/** It is a script of its own, whose last line is its result. */
function checkAgainst() {
  if (!process.env.ZEBIN_CORPUS_RUN) return;
  const { status, stdout } = spawnSync(process.execPath, ['scripts/oracle-against.mjs', '--count', String(FAULTS)], {
    cwd: fileURLToPath(ROOT),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const what = `--against, for planted faults: ${stdout.trim().split('\n').at(-1)}`;
  report('faults that --against names', FAULTS, [{ what, ours: status, theirs: 0 }]);
}

/** Of so many files of piglit one is compiled and run; scripts/oracle-piglit.mjs runs all. */
const PIGLIT_SAMPLE = 8;

function checkPiglit() {
  const rows = runPiglit(zebin, { igc1, igc2: () => igc2 }, { sample: PIGLIT_SAMPLE });
  if (rows.length > 0) report('OpenCL tests of piglit', new Set(rows.map(({ path }) => path)).size, piglitAnswers(rows));
}

const host = openHost();
/** The release that Debian 12 has. */
const igc1 = host?.version.startsWith('22.43.') ? host : undefined;
const igc2 = openTree('igc2');
const igc0 = openTree('igc0');
console.log(`ocloc ${igc2.version} and ${igc0.version}\n`);
// What scripts/toolchains.sh installs follows Debian sid.
if (!igc2.version.startsWith('26.27.')) console.log('The first is not 26.27: what differs below may be news of that release.\n');
console.log(`${''.padEnd(58)} ${'asked'.padStart(6)} ${'answers'.padStart(8)} ${'differ'.padStart(8)}`);
checkNames(igc2);
checkDevices(igc2);
checkArchives(igc2);
checkSources(igc2);
checkFixtures(igc2);
checkVerdicts(igc2);
await checkWriting(igc1, igc2);
checkOldNames(igc0);
checkVisa(igc0, process.env.ZEBIN_CORPUS ?? FIXTURES, zebin, report);
checkRuns();
checkAgainst();
checkPiglit();
console.log(`\n${disagreements === 0 ? 'no disagreement' : `${disagreements} disagreements`}`);
process.exitCode = disagreements === 0 ? 0 : 1;
