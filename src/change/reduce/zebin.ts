/**
 * Reduces a zebin: removes kernels, sections, attributes, symbols, relocations, notes and bytes from its unpacked folder, which is then
 * packed again.
 */
import { encodeText } from '../../core/bytes/index.ts';
import { FormatError } from '../../core/diag/index.ts';
import { TEXT_PREFIX } from '../../formats/zebin/index.ts';
import { inspect } from '../../walk/inspect.ts';
import { unpackItem } from '../folder/folder.ts';
import { fewerBytes } from './bytes.ts';
import { type Files, filesOf, linesOf, packed, withFile, withLines } from './folder.ts';
import { minimize, type Search } from './search.ts';

const MANIFEST = 'zebin.txt';
/** Files with one entry per line. */
const TABLES = /^(symbols|notes|relocations\/)/;
/** Size of the groups in which bytes of code are removed. */
const INSTRUCTION = 16;

/** Searches the smallest zebin. */
export function* reduceZebin(bytes: Uint8Array): Search<Uint8Array> {
  let files = unpacked(bytes);
  const first = files && packed(files);
  // A file that loses the property when it is repacked is reduced by bytes only.
  if (!files || !first || !(yield first)) return bytes;
  for (let size = Number.POSITIVE_INFINITY, now = first.length; now < size; ) {
    size = now;
    files = yield* withoutKernels(files);
    files = yield* withoutSections(files);
    for (const path of [...files.keys()]) {
      if (path.endsWith('.yaml')) files = yield* shorterYaml(files, path);
      else if (TABLES.test(path)) files = yield* shorterTable(files, path);
      else if (path !== MANIFEST) files = yield* shorterBytes(files, path);
    }
    now = packed(files)?.length ?? size;
  }
  return packed(files) ?? bytes;
}

function unpacked(bytes: Uint8Array): Files | undefined {
  try {
    const item = inspect(bytes).value;
    const files = item.kind === 'zebin' ? unpackItem(item) : undefined;
    return files && filesOf(files);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** A line of the manifest that describes a section. */
const SECTION = /^section ("[^"\\]*(?:\\.[^"\\]*)*"|\S+) /;
const VALUE = / \w+=("[^"\\]*(?:\\.[^"\\]*)*"|\S+)/g;
const nameOf = (line: string): string | undefined => SECTION.exec(line)?.[1];
const value = (line: string, key: string): string | undefined =>
  new RegExp(` ${key}=("[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|\\S+)`).exec(line)?.[1];

/** The files without some sections, and without all that refers to them: their relocations, their symbols, and uses of these symbols. */
function without(files: Files, names: ReadonlySet<string>): Files {
  const lines = linesOf(files.get(MANIFEST));
  const gone = new Set(names);
  for (const line of lines) if (gone.has(value(line, 'sh_info') ?? '')) gone.add(nameOf(line) ?? '');
  const tables = [...files].filter(([path]) => TABLES.test(path)).map(([path, data]) => [path, linesOf(data)] as const);
  const symbols = tables.filter(([path]) => path.startsWith('symbols'));
  const isKept = (line: string) => !gone.has(value(line, 'section') ?? '');
  const lost = new Set(symbols.flatMap(([, all]) => all.filter((line) => !isKept(line)).map((line) => line.split(' ')[0])));
  const rest = new Map(files);
  const put = (path: string, kept: readonly string[]) => rest.set(path, encodeText(kept.join('')));
  const manifest = lines.filter((line) => !gone.has(nameOf(line) ?? ''));
  put(MANIFEST, manifest);
  for (const [path, all] of symbols) put(path, all.filter(isKept));
  for (const [path, all] of tables)
    if (path.startsWith('relocations/'))
      put(
        path,
        all.filter((line) => !lost.has(line.trim().split(/ +/)[2] ?? '')),
      );
  // A path is a value as it is, or in quotes.
  const named = new Set(manifest.flatMap((line) => Array.from(line.matchAll(VALUE), ([, word = '']) => word.replace(/^"(.*)"$/s, '$1'))));
  return new Map([...rest].filter(([path]) => path === MANIFEST || named.has(path)));
}

/** Removes kernels with their entries in .ze_info. */
function* withoutKernels(files: Files): Search<Files> {
  const sections = linesOf(files.get(MANIFEST)).flatMap((line) => nameOf(line) ?? []);
  const kernels = sections.filter((name) => name.replace(/^"/, '').startsWith(TEXT_PREFIX));
  const make = (kept: readonly string[]): Files => {
    const gone = new Set(kernels.filter((name) => !kept.includes(name)));
    let rest = without(files, gone);
    const names = new Set([...gone].map((name) => name.replaceAll('"', '').slice(TEXT_PREFIX.length)));
    for (const [path, data] of rest) {
      if (!path.endsWith('.yaml')) continue;
      const blocks = blocksOf(linesOf(data));
      rest = withLines(
        rest,
        path,
        blocks.flatMap((block) => withoutEntries(block, names)),
      );
    }
    return rest;
  };
  return make(yield* minimize(kernels, (kept) => packed(make(kept))));
}

/** The entries of a list whose `name` is not one of these. */
function withoutEntries([head = '', ...rest]: readonly string[], names: ReadonlySet<string>): string[] {
  const entries = blocksOf(rest).filter((entry) => {
    const name = /^ *(?:- )?name: *'?([^'\n]*)'?/m.exec(entry.join(''))?.[1]?.trim();
    return name === undefined || !names.has(name);
  });
  return [head, ...entries.flat()];
}

function* withoutSections(files: Files): Search<Files> {
  const names = linesOf(files.get(MANIFEST)).flatMap((line) => nameOf(line) ?? []);
  const make = (kept: readonly string[]): Files => without(files, new Set(names.filter((name) => !kept.includes(name))));
  return make(yield* minimize(names, (kept) => packed(make(kept))));
}

function* shorterTable(files: Files, path: string): Search<Files> {
  const make = (lines: readonly string[]): Files => withLines(files, path, lines);
  return make(yield* minimize(linesOf(files.get(path)), (lines) => packed(make(lines))));
}

/** Removes lines together with the more indented lines below them, level by level. */
function* shorterYaml(files: Files, path: string): Search<Files> {
  const make = (lines: readonly string[]): Files => withLines(files, path, lines);
  const lines = yield* shorterBlocks(linesOf(files.get(path)), (rest) => packed(make(rest)));
  return make(lines);
}

function* shorterBlocks(lines: readonly string[], make: (lines: readonly string[]) => Uint8Array | undefined): Search<readonly string[]> {
  const blocks = (yield* minimize(blocksOf(lines), (kept) => make(kept.flat()))) as string[][];
  for (const [i, block] of blocks.entries()) {
    const [head = '', ...rest] = block;
    const around = (inner: readonly string[]): string[] => [...blocks.slice(0, i).flat(), head, ...inner, ...blocks.slice(i + 1).flat()];
    if (rest.length > 0) blocks[i] = [head, ...(yield* shorterBlocks(rest, (inner) => make(around(inner))))];
  }
  return blocks.flat();
}

/** Blocks of lines: each line with the indentation of the first, and the lines up to the next such line. */
function blocksOf(lines: readonly string[]): string[][] {
  const blocks: string[][] = [];
  const column = (line: string) => /^ */.exec(line)?.[0].length ?? 0;
  const left = column(lines[0] ?? '');
  for (const line of lines) {
    const last = blocks.at(-1);
    if (last === undefined || column(line) <= left) blocks.push([line]);
    else last.push(line);
  }
  return blocks;
}

function* shorterBytes(files: Files, path: string): Search<Files> {
  const make = (data: Uint8Array): Files => withFile(files, path, data);
  return make(yield* fewerBytes(files.get(path) ?? new Uint8Array(0), INSTRUCTION, (data) => packed(make(data))));
}
