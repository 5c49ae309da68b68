// @ts-check
/** What is damaged: small real files of every format, and where those are large, small ones written by the library. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateSync, gzipSync } from 'node:zlib';

const FIXTURES = fileURLToPath(new URL('../../test/fixtures', import.meta.url));

/**
 * @typedef {import('./library.mjs').Library} Library
 * @typedef {import('../../src/internal.ts').FolderFile} FolderFile
 * @typedef {object} Seed
 * @property {string} name
 * @property {Uint8Array} bytes
 * @property {readonly FolderFile[]} [folder] that the bytes are a file of, by the name of the seed
 * @property {'zlib' | 'gzip' | 'zstd'} [method] that the bytes are compressed with
 */

/** @param {string} text */
const latin1 = (text) => new Uint8Array(Buffer.from(text, 'latin1'));
const u64 = (/** @type {number} */ value) => new Uint8Array(new BigUint64Array([BigInt(value)]).buffer);
const sized = (/** @type {Uint8Array} */ data) => concat(u64(data.length), data);

/** @param {Uint8Array[]} parts */
function concat(...parts) {
  return new Uint8Array(Buffer.concat(parts));
}

/** @param {string} name @param {Uint8Array} bytes @returns {Seed} */
const seed = (name, bytes) => ({ name, bytes });
/** @param {string} name @param {string[]} texts */
const texts = (name, texts) => texts.map((text, i) => seed(`${name} ${i}`, new Uint8Array(Buffer.from(text))));

/** Files below test/fixtures, or others, by their paths. */
export class Seeds {
  /** @type {Map<string, Uint8Array>} */
  files = new Map();

  /** @param {Library} library @param {readonly string[]} [paths] */
  constructor(library, paths = [FIXTURES]) {
    this.library = library;
    for (const path of paths) {
      if (!statSync(path).isDirectory()) this.files.set(path, new Uint8Array(readFileSync(path)));
      else for (const file of filesBelow(path)) this.files.set(relative(path, file), new Uint8Array(readFileSync(file)));
    }
  }

  /** @param {RegExp} path @param {number} most bytes @returns {Seed[]} */
  matching(path, most = 16_384) {
    const matches = [...this.files].filter(([name, bytes]) => path.test(name) && bytes.length <= most);
    return matches.map(([name, bytes]) => seed(name, bytes));
  }

  zebins(most = 6_000) {
    return this.matching(/\.zebin$/, most);
  }

  narrowZebins() {
    const { LAYOUTS, partsOfZebin, readZebin, writeZebin } = this.library;
    return this.zebins(4_000).map(({ name, bytes }) => {
      const parts = partsOfZebin(readZebin(bytes).value);
      const layout = typeof parts.layout === 'string' ? parts.layout : LAYOUTS[0].name;
      return seed(`${name} of 32 bits`, writeZebin({ ...parts, is64: false, layout }));
    });
  }

  /** Contents of sections or members, of the kinds and names that `wanted` takes. */
  inside(
    /** @type {(item: import('../../src/internal.ts').Item) => boolean} */ isChosen,
    most = 4_096,
    path = /\.(zebin|bin|ar|so|exe|o)$/,
  ) {
    const { eachItem, inspect, FormatError } = this.library;
    /** @type {Map<string, Seed>} */
    const seeds = new Map();
    for (const { name, bytes } of this.matching(path, 70_000)) {
      try {
        for (const item of eachItem(inspect(bytes).value)) {
          const key = Buffer.from(item.bytes.data).toString('latin1');
          if (isChosen(item) && item.bytes.length > 0)
            seeds.set(key.slice(0, most), seed(`${name}${item.address}`, item.bytes.data.slice(0, most)));
        }
      } catch (error) {
        if (!(error instanceof FormatError)) throw error;
      }
    }
    return [...seeds.values()];
  }

  zeInfos() {
    return this.inside((item) => item.name === '.ze_info', 6_000, /\.zebin$/);
  }

  archives() {
    const { writeAr } = this.library;
    const zebins = this.zebins(2_000);
    const members = zebins
      .slice(0, 6)
      .map(({ bytes }, i) => ({ name: i % 2 ? `64.20.${i}.0` : `a-name-of-more-than-fifteen-${i}`, data: bytes }));
    const text = { name: 'odd', data: latin1('version: 1.60\n#') };
    const bsd = concat(
      latin1(
        `!<arch>\n${'#1/8'.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'644'.padEnd(8)}${'12'.padEnd(10)}\`\nname.binabcd`,
      ),
    );
    const many = Array.from({ length: 40 }, (_, i) => ({ name: `m${i}`, data: latin1('x'.repeat(i)) }));
    return [
      seed('aligned', writeAr(members.slice(0, 3), { align: true })),
      seed('plain', writeAr([text, ...members.slice(3)])),
      seed('many', writeAr(many)),
      seed('of BSD', bsd),
      ...this.matching(/libthin\.a$/),
    ];
  }

  offloads() {
    const { layoutOffload, writeOffload } = this.library;
    const [zebin] = this.zebins(1_000);
    const images = [1, 2].map((kind) => ({
      image_kind: kind,
      offload_kind: 8,
      flags: 0,
      strings: [
        { key: 'arch', value: 'bmg' },
        { key: 'triple', value: 'spir64_gen-unknown-unknown' },
      ],
      image: zebin?.bytes ?? latin1('image'),
    }));
    const versions = [1, 2, 3].map((version) => seed(`version ${version}`, writeOffload({ blobs: layoutOffload(images, version) })));
    return [...versions, seed('two', concat(...versions.map(({ bytes }) => bytes))), ...this.matching(/offload-binary\/.*\.bin$/, 8_192)];
  }

  syclbins() {
    const { buildSyclbin } = this.library;
    const metadata = latin1('[SYCLBIN/global metadata]\nstate=1|2\n');
    const image = {
      metadata: latin1('[SYCLBIN/native device code image metadata]\narch=2|gAAAAAAAAAQaib2df5lL\n'),
      bytes: latin1('image'),
    };
    const parts = { metadata, modules: [{ metadata, ir: [image], native: [image, image] }] };
    const built = /** @type {const} */ ([1, 2]).map((version) => seed(`version ${version}`, buildSyclbin(parts, version)));
    return [...built, ...this.matching(/\.syclbin$/, 8_192)];
  }

  bundles() {
    const { writeBundle } = this.library;
    const entries = this.zebins(1_000)
      .slice(0, 3)
      .map(({ bytes }, i) => ({ id: `sycl-spir64_gen-unknown-unknown--${i}`, data: bytes }));
    return [
      seed('plain', writeBundle(entries)),
      seed('aligned', writeBundle(entries, { align: 64 })),
      ...this.matching(/bundles\/bad-(?!ccob)|llvm22\.bundle$/),
    ];
  }

  cacheFiles() {
    const image = this.zebins(1_000)[0]?.bytes ?? latin1('image');
    const key = concat(sized(latin1('Level-Zero/BMG/1.6/1.6.1')), sized(latin1('-O2')), sized(new Uint8Array(0)), sized(image));
    return [
      seed('single', sized(image)),
      seed('counted', concat(u64(2), sized(image), sized(latin1('other')))),
      seed('key', key),
      seed('stats', concat(u64(3), u64(4), u64(1))),
    ];
  }

  /** Streams, each with how it is compressed. */
  streams() {
    const data = this.matching(/all-sets\.prop$|04-image_cube\.zebin$|basic\.k\.visaasm$/);
    const streams = data.flatMap(({ name, bytes }) => [
      { name: `${name}, zlib`, bytes: new Uint8Array(deflateSync(bytes)), method: /** @type {const} */ ('zlib') },
      { name: `${name}, gzip`, bytes: new Uint8Array(gzipSync(bytes)), method: /** @type {const} */ ('gzip') },
    ]);
    const zstd = this.matching(/hand-v3-zstd\.bin$|ccob-v\d-zstd\.bundle$|compressed\.so$/).flatMap(({ name, bytes }) => {
      const at = Buffer.from(bytes).indexOf(latin1('\x28\xb5\x2f\xfd'));
      return at < 0 ? [] : [{ name: `${name}, zstd`, bytes: bytes.slice(at), method: /** @type {const} */ ('zstd') }];
    });
    return [...streams, ...zstd];
  }

  /** Each file of the folders of small files. */
  folders() {
    const { inspect, unpackItem } = this.library;
    const files = [
      ...this.zebins(3_000).slice(0, 6),
      ...this.archives(),
      ...this.offloads().slice(0, 4),
      ...this.syclbins().slice(0, 3),
      ...this.bundles().slice(0, 1),
    ];
    return files.flatMap(({ bytes }) => {
      const folder = unpackItem(inspect(bytes).value) ?? [];
      return folder.map(({ path, data }) => ({ name: path, bytes: data, folder }));
    });
  }

  mangledNames() {
    const { inspect, zebinsOf } = this.library;
    const names = new Set(MANGLED);
    for (const { bytes } of this.zebins(16_384))
      for (const { zebin } of zebinsOf(inspect(bytes).value))
        for (const { name } of zebin.kernels) if (name.startsWith('_Z')) names.add(name);
    return texts('name', [...names]);
  }

  baselines() {
    const { inspect, printBaseline, measuredOf, parseThreshold } = this.library;
    const thresholds = ['64', '2%', 'code_bytes=2%'].flatMap((text) => parseThreshold(text) ?? []);
    const files = this.zebins(3_000)
      .slice(0, 8)
      .map(({ name, bytes }) => ({ path: name, root: inspect(bytes).value }));
    return texts('baseline', [
      printBaseline({ kernels: measuredOf({ path: '', files }), thresholds }),
      printBaseline({ kernels: [], thresholds: [] }),
    ]);
  }

  propertyDocuments() {
    const { inspect, propsDocument } = this.library;
    return this.matching(/property-sets\/(?!bad-)[\w-]+\.prop$/, 1_000).flatMap(({ name, bytes }) => {
      const document = () => JSON.stringify(propsDocument(inspect(bytes).value));
      return bytes.length === 0 ? [] : [seed(`${name} as JSON`, new Uint8Array(Buffer.from(document())))];
    });
  }

  /** What users say on the command line: names of things, devices, releases, thresholds, patterns, paths. */
  userTexts() {
    return texts('text', [...USER_TEXTS, ...this.library.allNames().filter((_, i) => i % 20 === 0)]);
  }
}

const MANGLED = [
  '_ZTSZZ4mainENKUlRN4sycl3_V17handlerEE_clES2_EUlNS0_4itemILi1ELb1EEEE_',
  '_ZN4sycl3_V16detail18RoundedRangeKernelINS0_4itemILi1ELb1EEELi1EZ3addIfEvRNS0_5queueEPT_EUlS4_E_EE',
  '_Z3addILi3EJfdEEvPU3AS1T0_DpRKT1_',
  '_ZNSt6vectorIiSaIiEE9push_backEOi',
  '_Z1fIXadL_Z1gvEEEvDTcl1hfp_EE',
  '_ZNKR1AcvT_IiEEv',
  '_Z1fM1AFivEPA3_KcDv4_fDF16_Dh',
  '_ZZN1A1fEvE1s_0',
  '_ZGVZ1fvE1x',
  '_ZTv0_n24_N1A1fEv',
  '_Z4testIXsr3stdE9is_same_vIT_iEEvS0_',
  '_ZN12_GLOBAL__N_11fEU5blockc',
];

const USER_TEXTS = [
  '0x56c0',
  '12.55.8',
  'dg2-g10',
  'bmg',
  'xe2-lpg',
  '*',
  'code_bytes=2%',
  '64',
  '26.27',
  '24.45.31740.8',
  'note type 6',
  '.text.saxpy',
  'kernels/execution_env/grf_count',
  'PRODUCT_CONFIG',
  'neo_compiler_cache/a/b/ab0123456789abcd.l0_cache',
  '.triton/cache/ABCDEFGHIJKLMNOPQRSTUVWXYZ234567/add_kernel.zebin',
  'kernel_*[a-z]?',
];

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => join(entry.parentPath, entry.name)).sort();
}
