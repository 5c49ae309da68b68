// @ts-check
/**
 * Edits each kernel of ZEBIN_CORPUS and ZEBIN_CORPUS_SYCL, or of the fixtures, and asks real tools whether anything else has changed.
 *
 *   node scripts/tools/patched.mjs [--every N] [--match TEXT]
 *
 * One instruction is inserted at `_entry`, after the first send, before the end; one is removed. `ocloc validate` of this system and of
 * 26.27 in its tree (scripts/toolchains.sh igc2) have to give the same answer as for the original; the text of iga64 (ZEBIN_IGA64, or in
 * PATH) has to differ in the edit alone; symbols, relocations and entries have to be at the same instructions, and branches have to lead
 * there. Prints counts; ends with 1 on any difference. A missing tool is skipped, and reported in one line. --every N takes each Nth
 * kernel.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { casesOf, compareTexts, wrongPlaces } from '../../test/oracle/patched.mjs';
import { scriptOptions } from '../options.mjs';
import { ROOT } from '../stamp.mjs';

const { values } = scriptOptions({ options: { every: { type: 'string', default: '1' }, match: { type: 'string', default: '' } } });
const every = Math.max(Number(values.every), 1);

/** @type {typeof import('../../src/internal.ts')} */
const zebin = await import(new URL('dist/internal.js', ROOT).href);
/** @type {typeof import('../../src/formats/eu/index.ts')} */
const eu = await import(new URL('dist/formats/eu/index.js', ROOT).href);
/** @type {typeof import('../../src/change/code/index.ts')} */
const code = await import(new URL('dist/change/code/index.js', ROOT).href);

const TREE = '/opt/igc2';
const EOT = eu.optionBit('EOT');

const folder = mkdtempSync(join(tmpdir(), 'zebin-patched-'));
const hasTree = lstatSync(join(TREE, 'usr/bin/ocloc'), { throwIfNoEntry: false }) !== undefined && process.getuid?.() === 0;
const inTree = hasTree ? mkdtempSync(join(TREE, 'tmp/zebin-patched-')) : '';
process.on('exit', () => {
  for (const one of [folder, inTree]) if (one !== '') rmSync(one, { recursive: true, force: true });
});

/** @typedef {{ readonly name: string, readonly file: string, readonly command: readonly string[] }} Validator */
/** @type {Validator[]} */
const validators = [{ name: 'ocloc of this system', file: join(folder, 'x'), command: ['ocloc', 'validate', '-file', join(folder, 'x')] }];
if (hasTree) {
  const file = join(inTree, 'x');
  validators.push({ name: 'ocloc of the tree', file, command: ['chroot', TREE, 'ocloc', 'validate', '-file', file.slice(TREE.length)] });
}
const iga64 = process.env.ZEBIN_IGA64 ?? 'iga64';

/** @param {readonly string[]} command */
const isThere = ([program = '']) => spawnSync(program, ['--help']).error === undefined;
const tools = validators.filter(({ name, command }) => isThere(command) || void console.log(`${name} is missing and left out`));
const disassembles = isThere([iga64]) || void console.log('iga64 is missing: our own text is compared');

/** The answer without what names the file. @param {Validator} validator @param {Uint8Array} bytes */
function answer({ file, command: [program = '', ...args] }, bytes) {
  writeFileSync(file, bytes);
  const { status, signal, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return `${signal ?? status}\n${(stdout + stderr).replace(/^Validating : .*$/m, '')}`;
}

/** The text of code; undefined if it cannot be decoded. @param {Uint8Array} bytes @param {import('../../src/formats/eu/index.ts').Platform} platform */
function textOf(bytes, platform) {
  if (!disassembles) return eu.disassemble(bytes, platform).value;
  const path = join(folder, 'x.krn');
  writeFileSync(path, bytes);
  const { status, stdout } = spawnSync(iga64, ['-d', '-p', platform, path], { encoding: 'utf8', maxBuffer: 1 << 28 });
  return status === 0 ? stdout : undefined;
}

/** @type {Map<string, number>} */
const counts = new Map();
const count = (/** @type {string} */ what, by = 1) => counts.set(what, (counts.get(what) ?? 0) + by);
let wrong = 0;
/** @param {string} where @param {string} what */
function differs(where, what) {
  if (++wrong <= 50) console.log(`${where}: ${what.slice(0, 300)}`);
}

/** @param {import('../../src/internal.ts').Zebin} image @param {string} kernel */
function codeOf(image, kernel) {
  const section = image.elf.sections.find(({ name }) => name === `.text.${kernel}`);
  const environment = image.zeInfo?.container.kernels?.find(({ name }) => name === kernel)?.execution_env ?? {};
  return { bytes: section?.bytes.data ?? new Uint8Array(0), environment };
}

/** @param {string} where @param {import('../../src/internal.ts').Zebin} image @param {string} kernel @param {readonly string[]} answers */
function checkKernel(where, image, kernel, answers) {
  const before = zebin.partsOfZebin(image);
  const platform = code.platformOfParts(before);
  if (platform === undefined) {
    count('kernels of unknown devices, not edited');
    return;
  }
  const old = codeOf(image, kernel);
  const read = eu.readCode(old.bytes, platform).value;
  const text = textOf(old.bytes, platform);
  if (text === undefined) count('kernels that iga64 cannot decode');
  const symbols = before.sections.flatMap(({ content }) => (content.kind === 'symbols' ? content.symbols : []));
  const id = before.sections.find(({ name }) => name === `.text.${kernel}`)?.id;
  const entry = symbols.find(({ name, section }) => name === '_entry' && section.kind === 'section' && section.id === id)?.st_value ?? 0n;
  const isEnd = (/** @type {import('../../src/formats/eu/index.ts').Instruction} */ one) =>
    (one.options & EOT) !== 0 || one.operation?.mnemonic === 'ret';
  const instructions = read.instructions.filter(({ offset }) => offset < read.end);
  if (instructions.every((one) => eu.wordsOf(one).every((word) => word === 0))) {
    count('sections without code, not edited');
    return;
  }
  count('kernels');
  for (const one of casesOf(instructions, Number(entry), isEnd)) {
    const name = `${where} ${kernel}, ${one.name}`;
    const root = zebin.inspect(image.bytes.data).value;
    const { bytes, diagnostics } = zebin.patchItem(root, kernel, [one.edit]);
    if (bytes === undefined) {
      differs(name, diagnostics.map(({ message }) => message).join('; '));
      continue;
    }
    count(`edits ${one.name}`);
    for (const { code } of diagnostics) count(`findings ${code}`);
    for (const [i, validator] of tools.entries()) {
      count(`answers of ${validator.name}`);
      if (answer(validator, bytes.data) !== answers[i]) differs(name, `${validator.name} answers differently`);
    }
    const [zebinItem] = zebin.zebinsOf(zebin.inspect(bytes).value);
    if (!zebinItem) throw new Error(`${name}: there is no zebin`);
    const now = codeOf(zebinItem.zebin, kernel);
    const after = text === undefined ? undefined : textOf(now.bytes, platform);
    const compared = compareTexts(
      text ?? eu.disassemble(old.bytes, platform).value,
      after ?? eu.disassemble(now.bytes, platform).value,
      one,
    );
    if (typeof compared === 'string') {
      differs(name, compared);
      continue;
    }
    count(text === undefined ? 'texts of our own compared' : 'texts of iga64 compared');
    count('instructions that align an entry', compared.fillers);
    const faults = wrongPlaces(
      [before, zebin.partsOfZebin(zebinItem.zebin)],
      [old.environment, now.environment],
      kernel,
      one,
      compared.map,
    );
    for (const fault of faults) differs(name, fault);
  }
}

const { ZEBIN_CORPUS, ZEBIN_CORPUS_SYCL } = process.env;
const folders = [ZEBIN_CORPUS, ZEBIN_CORPUS_SYCL].filter((path) => path !== undefined);
const roots = folders.length > 0 ? folders : [fileURLToPath(new URL('test/fixtures/', ROOT))];
let index = 0;
for (const root of roots) {
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(root, name);
    if (!name.includes(values.match) || !existsSync(path) || !statSync(path).isFile()) continue;
    let item;
    try {
      item = zebin.inspect(new Uint8Array(readFileSync(path))).value;
    } catch {
      continue;
    }
    for (const zebinItem of zebin.zebinsOf(item)) {
      count('zebins');
      const image = zebinItem.zebin;
      const kernels = image.elf.sections.flatMap(({ name: one }) => (one.startsWith('.text.') ? [one.slice(6)] : []));
      const sample = kernels.filter(() => index++ % every === 0);
      const answers = sample.length === 0 ? [] : tools.map((validator) => answer(validator, image.bytes.data));
      for (const kernel of sample) checkKernel(name + zebinItem.item.address, image, kernel, answers);
    }
  }
}
for (const [what, number] of [...counts].sort()) console.log(`${String(number).padStart(8)} ${what}`);
console.log(`${String(wrong).padStart(8)} differences`);
process.exitCode = wrong === 0 ? 0 : 1;
