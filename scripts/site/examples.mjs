// @ts-check
/**
 * Where a name is in real files: the fixtures of the tests, with compilers named by their folders, and for a diagnostic the input of its
 * test. Nothing here is made up; a name that no file has gets no example.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { readElf } from '../../dist/formats/elf/index.js';
import { findSection, RELOCATION_TYPES, readZebin, SECTION_TYPES } from '../../dist/formats/zebin/index.js';
import { RECORDS } from '../../dist/formats/zeinfo/index.js';
import { ROOT } from '../stamp.mjs';

/** @import { Entry } from '../../dist/explain/entry.js' */
/** @import { RecordRows } from '../../dist/core/schema/index.js' */

/**
 * @typedef {object} Example
 * @property {string} text
 * @property {string} from where it is from, in words
 * @property {string} [language]
 * @property {number} [marked] line of the text that the entry is about, from 1
 */

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));
const FIXTURES = at('test/fixtures/');
/** A part of a file is shown up to this many lines. */
const MOST_LINES = 9;

/**
 * Examples by the paths of entries.
 * @param {readonly Entry[]} entries
 */
export async function examples(entries) {
  /** @type {Map<string, Example>} */
  const byName = new Map();
  const add = (/** @type {string} */ path, /** @type {Example} */ example) => {
    if (!byName.has(path)) byName.set(path, example);
  };
  const names = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  // The newest compiler first.
  const ordered = names.sort((a, b) => Number(b.includes('/igc2/')) - Number(a.includes('/igc2/')) || (a < b ? -1 : 1));
  for (const name of ordered) {
    if (/^zebin\/.*\.zebin$/.test(name)) addZebin(name, add);
    else if (name.endsWith('.visaasm')) addVisa(name, entries, add);
    else if (name.endsWith('.prop') && !name.includes('/bad-')) addProperties(name, add);
  }
  addOperations(add);
  await addDiagnostics(add);
  return byName;
}

/** @typedef {(path: string, example: Example) => void} Add */

/** @param {string} name @param {Add} add */
function addZebin(name, add) {
  const bytes = readFileSync(FIXTURES + name);
  const { value: elf } = readElf(bytes);
  for (const { name: section, sh_type, sh_offset, sh_size, sh_link, content } of elf.sections) {
    const row = findSection(section);
    const text = `${section}\ntype ${hex(sh_type)}, ${Number(sh_size)} bytes at offset ${hex(Number(sh_offset))}`;
    if (row) add(row.pattern, { text, from: name });
    const type = SECTION_TYPES.find(({ value }) => value === sh_type);
    if (type) add(`sh_type/${type.name}`, { text, from: name });
    if (content.kind === 'symbols') {
      for (const symbol of content.symbols) {
        const value = `symbol ${symbol.name}\nst_value ${hex(Number(symbol.st_value))}, st_size ${Number(symbol.st_size)}, section ${symbol.st_shndx}`;
        add(`.symtab/${symbol.name}`, { text: value, from: name });
      }
    }
    if (content.kind === 'relocations') {
      const symbols = elf.sections[sh_link]?.content;
      for (const { r_offset, r_type, r_sym } of content.relocations) {
        const type = RELOCATION_TYPES.find(({ value }) => value === r_type)?.name;
        const symbol = symbols?.kind === 'symbols' ? symbols.symbols[r_sym]?.name : undefined;
        const text = `${section}\nat byte ${Number(r_offset)} of its section: ${type}, symbol ${symbol || r_sym}`;
        add(`r_type/${type}`, { text, from: name });
      }
    }
    if (section === '.ze_info')
      addZeInfo(bytes.subarray(Number(sh_offset), Number(sh_offset) + Number(sh_size)).toString('latin1'), name, add);
  }
  for (const { name: note, value } of readZebin(bytes).value.notes) {
    const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? hex(Number(part)) : part), 2);
    add(`.note.intelgt.compat/${note}`, { text, from: name, language: 'json' });
  }
}

const hex = (/** @type {number} */ value) => `0x${value.toString(16)}`;

/** A line of ze_info with a key: its column, and the record that the key is in. */
const KEY = /^( *)((?:- )?)([A-Za-z_]\w*):(?: +(.*))?$/;

/** @param {string} text @param {string} from @param {Add} add */
function addZeInfo(text, from, add) {
  const lines = text.split('\n');
  /** @type {{ column: number, record: RecordRows }[]} */
  const open = [];
  let next = /** @type {RecordRows | undefined} */ (RECORDS[0]);
  for (const [number, line] of lines.entries()) {
    const [, indent = '', dash = '', key = '', value = ''] = KEY.exec(line) ?? [];
    if (key === '') continue;
    const column = indent.length + dash.length;
    while ((open.at(-1)?.column ?? -1) > column) open.pop();
    if (next && (open.at(-1)?.column ?? -1) < column) open.push({ column, record: next });
    next = undefined;
    const record = open.at(-1)?.record;
    const row = record?.attributes[key];
    if (!record || !row) continue;
    const example = () => ({ ...excerpt(lines, number, column), from, language: 'yaml' });
    add(`${record.name}/${key}`, example());
    const { marked: _, ...whole } = example();
    add(`ze_info/${record.name}`, whole);
    if (row.type.kind === 'enum') add(`${row.type.rows.name}/${value.replace(/^['"]|['"]$/g, '')}`, example());
    if (row.type.kind === 'record' || row.type.kind === 'list') next = row.type.rows;
  }
}

/**
 * The lines next to a line that are in the same record, after the line that names the record.
 *
 * @param {readonly string[]} lines @param {number} at @param {number} column of its key
 */
function excerpt(lines, at, column) {
  const columnOf = (/** @type {number} */ i) => {
    const [, indent = '', dash = ''] = KEY.exec(lines[i] ?? '') ?? [];
    return indent.length + dash.length;
  };
  const begins = (/** @type {number} */ i) => lines[i]?.charAt(column - 2) === '-';
  let first = at;
  while (first > 0 && !begins(first) && columnOf(first - 1) >= column && at - first < MOST_LINES / 2) first--;
  let end = at + 1;
  while (end < lines.length - 1 && columnOf(end) >= column && !begins(end) && end - first < MOST_LINES) end++;
  let parent = first - 1;
  while (parent >= 0 && columnOf(parent) >= column) parent--;
  const shown = [...(parent >= 0 ? [parent] : []), ...Array.from({ length: end - first }, (_, i) => first + i)];
  const texts = shown.map((i) => lines[i] ?? '');
  const indent = Math.min(...texts.map((line) => line.length - line.trimStart().length));
  return { text: texts.map((line) => line.slice(indent)).join('\n'), marked: shown.indexOf(at) + 1 };
}

/** @param {string} name @param {readonly Entry[]} entries @param {Add} add */
function addVisa(name, entries, add) {
  instructions ??= new Set(entries.filter(({ kind }) => kind === 'vISA instruction').map((entry) => entry.name));
  for (const line of readFileSync(FIXTURES + name, 'latin1').split('\n')) {
    let [, word = ''] = /^\s*(?:\(.*?\)\s*)?([a-z][\w.+]*)/.exec(line) ?? [];
    while (word !== '' && !instructions.has(word)) word = word.slice(0, Math.max(word.lastIndexOf('.'), 0));
    if (word !== '') add(`visa instruction/${word}`, { text: line.trim(), from: name });
  }
}

/** @type {Set<string> | undefined} */
let instructions;

/** @param {string} name @param {Add} add */
function addProperties(name, add) {
  let set = '';
  for (const line of readFileSync(FIXTURES + name, 'latin1').split('\n')) {
    [, set = set] = /^\[(.*)\]$/.exec(line) ?? [];
    const [, key] = /^([\w@-]+)=\d\|/.exec(line) ?? [];
    if (set === '' || key === undefined) continue;
    const example = { text: `[${set}]\n${line}`, from: name };
    add(set, example);
    add(`${set}/${key}`, { ...example, marked: 2 });
  }
}

/** Of each operation the word and its text on the newest platform, as iga64 prints it. @param {Add} add */
function addOperations(add) {
  const rows = readFileSync(at('test/formats/eu/words.tsv'), 'utf8').trimEnd().split('\n');
  for (const row of rows.toReversed()) {
    const [platform = '', word = '', text = ''] = row.split('\t');
    const [, operation = ''] = /^\s*(?:\([^)]*\)\s*)?([a-z]\w*(?:\.[a-z]\w*)?)/.exec(text) ?? [];
    const example = { text: `${text.trim().replace(/ {3,}/g, '  ')}\n${word}`, from: `instruction set ${platform}, text by iga64` };
    add(`eu function/${operation}`, example);
    add(`eu operation/${operation.split('.')[0]}`, example);
  }
}

/** What is said of the input that the tests have for each code. @param {Add} add */
async function addDiagnostics(add) {
  // Files are found by the place of the module that reads them.
  const places = {
    name: 'places',
    transform: (/** @type {string} */ text, /** @type {string} */ id) =>
      text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
  };
  const input = at('test/codes/index.ts');
  const bundle = await rolldown({ input, platform: 'node', cwd: at('.'), logLevel: 'silent', plugins: [places] });
  const folder = mkdtempSync(join(tmpdir(), 'zebin-site-'));
  try {
    const file = join(folder, 'codes.mjs');
    await bundle.write({ file, format: 'es', codeSplitting: false });
    /** @type {typeof import('../../test/codes/index.ts')} */
    const { CASES } = await import(pathToFileURL(file).href);
    for (const [code, make] of Object.entries(CASES)) {
      const { bytes, find } = make();
      const finding = find(bytes).find((one) => one.code === code);
      if (!finding) throw new Error(`the input for ${code} does not have it`);
      const { message, span } = finding;
      const text = `${finding.severity} ${code}\n${message}\nbytes ${span.start} to ${span.end}`;
      add(code, { text, from: `an input of ${bytes.length} bytes in the tests` });
    }
  } finally {
    await bundle.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
