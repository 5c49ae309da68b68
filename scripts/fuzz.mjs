// @ts-check
/**
 * Gives damaged files to the library and fails when one of them brings out anything but a value with diagnostics or a `FormatError`,
 * when a dump does not account for every byte once, or when a case takes more than a second or 512 MB.
 *
 *   npm run build && node scripts/fuzz.mjs [--count N] [--seed S] [--seconds T] [FILE | FOLDER]...
 *
 * Without files it takes those of test/fixtures, and without a count it goes on for 60 seconds. Case n of a seed is always the same
 * bytes; the input of a failure is kept in a file, which can be given as FILE to repeat it. The suite uses the same mutations and the
 * same checks (test/hostile.test.ts).
 */
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const MAX_MILLISECONDS = 1000;
const MAX_MEGABYTES = 512;
/** After so many the rest is likely to be the same. */
const MAX_FAILURES = 20;

/**
 * @typedef {() => number} Random an integer of 32 bits
 * @typedef {{ code: string, severity: string, span: { source?: string | undefined, start: number, end: number } }} Found
 * @typedef {{ offset: number, end: number, path: string }} Span
 */

/**
 * What the checks need of the library, which tests take from its sources and this script from dist/.
 * @typedef {object} Library
 * @property {(bytes: Uint8Array) => { value: any, diagnostics: readonly Found[] }} inspect
 * @property {(item: any) => unknown} infoDocument
 * @property {(item: any) => unknown} lsDocument
 * @property {(item: any) => unknown} kernelDocument
 * @property {(item: any) => { offset: number, size: number, spans: readonly Span[], diagnostics: readonly (Span & Omit<Found, 'span'> & { source?: string })[] }} dumpDocument
 * @property {Function & { prototype: { diagnostic: Found } }} FormatError
 * @property {Readonly<Record<string, { severity: string }>>} CODES
 */

/**
 * A small generator of random numbers, for cases that are the same on every machine.
 * @param {number} seed
 * @returns {Random}
 */
export function mulberry32(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
}

/**
 * One to eight flips. Half of them are single bits anywhere; the others put a telling value where it matters: into a field of the ELF
 * header, of a section header or of an archive's member, or a telling character into text.
 * @param {Uint8Array} original
 * @param {Random} random
 */
export function flip(original, random) {
  const bytes = original.slice();
  if (bytes.length === 0) return bytes;
  const flips = 1 + (random() % 8);
  const places = fieldPlaces(original);
  const text = textRange(original);
  for (let i = 0; i < flips; i++) {
    const kind = random() % 8;
    const place = places[random() % Math.max(1, places.length)];
    if (kind < 3 && place) setField(bytes, place, random);
    else if (kind === 3 && text) bytes[text[0] + (random() % (text[1] - text[0]))] = TELLING.charCodeAt(random() % TELLING.length);
    else {
      const at = random() % bytes.length;
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (random() % 8));
    }
  }
  return bytes;
}

/**
 * As {@link flip}, and then often a piece cut out, repeated, moved in from elsewhere, or the end cut off.
 * @param {Uint8Array} original
 * @param {Random} random
 */
export function mutate(original, random) {
  const bytes = flip(original, random);
  const from = random() % (bytes.length + 1);
  const length = random() % Math.min(256, bytes.length + 1);
  const piece = bytes.subarray(from, from + length);
  const at = random() % (bytes.length + 1);
  switch (random() % 8) {
    case 0:
      return bytes.subarray(0, from);
    case 1:
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + length)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
    case 3:
      bytes.set(piece.subarray(0, bytes.length - at), at);
      return bytes;
    default:
      return bytes;
  }
}

/** What has a meaning in ze_info text or in the header of an archive's member. */
const TELLING = '\n\n\t  :-#\'"[]{},.&*!|>?%@`\\/0129xe\0\xff';
const TELLING_NUMBERS = [
  0, 1, 2, 3, 4, 7, 8, 9, 11, 16, 24, 40, 52, 64, 0x7f, 0xff, 0xffff, 0xff000011, 0x7fffffff, 0x80000000, 0xffffffff,
];

/**
 * @param {Uint8Array} bytes
 * @param {readonly [at: number, width: number]} place
 * @param {Random} random
 */
function setField(bytes, [at, width], random) {
  const choice = random() % 4;
  const old = bytes[at] ?? 0;
  let value = TELLING_NUMBERS[random() % TELLING_NUMBERS.length] ?? 0;
  if (choice === 0) value = random() % (bytes.length + 16);
  else if (choice === 1) value = bytes.length - 8 + (random() % 16);
  else if (choice === 2) value = old + (random() % 5) - 2;
  for (let i = 0; i < width && at + i < bytes.length; i++) bytes[at + i] = i < 4 ? value >>> (8 * i) : random() % 16 === 0 ? 0xff : 0;
}

/**
 * Fields of headers. Written here once more, apart from the library's tables, so that a mistake there does not hide from the fuzzer.
 * @param {Uint8Array} bytes
 * @returns {(readonly [at: number, width: number])[]}
 */
function fieldPlaces(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  /** @type {(readonly [number, number])[]} */
  const places = [];
  if (startsWith(bytes, '!<')) {
    for (let at = 8; at + 60 <= bytes.length && places.length < 4096; ) {
      places.push([at, 16], [at + 48, 10], [at + 58, 2]);
      const size = Number.parseInt(Buffer.from(bytes.subarray(at + 48, at + 58)).toString('latin1'), 10) || 0;
      at += 60 + size + (size % 2);
    }
    return places;
  }
  if (!startsWith(bytes, '\x7fELF') || bytes.length < 64) return places;
  const wide = bytes[4] === 2;
  for (let at = 4; at < 9; at++) places.push([at, 1]);
  places.push([16, 2], [18, 2]);
  places.push(
    ...(wide ? header(0, [32, 8, 40, 8, 54, 2, 56, 2, 58, 2, 60, 2, 62, 2]) : header(0, [28, 4, 32, 4, 42, 2, 44, 2, 46, 2, 48, 2, 50, 2])),
  );
  const table = wide ? Number(view.getBigUint64(40, true)) : view.getUint32(32, true);
  const size = wide ? 64 : 40;
  const fields = wide ? [0, 4, 4, 4, 24, 8, 32, 8, 40, 4, 44, 4, 56, 8] : [0, 4, 4, 4, 16, 4, 20, 4, 24, 4, 28, 4, 36, 4];
  for (let at = table; at + size <= bytes.length && places.length < 4096; at += size) places.push(...header(at, fields));
  return places;
}

/**
 * @param {number} base
 * @param {readonly number[]} pairs offset and width, in turns
 */
function header(base, pairs) {
  return Array.from({ length: pairs.length / 2 }, (_, i) => /** @type {const} */ ([base + (pairs[2 * i] ?? 0), pairs[2 * i + 1] ?? 0]));
}

/**
 * The ze_info text, by the word that it begins with.
 * @param {Uint8Array} bytes
 * @returns {readonly [start: number, end: number] | undefined}
 */
function textRange(bytes) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = buffer.indexOf('version:', 0, 'latin1');
  if (start < 0) return undefined;
  const end = buffer.indexOf(0, start);
  return [start, end < 0 ? bytes.length : end];
}

/**
 * @param {Uint8Array} bytes
 * @param {string} text
 */
function startsWith(bytes, text) {
  return Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;
}

/**
 * Reads the bytes and, unless told otherwise, makes every document of them.
 * @param {Library} library
 * @param {Uint8Array} bytes
 * @param {boolean} [documents]
 * @returns {string[]} the codes that were reported. Throws for anything that must not happen.
 */
export function examine(library, bytes, documents = true) {
  let outcome;
  try {
    outcome = library.inspect(bytes);
  } catch (error) {
    if (!(error instanceof library.FormatError)) throw error;
    const { diagnostic } = /** @type {{ diagnostic: Found }} */ (/** @type {unknown} */ (error));
    checkDiagnostic(library, diagnostic, bytes);
    return [diagnostic.code];
  }
  for (const d of outcome.diagnostics) checkDiagnostic(library, d, bytes);
  const codes = outcome.diagnostics.map((d) => d.code);
  if (!documents) return codes;
  const { value } = outcome;
  JSON.stringify(library.infoDocument(value));
  JSON.stringify(library.lsDocument(value));
  JSON.stringify(library.kernelDocument(value));
  const dump = library.dumpDocument(value);
  JSON.stringify(dump);
  let end = 0;
  for (const span of dump.spans) {
    if (span.offset !== end || span.end <= span.offset) throw new Error(`the dump has ${span.offset} to ${span.end} behind ${end}`);
    end = span.end;
  }
  if (end !== bytes.length || dump.offset !== 0 || dump.size !== bytes.length) {
    throw new Error(`the dump ends at ${end} of ${bytes.length} bytes`);
  }
  for (const d of dump.diagnostics) checkDiagnostic(library, { ...d, span: { source: d.source, start: d.offset, end: d.end } }, bytes);
  return [...codes, ...dump.diagnostics.map((d) => d.code)];
}

/**
 * @param {Library} library
 * @param {Found} d
 * @param {Uint8Array} bytes
 */
function checkDiagnostic(library, d, bytes) {
  const row = Object.hasOwn(library.CODES, d.code) ? library.CODES[d.code] : undefined;
  if (!row) throw new Error(`${d.code} is no code of the table`);
  if (row.severity !== d.severity) throw new Error(`${d.code} has the severity ${d.severity}`);
  const { start, end, source } = d.span;
  // Offsets in inflated data count there.
  const most = source ? Number.POSITIVE_INFINITY : bytes.length;
  if (!(start >= 0 && start <= end && end <= most)) throw new Error(`${d.code} is at ${start} to ${end} of ${bytes.length} bytes`);
}

/**
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
function filesOf(paths) {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return [path];
    const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return entries.map((entry) => join(entry.parentPath, entry.name)).filter((name) => /\.(zebin|bin|ar)$/.test(name));
  });
}

/** Cases of a seed: first the files as they are, so that a kept input can be given again, then what is made of them. */
class Run {
  failures = 0;
  slowest = { ms: 0, what: '' };
  largest = { mb: 0, heap: 0, what: '' };
  /** @type {Map<string, number>} how many cases reported a code */
  codes = new Map();
  /** @type {string | undefined} */
  folder;

  /** @param {Library} library */
  constructor(library) {
    this.library = library;
  }

  /**
   * @param {Uint8Array} bytes
   * @param {string} what
   * @param {string} name of the file that keeps the input of a failure
   */
  try(bytes, what, name) {
    const start = performance.now();
    let problem;
    try {
      for (const code of new Set(examine(this.library, bytes))) this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
    } catch (error) {
      problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
    }
    const ms = performance.now() - start;
    const { rss, heapUsed } = process.memoryUsage();
    const [mb, heap] = [rss / 2 ** 20, heapUsed / 2 ** 20];
    if (ms > this.slowest.ms) this.slowest = { ms, what };
    if (mb > this.largest.mb) this.largest = { mb, heap, what };
    if (ms > MAX_MILLISECONDS) problem ??= `took ${Math.round(ms)} ms`;
    if (mb > MAX_MEGABYTES) problem ??= `the process has ${Math.round(mb)} MB`;
    if (problem === undefined) return;
    this.failures++;
    this.folder ??= mkdtempSync(join(tmpdir(), 'zebin-fuzz-'));
    const file = join(this.folder, name);
    writeFileSync(file, bytes);
    console.error(`${what}: ${problem}\n  input kept in ${file}`);
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { count: { type: 'string' }, seed: { type: 'string', default: '1' }, seconds: { type: 'string' } },
  });
  const run = new Run(await import('../dist/index.js'));
  const fixtures = fileURLToPath(new URL('../test/fixtures', import.meta.url));
  const files = filesOf(positionals.length > 0 ? positionals : [fixtures]).sort();
  if (files.length === 0) throw new Error('there are no files to begin with');
  const inputs = files.map((path) => ({ path, bytes: new Uint8Array(readFileSync(path)) }));
  const count = Number(values.count ?? Number.POSITIVE_INFINITY);
  const seconds = Number(values.seconds ?? (values.count === undefined ? 60 : Number.POSITIVE_INFINITY));
  const seed = Number(values.seed);
  const begin = performance.now();
  inputs.forEach(({ path, bytes }, i) => {
    run.try(bytes, path, `${i}.bin`);
  });
  let n = 0;
  for (; n < count && (performance.now() - begin) / 1000 < seconds && run.failures < MAX_FAILURES; n++) {
    const random = mulberry32(Math.imul(seed, 0x9e3779b1) + n);
    const { path, bytes } = inputs[random() % inputs.length] ?? { path: '', bytes: new Uint8Array(0) };
    run.try(mutate(bytes, random), `case ${n} of seed ${seed}, from ${path}`, `${seed}-${n}.bin`);
  }
  const took = (performance.now() - begin) / 1000;
  const { codes, slowest, largest, failures } = run;
  for (const [code, times] of [...codes].sort((a, b) => b[1] - a[1])) console.log(`${String(times).padStart(9)} ${code}`);
  console.log(`slowest: ${slowest.ms.toFixed(1)} ms, ${slowest.what}`);
  console.log(`largest process: ${Math.round(largest.mb)} MB, heap ${Math.round(largest.heap)} MB, ${largest.what}`);
  console.log(`${n} cases in ${took.toFixed(1)} s (${Math.round(n / took)} per second), ${failures} failures`);
  process.exitCode = failures === 0 ? 0 : 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await main();
