// @ts-check
import * as eu from '../../../../dist/formats/eu/index.js';
import { code, codes, hex, page, prose, table } from '../../markdown.mjs';

/** @param {string} range of platforms */
function platforms(range) {
  const [first = '', last = first] = range.split('-');
  if (first === last) return first === '' ? 'all' : first;
  return first === '' ? `until ${last}` : last === '' ? `since ${first}` : `${first} to ${last}`;
}

/**
 * Rows by what they name, in their order.
 * @template T
 * @param {readonly T[]} rows
 * @param {(row: T) => string} nameOf
 */
function grouped(rows, nameOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const row of rows) groups.set(nameOf(row), [...(groups.get(nameOf(row)) ?? []), row]);
  return [...groups];
}

/** How many rows of a table begin with each platform. @param {readonly string[]} ranges */
const began = (ranges) =>
  eu.PLATFORMS.map(
    (platform, i) => ranges.filter((range) => (range.split('-')[0] || eu.PLATFORMS[0]) === platform || (i === 0 && range === '')).length,
  );

export default function machineCodePage() {
  const operations = began(eu.OPERATIONS.map((row) => row.platforms));
  const places = began(eu.FIELDS.flatMap(([, , at]) => Object.keys(at)));
  const registers = began(eu.REGISTERS.map((row) => row.platforms));
  return page(
    'Machine code',
    'The tables from which instructions are read, printed and encoded; [the format page](../formats/machine-code.md) explains them. A range of ' +
      'platforms is part of each row.',
    '## Instruction sets',
    'For each, the number of rows that begin with it: what it adds to the previous one.',
    table(
      ['Name', 'Also', 'Architecture', 'Operations', 'Places of fields', 'Registers'],
      eu.PLATFORMS.map((name, i) => [
        code(name),
        codes(eu.PLATFORM_NAMES[name].also),
        eu.PLATFORM_NAMES[name].title,
        String(operations[i]),
        String(places[i]),
        String(registers[i]),
      ]),
    ),
    '## Operations',
    table(
      ['Mnemonic', 'Opcodes', 'Format', 'Meaning'],
      grouped(eu.OPERATIONS, (row) => row.mnemonic).map(([mnemonic, rows]) => [
        code(mnemonic),
        rows.map((row) => `${hex(row.opcode)} (${platforms(row.platforms)})`).join(', '),
        [...new Set(rows.map((row) => row.format))].join(', '),
        prose([...new Set(rows.map((row) => row.name))].join('; ')),
      ]),
    ),
    '## Fields of native instructions',
    'Bits are counted from the lowest of the first byte; of several ranges the first has the lowest part of the value, and `z3` stands for ' +
      'three zeros that are not stored. Overlapping fields belong to different layouts, or are distinguished by other fields.',
    table(
      ['Field', 'Layouts', 'Bits', 'Meaning'],
      eu.FIELDS.map(([name, layouts, at]) => [
        code(name),
        layouts === '*' ? 'all' : layouts.replaceAll(' ', ', '),
        Object.entries(at)
          .map(([range, bits]) => `${code(bits)} (${platforms(range)})`)
          .join(', '),
        prose(eu.fieldDoc(name)),
      ]),
    ),
    '## Registers',
    table(
      ['Name', 'Platforms', 'Count', 'Meaning'],
      eu.REGISTERS.map((row) => [code(row.name), platforms(row.platforms), row.count === 0 ? 'one' : String(row.count), prose(row.title)]),
    ),
    '## Units that receive messages',
    table(
      ['Number', 'Name', 'Platforms', 'Meaning'],
      eu.UNITS.map((row) => [String(row.value), code(row.name), platforms(row.platforms ?? ''), prose(row.note)]),
    ),
    '## Operations of messages',
    table(
      ['Name', 'Group', 'Text'],
      eu.MESSAGE_OPERATIONS.map((row) => [code(row.name), row.group, prose(row.text ?? '')]),
    ),
    '## Options',
    table(
      ['Name', 'Meaning'],
      eu.OPTIONS.map((name) => [code(name), prose(eu.OPTION_DOCS[name])]),
    ),
  );
}
