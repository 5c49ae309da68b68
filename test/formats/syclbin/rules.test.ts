/**
 * Cases that the rows of SYCLBIN make: roles, strings, places of sets. A right file has no finding; each change has its code, once, at
 * its bytes.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { FormatError, Reporter, SYCLBIN_CODES } from '../../../src/core/diag/index.ts';
import { layoutOffload, type OffloadImage, writeOffload } from '../../../src/formats/offload/index.ts';
import {
  PROPERTY_SETS,
  type PropertySetRow,
  type PropertyValue,
  printProps,
  propsOf,
  type SyclbinPlace,
  setAt,
} from '../../../src/formats/props/index.ts';
import { buildSyclbin, decodeSyclbin, readSyclbin, reportSyclbin, SYCLBIN_ROLES } from '../../../src/formats/syclbin/index.ts';
import { framed, stringKeys } from '../../../src/formats/syclbin/layout.ts';
import { IMAGE_HEADER, MODULE_HEADER, SYCLBIN_HEADER, type SyclbinRole } from '../../../src/formats/syclbin/table.ts';
import { latin1 } from '../../support/build-elf.ts';

type Role = SyclbinRole;
const ROLES: readonly Role[] = SYCLBIN_ROLES.map(({ role }) => role);
const sets: readonly PropertySetRow[] = PROPERTY_SETS;
const seen = new Set<string>();

const array = (value: string): PropertyValue => ({ type: 2, bits: value.length * 8, data: latin1(value) });
const text = (name: string, properties: Readonly<Record<string, PropertyValue>>) =>
  printProps(propsOf([{ name, properties: Object.entries(properties).map(([key, value]) => ({ key, value })) }]));

/** The right text of each place. */
const TEXT: Readonly<Record<Role, string>> = {
  global_metadata: text(setAt('global_metadata'), { state: { type: 1, value: 1 } }),
  am_metadata: text('SYCL/misc properties', { optLevel: { type: 1, value: 2 } }),
  ir: text(setAt('ir'), { type: { type: 1, value: 0 }, target: array('spir64') }),
  native: text(setAt('native'), { arch: array('bmg'), target: array('spir64_gen') }),
};
const place = (role: Role): SyclbinPlace | undefined => (role === 'am_metadata' ? undefined : role);
const isImage = (role: Role): role is 'ir' | 'native' => role === 'ir' || role === 'native';

const PARTS = (texts: Partial<Record<Role, string>> = {}) => {
  const text = (role: Role) => latin1(texts[role] ?? TEXT[role]);
  const image = (role: Role) => [{ metadata: text(role), bytes: latin1(`the ${role} image`) }];
  return { metadata: text('global_metadata'), modules: [{ metadata: text('am_metadata'), ir: image('ir'), native: image('native') }] };
};

/** The entries of the right file, each changed or left out by `change`. */
function second(change: (entry: OffloadImage, role: Role) => OffloadImage | readonly OffloadImage[] = (entry) => entry): Uint8Array {
  const { value } = readSyclbin(buildSyclbin(PARTS(), 2));
  const entries = (value.envelope?.blobs[0]?.entries ?? []).flatMap(({ header, strings, image }) => {
    const plain = strings.map(({ key, value: text }) => ({ key, value: text }));
    const role = plain.find(({ key }) => key === 'role')?.value as Role;
    const { image_kind, offload_kind, flags } = header;
    return change({ image_kind, offload_kind, flags, strings: plain, image: image.data }, role);
  });
  return writeOffload({ blobs: layoutOffload(entries, 2) });
}

const with_ = (entry: OffloadImage, key: string, value: string | undefined): OffloadImage => ({
  ...entry,
  strings: entry.strings.flatMap((row) => (row.key !== key ? [row] : value === undefined ? [] : [{ key, value }])),
});

function findingsOf(data: Uint8Array) {
  const out = new Reporter(data.length);
  try {
    reportSyclbin(decodeSyclbin(new Bytes(data), out), out);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    seen.add(error.diagnostic.code);
    return [[error.diagnostic.code, Buffer.from(data).toString('latin1', error.diagnostic.span.start, error.diagnostic.span.end)]];
  }
  for (const { code } of out.diagnostics) seen.add(code);
  return out.diagnostics.map(({ code, span }) => [code, Buffer.from(data).toString('latin1', span.start, span.end)]);
}

const frame = (text: string) => Buffer.from(new Bytes(framed({ metadata: latin1(text), bytes: latin1('') })).data).toString('latin1');

test.each([1, 2] as const)('a right file of version %i has no finding', (version) => {
  expect(findingsOf(buildSyclbin(PARTS(), version))).toEqual([]);
});

describe.each(ROLES)('the role %s', (role) => {
  const changed = (change: (entry: OffloadImage) => OffloadImage | readonly OffloadImage[]) =>
    second((entry, own) => (own === role ? change(entry) : entry));

  test('has as many entries as its row says', () => {
    const none = changed(() => []);
    const two = changed((entry) => [entry, entry]);
    if (isImage(role)) {
      expect([findingsOf(none), findingsOf(two)]).toEqual([[], []]);
      return;
    }
    expect(findingsOf(none)).toEqual([['syclbin/role', Buffer.from(none).toString('latin1')]]);
    expect(findingsOf(two)).toEqual([['syclbin/role', role]]);
  });

  test('is one that is known', () => {
    expect(findingsOf(changed((entry) => with_(entry, 'role', 'unheard-of')))).toEqual([['syclbin/role', 'unheard-of']]);
    expect(findingsOf(changed((entry) => with_(entry, 'role', undefined))).map(([code]) => code)).toEqual(['syclbin/role']);
  });

  test('belongs to a module by its number', () => {
    for (const number of ['x', '-1', '99999', '4294967296']) {
      const found = findingsOf(changed((entry) => with_(entry, 'am_index', number)));
      expect(found).toEqual(role === 'global_metadata' ? [] : [['syclbin/index', number]]);
    }
    const found = findingsOf(changed((entry) => with_(entry, 'am_index', undefined)));
    expect(found.map(([code]) => code)).toEqual(role === 'global_metadata' ? [] : ['syclbin/index']);
  });

  test('has the kinds of SYCLBIN and SYCL', () => {
    expect(findingsOf(changed((entry) => ({ ...entry, image_kind: 6 })))).toEqual([['syclbin/image-kind', '\x06\0']]);
    const image = isImage(role) ? `${frame(TEXT[role])}the ${role} image` : TEXT[role];
    expect(findingsOf(changed((entry) => ({ ...entry, offload_kind: 4 })))).toEqual([['syclbin/offload-kind', image]]);
  });

  test('says version 2, where it says one', () => {
    const found = findingsOf(changed((entry) => with_(entry, 'sycl_format_version', '3')));
    expect(found).toEqual(role === 'global_metadata' ? [['syclbin/version', '3']] : []);
    expect(findingsOf(changed((entry) => with_(entry, 'sycl_format_version', undefined)))).toEqual([]);
  });

  test.each(isImage(role) ? stringKeys(role) : [])('has the string %s, which says what the text says', (key) => {
    if (!isImage(role)) return;
    expect(findingsOf(changed((entry) => with_(entry, key, undefined)))).toEqual([['syclbin/missing-string', TEXT[role]]]);
    expect(findingsOf(changed((entry) => with_(entry, key, 'other')))).toEqual([['syclbin/strings', TEXT[role]]]);
  });

  test('has text of the size before it', () => {
    if (!isImage(role)) return;
    for (const size of [1_000, 2 ** 31]) {
      const image = new Uint8Array(16);
      new DataView(image.buffer).setUint32(0, size, true);
      const found = findingsOf(changed((entry) => ({ ...entry, image })));
      expect(found).toEqual([['syclbin/metadata-size', Buffer.from(image.subarray(0, 8)).toString('latin1')]]);
    }
    expect(findingsOf(changed((entry) => ({ ...entry, image: latin1('short') })))).toEqual([['syclbin/metadata-size', 'short']]);
  });

  test('has the set of its place, with its keys', () => {
    const own = place(role);
    if (!own) return;
    const name = setAt(own);
    const other = '[SYCL/kernel names]\n';
    for (const version of [1, 2] as const) {
      const found = findingsOf(buildSyclbin(PARTS({ [role]: other }), version)).filter(([code]) => code !== 'syclbin/missing-string');
      expect(found).toEqual([
        ['syclbin/set-place', other],
        ['syclbin/missing-set', other],
      ]);
      for (const { key } of sets.find((set) => set.name === name)?.properties.filter((row) => row.required) ?? []) {
        const text = `${TEXT[role]}`.replace(new RegExp(`^${key}=.*\n`, 'm'), '');
        const codes = findingsOf(buildSyclbin(PARTS({ [role]: text }), version)).filter(([code]) => code !== 'syclbin/missing-string');
        expect(codes).toEqual([['props/missing-key', `[${name}]\n`]]);
      }
    }
  });

  test.each(sets.map((set) => [set.name, set] as const))('and the set %s', (name, set) => {
    const empty = printProps(propsOf([{ name, properties: [] }]));
    const right = set.place === place(role);
    for (const version of [1, 2] as const) {
      const text = right && set.place ? TEXT[role] : `${TEXT[role]}${empty}`;
      const found = findingsOf(buildSyclbin(PARTS({ [role]: text }), version)).filter(([code]) => code === 'syclbin/set-place');
      expect(found).toEqual(right ? [] : [['syclbin/set-place', empty]]);
    }
  });
});

describe('version 1', () => {
  const put = (at: number, size: number, value: bigint) => {
    const data = buildSyclbin(PARTS(), 1);
    const view = new DataView(data.buffer, data.byteOffset);
    if (size === 8) view.setBigUint64(at, value, true);
    else view.setUint32(at, Number(value), true);
    return data;
  };
  const first = { module: SYCLBIN_HEADER.size64, ir: 0, native: 0 };
  first.ir = first.module + MODULE_HEADER.size64;
  first.native = first.ir + IMAGE_HEADER.size64;

  const headers = [
    ['header', 0, SYCLBIN_HEADER],
    ['module', first.module, MODULE_HEADER],
    ['ir', first.ir, IMAGE_HEADER],
    ['native', first.native, IMAGE_HEADER],
  ] as const;
  const fields = headers.flatMap(([name, at, rows]) =>
    rows.fields.map((field) => [`${name}: ${field.name}`, field.name, at + field.at64[0], field.at64[1]] as const),
  );

  test.each(fields)('a wrong value has the code of its field: %s', (_, name, at, size) => {
    const found = findingsOf(put(at, size, 0x7fff_ffffn));
    const code = {
      magic: 'syclbin/not-syclbin',
      version: 'syclbin/version',
      abstract_module_count: 'syclbin/header',
      ir_module_count: at < first.module ? 'syclbin/header' : 'syclbin/index',
      native_image_count: at < first.module ? 'syclbin/header' : 'syclbin/index',
    }[name as string];
    const expected = code ?? (/_first$/.test(name) ? 'syclbin/index' : 'syclbin/range');
    expect([...new Set(found.map(([one]) => one))]).toEqual([expected]);
    // A damaged size of the metadata table moves what comes after it.
    if (name !== 'metadata_table_size') expect(found).toHaveLength(1);
  });
});

afterAll(() => {
  // Every code of the format has a case above.
  expect(Object.keys(SYCLBIN_CODES).filter((code) => !seen.has(code))).toEqual([]);
});
