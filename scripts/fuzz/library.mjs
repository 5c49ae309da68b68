// @ts-check
/** The library as the fuzzer uses it: the public entries in one object, from dist/ in the script and from src/ in the suite. */

/** @typedef {typeof import('../../src/internal.ts')} Index */
/** What an entry has that the main one has not. @template T @typedef {Omit<T, keyof Index>} More */
/**
 * @typedef {Index & More<typeof import('../../src/formats/cache/index.ts')> & More<typeof import('../../src/core/diag/index.ts')>
 *   & More<typeof import('../../src/formats/elf/index.ts')> & More<typeof import('../../src/core/inflate/index.ts')>
 *   & More<typeof import('../../src/formats/props/index.ts')> & More<typeof import('../../src/formats/spirv/index.ts')>
 *   & More<typeof import('../../src/formats/yaml/index.ts')> & More<typeof import('../../src/formats/zebin/index.ts')>} Library
 */

const FOLDERS = [
  'formats/cache',
  'core/diag',
  'formats/elf',
  'core/inflate',
  'formats/props',
  'formats/spirv',
  'formats/yaml',
  'formats/zebin',
];

/**
 * @param {(path: string) => Promise<object>} load a module by its path below dist/ or src/, without extension
 * @returns {Promise<Library>}
 */
export async function loadLibrary(load) {
  const modules = await Promise.all([...FOLDERS.map((folder) => load(`${folder}/index`)), load('internal')]);
  return /** @type {Library} */ (Object.assign({}, ...modules));
}
