// @ts-check
/**
 * Compares random words with iga64 2.40.14: the text of each, or that both refuse it. A branch is checked in a kernel of this one
 * instruction.
 *
 *   npm run build && node scripts/tools/decoder/chance.mjs [--flipped 10000] [--built 2000] [--seed 1] [--platforms 9,2] [--write]
 *
 * Needs cc, the library of iga64 below IGA_ROOT (/opt/igc2: `scripts/toolchains.sh igc2`, and libigc2-tools in its tree), and
 * ZEBIN_CORPUS and ZEBIN_CORPUS_GEN for words to flip; platform 10 has none there. For each platform: words, those that iga64 refuses,
 * those that differ; for each cause how often. `--write` makes what test/formats/eu/chance.test.ts reads: answers to the first words of each kind
 * (test/formats/eu/chance.tsv), and the causes (test/formats/eu/causes.tsv).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readElf } from '../../../dist/formats/elf/index.js';
import { disassemble, PLATFORMS } from '../../../dist/formats/eu/index.js';
import { built, flipped, numbers } from './words.mjs';

const { values: options } = parseArgs({
  options: {
    flipped: { type: 'string', default: '10000' },
    built: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    platforms: { type: 'string', default: PLATFORMS.join(',') },
    write: { type: 'boolean', default: false },
  },
});

const ROOT = process.env.IGA_ROOT ?? '/opt/igc2';
const LIBRARIES = ['lib', 'usr/lib'].map((path) => join(ROOT, path, 'x86_64-linux-gnu'));
/** The numbers of iga.h. */
const NUMBERS = [0x80000, 0x90000, 0xa0000, 0xb0000, 0x1000000, 0x1000001, 0x1000002, 0x1000004, 0x2000000, 0x3000000, 0x3000003];
/** Answers that are kept of each platform and kind. */
const KEPT = 50;
const MOST = 1 << 30;

const harness = join(mkdtempSync(join(tmpdir(), 'iga-')), 'iga');
const source = fileURLToPath(new URL('iga.c', import.meta.url));
if (spawnSync('cc', ['-O2', '-o', harness, source, '-ldl'], { stdio: 'inherit' }).status !== 0) process.exit(2);

/**
 * What iga64 says of each word: its text, or `!`.
 *
 * @param {number} platform
 * @param {readonly Uint8Array[]} words
 */
function ask(platform, words) {
  const input = Buffer.concat(words.flatMap((word) => [Buffer.from(Uint32Array.of(word.length).buffer), word]));
  // The loader of its own tree: the system may be older.
  const loader = join(ROOT, 'lib64/ld-linux-x86-64.so.2');
  const library = join(LIBRARIES[1] ?? '', 'libiga64.so.2');
  const args = ['--library-path', LIBRARIES.join(':'), harness, library, String(NUMBERS[platform])];
  const { stdout, stderr, status } = spawnSync(loader, args, { input, maxBuffer: MOST });
  const lines = stdout?.toString('latin1').split('\n') ?? [];
  lines.pop();
  if (status !== 0 || lines.length !== words.length) throw new Error(`${lines.length} of ${words.length} answers: ${stderr}`);
  return lines.map((line) => (line === '#' ? '!' : line.replaceAll('\x1e', '\n')));
}

/** The text of a word by our decoder; `!` if it has none. @param {number} platform @param {Uint8Array} word */
function answer(platform, word) {
  const { value, diagnostics } = disassemble(word, /** @type {never} */ (PLATFORMS[platform]));
  return diagnostics.length > 0 ? '!' : value;
}

/** The different instructions of the corpus. @param {string} platform */
function real(platform) {
  const { ZEBIN_CORPUS: corpus = '', ZEBIN_CORPUS_GEN = join(dirname(corpus), 'corpus-gen') } = process.env;
  if (corpus === '') return [];
  const values = new Set();
  for (const line of readFileSync(join(ZEBIN_CORPUS_GEN, 'manifest.jsonl'), 'utf8').trimEnd().split('\n')) {
    const section = JSON.parse(line);
    if (section.platform !== platform) continue;
    const elf = readElf(new Uint8Array(readFileSync(join(corpus, 'zebin', `${section.zebin}.zebin`)))).value;
    const code = Buffer.from(elf.sections[section.index]?.bytes?.data ?? []);
    for (let at = 0; at + 8 <= code.length; ) {
      const size = ((code[at + 3] ?? 0) & 0x20) === 0 ? 16 : 8;
      if (at + size <= code.length) values.add(code.toString('hex', at, at + size));
      at += size;
    }
  }
  return [...values].map((hex) => Uint8Array.from(Buffer.from(hex, 'hex')));
}

/** Operations that iga64 2.40.14 lacks, because they are newer (IGC 8609e727dc). */
const NEWER = /\bqredm(?:in|ax) /;

/** Why we differ from an answer of iga64. @param {string} igaText @param {string} text */
function causeOf(igaText, text) {
  if (igaText === '!' && /sendgxc?\..* r510:\d/.test(text))
    return 'r510 is the first payload of sendgx: iga64 finds no length next to it (IGC f1037b8fad)';
  if (/ r256\.\d/.test(igaText) && text.includes('{') && /Compacted/.test(igaText))
    return 'a compacted immediate next to r256 or above: iga64 loses the number';
  if (text.includes('\0')) return 'an immediate :b that is 0 is a byte that ends the text of iga64';
  return 'not known';
}

/** @type {string[]} */
const kept = [];
/** @type {Map<string, [count: number, example: string]>} */
const causes = new Map();
for (const platform of options.platforms.split(',')) {
  const number = PLATFORMS.indexOf(/** @type {never} */ (platform));
  const next = numbers(Number(options.seed) * 7919 + number);
  const pool = real(platform);
  const kinds = [pool.length === 0 ? [] : flipped(pool, Number(options.flipped), next), built(platform, Number(options.built), next)];
  const [differ, refused] = [
    [0, 0],
    [0, 0],
  ];
  kinds.forEach((words, kind) => {
    const answers = ask(number, words);
    words.forEach((word, i) => {
      const igaText = answers[i] ?? '';
      const row = [platform, Buffer.from(word).toString('hex'), JSON.stringify(igaText)].join('\t');
      if (i < KEPT) kept.push(row);
      if (igaText === '!') refused[kind] = (refused[kind] ?? 0) + 1;
      const text = answer(number, word);
      if (text === igaText || NEWER.test(text)) return;
      differ[kind] = (differ[kind] ?? 0) + 1;
      const cause = causeOf(igaText, text);
      causes.set(cause, [(causes.get(cause)?.[0] ?? 0) + 1, causes.get(cause)?.[1] ?? row]);
    });
  });
  const figures = kinds.map(
    (words, kind) => `${words.length} ${kind ? 'built' : 'flipped'}, ${refused[kind]} refused, ${differ[kind]} differ`,
  );
  console.log(`${platform.padEnd(6)} ${figures.join('; ')}`);
}
for (const [cause, [count, example]] of causes) console.log(`${count}\t${cause}\t${example}`);
if (options.write) {
  const path = (/** @type {string} */ name) => fileURLToPath(new URL(`../../../test/formats/eu/${name}`, import.meta.url));
  writeFileSync(path('chance.tsv'), `${kept.join('\n')}\n`);
  writeFileSync(path('causes.tsv'), [...causes].map(([cause, [count, example]]) => `${cause}\t${count}\t${example}\n`).join(''));
}
