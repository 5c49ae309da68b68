// @ts-check
/**
 * Compares our tables of vISA instructions with those of a checkout of intel/intel-graphics-compiler, after a build: opcodes, and the
 * numbers after an opcode that several instructions share.
 *
 *   node scripts/tools/check-upstream.mjs CHECKOUT
 *
 * It reads visa/include/visa_igc_common_header.h (the numbers), visa/IsaDescription.cpp (the names and sub-opcodes) and the pages of
 * documentation/visa/instructions. It prints what they have and we lack, and vice versa, and fails on the former, except for what is listed
 * here with a reason.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS } from '../../dist/formats/visa/index.js';

/** Numbers of upstream that no program can use: `opcode` or `opcode/sub-opcode` with the reason. */
const ACCEPTED = new Map([
  ['VA/0', 'AVS has an opcode of its own'],
  ['VA/14', 'stands for none'],
  ['VA/25', 'stands for none'],
]);

const [checkout] = process.argv.slice(2);
if (!checkout || !existsSync(join(checkout, 'visa/IsaDescription.cpp'))) {
  console.error('usage: node scripts/tools/check-upstream.mjs CHECKOUT   (a checkout of intel/intel-graphics-compiler)');
  process.exit(2);
}
const header = readFileSync(join(checkout, 'visa/include/visa_igc_common_header.h'), 'utf8');
const description = readFileSync(join(checkout, 'visa/IsaDescription.cpp'), 'utf8');
const pages = join(checkout, 'documentation/visa/instructions');

/**
 * Enumerators and their numbers; where none is written it is one more than before.
 * @param {string} text
 */
function enumerators(text) {
  let next = 0;
  return text.split('\n').flatMap((line) => {
    const match = /^\s*([A-Za-z_]\w*)\s*(?:=\s*(0x[0-9a-fA-F]+|\d+))?\s*,?\s*(?:\/\/.*)?$/.exec(line);
    if (!match?.[1]) return [];
    const value = match[2] === undefined ? next : Number(match[2]);
    next = value + 1;
    return [{ name: match[1], value }];
  });
}

/** @param {string} end the line that ends the enumeration */
function enumeration(end) {
  const at = header.indexOf(end);
  if (at < 0) throw new Error(`there is no ${end} any more`);
  return enumerators(header.slice(header.lastIndexOf('{', at) + 1, at));
}

/** @param {string} name of a table of sub-opcodes: the names in it by place, without places that are empty */
function table(name) {
  const at = description.indexOf(name);
  if (at < 0) throw new Error(`there is no ${name} any more`);
  const body = description.slice(at, at + description.slice(at).search(/\}\};|\n\};/));
  const places = body.match(/^ {2,6}(?:\{\}|\{\w+,\s*$|\w+_OP\([^)]*\)|LSC_OP_INVALID)/gm) ?? [];
  return places.map((place) => /^\s*(?:\{|\w+_OP\()(\w+)/.exec(place)?.[1]);
}

/** @param {RegExp} pattern matches the end of an enumeration that has these names */
const numbers = (/** @type {RegExp} */ pattern) =>
  new Map(
    [...header.matchAll(/(?:typedef )?enum[^{;]*\{([^}]*)\}/g)].flatMap((match) =>
      enumerators(match[1] ?? '')
        .filter(({ name }) => pattern.test(name))
        .map(({ name, value }) => /** @type {const} */ ([name, value])),
    ),
  );

/** Numbers after an opcode that ours has. @param {number[]} opcodes */
function codesOf(...opcodes) {
  return new Set(
    ROWS.filter((row) => opcodes.includes(row.opcode)).flatMap((row) =>
      Object.values(row.fields).flatMap((field) => field.selects?.value ?? []),
    ),
  );
}

const missing = [];
const opcodes = enumeration('} ISA_Opcode;').filter(({ name }) => !/RESERVED|NUM_OPCODE|ENUM_SIZE/.test(name));
const known = new Set(ROWS.map((row) => row.opcode));
for (const { name, value } of opcodes) if (!known.has(value)) missing.push(`opcode 0x${value.toString(16)} ${name}`);
const upstream = new Set(opcodes.map(({ value }) => value));

const documented = readdirSync(pages).filter((page) => page.endsWith('.md'));
for (const page of documented) {
  const text = readFileSync(join(pages, page), 'utf8');
  for (const [, name, value] of text.matchAll(/^\s+(\w+) = (0x[0-9a-fA-F]+)/gm)) {
    upstream.add(Number(value));
    if (!known.has(Number(value))) missing.push(`opcode ${value} ${name} of ${page}`);
  }
}

const lsc = numbers(/^LSC_/);
const extra = [...known].filter((value) => !upstream.has(value)).map((value) => `opcode 0x${value.toString(16)}`);
/** @type {{ name: string, opcodes: number[], numbers: Map<number, string> }[]} */
const families = [
  {
    name: '3D',
    opcodes: [0x6d, 0x6e, 0x6f, 0x70],
    numbers: new Map([...numbers(/^VISA_3D_(?!TOTAL)/)].map(([name, value]) => [value, name])),
  },
  {
    name: 'VA',
    opcodes: [0x44, 0x4d],
    numbers: new Map([...numbers(/_FOPCODE$|^VA_OP_CODE_|^ISA_HDC_/)].map(([name, value]) => [value, name])),
  },
  {
    name: 'SVM',
    opcodes: [0x4e],
    numbers: new Map(
      table('SVMSubOpcodeDesc[]').flatMap((name, value) => (name === undefined ? [] : [/** @type {[number, string]} */ ([value, name])])),
    ),
  },
  ...[
    { name: 'LSC_UNTYPED', opcodes: [0x89], of: 'LscUntypedSubOpcodeDescs[]' },
    { name: 'LSC_TYPED', opcodes: [0x8a], of: 'LscTypedSubOpcodeDescs[]' },
  ].map(({ name, opcodes, of }) => ({
    name,
    opcodes,
    numbers: new Map(table(of).flatMap((sub) => (sub === undefined ? [] : [/** @type {[number, string]} */ ([lsc.get(sub) ?? -1, sub])]))),
  })),
];
for (const family of families) {
  const have = codesOf(...family.opcodes);
  for (const [value, name] of family.numbers) {
    if (!have.has(value) && !ACCEPTED.has(`${family.name}/${value}`)) missing.push(`${family.name} ${value} ${name}`);
  }
  for (const value of have) if (!family.numbers.has(value)) extra.push(`${family.name} ${value}`);
}

console.log(
  `${opcodes.length} opcodes and ${documented.length} pages upstream, ${families.map((f) => `${f.numbers.size} of ${f.name}`).join(', ')}; ${ROWS.length} rows here`,
);
for (const line of extra) console.log(`only here: ${line}`);
for (const line of missing) console.log(`only upstream: ${line}`);
if (missing.length > 0) process.exitCode = 1;
