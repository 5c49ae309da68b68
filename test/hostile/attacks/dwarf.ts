/** Debug information: lists, names and nesting that many entries share. What `disasm` reads. */
import { buildZebin, concat, type SectionSpec, SHT } from '../../support/build-elf.ts';
import { attacks } from './attack.ts';

const u16 = (value: number) => new Uint8Array(Uint16Array.of(value).buffer);
const u32 = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
const u64 = (...values: number[]) => new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
const bytes = (...values: number[]) => Uint8Array.from(values);
const many = (count: number, part: Uint8Array) => concat(Array.from({ length: Math.ceil(count) }, () => part));

const ADDRESS = 0x10_0000;
const INFO = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';

/** A zebin with code at an address, as it is when it is linked, and debug sections. */
const zebin = (code: number, sections: readonly SectionSpec[]): Uint8Array =>
  buildZebin({
    zeInfo: INFO,
    notes: [{ type: 6, desc: 0x0500_4000 }],
    sections: [{ name: '.text.k', flags: 6, data: new Uint8Array(code), header: { sh_addr: BigInt(ADDRESS) } }, ...sections],
  }).bytes;

const unit4 = (entries: Uint8Array, abbreviations = 0) => concat([u32(entries.length + 7), u16(4), u32(abbreviations), bytes(8), entries]);
const unit5 = (entries: Uint8Array) => concat([u32(entries.length + 8), u16(5), bytes(1, 8), u32(0), entries]);
const info = (data: Uint8Array): SectionSpec => ({ name: '.debug_info', data });
const abbrev = (...values: number[]): SectionSpec => ({ name: '.debug_abbrev', data: bytes(...values, 0) });

/** A compile unit with its line table, a function with name and place, an inlined call with its place. */
const UNIT = [1, 0x11, 1, 0x10, 0x17, 0, 0];
const FUNCTION = [2, 0x2e, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0];
const INLINED = [3, 0x1d, 1, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0x59, 0x0b, 0, 0];
const place = (size: number) => concat([u64(ADDRESS), u32(size)]);

/** LEB128 of three bytes. */
const leb = (value: number) => bytes((value & 0x7f) | 0x80, ((value >> 7) & 0x7f) | 0x80, (value >> 14) & 0x7f);

/** A line table with a row for each 16 bytes; with names, each row has a file of that name in the directory: these in turn. */
function lines(rows: number, directory?: string, names: readonly string[] = ['a']): SectionSpec {
  const row = bytes(0x10 + 13);
  const isOne = directory === undefined && names.length === 1;
  const each = isOne
    ? [many(rows, row)]
    : Array.from({ length: Math.ceil(rows) }, (_, i) => concat([bytes(4), leb(1 + (i % names.length)), row]));
  const program = concat([bytes(0, 9, 2), u64(ADDRESS), ...each, bytes(0, 1, 1)]);
  const text = (value: string) => new Uint8Array(Buffer.from(`${value}\0`));
  // From 13 on: the address goes 16 on, and the line one.
  const header = concat([
    bytes(16, 1, 1, 1, 1, 13),
    bytes(0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1),
    ...(directory === undefined ? [] : [text(directory)]),
    bytes(0),
    ...names.flatMap((name) => [text(name), bytes(directory === undefined ? 0 : 1, 0, 0)]),
    bytes(0),
  ]);
  return { name: '.debug_line', data: concat([u32(header.length + program.length + 6), u16(4), u32(header.length), header, program]) };
}

/** A name of the file `a`: no two below 65,536 are the same. */
const spelling = (i: number) => `${Array.from({ length: 16 }, (_, bit) => ((i >> bit) & 1 ? 'x/../' : './')).join('')}a`;

const VERBS = ['disasm', 'debug'];

/** Where the first entry after that of the unit is, for references. */
const FIRST = 16;
/** A variable with its type. Types: an array whose entries have one byte, a number, a structure, and members without a name. */
const VARIABLE = [4, 0x34, 0, 0x03, 0x08, 0x49, 0x13, 0, 0];
const TYPES = [
  ...[5, 0x01, 1, 0x49, 0x13, 0, 0],
  ...[6, 0x21, 0, 0, 0],
  ...[7, 0x24, 0, 0x0b, 0x0b, 0x3e, 0x0b, 0, 0],
  ...[8, 0x13, 1, 0x0b, 0x0b, 0, 0],
  ...[9, 0x0d, 0, 0x49, 0x13, 0x38, 0x0b, 0, 0],
];
/** The same with a list of locations, or with bytes of its own; a function with a list of ranges. */
const WITH_LIST = [10, 0x34, 0, 0x03, 0x08, 0x02, 0x17, 0, 0];
const WITH_BYTES = [11, 0x34, 0, 0x03, 0x08, 0x49, 0x13, 0x02, 0x18, 0, 0];
const WITH_RANGES = [12, 0x2e, 1, 0x03, 0x08, 0x55, 0x17, 0, 0];
/** A name for another type. */
const ALIAS = [13, 0x16, 0, 0x49, 0x13, 0, 0];
const NUMBER = bytes(7, 4, 5);

/** A unit of a function with variables, and what is before it. */
function variables(before: Uint8Array, each: Uint8Array, count: number, more: readonly SectionSpec[] = [], isRanges = false): Uint8Array {
  const begin = isRanges ? concat([bytes(12, 0x66, 0), u32(0)]) : concat([bytes(2, 0x66, 0), place(64)]);
  const entries = concat([bytes(1), u32(0), before, begin, many(count, each), bytes(0, 0)]);
  const rows = [...UNIT, ...FUNCTION, ...VARIABLE, ...TYPES, ...WITH_LIST, ...WITH_BYTES, ...WITH_RANGES, ...ALIAS];
  return zebin(64, [info(unit4(entries)), abbrev(...rows), lines(4), ...more]);
}

/** Structures, each with two members without a name: the next structure. The last is the first. */
function nested(count: number): Uint8Array {
  const size = 2 + 2 * 6 + 1;
  const one = (next: number) => concat([bytes(8, 8), ...[0, 1].map(() => concat([bytes(9), u32(next), bytes(0)])), bytes(0)]);
  return concat(Array.from({ length: count }, (_, i) => one(FIRST + ((i + 1) % count) * size)));
}

export const DWARF = attacks('dwarf', {
  'variables whose type is one array of many entries': {
    make: (scale) => {
      const count = Math.ceil(1_000 * scale);
      const array = concat([bytes(5), u32(FIRST + 6 + count), new Uint8Array(count).fill(6), bytes(0)]);
      return variables(concat([array, NUMBER]), concat([bytes(4, 0x76, 0), u32(FIRST)]), 100 * scale);
    },
    verbs: VERBS,
  },
  'variables with one list of locations': {
    make: (scale) => {
      const list = concat([many(50 * scale, concat([new Uint8Array(8).fill(0xff), u64(ADDRESS)])), u64(0, 0)]);
      return variables(NUMBER, concat([bytes(10, 0x76, 0), u32(0)]), 100 * scale, [{ name: '.debug_loc', data: list }]);
    },
    verbs: VERBS,
  },
  'variables of a function of many ranges': {
    make: (scale) => {
      const list = concat([many(50 * scale, u64(ADDRESS + 16, ADDRESS + 32)), u64(ADDRESS, ADDRESS + 16, 0, 0)]);
      return variables(NUMBER, concat([bytes(4, 0x76, 0), u32(FIRST)]), 100 * scale, [{ name: '.debug_ranges', data: list }], true);
    },
    verbs: VERBS,
  },
  'structures in one another, and at last in themselves': {
    make: (scale) => {
      const value = concat([bytes(11, 0x76, 0), u32(FIRST), bytes(10, 0x9e, 8), new Uint8Array(8)]);
      return variables(nested(Math.ceil(20 * scale)), value, 1);
    },
    verbs: VERBS,
  },
  'variables of one structure that is in itself': {
    make: (scale) => {
      const value = concat([bytes(11, 0x76, 0), u32(FIRST), bytes(10, 0x9e, 8), new Uint8Array(8)]);
      return variables(nested(1), value, 50 * scale);
    },
    verbs: VERBS,
  },
  'one list of ranges that all functions share': {
    make: (scale) => {
      const list = concat([many(50 * scale, concat([bytes(7), u64(ADDRESS), bytes(16)])), bytes(0)]);
      const entries = concat([bytes(1), u32(0), many(20 * scale, concat([bytes(2), u32(0)]))]);
      return zebin(64, [
        info(unit5(entries)),
        abbrev(...UNIT, 2, 0x2e, 0, 0x55, 0x17, 0, 0),
        { name: '.debug_rnglists', data: list },
        lines(4),
      ]);
    },
    verbs: VERBS,
  },
  'rows within 250 calls that are inlined in one another': {
    make: (scale) => {
      const rows = 40 * scale;
      const size = rows * 16;
      const calls = Array.from({ length: 249 }, () => concat([bytes(3), bytes(0x66, 0), place(size), bytes(1)]));
      const entries = concat([bytes(1), u32(0), bytes(2, 0x66, 0), place(size), ...calls, new Uint8Array(251)]);
      return zebin(size, [info(unit4(entries)), abbrev(...UNIT, ...FUNCTION, ...INLINED), lines(rows)]);
    },
    verbs: VERBS,
  },
  'many functions and symbols of one name': {
    make: (scale) => {
      const entry = concat([bytes(2), bytes(0x6b, 0), u64(0), u32(16)]);
      const entries = concat([bytes(1), u32(0), many(50 * scale, entry)]);
      const texts = Array.from({ length: Math.ceil(20 * scale) }, () => ({ name: '.text.k', flags: 6, data: new Uint8Array(16) }));
      const strtab = { name: '.strtab', type: SHT.strtab };
      const symbols = texts.map((_, i) => ({ name: 'k', section: i + 1, fields: { st_info: 2 } }));
      return buildZebin({
        zeInfo: INFO,
        sections: [
          ...texts,
          strtab,
          { name: '.symtab', link: '.strtab', symbols: [{}, ...symbols] },
          info(unit4(entries)),
          abbrev(...UNIT, 2, 0x2e, 0, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0),
          lines(1),
        ],
      }).bytes;
    },
    verbs: VERBS,
  },
  'abbreviations of many attributes': {
    make: (scale) =>
      zebin(64, [
        info(unit4(bytes(1))),
        { name: '.debug_abbrev', data: concat([bytes(1, 0x11, 1), many(2_000 * scale, bytes(0x3f, 0x19)), bytes(0, 0, 0)]) },
        lines(4),
      ]),
    verbs: VERBS,
  },
  'many abbreviations': {
    make: (scale) => {
      const rows = Array.from({ length: Math.ceil(500 * scale) }, (_, i) =>
        bytes((i & 0x7f) | 0x80, ((i >> 7) & 0x7f) | 0x80, 1, 0x34, 0, 0, 0),
      );
      const abbreviations = { name: '.debug_abbrev', data: concat([...rows, bytes(...UNIT, 0)]) };
      return zebin(64, [info(unit4(bytes(1, 0, 0, 0, 0))), abbreviations, lines(4)]);
    },
    verbs: VERBS,
  },
  'entries of one byte': {
    make: (scale) => {
      const entries = concat([bytes(1, 0, 0, 0, 0), new Uint8Array(2_000 * scale).fill(2)]);
      return zebin(64, [info(unit4(entries)), abbrev(...UNIT, 2, 0x34, 0, 0, 0), lines(4)]);
    },
    verbs: VERBS,
  },
  'names in a tail without end': {
    make: (scale) => {
      const functions = many(100 * scale, concat([bytes(2), u32(0), place(64)]));
      const entries = concat([bytes(1), u32(0), functions]);
      const named = [2, 0x2e, 0, 0x03, 0x0e, 0x11, 0x01, 0x12, 0x06, 0, 0];
      return zebin(64, [
        info(unit4(entries)),
        abbrev(...UNIT, ...named),
        lines(4),
        { name: '.debug_str', data: 'n'.repeat(1_000 * scale) },
      ]);
    },
    verbs: VERBS,
  },
  'rows of two files in a long directory': {
    make: (scale) => {
      const rows = 40 * scale;
      return zebin(rows * 16, [info(unit4(bytes(1, 0, 0, 0, 0))), abbrev(...UNIT), lines(rows, 'd'.repeat(2_000 * scale), ['a', 'a'])]);
    },
    verbs: VERBS,
  },
  'rows of many files in a long directory': {
    make: (scale) => {
      const rows = 40 * scale;
      return zebin(rows * 16, [
        info(unit4(bytes(1, 0, 0, 0, 0))),
        abbrev(...UNIT),
        lines(rows, 'd'.repeat(2_000 * scale), Array(Math.ceil(rows)).fill('a')),
      ]);
    },
    verbs: VERBS,
  },
  'units of functions that symbols of many sections have': {
    make: (scale) => {
      const entry = (name: number) => concat([bytes(2, name, 0), u64(0), u32(16)]);
      const units = many(10 * scale, unit4(concat([bytes(1), u32(0), entry(0x61), entry(0x62), bytes(0)])));
      const names = ['a', 'b'];
      const count = Math.ceil(20 * scale);
      const symbols = Array.from({ length: count }, (_, i) =>
        names.map((name) => ({ name, section: i + 1, fields: { st_info: 2 } })),
      ).flat();
      return buildZebin({
        zeInfo: INFO,
        notes: [{ type: 6, desc: 0x0500_4000 }],
        sections: [
          ...Array.from({ length: count }, () => ({ name: '.text.k', flags: 6, data: new Uint8Array(16) })),
          { name: '.strtab', type: SHT.strtab },
          { name: '.symtab', link: '.strtab', symbols: [{}, ...symbols] },
          info(units),
          abbrev(...UNIT, 2, 0x2e, 0, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0),
          lines(1),
        ],
      }).bytes;
    },
    verbs: VERBS,
  },
  'one file under many names': {
    make: (scale) => {
      const count = 40 * scale;
      const names = Array.from({ length: Math.ceil(count) }, (_, i) => spelling(i));
      return zebin(count * 16, [info(unit4(bytes(1, 0, 0, 0, 0))), abbrev(...UNIT), lines(count, undefined, names)]);
    },
    verbs: VERBS,
  },
  'expressions of many operations': {
    make: (scale) => {
      const count = Math.ceil(2_000 * scale);
      const size = bytes((count & 0x7f) | 0x80, ((count >> 7) & 0x7f) | 0x80, (count >> 14) & 0x7f);
      // The address of the frame, and additions of itself.
      return variables(NUMBER, concat([bytes(11, 0x76, 0), u32(FIRST), size, bytes(0x31), new Uint8Array(count - 1).fill(0x12)]), 1);
    },
    verbs: VERBS,
    most: 1_000,
  },
  'types that name each other in a chain': {
    make: (scale) => {
      const count = Math.ceil(100 * scale);
      const chain = concat(Array.from({ length: count }, (_, i) => concat([bytes(13), u32(FIRST + 5 * (i + 1))])));
      return variables(concat([chain, NUMBER]), concat([bytes(4, 0x76, 0), u32(FIRST)]), 100 * scale);
    },
    verbs: VERBS,
  },
  'functions whose origins are a chain': {
    make: (scale) => {
      const count = Math.ceil(100 * scale);
      const chain = Array.from({ length: count }, (_, i) => concat([bytes(2), u32(FIRST + 17 * (i + 1)), place(64)]));
      const entries = concat([bytes(1), u32(0), ...chain, bytes(3, 0x66, 0, 0)]);
      const rows = [...UNIT, 2, 0x2e, 0, 0x31, 0x13, 0x11, 0x01, 0x12, 0x06, 0, 0, 3, 0x2e, 0, 0x03, 0x08, 0, 0];
      return zebin(64, [info(unit4(entries)), abbrev(...rows), lines(4)]);
    },
    verbs: VERBS,
  },
  'units that share a long table of abbreviations': {
    make: (scale) => {
      const rows = Array.from({ length: Math.ceil(100 * scale) }, (_, i) =>
        bytes((i & 0x7f) | 0x80, ((i >> 7) & 0x7f) | 0x80, 1, 0x34, 0, 0, 0),
      );
      const abbreviations = { name: '.debug_abbrev', data: concat([...rows, bytes(...UNIT, 0)]) };
      return zebin(64, [info(many(100 * scale, unit4(bytes(1, 0, 0, 0, 0)))), abbreviations, lines(4)]);
    },
    verbs: VERBS,
  },
  'units, each with abbreviations that begin later': {
    make: (scale) => {
      const count = Math.ceil(100 * scale);
      const row = bytes(1, 0x11, 0, 0, 0);
      const units = concat(Array.from({ length: count }, (_, i) => unit4(bytes(1), i * row.length)));
      return zebin(64, [info(units), { name: '.debug_abbrev', data: concat([many(count, row), bytes(0)]) }, lines(4)]);
    },
    verbs: VERBS,
  },
  'directories that have no bytes': {
    make: (scale) => {
      // A format of no parts, and 2^32 directories of it.
      const directories = bytes(0, 0xff, 0xff, 0xff, 0xff, 0x0f);
      const header = concat([bytes(16, 1, 1, 1, 1, 13), bytes(0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1), directories, bytes(0, 0)]);
      const table = concat([u32(header.length + 8), u16(5), bytes(8, 0), u32(header.length), header]);
      return zebin(64, [info(unit4(bytes(1, 0, 0, 0, 0))), abbrev(...UNIT), { name: '.debug_line', data: many(scale, table) }]);
    },
    verbs: VERBS,
  },
  'attributes whose form is in the entry': {
    make: (scale) => {
      const count = Math.ceil(2_000 * scale);
      // The form says that the form follows, again and again.
      const entries = concat([bytes(1, 0, 0, 0, 0, 2), new Uint8Array(count).fill(0x16), bytes(0x0b, 1, 0)]);
      return zebin(64, [info(unit4(entries)), abbrev(...UNIT, 2, 0x34, 0, 0x3a, 0x16, 0, 0), lines(4)]);
    },
    verbs: VERBS,
  },
  'sequences of one row': {
    make: (scale) => {
      const header = concat([bytes(16, 1, 1, 1, 1, 13), bytes(0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1), bytes(0, 97, 0, 0, 0, 0, 0)]);
      const program = many(100 * scale, concat([bytes(0, 9, 2), u64(ADDRESS), bytes(1, 0, 1, 1)]));
      const table = concat([u32(header.length + program.length + 6), u16(4), u32(header.length), header, program]);
      return zebin(64, [info(unit4(bytes(1, 0, 0, 0, 0))), abbrev(...UNIT), { name: '.debug_line', data: table }]);
    },
    verbs: VERBS,
  },
  'scopes in one another': {
    make: (scale) => {
      const count = Math.ceil(500 * scale);
      const entries = concat([bytes(1), u32(0), bytes(2, 0x66, 0), place(64), new Uint8Array(count).fill(3), new Uint8Array(count + 2)]);
      return zebin(64, [info(unit4(entries)), abbrev(...UNIT, ...FUNCTION, 3, 0x0b, 1, 0, 0), lines(4)]);
    },
    verbs: VERBS,
  },
  'rows alone': { make: (scale) => zebin(16, [info(unit4(bytes(1, 0, 0, 0, 0))), abbrev(...UNIT), lines(2_000 * scale)]), verbs: VERBS },
});
