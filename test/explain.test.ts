/** Every name that a table, a list of directives or a document has is explained. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { FOLDERS } from '../scripts/site/folders.mjs';
import { CODES } from '../src/core/diag/index.ts';
import { CORE_FAMILIES, PCI_DEVICES, PRODUCT_CONFIGS, PRODUCT_FAMILIES } from '../src/devices/index.ts';
import { RELEASES } from '../src/driver/index.ts';
import { documentEntries } from '../src/explain/documents.ts';
import { allEntries, explain } from '../src/explain/explain.ts';
import { anchorOf } from '../src/explain/pages.ts';
import { RESULTS } from '../src/explain/results.ts';
import { AR_HEADER } from '../src/formats/ar/index.ts';
import * as elf from '../src/formats/elf/index.ts';
import * as eu from '../src/formats/eu/index.ts';
import { IMAGE_KINDS, OFFLOAD_ENTRY, OFFLOAD_HEADERS, OFFLOAD_KEYS, OFFLOAD_KINDS, OFFLOAD_STRING } from '../src/formats/offload/index.ts';
import { ASPECTS, DEVICE_GLOBAL, DEVICELIBS, HOST_PIPE, PROPERTY_SETS, SPEC_CONSTANT } from '../src/formats/props/index.ts';
import { IMAGE_HEADER, MODULE_HEADER, SYCLBIN_HEADER, SYCLBIN_KEYS, SYCLBIN_ROLES } from '../src/formats/syclbin/index.ts';
import * as visa from '../src/formats/visa/index.ts';
import * as zebin from '../src/formats/zebin/index.ts';
import { ENUMS, RECORDS } from '../src/formats/zeinfo/index.ts';
import { FORMATS } from '../src/walk/formats.ts';

const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);
const fields = (structs: readonly { readonly fields: readonly { readonly name: string }[] }[]) =>
  structs.flatMap((rows) => names(rows.fields));

/** What users meet, table by table. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  'machine code': [
    ...eu.PLATFORMS.flatMap((platform) => [platform, ...eu.PLATFORM_NAMES[platform].also]),
    ...eu.OPERATIONS.map(({ mnemonic }) => mnemonic),
    ...eu.FIELDS.map(([name]) => name),
    ...names(Object.values(eu.TYPES)).filter((name) => !name.includes('INVALID')),
    ...names(eu.REGISTERS),
    ...names(eu.UNITS),
    ...names(eu.MESSAGE_OPERATIONS),
    ...eu.OPTIONS,
    'SWSB',
    'math.sqt',
    'sync.bar',
  ],
  'attributes of ze_info': RECORDS.flatMap((record) => [record.name, ...Object.keys(record.attributes)]),
  'words of ze_info': ENUMS.flatMap((rows) => [rows.name, ...rows.members.map(({ value }) => value)]),
  sections: zebin.SECTIONS.map(({ pattern }) => pattern),
  'numbers of zebin': [
    zebin.SECTION_TYPES,
    zebin.NOTE_TYPES,
    zebin.GENERATORS,
    zebin.RELOCATION_TYPES,
    zebin.SYMBOLS,
    zebin.PSEUDO_KERNELS,
    zebin.MACHINES,
    zebin.ELF_TYPES,
    zebin.ABI_VERSIONS,
  ].flatMap(names),
  'words of notes': zebin.NOTE_WORDS.flatMap(({ name, note, fields: bits }) => [name, note, ...names(bits)]),
  'structures of ELF': fields([
    elf.ELF_IDENT,
    elf.ELF_HEADER,
    elf.SECTION_HEADER,
    elf.PROGRAM_HEADER,
    elf.SYMBOL,
    elf.REL,
    elf.RELA,
    elf.NOTE_HEADER,
  ]),
  'numbers of ELF': [
    elf.SECTION_TYPES,
    elf.FILE_TYPES,
    elf.MACHINES,
    elf.SECTION_FLAGS,
    elf.SYMBOL_TYPES,
    elf.SYMBOL_BINDINGS,
    elf.SYMBOL_VISIBILITIES,
    elf.SPECIAL_SECTIONS,
  ].flatMap(names),
  archives: fields([AR_HEADER]),
  'property sets': PROPERTY_SETS.flatMap((set) => [set.name, ...set.properties.map(({ key }) => key)]),
  'numbers of property sets': [...names(ASPECTS), ...names(DEVICELIBS)],
  'structures of property sets': fields([SPEC_CONSTANT, DEVICE_GLOBAL, HOST_PIPE]),
  OffloadBinary: [
    ...fields([...OFFLOAD_HEADERS.map(({ rows }) => rows), OFFLOAD_ENTRY, OFFLOAD_STRING]),
    ...names(IMAGE_KINDS),
    ...names(OFFLOAD_KINDS),
    ...OFFLOAD_KEYS.map(({ key }) => key),
  ],
  SYCLBIN: [
    ...fields([SYCLBIN_HEADER, MODULE_HEADER, IMAGE_HEADER]),
    ...SYCLBIN_KEYS.map(({ key }) => key),
    ...SYCLBIN_ROLES.map(({ role }) => role),
  ],
  formats: FORMATS.map(({ kind }) => kind),
  devices: [...names(CORE_FAMILIES), ...names(PRODUCT_FAMILIES), ...PRODUCT_CONFIGS.flatMap(({ name, acronyms }) => [name, ...acronyms])],
  'other names of devices': [
    ...PRODUCT_CONFIGS.flatMap(({ name, acronyms }) => [
      name.replaceAll(' ', '-').toLowerCase(),
      ...acronyms.map((one) => `intel_gpu_${one.replaceAll('-', '_')}`),
    ]),
    ...PCI_DEVICES.flatMap(({ name = 'Intel(R) Graphics' }) => name),
    '0xe20b',
    'Arc B580',
  ],
  'results and messages of drivers': RESULTS.flatMap(({ name, also = [] }) => [name, ...also]),
  'instructions of vISA': [...visa.ROWS.map(({ mnemonic }) => mnemonic), ...visa.WORDS_WITHOUT_OPCODE],
  'attributes and platforms of vISA': [...names(visa.ATTRIBUTES), ...names(visa.PLATFORMS)],
  'records of vISA': visa.STRUCTS.flatMap((struct) =>
    struct.fields.flatMap(({ name, kind }: visa.VisaField) => [
      struct.name,
      name,
      ...(kind.kind === 'bits' ? names(kind.parts) : []),
      ...('countName' in kind ? [kind.countName] : []),
    ]),
  ),
  'pre-defined variables of vISA': [
    ...Array.from({ length: 32 }, (_, i) => `V${i}`),
    ...visa.PREDEFINED_VARIABLES.map(([name]) => name),
    ...['%tm', '%implicit_arg_ptr', '%implicit_local_id_buf_ptr'],
  ],
  'pre-defined surfaces, samplers and predicates of vISA': [...visa.PREDEFINED_SURFACES, 'T0', 'T1', 'T2', 'T3', 'T4', 'T5', 'S31', 'P0'],
  'directives of vISA': (visa.DIRECTIVE_ROWS as readonly visa.DirectiveRow[]).map(({ name, comment }) => `${comment ? '//.' : '.'}${name}`),
  'provenances of vISA': names(visa.KNOWN_PROVENANCES),
  'words of vISA': visa.ENUMERATIONS.flatMap(({ words }) => words.filter((word) => word !== '')),
  diagnostics: Object.keys(CODES),
};

test.each(Object.entries(NAMES))('every one of %s is explained', (_, list) => {
  expect(list.length).toBeGreaterThan(0);
  expect([...new Set(list)].filter((name) => explain(name).length === 0)).toEqual([]);
});

describe('what people paste is explained', () => {
  test.each([
    ['ZE_RESULT_ERROR_INVALID_NATIVE_BINARY', 'ZE_RESULT_ERROR_INVALID_NATIVE_BINARY'],
    ['0x7800000f', 'ZE_RESULT_ERROR_INVALID_NATIVE_BINARY'],
    ['2013265935', 'ZE_RESULT_ERROR_INVALID_NATIVE_BINARY'],
    ['RuntimeError: Triton Error [ZE]: 0x78000011', 'ZE_RESULT_ERROR_INVALID_KERNEL_NAME'],
    ['zeModuleCreate failed with error 1879048196', 'ZE_RESULT_ERROR_MODULE_BUILD_FAILURE'],
    ['-42', 'CL_INVALID_BINARY'],
    ['Native API failed. Native API returns: -42 (PI_ERROR_INVALID_BINARY) -42 (PI_ERROR_INVALID_BINARY)', 'CL_INVALID_BINARY'],
    ['Native API failed. Native API returns: 42 (UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE)', 'UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE'],
    ['No kernel named _ZTSN2ns6KernelE was found', 'No kernel named … was found'],
    ['DeviceBinaryFormat::zebin::.ze_info : Unknown entry "foo" for payload argument', 'Unknown entry'],
    ['PTSS', 'total scratch space exceeds HW supported limit'],
    [
      'error: total scratch space exceeds HW supported limit for kernel k: 587264 bytes (max permitted PTSS 262144 bytes)',
      'total scratch space exceeds HW supported limit',
    ],
    ['Unhandled target device', 'Unhandled target device'],
  ])('%s', (text, name) => {
    expect(explain(text).map((entry) => entry.name)).toContain(name);
  });

  test('with the verb that says more, and a public source', () => {
    for (const { help, source } of RESULTS) {
      expect(help).toMatch(/`zebin /);
      expect(source).toMatch(/^(oneapi-src|intel|KhronosGroup)\//);
    }
  });

  test('and each name and number is of one row', () => {
    const names = RESULTS.flatMap(({ name, also = [] }) => [name, ...also]);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    const values = RESULTS.flatMap(({ value }) => value ?? []);
    expect(new Set(values).size).toBe(values.length);
  });

  test.each(['the weather is fine', '-1', '7', 'x'.repeat(100_000), '0x7800000f'.repeat(20_000)])('not %.20s', (text) => {
    expect(explain(text).filter((entry) => entry.kind === 'message' || entry.kind.endsWith(' result'))).toEqual([]);
  });

  test('a device by each of its names', () => {
    for (const name of ['0xe20b', 'Arc B580', 'intel_gpu_bmg_g21', 'bmg-g21-a0', 'bmg'])
      expect(
        explain(name).map((entry) => entry.path),
        name,
      ).toEqual(['device/20.1.0']);
  });
});

test('platform numbers of vISA are next to the device names', () => {
  for (const { value, name } of visa.PLATFORMS) expect(explain(name).map((entry) => entry.value)).toContain(value);
});

test('an entry has a path of its own, and a sentence', () => {
  const entries = allEntries();
  const paths = new Map<string, number>();
  for (const { path } of entries) paths.set(path, (paths.get(path) ?? 0) + 1);
  expect([...paths].filter(([, count]) => count > 1)).toEqual([]);
  expect(entries.filter(({ doc }) => !/[.!?]$/.test(doc)).map(({ path }) => path)).toEqual([]);
});

test('an entry has an address of its own on the site, which every server and file system can have', () => {
  const schemas = new URL('../schemas/', import.meta.url);
  const members = readdirSync(schemas).flatMap((name) => documentEntries(JSON.parse(readFileSync(new URL(name, schemas), 'utf8'))));
  const places = new Map<string, Set<string>>();
  for (const entry of [...allEntries(), ...members]) {
    const [page = ''] = entry.page.split('#');
    expect(page).toMatch(/^reference\/[a-z-]+\/([A-Za-z0-9_][A-Za-z0-9._=-]*\/)*$/);
    const place = `${page}#${anchorOf(entry)}`;
    places.set(place.toLowerCase(), (places.get(place.toLowerCase()) ?? new Set()).add(`${place} ${entry.path}`));
  }
  expect([...places.values()].filter((entries) => entries.size > 1)).toEqual([]);
  const pages = new Set([...places.values()].map(([first = '']) => first.split('#')[0]));
  expect(new Set([...pages].map((page) => page?.toLowerCase())).size).toBe(pages.size);
});

test('every folder of entries has a title on the site', () => {
  const folders = new Set(allEntries().map(({ page }) => page.split('/')[1]));
  folders.add('document');
  expect(new Set(Object.keys(FOLDERS)), 'GROUPS in scripts/site/folders.mjs has the folders of PLACES in src/explain/pages.ts').toEqual(
    folders,
  );
});

test.each([
  ['eu_thread_count', 'reference/attribute/eu_thread_count/'],
  ['.text.{kernel}', 'reference/section/#text.kernel'],
  ['NT_INTELGT_PRODUCT_FAMILY', 'reference/note/NT_INTELGT_PRODUCT_FAMILY/'],
  ['R_SYM_ADDR', 'reference/relocation/#r_type-r_sym_addr'],
  ['zeinfo/unknown-attribute', 'reference/diagnostic/zeinfo/unknown-attribute/'],
  ['command/usage', 'reference/diagnostic/command/usage/'],
  ['wbp', 'reference/enumeration/l1_cache_policy/#l1_cache_policy-wbp'],
  ['1.54', 'reference/version/#ze_info-version-1.54'],
  ['24.45.31740.8', 'reference/release/#driver-release-24.45.31740.8'],
  ['math.sqt', 'reference/eu-operation/#eu-function-math.sqt'],
])('the address of %s is %s, and stays', (name, page) => {
  expect(explain(name).map((entry) => entry.page)).toContain(page);
});

test('versions and releases say what came and went with them', () => {
  const [attribute] = explain('eu_thread_count');
  expect(attribute?.since).toBeDefined();
  const [version] = explain(attribute?.since ?? '');
  expect(version).toMatchObject({ kind: 'ze_info version', doc: expect.stringContaining('execution_env/eu_thread_count') });
  const [release] = explain(attribute?.driver?.since ?? '');
  expect(release).toMatchObject({ kind: 'driver release', doc: expect.stringContaining('execution_env/eu_thread_count') });
  // A release that decides like the one before it.
  const between = RELEASES.filter((name) => !allEntries().some((entry) => entry.name === name));
  expect(between.length).toBeGreaterThan(0);
  for (const name of between) expect(explain(name)).toMatchObject([{ kind: 'driver release' }]);
});

describe('documents', () => {
  const folder = new URL('../schemas/', import.meta.url);
  const schemas = readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
  const entries = schemas.flatMap(documentEntries);

  test('have an entry for every member', () => {
    const members = new Set<string>();
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { properties } = value as { properties?: Record<string, unknown> };
      // A member may be called `properties` itself: then this is its schema.
      if (properties && typeof properties.type !== 'string') for (const name of Object.keys(properties)) members.add(name);
      for (const inner of Object.values(value)) collect(inner);
    };
    for (const schema of schemas) collect(schema);
    expect(members.size).toBeGreaterThan(200);
    expect([...members].filter((name) => explain(name).length + explain(name, entries).length === 0)).toEqual([]);
    expect(explain('memory_source', entries).length).toBeGreaterThan(0);
  });
});
