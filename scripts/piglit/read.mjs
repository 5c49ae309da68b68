// @ts-check
/**
 * The tests of piglit for OpenCL: programs with kernels, what they are given and what they should leave, as its cl-program-tester reads
 * them. Its own description is the file tests/cl/doc_program.cl of the package.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {object} Test
 * @property {string} name
 * @property {string} kernel
 * @property {boolean} fails whether the arguments should not be those that are written
 * @property {number[]} global
 * @property {number[]} local
 * @property {number[]} offset
 * @property {readonly Argument[]} given
 * @property {readonly Argument[]} expected
 */
/** @typedef {{ index: number, words: readonly string[] }} Argument the words after the index: `buffer`, `int[2]`, `1`, `2` */
/**
 * @typedef {object} Program
 * @property {string} path
 * @property {string} source
 * @property {string} options
 * @property {string | undefined} device a pattern for the names of the only devices that it is for
 * @property {boolean} images whether it is only for devices with images
 * @property {readonly Test[]} tests
 */

/** Where tests are that run kernels. */
const FOLDERS = ['tests/cl/program/execute', 'generated_tests/cl'];
/** The version of OpenCL C that drivers of Intel name, times ten. */
const VERSION = 12;

/** The package's folder, if it is installed. */
export function findPiglit() {
  const libraries = '/usr/lib';
  return readdirSync(libraries)
    .map((name) => join(libraries, name, 'piglit'))
    .find((folder) => FOLDERS.every((name) => readdirIn(join(folder, name)).length > 0));
}

/** @param {string} folder */
function readdirIn(folder) {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

/** The files with tests, in their order. @param {string} piglit */
export function testFiles(piglit) {
  return FOLDERS.flatMap((folder) => readdirIn(join(piglit, folder)).map((name) => join(folder, name)))
    .filter((name) => /\.(cl|program_test)$/.test(name))
    .sort();
}

/** @param {string} piglit @param {string} path from there @returns {Program} */
export function readProgram(piglit, path) {
  const text = readFileSync(join(piglit, path), 'utf8');
  const isProgram = path.endsWith('.cl');
  const [configuration = '', program = ''] = isProgram
    ? [/\/\*!(.*)!\*\//s.exec(text)?.[1] ?? '', text]
    : text.split(/^[ \t]*\[[ \t]*program source[ \t]*\][ \t]*$/m);
  const [config = new Map(), ...tests] = sectionsOf(configuration);
  const file = config.get('program_source_file')?.[0];
  const options = config.get('build_options')?.[0] ?? '';
  const version = Math.max(
    Math.min(VERSION, Number(config.get('clc_version_max')?.[0] ?? VERSION)),
    Number(config.get('clc_version_min')?.[0] ?? 0),
  );
  const standard = version > 10 && !options.includes('-cl-std') ? `-cl-std=CL${Math.floor(version / 10)}.${version % 10}` : '';
  return {
    path,
    source: file === undefined ? program : readFileSync(join(piglit, dirname(path), file), 'utf8'),
    options: [options, standard].filter(Boolean).join(' '),
    device: config.get('device_regex')?.[0],
    images: isTrue(config.get('need_image_support')?.[0]),
    tests: tests.map((test) => readTest(config, test)),
  };
}

/** @typedef {Map<string, string[]>} Section values by key */

/** @param {string} text @returns {Section[]} */
function sectionsOf(text) {
  /** @type {Section[]} */
  const sections = [];
  for (const line of linesOf(text)) {
    if (/^\s*\[\s*(config|test)\s*\]\s*$/.test(line)) sections.push(new Map());
    const [, key, value] = /^\s*(\w+)\s*:\s*(.*?)\s*$/s.exec(line) ?? [];
    if (key === undefined || value === undefined) continue;
    const section = sections.at(-1);
    section?.set(key, [...(section.get(key) ?? []), value]);
  }
  return sections;
}

/** Lines without comments; a backslash at the end continues one. @param {string} text */
function linesOf(text) {
  /** @type {string[]} */
  const lines = [];
  let begun = '';
  for (const raw of text.split('\n')) {
    const line = begun + raw.replace(/#.*$/, '');
    const [, part] = /^(.*)\\\s*$/s.exec(line) ?? [];
    begun = part ?? '';
    if (part === undefined) lines.push(line);
  }
  return lines;
}

/** @param {Section} config what holds for all tests @param {Section} test @returns {Test} */
function readTest(config, test) {
  const own = (/** @type {string} */ key) => (test.get(key) ?? config.get(key))?.[0];
  const dimensions = Number(own('dimensions') ?? 1);
  const sizes = (/** @type {string} */ key, /** @type {number} */ other) => {
    const written = own(key);
    const numbers = written === undefined || isNull(written) ? [] : written.split(/\s+/).map(Number);
    return Array.from({ length: dimensions }, (_, i) => numbers[i] ?? other);
  };
  const list = (/** @type {string} */ key) => (test.get(key) ?? []).map(readArgument);
  return {
    name: own('name') ?? '',
    kernel: own('kernel_name') ?? '',
    fails: isTrue(own('expect_test_fail')),
    ...{ global: sizes('global_size', 1), local: sizes('local_size', 1), offset: sizes('global_offset', 0) },
    ...{ given: list('arg_in'), expected: list('arg_out') },
  };
}

export const isTrue = (/** @type {string | undefined} */ word) => word === '1' || word === 'true';
export const isNull = (/** @type {string | undefined} */ word) => word === 'NULL' || word === 'null';

/** @param {string} text @returns {Argument} */
function readArgument(text) {
  const [index = '', ...words] = text.split(/\s+/);
  return { index: Number(index), words };
}
