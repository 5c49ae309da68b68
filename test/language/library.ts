/** What these tests use of the library. */

export { assemble } from '../../src/formats/eu/index.ts';
export { assembleFile, Bytes, explainWord, grammarOf, LANGUAGES, offeredWords, readText } from '../../src/internal.ts';
