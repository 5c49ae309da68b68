/** Formats around zebins: host files of many sections, files before zebin, caches, text bundles, SPIR-V, SYCLBIN. */
import { buildSyclbin } from '../../../src/formats/syclbin/index.ts';
import { buildZebin, concat } from '../../support/build-elf.ts';
import { attacks, text, times } from './attack.ts';

const u16 = (...values: number[]) => new Uint8Array(Uint16Array.from(values).buffer);
const u32 = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
const u64 = (...values: number[]) => new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
const many = (count: number, part: Uint8Array) => concat(Array.from({ length: Math.ceil(count) }, () => part));
const KERNEL = (name: string) => `- name: ${name}\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n`;
const NOTES = [{ type: 6, desc: 0x0500_4000 }];

const ELF = text('\x7fELF\x02\x01\x01'.padEnd(16, '\0'));
const LONG = 'n'.repeat(255);

/** An object for Windows whose sections all have one long name. */
function coff(count: number): Uint8Array {
  const sections = Math.ceil(count);
  const section = concat([text('/4'.padEnd(8, '\0')), u32(0, 0, 16, 60, 0, 0, 0, 0x4000_0040)]);
  return concat([
    u16(0x8664, sections),
    u32(0, 20 + 40 * sections, 0),
    u16(0, 0),
    many(sections, section),
    u32(4 + 256),
    text(`${LONG}\0`),
  ]);
}

/** An object for Linux of the same kind. Past 65,279 sections the first section says how many they are. */
function elf(count: number): Uint8Array {
  const sections = Math.ceil(count) + 2;
  const names = text(`\0${LONG}\0`.padEnd(264, '\0'));
  const section = (name: number, type: number, flags: number, offset: number, size: number, link = 0) =>
    concat([u32(name, type), u64(flags, 0, offset, size), u32(link, 0), u64(1, 0)]);
  const head = concat([ELF, u16(1, 62), u32(1), u64(0, 0, 64 + names.length), u32(0), u16(64, 0, 0, 64, 0, 0xffff)]);
  return concat([
    head,
    names,
    section(0, 0, 0, 0, sections, 1),
    section(1, 3, 0, 64, names.length),
    many(sections - 2, section(1, 1, 2, 64, 16)),
  ]);
}

/** A program for Windows of many sections. */
function pe(count: number): Uint8Array {
  const sections = Math.ceil(count);
  const optional = concat([u16(0x20b), new Uint8Array(238)]);
  const section = concat([text('.data'.padEnd(8, '\0')), u32(4096, 4096, 4096, 64, 0, 0, 0, 0xc000_0040)]);
  return concat([
    text('MZ'.padEnd(60, '\0')),
    u32(64),
    text('PE\0\0'),
    u16(0x8664, sections),
    u32(0, 0, 0),
    u16(optional.length, 0x22),
    optional,
    many(sections, section),
  ]);
}

/** A program whose data is words that a descriptor of device images may begin with. */
function beginnings(count: number): Uint8Array {
  const data = many(count, concat([u16(1, 0xffff), u32(0), u64(120), new Uint8Array(16)]));
  const segment = concat([u32(1, 6), u64(0, 0, 0, 120 + data.length, 120 + data.length, 8)]);
  return concat([ELF, u16(2, 62), u32(1), u64(0, 64, 0), u32(0), u16(64, 56, 1, 64, 0, 0), segment, data]);
}

/** A file of patch tokens: kernels, each with a name and tokens. */
function patchTokens(kernels: readonly Uint8Array[], patches: Uint8Array = new Uint8Array()): Uint8Array {
  return concat([u32(0x494e_5443, 1_066, 12, 8, kernels.length, 0, patches.length), patches, ...kernels]);
}
const legacyKernel = (name: string, patches: Uint8Array = new Uint8Array()) =>
  concat([u32(0, 0, 0, name.length, patches.length, 0, 0, 0, 0, 0), text(name), patches]);
const TOKEN = u32(17, 8);

/** A file of one module: its property sets, and images that all have them. */
function syclbin(metadata: string, images: number, image: Uint8Array): Uint8Array {
  const native = Array.from({ length: Math.ceil(images) }, () => ({ metadata: text(''), bytes: image }));
  return buildSyclbin(
    { metadata: text('[SYCLBIN/global metadata]\nstate=1|2\n'), modules: [{ metadata: text(metadata), ir: [], native }] },
    1,
  );
}

const HOST = { kind: 'host programs' } as const;
const LEGACY = { kind: 'patch tokens' } as const;
const CONTAINERS = { kind: 'containers' } as const;
const spirv = (words: Uint8Array) => concat([u32(0x0723_0203, 0x1_0000, 0, 1, 0), words]);

export const FORMATS = [
  ...attacks(
    'host',
    {
      'sections of one long name in COFF': { make: (scale) => coff(Math.min(50 * scale, 65_535)) },
      'sections of one long name in ELF': { make: (scale) => elf(50 * scale) },
      'sections of PE': { make: (scale) => pe(Math.min(50 * scale, 65_535)) },
      'words that descriptors begin with': { make: (scale) => beginnings(100 * scale) },
    },
    HOST,
  ),
  ...attacks(
    'legacy',
    {
      'kernels without content': {
        make: (scale) => patchTokens(Array.from({ length: Math.ceil(50 * scale) }, (_, i) => legacyKernel(`k${i}`))),
      },
      'kernels of one name': { make: (scale) => patchTokens(Array.from({ length: Math.ceil(50 * scale) }, () => legacyKernel('k\0\0\0'))) },
      'tokens of a kernel': { make: (scale) => patchTokens([legacyKernel('k\0\0\0', many(300 * scale, TOKEN))]) },
      'tokens of a program': { make: (scale) => patchTokens([legacyKernel('k\0\0\0')], many(300 * scale, TOKEN)) },
      'kernels of long names': {
        make: (scale) => patchTokens(Array.from({ length: Math.ceil(scale) }, () => legacyKernel('n'.repeat(2_000)))),
      },
    },
    LEGACY,
  ),
  ...attacks(
    'syclbin',
    {
      'sets that images share': {
        make: (scale) =>
          syclbin(
            times(50 * scale, (i) => `[${i.toString(36)}]\n`),
            20 * scale,
            text(''),
          ),
      },
      'properties that images share': {
        make: (scale) =>
          syclbin(
            `[a]\n${times(100 * scale, (i) => `${i.toString(36)}=1|1\n`)}`,
            5 * scale,
            buildZebin({ zeInfo: 'version: 1.60\n' }).bytes,
          ),
      },
      'argument masks of kernels, in another order': {
        make: (scale) => {
          const names = Array.from({ length: Math.ceil(20 * scale) }, (_, i) => `k${String(i).padStart(6, '0')}`);
          const misc = [...names]
            .reverse()
            .map((name) => `- name: ${name}\n`)
            .join('');
          const info = `version: 1.60\nkernels:\n${names.map(KERNEL).join('')}kernels_misc_info:\n${misc}`;
          const masks = names.map((name) => `${name}=2|EAAAAAAAAAgA\n`).join('');
          return syclbin(`[SYCL/kernel param opt]\n${masks}`, 1, buildZebin({ zeInfo: info, notes: NOTES }).bytes);
        },
      },
    },
    CONTAINERS,
  ),
  ...attacks(
    'formats',
    {
      'parts of a cache file without content': {
        make: (scale) => concat([u64(Math.ceil(300 * scale)), new Uint8Array(8 * Math.ceil(300 * scale))]),
      },
      'parts of a cache file': { make: (scale) => concat([u64(Math.ceil(300 * scale)), many(300 * scale, concat([u64(1), text('x')]))]) },
      'entries of a text bundle': {
        make: (scale) =>
          text(
            times(20 * scale, (i) => `\n// __CLANG_OFFLOAD_BUNDLE____START__ sycl-${i}\nx\n// __CLANG_OFFLOAD_BUNDLE____END__ sycl-${i}\n`),
          ),
      },
      'entries of a text bundle that do not end': {
        make: (scale) => text('\n// __CLANG_OFFLOAD_BUNDLE____START__ sycl-0\n'.repeat(50 * scale)),
      },
      'entries of a bundle without content': {
        make: (scale) =>
          concat([text('__CLANG_OFFLOAD_BUNDLE__'), u64(Math.ceil(100 * scale)), new Uint8Array(24 * Math.ceil(100 * scale))]),
      },
      'entry points of SPIR-V': { make: (scale) => spirv(many(150 * scale, u32((4 << 16) | 15, 6, 1, 0x6b))) },
      'instructions of SPIR-V': { make: (scale) => spirv(many(600 * scale, u32(0x1_0000))) },
      'members of a thin archive': {
        make: (scale) =>
          text(
            `!<thin>\n${times(50 * scale, (i) => `${`a${i % 1_000_000}/`.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${'10'.padEnd(10)}\`\n`)}`,
          ),
      },
    },
    CONTAINERS,
  ),
];
