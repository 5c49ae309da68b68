/**
 * The real files that tests read: those of test/fixtures (their origin is in manifest.json there) and, when the variables name
 * them, of two larger folders: ZEBIN_CORPUS (zebins, archives, files of the older format) and ZEBIN_CORPUS_SYCL (SYCL containers).
 * Bytes are read when asked for and not kept.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const FIXTURES = fileURLToPath(new URL('../fixtures', import.meta.url));

export interface CorpusFile {
  /** Path within its folder, with `/`; a file of a larger folder has `corpus:` or `corpus-sycl:` before it. */
  readonly name: string;
  readonly path: string;
  bytes(): Uint8Array;
}

const { ZEBIN_CORPUS, ZEBIN_CORPUS_SYCL } = process.env;

/** Every file below a folder, in the order of its name. */
function list(folder: string, prefix = ''): CorpusFile[] {
  if (!existsSync(folder)) throw new Error(`${folder} does not exist`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      name: prefix + path.slice(join(folder, '/').length).replaceAll(sep, '/'),
      path,
      bytes: () => new Uint8Array(readFileSync(path)),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const fixtures = list(FIXTURES);
const fixtureNames = new Set(fixtures.map((file) => file.name));
/** Without those that are among the fixtures too. */
const corpus = ZEBIN_CORPUS ? list(ZEBIN_CORPUS, 'corpus:').filter((file) => !fixtureNames.has(file.name.slice('corpus:'.length))) : [];
const all = [...fixtures, ...corpus];

/** Written by hand to ask one question of a reader each; much in them is wrong on purpose. */
const isProbe = (file: CorpusFile) => file.name.includes('decoder-probes/');

/** Zebins as compilers wrote them. */
export function zebins(): CorpusFile[] {
  return all.filter((file) => file.name.endsWith('.zebin') && !isProbe(file));
}

/** Minimal zebins, one question each. What two releases of `ocloc validate` say of them is in {@link probeVerdicts}. */
export function probes(): CorpusFile[] {
  return all.filter((file) => file.name.endsWith('.zebin') && isProbe(file));
}

export interface ProbeVerdict {
  readonly file: string;
  readonly 'ocloc-22.43': { readonly exit: number | string; readonly messages: readonly string[] };
  readonly 'ocloc-26.27': { readonly exit: number | string; readonly messages: readonly string[] };
}

export function probeVerdicts(): ProbeVerdict[] {
  return JSON.parse(readFileSync(join(FIXTURES, 'decoder-probes/verdicts.json'), 'utf8'));
}

/** Archives of several devices, as `ocloc` writes them. */
export function archives(): CorpusFile[] {
  return all.filter((file) => file.name.endsWith('.ar'));
}

/** Files of the format before zebin. */
export function patchTokens(): CorpusFile[] {
  return all.filter((file) => file.name.includes('patchtoken/') && file.name.endsWith('.bin'));
}

/** Written for one test, not by a compiler. */
const isCase = ({ name }: CorpusFile): boolean => name.startsWith('cases/');

/** vISA objects: those of compilers, and under `visa-assembled/` what the real assembler makes of their texts. */
export function visaObjects(): CorpusFile[] {
  return all.filter((file) => file.name.endsWith('.isa') && !isCase(file));
}

/** vISA texts as compilers print them. */
export function visaTexts(): CorpusFile[] {
  return all.filter((file) => file.name.endsWith('.visaasm') && !isCase(file));
}

/** Everything in test/fixtures, golden files and manifest included. */
export function fixtureFiles(): readonly CorpusFile[] {
  return fixtures;
}

/** One file of test/fixtures by its path there. */
export function fixture(name: string): CorpusFile {
  const file = fixtures.find((row) => row.name === name);
  if (!file) throw new Error(`there is no test/fixtures/${name}`);
  return file;
}

/** Everything below ZEBIN_CORPUS_SYCL, or nothing when it is not set. */
export function sycl(): CorpusFile[] {
  return ZEBIN_CORPUS_SYCL ? list(ZEBIN_CORPUS_SYCL, 'corpus-sycl:') : [];
}
