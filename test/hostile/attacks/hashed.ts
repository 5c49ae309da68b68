/** Numbers that V8 hashes to one bucket of a map: its hash of numbers has no seed. A map that has them as keys takes quadratic time. */
import { buildZebin, concat, type SectionSpec, SHT } from '../../support/build-elf.ts';
import { attacks, text } from './attack.ts';

const KERNEL = '- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';

/** The inverse of an odd number modulo 2³². */
function inverse(odd: number): number {
  let found = odd;
  for (let i = 0; i < 5; i++) found = Math.imul(found, 2 - Math.imul(odd, found));
  return found;
}
const [BY_5, BY_2057, BY_32767] = [inverse(5), inverse(2057), inverse(32_767)];

/** The number with this hash: the steps of `ComputeUnseededHash`, backwards. */
function hashedTo(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), BY_2057);
  h ^= (h >>> 4) ^ (h >>> 8) ^ (h >>> 12) ^ (h >>> 16) ^ (h >>> 20) ^ (h >>> 24) ^ (h >>> 28);
  h = Math.imul(h, BY_5);
  h ^= (h >>> 12) ^ (h >>> 24);
  return Math.imul(h + 1, BY_32767);
}

/** Numbers below 2³¹ whose hashes end in as many zeros as there can be for so many of them. */
function ofOneHash(count: number): number[] {
  const zeros = 30 - Math.ceil(Math.log2(Math.max(count, 2)));
  const found: number[] = [];
  for (let i = 1; found.length < count; i++) {
    const number = hashedTo(i << zeros);
    if (number > 0) found.push(number);
  }
  return found;
}

const zebin = (sections: readonly SectionSpec[], info = ''): Uint8Array =>
  buildZebin({
    zeInfo: `version: 1.60\nkernels:\n${KERNEL}${info}`,
    kernels: ['k'],
    notes: [{ type: 6, desc: 0x0500_4000 }],
    sections,
  }).bytes;

const bytes = (...values: number[]) => Uint8Array.from(values);
const u32 = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
const u64 = (...values: number[]) => new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
/** A compile unit of version 4 that is this entry alone. */
const unit = (entry: Uint8Array) => concat([u32(entry.length + 7), bytes(4, 0), u32(0), bytes(8), entry]);
const ABBREVIATION = [1, 0x11, 1, 0x10, 0x17, 0, 0];
const DEBUG: SectionSpec = { name: '.debug_info', data: unit(bytes(1, 0, 0, 0, 0)) };
const SYMBOLS: readonly SectionSpec[] = [
  { name: '.strtab', type: SHT.strtab },
  { name: '.symtab', link: '.strtab', symbols: [{}, { name: 'k', section: '.text.k' }] },
];

function leb(value: number): number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low | 128, ...leb(Math.floor(value / 128))];
}

/** A host program for x86-64 with dynamic relocations at these addresses. */
function hostProgram(addresses: readonly number[]): Uint8Array {
  const [dynamic, table] = [0x200, 0x1000];
  const size = table + addresses.length * 24;
  const whole = new Uint8Array(size);
  const segment = (type: number, at: number, length: number) => concat([u32(type, 6), u64(at, at, at, length, length, 8)]);
  whole.set(
    concat([
      text('\x7fELF\x02\x01\x01'.padEnd(16, '\0')),
      new Uint8Array(Uint16Array.of(3, 62).buffer),
      u32(1),
      u64(0, 64, 0),
      u32(0),
      new Uint8Array(Uint16Array.of(64, 56, 2, 64, 0, 0).buffer),
      segment(1, 0, size),
      segment(2, dynamic, 64),
    ]),
  );
  // The table of relocations, its size, the size of one, the end.
  whole.set(u64(7, table, 8, addresses.length * 24, 9, 24, 0, 0), dynamic);
  for (const [i, address] of addresses.entries()) whole.set(u64(address, 8, 0x100), table + i * 24);
  return whole;
}

export const HASHED = attacks('hashed', {
  'indices of arguments': {
    make: (scale) => {
      const indices = ofOneHash(50 * scale);
      const each = (line: (index: number) => string) => indices.map(line).join('');
      return zebin(
        [],
        `  payload_arguments:\n${each((i) => `  - arg_type: arg_byvalue\n    arg_index: ${i}\n`)}` +
          `  binding_table_indices:\n${each((i) => `  - bti_value: 1\n    arg_index: ${i}\n`)}` +
          `kernels_misc_info:\n- name: k\n  args_info:\n${each((i) => `  - index: ${i}\n    name: a\n`)}`,
      );
    },
    kind: 'ze_info',
  },
  'addresses of symbols': {
    make: (scale) => {
      const symbols = ofOneHash(100 * scale).map((value) => ({ name: 's', section: '.text.k', fields: { st_value: BigInt(value) } }));
      return zebin([
        { name: '.strtab', type: SHT.strtab },
        { name: '.symtab', link: '.strtab', symbols: [{}, ...symbols] },
      ]);
    },
    kind: 'zebins',
  },
  'offsets of relocations of debug data': {
    make: (scale) => {
      const relocations = ofOneHash(200 * scale).map((offset) => ({ offset, symbol: 1, type: 1 }));
      const abbrev = { name: '.debug_abbrev', data: bytes(...ABBREVIATION, 0) };
      return zebin([...SYMBOLS, DEBUG, abbrev, { name: '.rel.debug_info', link: '.symtab', info: '.debug_info', relocations }]);
    },
    kind: 'debug data',
  },
  'codes of abbreviations': {
    make: (scale) => {
      const codes = ofOneHash(300 * scale).map((code) => bytes(...leb(code), 0x34, 0, 0, 0));
      return zebin([...SYMBOLS, DEBUG, { name: '.debug_abbrev', data: concat([bytes(...ABBREVIATION), ...codes, bytes(0)]) }]);
    },
    kind: 'debug data',
  },
  'addresses of samples': {
    make: (scale) =>
      text(
        `kernel,address,sbid\n${ofOneHash(200 * scale)
          .map((address) => `k,${address.toString(16)},1\n`)
          .join('')}`,
      ),
    verbs: ['disasm'],
    kind: 'samples',
  },
  'addresses of dynamic relocations': { make: (scale) => hostProgram(ofOneHash(200 * scale)), kind: 'host programs' },
});
