// @ts-check
/**
 * What ocloc prints, read into values and compared with what the library says of the same file or name. Used by ocloc.test.ts with the
 * sources and by scripts/oracle.mjs with the built package.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One question that both sides have answered.
 * @typedef {{ readonly what: string, readonly ours: unknown, readonly theirs: unknown }} Answer
 */

/** @typedef {import('../../src/internal.ts').KernelDetail} KernelDetail */
/** @typedef {Pick<typeof import('../../src/devices/index.ts'), 'findDevice' | 'PRODUCT_CONFIGS' | 'RELEASES'>} DeviceTables */
/** @typedef {import('../../src/devices/index.ts').ProductConfig} ProductConfig */

/** @typedef {import('../../src/internal.ts').Elf} Elf */

/** @param {readonly Answer[]} answers */
export function disagreements(answers) {
  const text = (/** @type {unknown} */ value) => JSON.stringify(value) ?? 'nothing';
  return answers
    .filter(({ ours, theirs }) => text(ours) !== text(theirs))
    .map(({ what, ours, theirs }) => `${what}: ours ${text(ours)}, theirs ${text(theirs)}`);
}

// ---- device names: `ocloc ids`

/**
 * The IP versions that `ocloc ids NAME` prints; none for a name that it does not know.
 * @param {string} output
 */
export function readIds(output) {
  return (/^Matched ids:\n([\s\S]*)$/.exec(output)?.[1] ?? '').split('\n').filter((line) => line !== '');
}

/**
 * The names in a help text of ocloc: those of `ocloc ids --help`, and those that `ocloc compile --help` calls deprecated.
 * @param {string} help
 */
export function readNames(help) {
  const lists = [/^All supported acronyms: (.*)\.$/m, /Deprecated notation[^<]*<device_type> can be: (.*)$/m];
  return lists.flatMap((list) => list.exec(help)?.[1]?.split(', ') ?? []);
}

/**
 * What `ocloc ids` has to print by our tables. For a release or a family that is every stepping, while `-device` of the same name,
 * and so our `findDevice`, takes one of each device.
 * @param {string} name
 * @param {DeviceTables} tables
 * @param {(row: ProductConfig) => boolean} known whether that ocloc knows the device
 */
export function idsByTables(name, { findDevice, PRODUCT_CONFIGS, RELEASES }, known) {
  /** @type {readonly import('../../src/devices/index.ts').Release[]} */
  const all = RELEASES;
  const releases = all.filter((row) => row.name === name || row.family === name || row.aliases?.includes(name)).map((row) => row.name);
  const rows = releases.length > 0 ? PRODUCT_CONFIGS.filter((row) => releases.includes(row.release)) : findDevice(name);
  return rows.filter(known).map((row) => row.ip);
}

// ---- kernels: `ocloc validate`

/**
 * @param {string} output
 * @returns {{ count: number, kernels: { name: string, entries: number, crossThread: number, perThread: number }[] }}
 */
export function readValidate(output) {
  const kernel =
    /^Kernel #\d+ named (.*):\n \* Number of binding table entries (\d+):\n \* Cross-thread data size (\d+):\n \* Per-thread data size (\d+):$/gm;
  return {
    count: Number(/^Binary contains (\d+) kernels\.$/m.exec(output)?.[1] ?? -1),
    kernels: [...output.matchAll(kernel)].map(([, name = '', entries, crossThread, perThread]) => ({
      name,
      entries: Number(entries),
      crossThread: Number(crossThread),
      perThread: Number(perThread),
    })),
  };
}

/**
 * Why `ocloc validate` refuses a file, without numbers and kernel names, which edits of the file change.
 *
 * @param {string} output
 */
export function refusalOf(output) {
  const errors = /Validator detected errors :\n([\s\S]*?)(\n\n|$)/.exec(output)?.[1] ?? '';
  return errors.replace(/ in context of.*|\d+|<-- parser.*|\[.*\]/g, '');
}

/**
 * Why a whole file may be refused: `ocloc validate` does not know the device, assumes its registers to have 32 bytes, and stumbles over
 * local ids in registers of 64.
 */
export const WIDE_REGISTERS = /^DeviceBinaryFormat::[Zz]ebin : Invalid size for argument of type local_id in context of : /m;

/**
 * The same by our model. The driver counts the shared arguments in steps of 32 bytes, and a binding table up to its last entry.
 * @param {readonly KernelDetail[]} details
 * @param {boolean} countsBases whether that ocloc counts the entries for program variables, which came with `bti_value` of arguments
 * @returns {ReturnType<typeof readValidate>}
 */
export function validateByModel(details, countsBases) {
  const kernels = details.map(({ name, resources, ze_info }) => {
    /** @type {any} */
    const { binding_table_indices = [], payload_arguments = [], debug_env = {} } = ze_info;
    const places = [
      ...binding_table_indices.map((/** @type {any} */ row) => row.bti_value),
      ...(countsBases ? payload_arguments.map((/** @type {any} */ row) => row.bti_value) : []),
      debug_env.debug_surface_bti,
      debug_env.sip_surface_bti,
    ].filter((place) => place !== undefined);
    return {
      name,
      entries: Math.max(-1, ...places) + 1,
      crossThread: Math.ceil(resources.cross_thread_size / 32) * 32,
      perThread: resources.per_thread_size,
    };
  });
  return { count: kernels.length, kernels };
}

// ---- sections: `ocloc disasm`

const STRTAB = 3;

/** Longest name that a file can have, so a section whose name is longer has no file. */
const MAX_NAME = 255;

/**
 * The files of a dump folder.
 * @param {string} folder
 * @returns {Map<string, Buffer>}
 */
export function readDump(folder) {
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

/**
 * The texts of a dump folder: the list of sections, symbols and relocations.
 * @param {Elf} elf
 * @returns {Map<string, string>}
 */
export function dumpTexts(elf) {
  // ocloc writes its string table again, so it lists none.
  const listed = elf.sections.filter((section) => section.sh_type !== 0 && section.sh_type !== STRTAB);
  const lines = listed.map((section) => `${section.name}, ${section.sh_type}`);
  const texts = new Map([['sections.txt', [`ElfType ${elf.is64 ? 64 : 32}b`, 'Section name, Section type', ...lines]]]);
  for (const { name, content } of listed) {
    if (content.kind === 'symbols') {
      const rows = content.symbols.map((symbol, i) => symbolLine(elf, symbol, i));
      texts.set(name, ['Id, Name, Section, Value, Type, Visibility, Binding', ...rows]);
    } else if (content.kind === 'relocations') {
      const rows = content.relocations.map((r) => [r.r_offset, r.r_type, r.r_sym, ...(content.addends ? [r.r_addend] : [])].join(', '));
      texts.set(name, [`Offset, Type, SymbolIdx${content.addends ? ', Addend' : ''}`, ...rows]);
    }
  }
  return new Map([...texts].map(([name, rows]) => [name, rows.map((row) => `${row}\n`).join('')]));
}

/** @param {Elf} elf @param {import('../../src/internal.ts').ElfSymbol} symbol @param {number} index */
function symbolLine(elf, { name, st_shndx, st_value, st_info, st_other }, index) {
  const section = elf.sections[st_shndx]?.name || 'UNDEF';
  return [index, name || 'UNDEF', section, st_value, st_info & 15, st_other, st_info >> 4].join(', ');
}

/**
 * Every file of a dump folder against its section, and every section against its file.
 * @param {Map<string, Buffer>} files
 * @param {Elf} elf
 * @param {boolean} [readsElf32Symbols] false for ocloc 22.43, which takes ELF32 symbols apart as if they had the layout of ELF64
 * @returns {Answer[]}
 */
export function compareDump(files, elf, readsElf32Symbols = true) {
  const texts = dumpTexts(elf);
  /** @type {Answer[]} */
  const answers = [];
  // Of sections with one name the last is in the folder.
  const sections = new Map(elf.sections.map((section) => [section.name, section]));
  for (const [name, text] of texts) {
    if (sections.get(name)?.content.kind === 'symbols' && !elf.is64 && !readsElf32Symbols) continue;
    if (name.length <= MAX_NAME) answers.push({ what: name, ours: text, theirs: files.get(name)?.toString('latin1') });
  }
  for (const [name, { sh_type, bytes }] of sections) {
    if (sh_type === 0 || sh_type === STRTAB || texts.has(name) || name.length > MAX_NAME) continue;
    // Where ocloc finds a disassembler it writes code as a listing instead of the bytes.
    const listing = files.has(`${name}.asm`);
    answers.push({ what: name, ours: listing ? 'listing' : digest(bytes.data), theirs: listing ? 'listing' : digest(files.get(name)) });
  }
  const known = (/** @type {string} */ name) => texts.has(name) || sections.has(name.replace(/\.asm$/, ''));
  answers.push({ what: 'files of no section', ours: [], theirs: [...files.keys()].filter((name) => !known(name)) });
  return answers;
}

/** @param {Uint8Array | undefined} bytes */
function digest(bytes) {
  return bytes && `${bytes.length} bytes, ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`;
}

// ---- sources: `ocloc compile`

/**
 * What the compiler says of spills: kernel, lanes, registers, and how many registers' worth of memory it spilled.
 * @param {string} log
 */
function readSpills(log) {
  const line = /kernel '?(\w+)'?:?\s+compiled SIMD(\d+) allocated (\d+) regs and spilled around (\d+)/g;
  return [...log.matchAll(line)].map(([, name = '', simd_size, grf_count, spilled]) => ({
    name,
    simd_size: Number(simd_size),
    grf_count: Number(grf_count),
    spilled: Number(spilled),
  }));
}

/** A kernel that the compiler adds where a program has symbols to export. */
const ADDED = 'Intel_Symbol_Table_Void_Program';

/**
 * What a source and the compiler's messages say against what we read from the binary.
 * @param {import('./kernels.mjs').Case} source
 * @param {string} log
 * @param {readonly KernelDetail[]} details
 * @param {Elf} elf
 * @param {number | null} grfBytes size of a register
 * @returns {Answer[]}
 */
export function compareSource(source, log, details, elf, grfBytes) {
  /** @type {Answer[]} */
  const answers = [
    {
      what: 'kernels',
      ours: details.map((row) => row.name).filter((name) => name !== ADDED),
      theirs: source.kernels.map((row) => row.name),
    },
    { what: 'class', ours: elf.is64 ? 64 : 32, theirs: source.width ?? 64 },
  ];
  for (const kernel of source.kernels) {
    const detail = details.find((row) => row.name === kernel.name);
    if (detail) answers.push(...compareKernel(kernel, detail));
  }
  for (const [name, bytes] of Object.entries(source.data ?? {})) {
    const data = elf.sections.find((section) => section.name === name)?.bytes.data;
    answers.push({ what: name, ours: data && [...data.subarray(0, bytes.length)], theirs: bytes });
  }
  const spills = readSpills(log);
  const spilling = source.kernels.filter((kernel) => kernel.spills).map((kernel) => kernel.name);
  answers.push({ what: 'kernels that spill', ours: spilling, theirs: spills.map((row) => row.name) });
  for (const { name, simd_size, grf_count, spilled } of spills) {
    const own = details.find((row) => row.name === name)?.resources;
    const size = spilled * (grfBytes ?? 0);
    // A scratch buffer for everything is only an upper bound.
    const spill_size = own?.memory_source === 'attributes' ? own.spill_size : Math.min(own?.spill_size ?? 0, size);
    const ours = { simd_size: own?.simd_size, grf_count: own?.grf_count, spill_size };
    answers.push({ what: `${name} spill`, ours, theirs: { simd_size, grf_count, spill_size: size } });
  }
  return answers;
}

/** @param {import('./kernels.mjs').Kernel} kernel @param {KernelDetail} detail @returns {Answer[]} */
function compareKernel({ name, ze_info = {}, resources = {}, privateBytes, args = [] }, detail) {
  /** @type {Record<string, any>} */
  const own = detail.resources;
  /** @type {Record<string, any>} */
  const env = detail.ze_info;
  /** @type {Answer[]} */
  const answers = [
    ...Object.entries(resources).map(([key, theirs]) => ({ what: `${name} ${key}`, ours: own[key], theirs })),
    ...Object.entries(ze_info).map(([path, theirs]) => {
      const [record = '', key = ''] = path.split('/');
      return { what: `${name} ${path}`, ours: env[record]?.[key], theirs };
    }),
  ];
  if (privateBytes !== undefined) {
    // One scratch buffer for everything may also be larger than needed.
    const theirs = privateBytes * (detail.resources.simd_size ?? 0);
    const { private_size, scratch_size } = detail.resources;
    const shared = detail.resources.memory_source === 'single-space';
    answers.push({ what: `${name} private memory`, ours: shared ? Math.min(scratch_size, theirs) : private_size, theirs });
  }
  const indices = new Set(detail.arguments.map((row) => row.arg_index).filter((index) => index !== undefined));
  if (args.length > 0) answers.push({ what: `${name} arguments`, ours: indices.size, theirs: args.length });
  args.forEach((facts, index) => {
    // A pointer can have several entries, one for each way to reach the memory: the one that has most of the facts is meant.
    const picks = detail.arguments.filter((row) => row.arg_index === index).map((row) => pick(row, facts));
    const best = picks.find((row) => JSON.stringify(row) === JSON.stringify(facts)) ?? picks[0];
    answers.push({ what: `${name} argument ${index}`, ours: best, theirs: facts });
  });
  return answers;
}

/** @param {Readonly<Record<string, any>>} row @param {object} keys */
function pick(row, keys) {
  return Object.fromEntries(Object.keys(keys).map((key) => [key, row[key]]));
}
