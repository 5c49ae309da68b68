// @ts-check
/**
 * What is read: a row for each format, with what it is made from, its reader, and what is asked of the value that the reader gives.
 */
import { examine } from './examine.mjs';

/**
 * @typedef {import('./library.mjs').Library} Library
 * @typedef {import('./seeds.mjs').Seed} Seed
 * @typedef {import('./seeds.mjs').Seeds} Seeds
 * @typedef {{ readonly value: any, readonly diagnostics: readonly import('./examine.mjs').Finding[] }} Outcome
 */

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {number} weight cases, of as many as all weights together
 * @property {(seeds: Seeds) => Seed[]} seeds
 * @property {(library: Library, bytes: Uint8Array, seed: Seed) => Outcome} read
 * @property {Readonly<Record<string, (library: Library, value: any, bytes: Uint8Array, seed: Seed) => unknown>>} [deeper] with a value, one
 *   of these in one of `every` cases; they throw what must not happen, and may throw `FormatError`
 * @property {number} [every] 128 when left out
 */

/** @param {Uint8Array} output @param {Uint8Array} bytes @param {string} what */
function same(output, bytes, what) {
  if (Buffer.compare(output, bytes) !== 0) throw new Error(`${what} gives other bytes`);
}

/** For readers that give a value alone. @returns {Outcome} */
const plain = (/** @type {any} */ value) => ({ value, diagnostics: [] });
const latin1 = (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('latin1');

/** What every kind of file is asked. @type {NonNullable<Target['deeper']>} */
const WALK = {
  documents: (library, _, bytes) => examine(library, bytes),
  validate: (library, _, bytes) => {
    const root = library.inspect(bytes).value;
    return library.sarifLog(library.validateDocument(library.findingsOf(root), library.completenessOf(root)), 'a', '1');
  },
  size: (library, _, bytes) => library.sizeDocument(library.inspect(bytes).value),
  coverage: (library, _, bytes) => library.coverageDocument(library.inspect(bytes).value),
  properties: (library, _, bytes) => library.propsDocument(library.inspect(bytes).value),
  extract: (library, _, bytes) => library.extractItems(library.inspect(bytes).value),
  folder: (library, _, bytes) => folderAndBack(library, bytes),
  replace: (library, _, bytes) => replaceOne(library, bytes),
};

/** @param {Library} library @param {Uint8Array} bytes */
function replaceOne(library, bytes) {
  const root = library.inspect(bytes).value;
  const items = [...library.eachItem(root)].filter((item) => item !== root);
  const item = items[bytes.length % Math.max(1, items.length)];
  for (const data of item ? [item.stored.data, new Uint8Array(3)] : []) library.replaceItem(root, item?.address ?? '', data);
}

/** @param {Library} library @param {Uint8Array} bytes */
function folderAndBack(library, bytes) {
  const item = library.inspect(bytes).value;
  const files = library.unpackItem(item);
  if (!files) return;
  const { value, diagnostics } = library.packFolder(files);
  // What says by offsets and sizes how it lies is laid out again; a zebin keeps its bytes.
  if (item.kind === 'zebin' && diagnostics.length === 0) same(value, bytes, 'packing what was unpacked');
}

/** @type {NonNullable<Target['deeper']>} */
const ZEBIN = {
  ...WALK,
  write: (library, zebin, bytes) => same(library.writeZebin(zebin), bytes, 'writing what was read'),
  validate: (library, zebin) => library.validateZebin(zebin),
  'every release': (library, zebin, bytes) => library.releaseAnswers(bytes, undefined, zebin.kernels.length),
  check: (library, _, bytes) => library.checkZebin(bytes, { release: library.RELEASES.at(-1) ?? '' }),
  ocloc: (library, _, bytes) => library.oclocValidate(bytes, library.RELEASES.at(-1) ?? ''),
  link: (library, zebin) => library.linkDocument(zebin, library.linkZebin(zebin)),
  convert: (library, zebin) => {
    for (const version of [library.OLDEST, library.NEWEST]) library.convertDocument(zebin, version, library.convertZebin(zebin, version));
  },
  strip: (library, zebin) => library.writeZebin(library.stripZebin(library.partsOfZebin(zebin)).parts),
  cost: (library, _, bytes) => library.costDocument(library.inspect(bytes).value),
  disasm: (library, _, bytes) => library.disasmDocument(library.inspect(bytes).value),
  diff: (library, _, bytes) => {
    const side = { path: 'a', files: [{ path: '', root: library.inspect(bytes).value }] };
    library.diffDocument(side, side);
  },
};

/** @type {readonly Target[]} */
export const TARGETS = [
  { name: 'zebin', weight: 8, seeds: (seeds) => seeds.zebins(), read: (library, bytes) => library.readZebin(bytes), deeper: ZEBIN },
  {
    name: 'zebin of 32 bits',
    weight: 3,
    seeds: (seeds) => seeds.narrowZebins(),
    read: (library, bytes) => library.readZebin(bytes),
    deeper: ZEBIN,
  },
  {
    name: 'DWARF',
    weight: 1,
    seeds: (seeds) => [...seeds.matching(/dwarf\/.*\.elf$/), ...seeds.matching(/debug\.zebin$/, 32_768)],
    read: (library, bytes) => library.readDwarf(library.readElf(bytes).value),
    deeper: {
      places: (library, dwarf) => library.sourceMaps(dwarf),
      disasm: (library, _, bytes) => library.disasmDocument(library.inspect(bytes).value),
    },
  },
  {
    name: 'ze_info',
    weight: 9,
    seeds: (seeds) => seeds.zeInfos(),
    read: (library, bytes) => library.readZeInfo(bytes),
    deeper: {
      print: (library, zeInfo) => library.readZeInfo(Buffer.from(library.printZeInfo(zeInfo.container))),
      edit: (library, zeInfo, bytes) => same(library.editZeInfo(zeInfo, []), bytes, 'no edit'),
      convert: (library, zeInfo) => library.convertZeInfo(zeInfo.container, library.OLDEST),
    },
  },
  { name: 'YAML', weight: 8, seeds: (seeds) => seeds.zeInfos(), read: (library, bytes) => library.parseYaml(bytes) },
  {
    name: 'ar',
    weight: 6,
    seeds: (seeds) => seeds.archives(),
    read: (library, bytes) => library.readAr(bytes),
    deeper: WALK,
  },
  {
    name: 'host ELF',
    weight: 2,
    seeds: (seeds) => seeds.matching(/host\/.*\.(so|o)$|bmg\.exe$|hand-sycl-fat\.o$/, 36_000),
    read: (library, bytes) => library.readHost(bytes),
    deeper: WALK,
  },
  {
    name: 'PE and COFF',
    weight: 2,
    seeds: (seeds) => seeds.matching(/msvc\.(exe|obj)$/, 36_000),
    read: (library, bytes) => library.readHost(bytes),
    deeper: WALK,
  },
  {
    name: 'OffloadBinary',
    weight: 6,
    seeds: (seeds) => seeds.offloads(),
    read: (library, bytes) => library.readOffload(bytes),
    deeper: { ...WALK, write: (library, offload, bytes) => same(library.writeOffload(offload), bytes, 'writing what was read') },
  },
  {
    name: 'SYCLBIN',
    weight: 5,
    seeds: (seeds) => seeds.syclbins(),
    read: (library, bytes) => library.readSyclbin(bytes),
    deeper: { ...WALK, write: (library, syclbin, bytes) => same(library.writeSyclbin(syclbin), bytes, 'writing what was read') },
  },
  { name: 'bundle', weight: 5, seeds: (seeds) => seeds.bundles(), read: (library, bytes) => library.readBundles(bytes), deeper: WALK },
  {
    name: 'text bundle',
    weight: 4,
    seeds: (seeds) => seeds.matching(/llvm22-text\.(ii|ll)$/),
    read: (library, bytes) => library.parseTextBundle(bytes),
    deeper: WALK,
  },
  {
    name: 'compressed bundle',
    weight: 4,
    seeds: (seeds) => seeds.matching(/ccob.*\.bundle$/),
    read: (library, bytes) => library.readCcobs(bytes),
    deeper: WALK,
  },
  {
    name: 'property text',
    weight: 9,
    seeds: (seeds) => seeds.matching(/\.prop$/),
    read: (library, bytes) => library.parseProps(bytes),
    deeper: {
      ...WALK,
      write: (library, props, bytes) => same(library.writeProps(props), bytes, 'writing what was read'),
      validate: (library, props, bytes) => {
        const sets = library.propertySets(props);
        library.validateProps(sets, library.Bytes.from(bytes).span());
        library.specConstants(sets);
      },
      JSON: (library, _, bytes) => library.propsFromJson(JSON.parse(JSON.stringify(library.propsDocument(library.inspect(bytes).value)))),
    },
  },
  {
    name: 'property arrays',
    weight: 4,
    seeds: (seeds) => seeds.matching(/\.prop$/),
    read: (library, bytes) => library.propsFromBinary(rawSets(library, bytes)),
    deeper: { validate: (library, sets, bytes) => library.validateProps(sets, library.Bytes.from(bytes).span()) },
  },
  {
    name: 'caches',
    weight: 5,
    seeds: (seeds) => seeds.cacheFiles(),
    read: (library, bytes) => {
      const form = library.syclCacheForm(library.Bytes.from(bytes));
      if (bytes.length === 24) return library.readCacheStats(bytes);
      return form === 'key' || bytes.length % 2 === 1 ? library.readCacheKey(bytes) : library.readCachedBinaries(bytes);
    },
    deeper: WALK,
  },
  {
    name: 'patch tokens',
    weight: 4,
    seeds: (seeds) => seeds.inside((item) => item.kind === 'patch-tokens', 16_384, /patchtoken\//),
    read: (library, bytes) => library.readPatchTokens(bytes),
    deeper: WALK,
  },
  {
    name: 'SPIR-V',
    weight: 4,
    seeds: (seeds) => seeds.inside((item) => item.kind === 'spirv'),
    read: (library, bytes) => plain(library.entryPoints(library.Bytes.from(bytes))),
  },
  {
    name: 'vISA objects',
    weight: 4,
    seeds: (seeds) => seeds.matching(/\.isa$/, 4_000),
    read: (library, bytes) => library.readVisa(bytes),
    deeper: {
      write: (library, object, bytes) => same(library.writeVisa(object), bytes, 'writing what was read'),
      validate: (library, object) => library.validateVisa(object),
      information: (library, object) => library.visaInfo(object),
      'text and back': (library, object) => library.layoutVisa(library.parseVisa(library.printVisa(object)).value),
      documents: (library, _, bytes) => examine(library, bytes),
    },
  },
  {
    name: 'vISA text',
    weight: 3,
    seeds: (seeds) => seeds.matching(/\.visaasm$/, 4_000),
    read: (library, bytes) => library.parseVisa(bytes),
    deeper: {
      write: (library, object) => library.readVisa(library.writeVisa(library.layoutVisa(object))),
      validate: (library, object) => library.validateVisa(object),
      print: (library, object) => library.parseVisa(library.printVisa(object)),
      documents: (library, _, bytes) => examine(library, bytes),
    },
  },
  {
    name: 'streams',
    weight: 2,
    seeds: (seeds) => seeds.streams(),
    read: (library, bytes, { method = 'zlib' }) => {
      const out = new library.Reporter(bytes.length);
      return { value: library.inflate(library.Bytes.from(bytes), { method }, '', out), diagnostics: out.diagnostics };
    },
  },
  {
    name: 'mangled names',
    weight: 9,
    seeds: (seeds) => seeds.mangledNames(),
    read: (library, bytes) => plain(library.kernelLabel(latin1(bytes))),
  },
  {
    name: 'carving',
    weight: 4,
    seeds: (seeds) => [...seeds.zebins(2_000), ...seeds.archives(), ...seeds.offloads()],
    read: (library, bytes) => library.carve(bytes),
  },
  {
    name: 'folders',
    weight: 2,
    seeds: (seeds) => seeds.folders(),
    read: (library, bytes, { name, folder = [] }) =>
      library.packFolder(folder.map((file) => (file.path === name ? { ...file, data: bytes } : file))),
    deeper: { documents: (library, model) => examine(library, model) },
  },
  {
    name: 'baselines',
    weight: 3,
    seeds: (seeds) => seeds.baselines(),
    read: (library, bytes) => plain(library.parseBaseline(Buffer.from(bytes).toString())),
    deeper: { print: (library, baseline) => library.parseBaseline(library.printBaseline(baseline)) },
  },
  {
    name: 'properties as JSON',
    weight: 4,
    seeds: (seeds) => seeds.propertyDocuments(),
    // What is not JSON is the parser's to refuse.
    read: (library, bytes) => plain(library.propsFromJson(jsonOf(bytes))),
    deeper: { write: (library, props) => library.parseProps(library.writeProps(props)) },
  },
  {
    name: 'texts of users',
    weight: 2,
    seeds: (seeds) => seeds.userTexts(),
    read: (library, bytes) => {
      const text = latin1(bytes);
      library.namePattern(text.slice(0, 40))('kernel_with_a_name');
      library.chooseKernels(text, ['kernel_with_a_name', text.slice(1), '_Z3fooIiEvPT_']);
      library.didYouMean(text, ['kernel_with_a_name', text.slice(1)]);
      library.unknownDevice(text);
      library.explainDocument(text);
      library.parseThreshold(text);
      library.releaseNamed(text);
      library.cacheFile(text);
      return plain(library.findDevice(text));
    },
    deeper: {
      explain: (library, _, bytes) => (library.explain(latin1(bytes)).length > 0 ? undefined : library.suggestNames(latin1(bytes))),
    },
    every: 256,
  },
  {
    name: 'any file',
    weight: 2,
    seeds: (seeds) => seeds.matching(/\.(zebin|bin|prop|isa|visaasm|bundle|syclbin|ii|ll|o|so|exe|a|elf)$/, 10_000),
    read: (library, bytes) => library.inspect(bytes),
    deeper: WALK,
  },
];

/** Sets of properties with pieces of the bytes as values: as the structures of a program would point to them. */
function rawSets(/** @type {Library} */ library, /** @type {Uint8Array} */ bytes) {
  const whole = library.Bytes.from(bytes);
  const [names, ...values] = latin1(bytes).split('\n');
  let at = (names ?? '').length;
  return ['SYCL/kernel param opt', 'SYCL/device requirements', names ?? ''].map((name, i) => ({
    name,
    span: whole.span(),
    properties: values.map((line, j) => {
      const from = Math.min(at, bytes.length);
      at = from + line.length + 1;
      const [key = ''] = line.split('=', 1);
      const value = j % 5 === 4 ? undefined : whole.sub(from, Math.min(at, bytes.length));
      return {
        name: key,
        type: (bytes[from] ?? 0) % 5 === 0 ? (bytes[from] ?? 0) : 1 + ((i + j) % 3),
        size: BigInt(line.length),
        ...(value ? { value } : {}),
        span: whole.span(),
      };
    }),
  }));
}

function jsonOf(/** @type {Uint8Array} */ bytes) {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return bytes.length % 2 ? null : [bytes.length];
  }
}
