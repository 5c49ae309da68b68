// @ts-check
import * as visa from '../../../../dist/formats/visa/index.js';
import { code, hex, page, prose, table } from '../../markdown.mjs';

/** @import { AttributeRow, VisaField, IntKind, OpRow, VisaRows } from '../../../../dist/formats/visa/index.js' */

export default function visaPage() {
  const structs = /** @type {readonly VisaRows[]} */ (visa.STRUCTS).flatMap((struct) => [
    `### ${struct.name}`,
    prose(struct.doc),
    table(
      ['Field', 'Form', 'Allowed', 'Meaning'],
      struct.fields.map((row) => [code(row.name), visaForm(row.kind), visaAllowed(row), prose(row.doc)]),
    ),
  ]);
  /** @type {Map<string, Set<string>>} */
  const kinds = new Map();
  for (const { kind } of visa.ROWS.flatMap((row) => Object.values(row.fields))) {
    kinds.set(kind.name, (kinds.get(kind.name) ?? new Set()).add(kind.doc));
  }
  // What is said of each field by itself is not said of its kind.
  const shared = [...kinds].flatMap(([name, docs]) => (docs.size === 1 ? [[code(name), ...[...docs].map(prose)]] : []));
  return page(
    'vISA',
    'The tables from which objects are read and written, and texts parsed and printed; [the format page](../formats/visa.md) explains them.',
    '## Structures of an object',
    'Fields follow each other without gaps. `u8`, `u16` and `u32` are unsigned integers, `i16` a signed one, all little-endian.',
    ...structs,
    '## What `validate` checks',
    'Every field above that has a range, a list of values, reserved bits or an index of something; attributes below, by their values; ' +
      'operands of instructions, by their classes and types; and [these rules](rules.md#visa).',
    '## Attributes',
    table(
      ['Name', 'Of', 'Value', 'Allowed', 'Meaning'],
      /** @type {readonly AttributeRow[]} */ (visa.ATTRIBUTES).map((row) => [
        code(row.name),
        row.of,
        row.type,
        visaAttributeAllowed(row),
        prose(row.doc),
      ]),
    ),
    '## Platforms of embedded machine code',
    table(
      ['Number', 'Name', 'Bytes of a register'],
      visa.PLATFORMS.map((row) => [String(row.value), row.name, String(row.grfBytes)]),
    ),
    '## Instructions',
    'The fields after the opcode, in the order of the file: name, and kind where that has another name. In the text a name in braces is a ' +
      'field, and what is in brackets is there only when its field exists.',
    table(
      ['Opcode', 'Mnemonic', 'Fields', 'Text', 'Meaning'],
      visa.ROWS.map((row) => [visaOpcode(row), code(row.mnemonic), visaFields(row), code(row.text), prose(row.doc)]),
    ),
    '## Kinds of fields',
    table(['Kind', 'Meaning'], shared),
  );
}

/** @param {OpRow} row */
function visaOpcode(row) {
  const selector = Object.values(row.fields).find((field) => field.selects)?.selects;
  return `${hex(row.opcode)}${selector === undefined ? '' : ` ${selector.value}`}`;
}

/** @param {OpRow} row */
function visaFields(row) {
  return Object.entries(row.fields)
    .map(([name, { kind }]) => (name === kind.name ? name : `${name}: ${kind.name}`))
    .join(', ');
}

/** @param {VisaField['kind']} kind @returns {string} */
function visaForm(kind) {
  switch (kind.kind) {
    case 'int':
      return visaWidth(kind);
    case 'bits':
      return kind.parts.map(({ name, low, width }) => `${code(name)} in bits ${low} to ${low + width - 1}`).join(', ');
    case 'list':
      return `${visaWidth(kind.count)} ${code(kind.countName)}, then so many [${kind.of.name}](#${kind.of.name})`;
    default:
      return `${visaWidth(kind.count)} ${code(kind.countName)}, then so many ${{ text: 'characters', data: 'bytes', strings: 'texts, each with a zero byte after it' }[kind.kind]}`;
  }
}

/** @param {IntKind} kind */
function visaWidth({ width, signed, before }) {
  const older = before === undefined ? '' : ` (u${before.width * 8} before ${Math.floor(before.version / 100)}.${before.version % 100})`;
  return `${signed ? 'i' : 'u'}${width * 8}${older}`;
}

/** @param {VisaField} row */
function visaAllowed({ range, values }) {
  if (values !== undefined) return values.join(', ');
  return range === undefined ? '' : `${range[0]} to ${range[1]}`;
}

/** @param {AttributeRow} row */
function visaAttributeAllowed({ values, range, mostWide, ofRegisters, required, once }) {
  const number = values?.join(', ') ?? (range === undefined ? undefined : `${range[0]} to ${range[1]}`);
  return [
    ...(number === undefined ? [] : [number]),
    ...(mostWide === undefined ? [] : [`to ${mostWide} where registers have 64 bytes`]),
    ...(ofRegisters ? ['multiples of a register'] : []),
    ...(required ? ['functions must have it'] : []),
    ...(once ? ['once'] : []),
  ].join('; ');
}
