/** `explain` answers for every name of the tables and of the specification, with the versions that have it and the drivers that read it. */
import { describe, expect, test } from 'vitest';
import { run } from '../../cli/commands/explain.ts';
import { NOTE_TYPES, RELOCATION_TYPES, SECTION_TYPES, SECTIONS, TARGET_METADATA } from '../../src/formats/zebin/index.ts';
import { ENUMS, RECORDS } from '../../src/formats/zeinfo/index.ts';
import { allEntries, type Entry, explain } from '../../src/internal.ts';
import { fakeIo } from './fake-io.ts';
import { optionsFor } from './run-verb.ts';
import { zebin } from './zebin.ts';

/** What the command prints, or nothing when it has no answer. */
function answer(query: string): string {
  const io = fakeIo();
  return run({ arguments: query.split(' '), options: optionsFor('explain'), io }) === 0 ? io.printed() : '';
}

/** What is wrong with the answer to a query that is to lead to the thing at `path`. */
function faults(query: string, kind: string, name: string): string[] {
  const found = explain(query).filter((entry) => entry.kind === kind && entry.name === name);
  if (found.length === 0) return [`${query}: does not lead to the ${kind} ${name}`];
  const text = answer(query);
  const blocks = text.split('\n\n').filter((block) => block.startsWith(`${name}: ${kind}`));
  if (blocks.length !== found.length) return [`${query}: ${found.length} entries in ${blocks.length} blocks`];
  return blocks.flatMap((block) =>
    ['versions', 'drivers'].filter((fact) => !block.includes(`\n  ${fact.padEnd(10)}`)).map((fact) => `${query}: no ${fact}`),
  );
}

const tables: [string, () => string[]][] = [
  [
    'attribute',
    () =>
      RECORDS.flatMap((record) =>
        Object.keys(record.attributes).flatMap((key) => [
          ...faults(key, 'attribute', key),
          ...faults(`${record.name}/${key}`, 'attribute', key),
        ]),
      ),
  ],
  [
    'word of an enumeration',
    () =>
      ENUMS.flatMap(({ name, members }) =>
        members.flatMap(({ value }) => [...faults(value, 'value', value), ...faults(`${name}/${value}`, 'value', value)]),
      ),
  ],
  ['section', () => SECTIONS.flatMap(({ pattern }) => faults(pattern, 'section', pattern))],
  ['section, by a real name', () => SECTIONS.flatMap(({ pattern }) => faults(pattern.replace(/\{.*\}/, 'x.y'), 'section', pattern))],
  ['section type', () => SECTION_TYPES.flatMap(({ name }) => faults(name, 'section type', name))],
  [
    'note type',
    () => NOTE_TYPES.flatMap(({ name, value }) => [...faults(name, 'note type', name), ...faults(`note type ${value}`, 'note type', name)]),
  ],
  ['bit field of the target metadata', () => TARGET_METADATA.flatMap(({ name }) => faults(name, 'bit field', name))],
  [
    'relocation type',
    () =>
      RELOCATION_TYPES.flatMap(({ name, value }) => [
        ...faults(name, 'relocation type', name),
        ...faults(`relocation type ${value}`, 'relocation type', name),
      ]),
  ],
];

test.each(tables)('every %s is explained, with versions and drivers', (_, all) => {
  expect(all()).toEqual([]);
});

test('every enumeration and every block by its name', () => {
  const missing = [...RECORDS, ...ENUMS].map(({ name }) => name).filter((name) => answer(name) === '');
  expect(missing).toEqual([]);
});

/** The names of the specification's page on ELF, as it writes them. */
const SPECIFICATION: readonly [kind: string, names: string][] = [
  [
    'section',
    `.text.{kernel_name} .text .data.const .bss.const .data.global .bss.global .symtab .rel.{kernel_name} .spv
     .visaasm.{visa_module_name} .debug_info .debug_line .ze_info .gtpin_info.{kernel_name} .misc.{misc_name} .misc.buildOptions
     .note.intelgt.compat .strtab`,
  ],
  ['section type', 'SHT_ZEBIN_SPIRV SHT_ZEBIN_ZEINFO SHT_ZEBIN_GTPIN_INFO SHT_ZEBIN_VISAASM SHT_ZEBIN_MISC'],
  [
    'note type',
    `NT_INTELGT_PRODUCT_FAMILY NT_INTELGT_GFXCORE_FAMILY NT_INTELGT_TARGET_METADATA NT_INTELGT_ZEBIN_VERSION
     NT_INTELGT_VISA_ABI_VERSION NT_INTELGT_PRODUCT_CONFIG NT_INTELGT_INDIRECT_ACCESS_DETECTION_VERSION
     NT_INTELGT_INDIRECT_ACCESS_BUFFER_MAJOR_VERSION`,
  ],
  [
    'bit field',
    `generatorSpecificFlags minHwRevisionId validateRevisionId disableExtendedValidation reservedBit maxHwRevisionId generatorId
     reserved RevisionID Reserved GMDRelease GMDArch`,
  ],
  ['generator', 'UNREGISTERED IGC NGEN'],
  [
    'relocation type',
    `R_NONE R_SYM_ADDR R_SYM_ADDR_32 R_SYM_ADDR_32_HI R_PER_THREAD_PAYLOAD_OFFSET_32 R_GLOBAL_IMM_32 R_SEND R_SYM_ADDR_16`,
  ],
  ['symbol', '_entry'],
  ['machine', 'EM_INTELGT'],
  ['field', 'EI_CLASS EI_DATA EI_VERSION EI_OSABI EI_ABIVERSION e_machine e_version e_flags sh_type sh_link sh_info n_type'],
];

describe.each(SPECIFICATION)('%s of the specification', (kind, names) => {
  test.each(names.split(/\s+/))('%s', (name) => {
    const found = explain(name).filter((entry) => entry.kind === kind);
    expect(found, `${kind} ${name}`).not.toEqual([]);
    expect(answer(name)).toContain(found[0]?.doc.slice(0, 20));
  });
});

test('the path of every entry leads to it alone', () => {
  const lost = allEntries().filter((entry) => explain(entry.path).length !== 1 || explain(entry.path)[0] !== entry);
  expect(lost.map((entry: Entry) => `${entry.kind} ${entry.path}`)).toEqual([]);
});

test('without a name: all of them', async () => {
  const { status, stdout } = await zebin(['explain']);
  expect(status).toBe(0);
  const listed = stdout.replace(/\s+/g, ' ');
  expect(
    allEntries()
      .filter((entry) => !listed.includes(entry.name))
      .map((entry) => entry.name),
  ).toEqual([]);
});
