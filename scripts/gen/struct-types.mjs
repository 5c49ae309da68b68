// @ts-check
import { ELF_HEADER, ELF_IDENT, PROGRAM_HEADER, SECTION_HEADER, SYMBOL } from '../../dist/formats/elf/index.js';
import { STRUCTS } from '../../dist/formats/visa/index.js';
import { NOTICE } from './notice.mjs';
import { comment } from './typescript.mjs';

/** @import { StructRows } from '../../dist/core/schema/index.js' */
/** @import { VisaField, VisaRows } from '../../dist/formats/visa/index.js' */

/** @param {string} about @param {readonly string[]} lines */
const file = (about, lines) => `${['/**', ` * ${about}`, ' *', ` * ${NOTICE}`, ' */', ...lines].join('\n')}\n`;

/** @type {readonly (readonly [name: string, doc: string, rows: StructRows])[]} */
const ELF = [
  ['ElfIdent', 'The identification bytes of an ELF file, which are the same in both classes.', ELF_IDENT],
  ['ElfHeader', 'The header of an ELF file after its identification bytes.', ELF_HEADER],
  ['SectionHeader', 'The header of a section.', SECTION_HEADER],
  ['ProgramHeader', 'The header of a segment.', PROGRAM_HEADER],
  ['SymbolEntry', 'An entry of a symbol table.', SYMBOL],
];

/** The interfaces of the structures of ELF, with what their rows say: `src/formats/elf/structs.ts`. */
export function elfTypes() {
  const lines = ELF.flatMap(([name, doc, { fields }], i) => [
    ...(i === 0 ? [] : ['']),
    ...comment(doc),
    `export interface ${name} {`,
    ...fields.flatMap((field) => [
      ...comment(field.doc, '  '),
      `  readonly ${field.name}: ${field.as === 'number' ? 'number' : 'bigint'};`,
    ]),
    '}',
  ]);
  return file('The structures of ELF as they are read.', lines);
}

/** The types of the structures of vISA, by the names of these. @type {Record<string, string>} */
const VISA = {
  common_isa_header: 'HeaderFields',
  kernel_info: 'KernelFields',
  file_scope_var_info: 'FileScopeVariable',
  function_info: 'FunctionFields',
  reloc_sym: 'RoutineSymbol',
  gen_binary_info: 'GenBinaryFields',
  kernel_data: 'KernelTables',
  function_data: 'FunctionTables',
  var_info: 'Variable',
  address_info: 'AddressVariable',
  predicate_info: 'PredicateVariable',
  label_info: 'Label',
  sampler_info: 'Sampler',
  surface_info: 'Surface',
  vme_info: 'VmeVariable',
  input_info: 'RoutineInput',
  attribute_info: 'Attribute',
};

/** @param {string} name */
function visaType(name) {
  const type = VISA[name];
  if (type === undefined) throw new Error(`scripts/gen/struct-types.mjs: VISA has no name for ${name}`);
  return type;
}

/** The members that a field of vISA reads into. @param {VisaField} field @returns {string[]} */
function visaMembers({ name, kind, doc }) {
  const member = (/** @type {string} */ type) => [...comment(doc, '  '), `  readonly ${name}: ${type};`];
  switch (kind.kind) {
    case 'bits':
      return kind.parts.flatMap((part) => [...comment(part.doc, '  '), `  readonly ${part.name}: number;`]);
    case 'text':
      return member('string');
    case 'data':
      return member('Uint8Array');
    case 'strings':
      return member('readonly string[]');
    case 'list':
      return member(`readonly ${visaType(kind.of.name)}[]`);
    default:
      return member('number');
  }
}

/** The interfaces of the structures of vISA, with what their rows say: `src/formats/visa/records.ts`. */
export function visaTypes() {
  const lines = /** @type {readonly VisaRows[]} */ (STRUCTS).flatMap(({ name, doc, fields }, i) => [
    ...(i === 0 ? [] : ['']),
    ...comment(`${doc} \`${name}\` of the specification.`),
    `export interface ${visaType(name)} {`,
    ...fields.flatMap(visaMembers),
    '}',
  ]);
  return file('The structures of a vISA object as they are read.', lines);
}
